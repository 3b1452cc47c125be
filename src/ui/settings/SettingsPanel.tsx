/** The settings: a panel beside the page where there is room, a sheet over it where there is not. */
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { useMedia } from '../app/media.ts';
import { SettingsForm } from './SettingsForm.tsx';
import css from './SettingsPanel.module.css';

const WIDE = '(min-width: 1001px)';

/** Beside the page, and after all of it in the order of Tab: the focus goes in when it opens, and back when it closes. */
function Beside({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const aside = panel.current;
    const before = document.activeElement;
    aside?.focus();
    return () => {
      const now = document.activeElement;
      if ((now === null || now === document.body || aside?.contains(now)) && before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      className={css.panel}
      aria-labelledby="settings-title"
      onKeyDown={(e) => {
        // a list of options that is open closes first
        if (e.key === 'Escape' && !e.defaultPrevented) onClose();
      }}
    >
      {children}
    </aside>
  );
}

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
    return <Beside onClose={onClose}>{inside}</Beside>;
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
