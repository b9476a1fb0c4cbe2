import { safeMediaUrl } from '../../core/url.ts';
import { type SignedEvent, tagValue } from '../../nostr/event.ts';
import { isHex } from '../../core/hex.ts';
import { clip, clipLine } from '../../core/text.ts';
import { isTimestamp, minus, seconds, type Seconds } from '../../core/time.ts';

/** A participant of a live event. `role` as its host names it: Host, Speaker ... */
export interface Participant {
  readonly pubkey: string;
  readonly role: string;
}

/**
 * A live stream or a gathering (kind 30311, NIP-53). Missing texts are empty. Missing times and
 * numbers are `undefined`.
 */
export interface LiveEvent {
  readonly title: string;
  readonly summary: string;
  readonly image: string;
  readonly status: 'planned' | 'live' | 'ended';
  readonly startsAt: Seconds | undefined;
  readonly endsAt: Seconds | undefined;
  readonly current: number | undefined;
  readonly total: number | undefined;
  /** Hosts first, then speakers, then others. Each once. */
  readonly people: readonly Participant[];
  /** The address of the stream or of its recording. Passed the url policy. */
  readonly streaming: string | undefined;
  readonly recording: string | undefined;
}

const LONGEST_TITLE = 300;
const LONGEST_SUMMARY = 2_000;
const LONGEST_ROLE = 40;
const MOST_PEOPLE = 200;
/** NIP-53: a stream without an update for this long counts as ended. */
const STALE = seconds(3_600);
const ROLES = ['host', 'speaker', 'moderator'];

/**
 * Read a live event. Total: malformed fields count as missing. `home`: origin of the app. `now`:
 * decides whether a silent stream has ended.
 */
export function readLiveEvent(
  event: Pick<SignedEvent, 'tags' | 'pubkey' | 'created_at'>,
  home: string,
  now: Seconds,
): LiveEvent {
  const text = (name: string, most: number) => clipLine(tagValue(event, name) ?? '', most);
  const said = tagValue(event, 'status');
  const isStale = event.created_at < minus(now, STALE);
  return {
    title: text('title', LONGEST_TITLE),
    summary: clip(tagValue(event, 'summary') ?? '', LONGEST_SUMMARY).trim(),
    image: tagValue(event, 'image') ?? '',
    status:
      said === 'live' ? (isStale ? 'ended' : 'live') : said === 'planned' ? 'planned' : 'ended',
    startsAt: timeIn(event, 'starts'),
    endsAt: timeIn(event, 'ends'),
    current: countIn(event, 'current_participants'),
    total: countIn(event, 'total_participants'),
    people: peopleIn(event),
    streaming: safeMediaUrl(tagValue(event, 'streaming') ?? '', home),
    recording: safeMediaUrl(tagValue(event, 'recording') ?? '', home),
  };
}

function peopleIn(event: Pick<SignedEvent, 'tags' | 'pubkey'>): readonly Participant[] {
  const found = new Map<string, Participant>();
  for (const [name, pubkey = '', , role = ''] of event.tags) {
    if (name !== 'p' || !isHex(pubkey, 64) || found.has(pubkey)) continue;
    found.set(pubkey, { pubkey, role: clipLine(role, LONGEST_ROLE) });
    if (found.size === MOST_PEOPLE) break;
  }
  // a stream is often signed by a service for its host
  if (![...found.values()].some(({ role }) => rank(role) === 0) && !found.has(event.pubkey))
    found.set(event.pubkey, { pubkey: event.pubkey, role: '' });
  return [...found.values()].sort((a, b) => rank(a.role) - rank(b.role));
}

function rank(role: string): number {
  const at = ROLES.indexOf(role.toLowerCase());
  return at < 0 ? ROLES.length : at;
}

function timeIn(event: Pick<SignedEvent, 'tags'>, name: string): Seconds | undefined {
  const text = tagValue(event, name);
  return isTimestamp(text) ? seconds(Number(text)) : undefined;
}

function countIn(event: Pick<SignedEvent, 'tags'>, name: string): number | undefined {
  const text = tagValue(event, name) ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
