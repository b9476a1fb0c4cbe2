import { useMemo } from 'react';
import { tagValue, type VerifiedEvent } from '../../../events/nostr/event.ts';
import { factsOf } from '../../../events/reading/thread/opened-event.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { useKindStrings } from '../../ui/strings/kinds.ts';
import text from '../../ui/styles/text.module.css';
import { FoldedText } from '../note/FoldedText.tsx';
import styles from './Cards.module.css';
import type { KindProps } from './KindContent.tsx';
import { OtherWays } from './OpenElsewhere.tsx';

/** An event of an unsupported kind: its own description (NIP-31), and other ways to see it. */
export function OtherCard({ event }: KindProps) {
  const said = useKindStrings();
  const { title, about } = useMemo(() => describe(event), [event]);
  return (
    <section className={cx(styles.card, styles.other)} aria-label={said.name(event.kind)}>
      <p className={cx(text.small, text.muted)}>
        {said.name(event.kind)} · {said.kind(event.kind)}
      </p>
      {title !== '' && (
        <p className={text.strong} dir="auto">
          <FoldedText text={title} most={300} />
        </p>
      )}
      {about !== '' && (
        <p className={styles.about} dir="auto">
          <FoldedText text={about} most={600} />
        </p>
      )}
      {title === '' && about === '' && <p className={text.muted}>{said.saysNothing}</p>}
      <OtherWays event={event} />
    </section>
  );
}

/**
 * NIP-31: the alt tag is meant for clients that do not know the kind. Without it, return the title
 * and other readable fields.
 */
function describe(event: VerifiedEvent): { readonly title: string; readonly about: string } {
  const alt = tagValue(event, 'alt')?.trim() ?? '';
  return alt === '' ? factsOf(event) : { title: '', about: alt };
}
