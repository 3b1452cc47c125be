/** The settings: a panel beside the page where there is room, a sheet over it where there is not. */
import { X } from 'lucide-react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { useMedia } from '../app/media.ts';
import { SettingsForm } from './SettingsForm.tsx';
import css from './SettingsPanel.module.css';

const WIDE = '(min-width: 1001px)';

export default function SettingsPanel({ onClose }: { onClose: () => void }) {
  const wide = useMedia(WIDE);
  const inside = (
    <>
      <header className={css.head}>
        <h2 id="settings-title">Settings</h2>
        <button type="button" className={css.close} onClick={onClose} aria-label="Close the settings">
          <X size={18} aria-hidden="true" />
        </button>
      </header>
      <SettingsForm onStart={wide ? () => undefined : onClose} />
    </>
  );
  if (wide) {
    return (
      <aside className={css.panel} aria-labelledby="settings-title">
        {inside}
      </aside>
    );
  }
  return (
    <ModalOverlay className={css.overlay} isOpen isDismissable onOpenChange={(open) => !open && onClose()}>
      <Modal className={css.sheet}>
        <Dialog className={css.dialog} aria-labelledby="settings-title" data-modal>
          {inside}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
