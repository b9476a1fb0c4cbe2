import type { SignedEvent, VerifiedEvent } from '../../../src/events/nostr/event.ts';
import { eventId } from '../../../src/events/nostr/serialize.ts';
import { seconds, type Seconds } from '../../../src/events/core/time.ts';
import { verifyWith } from '../../../src/events/nostr/verify.ts';

const verify = verifyWith(() => true);

/** Fields of an event as tests write them: the time may be a plain number of seconds. */
export type Fields = Partial<Omit<SignedEvent, 'id' | 'created_at'>> & {
  readonly created_at?: number | Seconds;
};

/** Return an event with the correct id and an unchecked signature, as a worker would deliver it. */
export function trusted({ created_at = 1_700_000_000, ...fields }: Fields): VerifiedEvent {
  const time = typeof created_at === 'number' ? seconds(created_at) : created_at;
  const whole = {
    kind: 1,
    pubkey: 'a'.repeat(64),
    created_at: time,
    tags: [],
    content: '',
    sig: 'f'.repeat(128),
    ...fields,
  };
  const event = verify({ ...whole, id: eventId(whole) });
  if (!event) throw new Error('an event with its own id is refused');
  return event;
}
