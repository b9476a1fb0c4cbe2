import { useState } from 'react';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { useCopy } from '../../ui/hooks/copy.ts';
import { lazyPart } from '../../ui/overlays/lazy-part.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { useKindStrings } from '../../ui/strings/kinds.ts';
import { useNoteMenuStrings } from '../../ui/strings/note-menu.ts';
import { FoldedText } from '../note/FoldedText.tsx';
import styles from './Cards.module.css';

const AppsDialog = lazyPart(() => import('./AppsDialog.tsx').then(({ AppsDialog: Part }) => Part), {
  close: ({ onClose }) => onClose(),
});

/**
 * For events that are not shown in full here: opens another app (NIP-89), or shows the signed
 * event.
 */
export function OtherWays({ event }: { readonly event: VerifiedEvent }) {
  const said = useKindStrings();
  const { copyRaw } = useNoteMenuStrings();
  const copy = useCopy();
  const [isRaw, setIsRaw] = useState(false);
  const [isOpening, setIsOpening] = useState(false);
  // a reader who copies the proofs of an unlocked nutzap could spend its ecash
  const isMoney = event.kind === KIND.Nutzap;
  const raw = isRaw ? JSON.stringify(event, null, 2) : '';
  return (
    <>
      <div className={styles.ways}>
        <Button compact icon="external" onClick={() => setIsOpening(true)}>
          {said.openWith}
        </Button>
        {!isMoney && (
          <Button
            compact
            tone="quiet"
            icon="code"
            aria-expanded={isRaw}
            onClick={() => setIsRaw(!isRaw)}
          >
            {isRaw ? said.hideRaw : said.showRaw}
          </Button>
        )}
        {isRaw && (
          <Button
            compact
            tone="quiet"
            icon="copy"
            onClick={() => copy(JSON.stringify(event), 'raw')}
          >
            {copyRaw}
          </Button>
        )}
      </div>
      {isRaw && (
        <pre className={styles.raw} dir="ltr" tabIndex={0} aria-label={said.showRaw}>
          <FoldedText text={raw} most={4_000} />
        </pre>
      )}
      {isOpening && <AppsDialog event={event} onClose={() => setIsOpening(false)} />}
    </>
  );
}
