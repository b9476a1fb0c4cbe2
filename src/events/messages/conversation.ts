import { type SignedEvent, tagValue, type VerifiedEvent } from '../nostr/event.ts';
import { isHex } from '../core/hex.ts';
import { KIND } from '../nostr/kinds.ts';
import { inSeconds, minus, type Seconds, seconds } from '../core/time.ts';
import type { DirectMessage } from './rumor.ts';

/** DM-07: messages that follow each other within so long stand together. */
const TOGETHER = seconds(900);
/** A tab holds so many messages of one conversation. */
const MOST_MESSAGES = 10_000;

/** A message in its place. `day`: the first of its day; `end`: the last of those of one author and form that were sent close together on one day. */
export interface Line {
  readonly message: DirectMessage;
  readonly day: boolean;
  readonly end: boolean;
}

/** Lines that are drawn together. `at`: how many blocks above (below zero) or below it the one lies that the reader began with. */
export interface LineBlock {
  readonly at: number;
  readonly lines: readonly Line[];
}

/** Lines of a block. */
const BLOCK = 10;

/**
 * With whom of the other side an account exchanged a message (NIP-04): whoever wrote it to the account, or the first one whom the account wrote it
 * to. Undefined: it is none of the account's (E-22).
 */
export function peerOf(event: Pick<SignedEvent, 'kind' | 'pubkey' | 'tags'>, account: string): string | undefined {
  if (event.kind !== KIND.EncryptedDirectMessage) return undefined;
  const to = tagValue(event, 'p') ?? '';
  if (to === account) return event.pubkey;
  return event.pubkey === account && isHex(to, 64) ? to : undefined;
}

/** Those of the old form (NIP-04) that an account and a peer exchanged. All others are dropped. */
export function exchanged(events: readonly VerifiedEvent[], account: string, peer: string): readonly DirectMessage[] {
  return events.flatMap((event) => {
    const { id, pubkey, created_at } = event;
    return peerOf(event, account) === peer ? [{ id, pubkey, created_at, form: 'nip04', event } as const] : [];
  });
}

/** With more messages of one conversation, each once, oldest first. */
export function withMessages(known: readonly DirectMessage[], more: readonly DirectMessage[]): readonly DirectMessage[] {
  const ids = new Set(known.map(({ id }) => id));
  const fresh = more.filter(({ id }) => !ids.has(id) && ids.add(id));
  if (fresh.length === 0) return known;
  return [...known, ...fresh].toSorted(byTime).slice(-MOST_MESSAGES);
}

function byTime(one: DirectMessage, other: DirectMessage): number {
  return inSeconds(one.created_at) - inSeconds(other.created_at) || (one.id < other.id ? -1 : 1);
}

/**
 * What can be shown without a gap: of the private messages, all of which are at hand, none that is older than the messages of the old form that were
 * fetched so far. `isWhole`: there are no more of those.
 */
export function withoutGap(messages: readonly DirectMessage[], isWhole: boolean): readonly DirectMessage[] {
  return isWhole
    ? messages
    : messages.slice(
        Math.max(
          0,
          messages.findIndex(({ form }) => form === 'nip04'),
        ),
      );
}

/** Messages in their order, each with its place among those that are shown together (DM-07). `dayOf`: names the day of a time where it is read. */
export function linesOf(messages: readonly DirectMessage[], dayOf: (at: Seconds) => string): readonly Line[] {
  const days = messages.map(({ created_at }) => dayOf(created_at));
  return messages.map((message, at) => {
    const next = messages[at + 1];
    // one line below stands for all of them
    const isAlike = next?.pubkey === message.pubkey && next.form === message.form && next.others === message.others;
    const isFollowed = isAlike && days[at + 1] === days[at] && minus(next.created_at, message.created_at) <= TOGETHER;
    return { message, day: days[at] !== days[at - 1], end: !isFollowed };
  });
}

/** Lines in blocks that are counted from one message on, up and down, so that those that come at either end change no other block. */
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
