import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { KEYS } from './keys.ts';
import css from './KeysDialog.module.css';

export default function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <ModalOverlay className={css.overlay} isOpen isDismissable onOpenChange={(open) => !open && onClose()}>
      <Modal className={css.modal}>
        <Dialog className={css.dialog} data-modal>
          <Heading slot="title">Keys</Heading>
          <dl>
            {KEYS.map((k) => (
              <div key={k.key}>
                <dt>
                  <kbd>{k.shown}</kbd>
                </dt>
                <dd>{k.does}</dd>
              </div>
            ))}
            <div>
              <dt>
                <kbd>←</kbd> <kbd>→</kbd>
              </dt>
              <dd>Read a chart point by point, when it has the focus</dd>
            </div>
          </dl>
          <Button className={css.close} onPress={onClose}>
            Close
          </Button>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
