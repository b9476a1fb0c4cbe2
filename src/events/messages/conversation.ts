import { type SignedEvent, tagValue, type VerifiedEvent } from '../nostr/event.ts';
import { isHex } from '../core/hex.ts';
import { KIND } from '../nostr/kinds.ts';
import { inSeconds, minus, type Seconds, seconds } from '../core/time.ts';
import type { DirectMessage } from './rumor.ts';

/** Messages at most this far apart are shown together (DM-07). */
const TOGETHER = seconds(900);
/** Maximum messages of one conversation in a tab. */
const MOST_MESSAGES = 10_000;

/**
 * A message with its position. `day`: the first message of its day. `end`: the last of a group of
 * the same author, form and day, sent close together.
 */
export interface Line {
  readonly message: DirectMessage;
  readonly day: boolean;
  readonly end: boolean;
}

/**
 * Lines that are rendered together. `at`: position of the block, counted from the block of the
 * anchor; negative above it.
 */
export interface LineBlock {
  readonly at: number;
  readonly lines: readonly Line[];
}

/** Lines of a block. */
const BLOCK = 10;

/**
 * Return the peer of a message (NIP-04): its author, or its first recipient if the account wrote
 * it. `undefined` if it does not concern the account (E-22).
 */
export function peerOf(
  event: Pick<SignedEvent, 'kind' | 'pubkey' | 'tags'>,
  account: string,
): string | undefined {
  if (event.kind !== KIND.EncryptedDirectMessage) return undefined;
  const to = tagValue(event, 'p') ?? '';
  if (to === account) return event.pubkey;
  return event.pubkey === account && isHex(to, 64) ? to : undefined;
}

/**
 * Return the messages in the old form (NIP-04) between an account and a peer; all others are
 * dropped.
 */
export function exchanged(
  events: readonly VerifiedEvent[],
  account: string,
  peer: string,
): readonly DirectMessage[] {
  return events.flatMap((event) => {
    const { id, pubkey, created_at } = event;
    return peerOf(event, account) === peer
      ? [{ id, pubkey, created_at, form: 'nip04', event } as const]
      : [];
  });
}

/** Add messages of one conversation, each once, oldest first. */
export function withMessages(
  known: readonly DirectMessage[],
  more: readonly DirectMessage[],
): readonly DirectMessage[] {
  const ids = new Set(known.map(({ id }) => id));
  const fresh = more.filter(({ id }) => !ids.has(id) && ids.add(id));
  if (fresh.length === 0) return known;
  return [...known, ...fresh].toSorted(byTime).slice(-MOST_MESSAGES);
}

function byTime(one: DirectMessage, other: DirectMessage): number {
  return inSeconds(one.created_at) - inSeconds(other.created_at) || (one.id < other.id ? -1 : 1);
}

/**
 * Return the messages that can be shown without a gap. All private messages are loaded, but those
 * older than the loaded messages in the old form are left out. `isWhole`: all messages in the old
 * form are loaded.
 */
export function withoutGap(
  messages: readonly DirectMessage[],
  isWhole: boolean,
): readonly DirectMessage[] {
  return isWhole
    ? messages
    : messages.slice(
        Math.max(
          0,
          messages.findIndex(({ form }) => form === 'nip04'),
        ),
      );
}

/**
 * Return the messages in their order, grouped as they are shown together (DM-07). `dayOf`: returns
 * the day of a time in the reader's time zone.
 */
export function linesOf(
  messages: readonly DirectMessage[],
  dayOf: (at: Seconds) => string,
): readonly Line[] {
  const days = messages.map(({ created_at }) => dayOf(created_at));
  return messages.map((message, at) => {
    const next = messages[at + 1];
    // the last line of a group shows form and recipients for all of its lines
    const isAlike =
      next?.pubkey === message.pubkey &&
      next.form === message.form &&
      next.others?.join() === message.others?.join() &&
      next.subject?.reveal() === message.subject?.reveal();
    const isFollowed =
      isAlike &&
      days[at + 1] === days[at] &&
      minus(next.created_at, message.created_at) <= TOGETHER;
    return { message, day: days[at] !== days[at - 1], end: !isFollowed };
  });
}

/**
 * Split lines into blocks, counted from the anchor message up and down. Messages added at either
 * end therefore change no other block.
 */
export function blocksOf(lines: readonly Line[], anchor: string | undefined): readonly LineBlock[] {
  const middle = Math.max(
    0,
    lines.findIndex(({ message }) => message.id === anchor),
  );
  const above = Math.ceil(middle / BLOCK);
  const below = Math.ceil((lines.length - middle) / BLOCK);
  return Array.from({ length: above + below }, (_, place) => {
    const at = place - above;
    const from = middle + at * BLOCK;
    return { at, lines: lines.slice(Math.max(0, from), from + BLOCK) };
  });
}
