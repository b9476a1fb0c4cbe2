import { useMemo, useState } from 'react';
import { exactTime, shortNumber } from '../../../events/core/format.ts';
import {
  type LiveEvent,
  type Participant,
  readLiveEvent,
} from '../../../events/reading/cards/live-event.ts';
import { inSeconds, minus } from '../../../events/core/time.ts';
import { AccountLink } from '../../account/profile/AccountLink.tsx';
import { cx } from '../../ui/hooks/class-names.ts';
import { useClock } from '../../ui/hooks/clock.ts';
import { now } from '../../ui/hooks/now.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { useKindStrings } from '../../ui/strings/kinds.ts';
import { useLocale, useStrings } from '../../ui/strings.ts';
import text from '../../ui/styles/text.module.css';
import { CarriedPlace } from '../note/AttachmentPlaceholder.tsx';
import { useCover } from '../../media/use-cover.ts';
import { CardAbout, CardTitle } from './CardParts.tsx';
import styles from './Cards.module.css';
import type { KindProps } from './KindContent.tsx';

const PEOPLE = 4;
const WIDTH = 640;

/**
 * A live stream or a meeting (NIP-53): its status, picture or player, hosts, and number of
 * participants.
 */
export function LiveCard({ event, lead = false }: KindProps) {
  const { reading } = useStrings();
  const [at] = useState(now);
  const live = useMemo(() => readLiveEvent(event, location.origin, at), [event, at]);
  return (
    <section className={styles.card} aria-label={live.title || reading.untitled}>
      <Stage live={live} event={event} />
      <div className={styles.inside}>
        <When live={live} />
        <CardTitle event={event} lead={lead} title={live.title} />
        <CardAbout about={live.summary} lead={lead} />
        <ul className={styles.roles}>
          {live.people.slice(0, lead ? undefined : PEOPLE).map((person) => (
            <Person key={person.pubkey} person={person} />
          ))}
        </ul>
      </div>
    </section>
  );
}

/** The picture. On a press, the stream plays in its place. */
function Stage({ live, event }: Pick<KindProps, 'event'> & { readonly live: LiveEvent }) {
  const said = useKindStrings();
  const [isWatched, setIsWatched] = useState(false);
  const { src: image, onError, isKept } = useCover(live.image, WIDTH);
  const url =
    live.status === 'live'
      ? live.streaming
      : (live.recording ?? (live.status === 'ended' ? live.streaming : undefined));
  if (isWatched && url !== undefined)
    return (
      <CarriedPlace
        token={{ type: 'video', text: url, url, hls: url.includes('.m3u8'), isAsked: true }}
        event={event}
      />
    );
  if (!isKept && url === undefined) return null;
  return (
    <div className={styles.stage}>
      {image !== undefined && (
        <img src={image} alt="" loading="lazy" decoding="async" onError={onError} />
      )}
      {url !== undefined && (
        <Button icon="play" tone="primary" onClick={() => setIsWatched(true)}>
          {live.status === 'live' ? said.live.watch : said.live.watchRecording}
        </Button>
      )}
    </div>
  );
}

function When({ live }: { readonly live: LiveEvent }) {
  const locale = useLocale();
  const said = useKindStrings();
  const { status, startsAt, endsAt, current, total } = live;
  const time = useClock((clock) => {
    if (status === 'planned')
      return startsAt
        ? said.live.startsIn(inSeconds(minus(startsAt, clock)), exactTime(startsAt, locale))
        : said.live.planned;
    if (status === 'ended')
      return endsAt
        ? said.live.endedAgo(Math.max(0, inSeconds(minus(clock, endsAt))))
        : said.live.ended;
    return startsAt ? said.live.startedAgo(Math.max(0, inSeconds(minus(clock, startsAt)))) : '';
  });
  const people = status === 'live' ? current : total;
  const count =
    people === undefined || people === 0
      ? ''
      : status === 'live'
        ? said.live.watching(shortNumber(people, locale))
        : said.live.attended(shortNumber(people, locale));
  return (
    <p className={cx(styles.when, text.small, text.muted)}>
      {status === 'live' && (
        <strong className={styles.live}>
          <Icon name="play" size="s" />
          {said.live.live}
        </strong>
      )}
      {[time, count].filter((part) => part !== '').join(' · ')}
    </p>
  );
}

function Person({ person: { pubkey, role } }: { readonly person: Participant }) {
  return (
    <li>
      <AccountLink pubkey={pubkey} picture="xs" />
      <AccountLink pubkey={pubkey} className={cx(text.strong, text.cut)} />
      {role !== '' && (
        <bdi className={cx(text.small, text.muted)} dir="auto">
          {role}
        </bdi>
      )}
    </li>
  );
}
