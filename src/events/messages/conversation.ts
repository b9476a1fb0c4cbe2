import { type SignedEvent, tagValue, type VerifiedEvent } from '../event.ts';
import { isHex } from '../hex.ts';
import { KIND } from '../kinds.ts';
import { inSeconds, minus, type Seconds, seconds } from '../time.ts';
import type { DirectMessage } from './rumor.ts';

/** DM-07: messages that follow each other within so long stand together. */
const TOGETHER = seconds(900);
/** A tab holds so many messages of one conversation. */
const MOST_MESSAGES = 10_000;

/** Messages of one author in one form, sent close together on one day, oldest first. `day`: the first of that day. */
export interface Stretch {
  readonly from: string;
  readonly day: boolean;
  readonly messages: readonly [DirectMessage, ...DirectMessage[]];
}

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

/** Messages in their order, as they are shown together (DM-07). `dayOf`: names the day of a time where it is read. */
export function stretchesOf(messages: readonly DirectMessage[], dayOf: (at: Seconds) => string): readonly Stretch[] {
  const stretches: Array<{ from: string; day: boolean; messages: [DirectMessage, ...DirectMessage[]] }> = [];
  let [day, last]: [string | undefined, DirectMessage | undefined] = [undefined, undefined];
  for (const message of messages) {
    const today = dayOf(message.created_at);
    const stretch = stretches.at(-1);
    const isClose = last !== undefined && minus(message.created_at, last.created_at) <= TOGETHER;
    // one line below stands for all of them
    const isAlike = last?.form === message.form && last.others === message.others;
    if (stretch && isClose && isAlike && today === day && stretch.from === message.pubkey) stretch.messages.push(message);
    else stretches.push({ from: message.pubkey, day: today !== day, messages: [message] });
    [day, last] = [today, message];
  }
  return stretches;
}
