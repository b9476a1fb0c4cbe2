import { decode } from 'nostr-tools/nip19';
import { finalizeEvent, type NostrEvent } from 'nostr-tools/pure';
import { Relay } from 'nostr-tools/relay';
import type { DemoAccount } from '../../../../town/town-target.ts';
import type { SignedEvent } from '../../../../src/events/nostr/event.ts';

/** Publishes events to the service's own relay, as any Nostr tool would. */
export async function publish(
  url: string,
  ...events: ReadonlyArray<SignedEvent | NostrEvent>
): Promise<void> {
  const relay = await Relay.connect(url.replace('http', 'ws'));
  for (const event of events)
    await relay.publish({
      ...event,
      created_at: Number(event.created_at),
      tags: event.tags.map((tag) => [...tag]),
    });
  relay.close();
}

/** Publish an event by an account of the town. */
export function signedBy(
  account: DemoAccount | undefined,
  fields: { kind: number; content: string; tags?: string[][] },
): NostrEvent {
  const { data } = decode(account?.nsec ?? '');
  if (!(data instanceof Uint8Array)) throw new TypeError('not a secret key');
  return finalizeEvent({ tags: [], ...fields, created_at: Math.floor(Date.now() / 1_000) }, data);
}
