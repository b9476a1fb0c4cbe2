import { once } from 'node:events';
import { WebSocket } from 'ws';
import { KIND } from '../../src/events/nostr/kinds.ts';
import type { SignedEvent } from '../../src/events/nostr/event.ts';
import type { Rng } from '../../town/prng.ts';
import { secondsNow } from './seconds-now.ts';
import { signed } from '../support/events/signed.ts';

/** Actions of others on a note in a round. */
export const STORE_ACTIONS = ['likes', 'replies', 'reposts', 'zaps'] as const;
export type StoreAction = (typeof STORE_ACTIONS)[number];

export interface Written {
  readonly deed: StoreAction;
  readonly event: SignedEvent;
}

/** The author of the note, and the one who signs zap receipts. */
export const AUTHOR = 1;
const WALLET = 2;
export const SATS = 21;

/** Return actions of as many people on a note, in any order, one per person. */
export function deedsWith(note: SignedEvent, count: number, rng: Rng): readonly Written[] {
  return Array.from({ length: count }, (_, n) => {
    const deed = rng.pick(STORE_ACTIONS);
    return { deed, event: eventOf(deed, note, n + 10) };
  });
}

function eventOf(deed: StoreAction, note: SignedEvent, key: number): SignedEvent {
  const tags = [
    ['e', note.id],
    ['p', note.pubkey],
  ];
  const created_at = secondsNow();
  if (deed === 'likes') return signed({ kind: KIND.Reaction, content: '+', tags, created_at }, key);
  if (deed === 'reposts') return signed({ kind: KIND.Repost, tags, created_at }, key);
  if (deed === 'replies')
    return signed(
      {
        content: `by ${key}`,
        tags: [
          ['e', note.id, '', 'root'],
          ['p', note.pubkey],
        ],
        created_at,
      },
      key,
    );
  const request = signed(
    { kind: KIND.ZapRequest, tags: [...tags, ['amount', String(SATS * 1_000)]], created_at },
    key,
  );
  const receipt = [
    ...tags,
    ['description', JSON.stringify(request)],
    ['bolt11', `lnbc${SATS * 10}n1`],
  ];
  return signed({ kind: KIND.Zap, tags: receipt, created_at }, WALLET);
}

/**
 * Send events one after the other, even if the connection breaks. `taken`: the acknowledged ids.
 */
export async function send(
  url: string,
  events: readonly SignedEvent[],
  taken: Set<string>,
): Promise<void> {
  const socket = new WebSocket(url.replace('http', 'ws'));
  socket.on('error', () => undefined);
  const closed = once(socket, 'close').then(() => undefined);
  const opened = await Promise.race([once(socket, 'open').then(() => true), closed]).catch(
    () => undefined,
  );
  if (opened === undefined) return;
  const open = new Map(events.map((event) => [event.id, event]));
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  socket.on('message', (data: Buffer) => {
    const [type, id, isTaken]: unknown[] = JSON.parse(data.toString());
    if (type !== 'OK' || typeof id !== 'string') return;
    if (isTaken === true) taken.add(id);
    open.delete(id);
    if (open.size === 0) resolve();
  });
  for (const event of events) {
    if (socket.readyState !== socket.OPEN) break;
    socket.send(JSON.stringify(['EVENT', event]));
    // several batches, so that some write is always in progress
    await new Promise((done) => setTimeout(done, 2));
  }
  await Promise.race([answered, closed]);
  socket.terminate();
}

/** A reader of the actions on a note, for as long as its connection lasts. */
export interface Reader {
  /** How often each event arrived. */
  readonly heard: ReadonlyMap<string, number>;
  readonly isOpen: () => boolean;
  close(): void;
}

export async function readAt(url: string, note: SignedEvent): Promise<Reader> {
  const socket = new WebSocket(url.replace('http', 'ws'));
  socket.on('error', () => undefined);
  const heard = new Map<string, number>();
  await once(socket, 'open');
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  socket.on('message', (data: Buffer) => {
    const [type, , event]: unknown[] = JSON.parse(data.toString());
    if (type === 'EOSE') resolve();
    if (type !== 'EVENT' || typeof event !== 'object' || event === null || !('id' in event)) return;
    const id = String(event.id);
    heard.set(id, (heard.get(id) ?? 0) + 1);
  });
  socket.send(JSON.stringify(['REQ', 'all', { '#e': [note.id] }]));
  await ready;
  return {
    heard,
    isOpen: () => socket.readyState === socket.OPEN,
    close: () => socket.terminate(),
  };
}
