import { useMemo } from 'react';
import { tagValue, type VerifiedEvent } from '../../../events/event.ts';
import { factsOf } from '../../../events/reading/opening.ts';
import { cx } from '../../app/class-names.ts';
import { useKindStrings } from '../../app/strings/kinds.ts';
import text from '../../app/styles/text.module.css';
import { FoldedText } from '../FoldedText.tsx';
import styles from './Cards.module.css';
import type { KindProps } from './KindContent.tsx';
import { OtherWays } from './OtherWays.tsx';

/** An event of a kind that is not drawn here: how it describes itself (NIP-31), and the ways to see it all the same. */
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

/** NIP-31: the alt tag is written for whoever does not know the kind; without one, its title and what else can be read of it. */
function describe(event: VerifiedEvent): { readonly title: string; readonly about: string } {
  const alt = tagValue(event, 'alt')?.trim() ?? '';
  return alt === '' ? factsOf(event) : { title: '', about: alt };
}
