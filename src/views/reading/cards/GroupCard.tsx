import { useMemo } from 'react';
import { KIND } from '../../../events/nostr/kinds.ts';
import { readGroup } from '../../../events/reading/cards/follow-pack.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { useKindStrings } from '../../ui/strings/kinds.ts';
import text from '../../ui/styles/text.module.css';
import { useCover } from '../../media/use-cover.ts';
import { CardAbout, CardTitle } from './CardParts.tsx';
import styles from './Cards.module.css';
import { Faces } from './Faces.tsx';
import type { KindProps } from './KindContent.tsx';

const WIDTH = 640;

/**
 * A follow pack or a community: picture, name, description, and the avatars of its first members.
 */
export function GroupCard({ event, lead = false }: KindProps) {
  const said = useKindStrings();
  const group = useMemo(() => readGroup(event), [event]);
  const { src: image, onError, isKept } = useCover(group.image, WIDTH);
  return (
    <section className={styles.card} aria-label={said.name(event.kind)}>
      {isKept && (
        <div className={styles.banner}>
          {image !== undefined && (
            <img src={image} alt="" loading="lazy" decoding="async" onError={onError} />
          )}
        </div>
      )}
      <div className={styles.inside}>
        <p className={cx(text.small, text.muted)}>{said.name(event.kind)}</p>
        <CardTitle event={event} lead={lead} title={group.title} />
        <CardAbout about={group.about} lead={lead} />
        {group.people.length > 0 && (
          <Faces
            people={group.people}
            words={
              event.kind === KIND.Community
                ? said.moderators(group.people.length)
                : said.people(group.people.length)
            }
          />
        )}
      </div>
    </section>
  );
}
