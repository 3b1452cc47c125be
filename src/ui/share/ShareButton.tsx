import { Share2 } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { useStore } from 'zustand';
import { sharing } from './copy.ts';
import css from './Share.module.css';

const SharePanel = lazy(() => import('./SharePanel.tsx'));

const SAID = { link: 'Link copied', result: 'Result link copied', failed: 'The browser did not allow copying' } as const;

export function ShareButton() {
  const copied = useStore(sharing, (s) => s.copied);
  return (
    <DialogTrigger>
      <Button className={css.button ?? ''} aria-keyshortcuts="L" aria-label="Share">
        <Share2 size={16} aria-hidden="true" />
        <span className="hidden-on-narrow">Share</span>
      </Button>
      <span className={css.said} data-shown={copied !== null || undefined} role="status">
        {copied ? SAID[copied] : ''}
      </span>
      <Popover className={css.popover ?? ''} placement="bottom end" offset={6} containerPadding={12}>
        <Dialog className={css.dialog ?? ''} aria-label="Share">
          <Suspense fallback={<p>Loading</p>}>
            <SharePanel />
          </Suspense>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
