import { type SignedEvent, tagValue, type VerifiedEvent } from '../event.ts';
import { isHex } from '../hex.ts';
import { KIND } from '../kinds.ts';
import { inSeconds, minus, type Seconds, seconds } from '../time.ts';

/** DM-07: messages that follow each other within so long stand together. */
const TOGETHER = seconds(900);
/** A tab holds so many messages of one conversation. */
const MOST_MESSAGES = 10_000;

/** Messages of one author, sent close together on one day, oldest first. `day`: the first of that day. */
export interface Stretch {
  readonly from: string;
  readonly day: boolean;
  readonly messages: readonly [VerifiedEvent, ...VerifiedEvent[]];
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

/** With more of the messages that an account and a peer exchanged, each once, oldest first. All others are dropped. */
export function withMessages(
  known: readonly VerifiedEvent[],
  more: readonly VerifiedEvent[],
  account: string,
  peer: string,
): readonly VerifiedEvent[] {
  const ids = new Set(known.map(({ id }) => id));
  const fresh = more.filter((event) => {
    if (peerOf(event, account) !== peer || ids.has(event.id)) return false;
    ids.add(event.id);
    return true;
  });
  if (fresh.length === 0) return known;
  return [...known, ...fresh].toSorted(byTime).slice(-MOST_MESSAGES);
}

function byTime(one: SignedEvent, other: SignedEvent): number {
  return inSeconds(one.created_at) - inSeconds(other.created_at) || (one.id < other.id ? -1 : 1);
}

/** Messages in their order, as they are shown together (DM-07). `dayOf`: names the day of a time where it is read. */
export function stretchesOf(messages: readonly VerifiedEvent[], dayOf: (at: Seconds) => string): readonly Stretch[] {
  const stretches: Array<{ from: string; day: boolean; messages: [VerifiedEvent, ...VerifiedEvent[]] }> = [];
  let [day, last]: [string | undefined, VerifiedEvent | undefined] = [undefined, undefined];
  for (const message of messages) {
    const today = dayOf(message.created_at);
    const stretch = stretches.at(-1);
    const isClose = last !== undefined && minus(message.created_at, last.created_at) <= TOGETHER;
    if (stretch && isClose && today === day && stretch.from === message.pubkey) stretch.messages.push(message);
    else stretches.push({ from: message.pubkey, day: today !== day, messages: [message] });
    [day, last] = [today, message];
  }
  return stretches;
}
