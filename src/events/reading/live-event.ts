import { addressOf } from '../address.ts';
import { tagValue, type VerifiedEvent } from '../event.ts';
import { isHex } from '../hex.ts';
import { clip, clipLine } from '../text.ts';
import { hashtagsOf } from './article.ts';

/** A live stream or meeting (kind 30311, NIP-53). Times in seconds. */
export interface LiveEvent {
  readonly id: string;
  readonly pubkey: string;
  readonly address: string;
  readonly title: string;
  readonly summary: string;
  /** Unchecked, like the next two: through the url gate before it is loaded. */
  readonly image: string;
  readonly streaming: string;
  readonly recording: string;
  readonly status: LiveStatus;
  readonly starts: number | undefined;
  readonly ends: number | undefined;
  readonly participants: number | undefined;
  readonly people: readonly { readonly pubkey: string; readonly role: string }[];
  readonly hashtags: readonly string[];
  readonly source: VerifiedEvent;
}

export type LiveStatus = 'planned' | 'live' | 'ended';

const MAX_LINE = 512;
const MAX_URL = 2_048;
const MAX_PEOPLE = 500;
const STALE = 3_600;

/** Reads a live event's tags. An unknown status counts as ended: nothing is announced that nobody vouches for. */
export function readLiveEvent(event: VerifiedEvent): LiveEvent {
  const line = (name: string, max = MAX_LINE): string => clipLine(tagValue(event, name) ?? '', max);
  const status = tagValue(event, 'status')?.toLowerCase();
  return {
    id: event.id,
    pubkey: event.pubkey,
    address: addressOf(event) ?? '',
    title: line('title'),
    summary: clip(tagValue(event, 'summary') ?? '', MAX_URL).trim(),
    image: line('image', MAX_URL),
    streaming: line('streaming', MAX_URL),
    recording: line('recording', MAX_URL),
    status: status === 'planned' || status === 'live' ? status : 'ended',
    starts: whole(tagValue(event, 'starts')),
    ends: whole(tagValue(event, 'ends')),
    participants: whole(tagValue(event, 'current_participants')),
    people: peopleOf(event),
    hashtags: hashtagsOf(event),
    source: event,
  };
}

/** NIP-53: a stream that says it is live and was not heard of for an hour has ended. `now` in seconds. */
export function liveStatus(live: Pick<LiveEvent, 'status' | 'source'>, now: number): LiveStatus {
  return live.status === 'live' && live.source.created_at + STALE < now ? 'ended' : live.status;
}

function peopleOf(event: VerifiedEvent): LiveEvent['people'] {
  const people = event.tags.filter(([name, pubkey = '']) => name === 'p' && isHex(pubkey, 64)).slice(0, MAX_PEOPLE);
  return people.map(([, pubkey = '', , role = '']) => ({ pubkey, role: clipLine(role, 64).toLowerCase() }));
}

function whole(text: string | undefined): number | undefined {
  const value = Number(text);
  return text !== undefined && text !== '' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
