import { useMemo } from 'react';
import { query } from '../../../events/connection/verbs.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import {
  acceptedBadges,
  isAwarded,
  readAward,
  readBadge,
} from '../../../events/reading/cards/badge.ts';
import { noteOf } from '../../../events/facts/selectors.ts';
import { useFactsShallow } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { useLookup } from '../../ui/hooks/use-lookup.ts';
import { useKindStrings } from '../../ui/strings/kinds.ts';
import text from '../../ui/styles/text.module.css';
import { CardAbout, CardSign, CardTitle } from './CardParts.tsx';
import styles from './Cards.module.css';
import { Faces } from './Faces.tsx';
import type { KindProps } from './KindContent.tsx';
import { NamedBadge } from './NamedBadge.tsx';

/** Side of the picture in CSS pixels. */
const SIZE = 72;
/** Badges of a profile that are drawn in a feed. */
const MOST = 6;

/** A badge (NIP-58): picture, name and description. */
export function BadgeCard({ event, lead = false }: KindProps) {
  const said = useKindStrings();
  const badge = useMemo(() => readBadge(event), [event]);
  return (
    <section className={cx(styles.card, styles.badge)} aria-label={said.name(event.kind)}>
      <CardSign image={badge.image} width={SIZE} icon="flag" />
      <div className={styles.words}>
        <p className={cx(text.small, text.muted)}>{said.name(event.kind)}</p>
        <CardTitle event={event} lead={lead} title={badge.name} />
        <CardAbout about={badge.about} lead={lead} />
      </div>
    </section>
  );
}

/** The award of a badge (NIP-58): the badge, and its recipients. */
export function AwardCard({ event }: KindProps) {
  const said = useKindStrings();
  const { badge, isNamed, people } = useMemo(() => readAward(event), [event]);
  return (
    <section className={styles.card} aria-label={said.name(event.kind)}>
      <div className={styles.inside}>
        <p className={cx(text.small, text.muted)}>{said.name(event.kind)}</p>
        {badge === undefined ? (
          <p className={styles.about}>{isNamed ? said.badges.notByCreator : said.badges.unnamed}</p>
        ) : (
          <NamedBadge address={badge} />
        )}
        {people.length > 0 && <Faces people={people} words={said.badges.to(people.length)} />}
      </div>
    </section>
  );
}

/** The badges that an account accepted (NIP-58). Only those with an award that proves them. */
export function ProfileBadgesCard({ event, lead = false }: KindProps) {
  const said = useKindStrings();
  const accepted = useMemo(() => acceptedBadges(event), [event]);
  const ids = useMemo(() => accepted.map(({ award }) => award), [accepted]);
  const { isLoading } = useLookup(`awards ${event.id}`, (viewer) =>
    query('events', { event_ids: ids, user_pubkey: viewer, extended_response: false }),
  );
  const proven = useFactsShallow((facts) =>
    accepted.flatMap(({ badge, award }) => {
      const found = noteOf(facts, award);
      return found && isAwarded(found, badge, event.pubkey) ? [badge] : [];
    }),
  );
  const unproven = isLoading ? 0 : accepted.length - proven.length;
  const shown = [...new Set(proven)].slice(0, lead ? undefined : MOST);
  return (
    <section className={styles.card} aria-label={said.name(KIND.ProfileBadges)}>
      <div className={styles.inside}>
        <p className={cx(text.small, text.muted)}>{said.name(KIND.ProfileBadges)}</p>
        {shown.length > 0 && (
          <ul className={styles.badges}>
            {shown.map((badge) => (
              <li key={badge}>
                <NamedBadge address={badge} />
              </li>
            ))}
          </ul>
        )}
        {accepted.length === 0 && <p className={styles.about}>{said.badges.none}</p>}
        {unproven > 0 && (
          <p className={cx(text.small, text.muted, styles.about)}>
            {said.badges.unproven(unproven)}
          </p>
        )}
      </div>
    </section>
  );
}
