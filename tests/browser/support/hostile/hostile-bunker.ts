import { once } from 'node:events';
import { finalizeEvent, getPublicKey, type NostrEvent } from 'nostr-tools/pure';
import { WebSocket } from 'ws';
import type { SignedEvent } from '../../../../src/events/nostr/event.ts';
import { readEvent } from '../../../../src/events/nostr/event-shape.ts';
import { type BunkerRequest, fakeBunker, honest } from '../../../support/account/fake-bunker.ts';

/** Keys of the account, of another account, and of the signer's own connection (NIP-46). */
const USER = new Uint8Array(32).fill(9);
const STRANGER = new Uint8Array(32).fill(66);
const SIGNER = new Uint8Array(32).fill(7);

export const ME = getPublicKey(USER);
export const OTHER = getPublicKey(STRANGER);

/** The page where the user would have to authorize it. */
export const ALLOW = 'https://signer.example/allow';

/**
 * A remote signer (NIP-46) that connects to a site's relay as a client and misbehaves on command
 * (E-34).
 */
export interface HostileBunker {
  /** bunker://... */
  readonly address: string;
  /** Sets one fault for each of the next requests. Afterwards the signer is honest. */
  readonly misbehave: (...faults: readonly string[]) => void;
  /** True if all faults were used. */
  readonly hasMet: () => boolean;
  /** Releases all withheld answers. */
  readonly release: () => void;
  readonly stop: () => void;
}

type Answer = Record<string, unknown> | undefined;
/** Sends a message to the client that made the request, from the signer or from another key. */
type Say = (message: unknown, key?: typeof SIGNER) => void;
type Fault = (request: BunkerRequest, good: Answer, say: Say) => Answer;

/** `methods`: requests that faults apply to. All others are answered honestly. */
export async function startHostileBunker(
  url: string,
  methods: readonly string[] = ['sign_event'],
): Promise<HostileBunker> {
  const relayUrl = url.replace('http', 'ws');
  const socket = new WebSocket(relayUrl);
  await once(socket, 'open');
  const next: string[] = [];
  const heldBack: Array<() => void> = [];
  const faults = FAULTS(heldBack);
  const relay = {
    publish: (event: SignedEvent) => socket.send(JSON.stringify(['EVENT', event])),
    listen: (listener: (event: SignedEvent) => void) =>
      socket.on('message', (data) => {
        const [type, , value]: unknown[] = JSON.parse(
          Buffer.isBuffer(data) ? data.toString() : '[]',
        );
        const event = type === 'EVENT' ? readEvent(value) : undefined;
        if (event) listener(event);
      }),
  };
  const bunker = fakeBunker(
    relay,
    (request, { user }) => {
      const good = honest(request, { user });
      const fault = methods.includes(request.method) ? next.shift() : undefined;
      if (fault === undefined) return good;
      return faults[fault]?.(request, good, (message, key) =>
        bunker.say(request.client, message, key),
      );
    },
    { signer: SIGNER, user: USER },
  );
  const subscribed = new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      if (Buffer.isBuffer(data) && data.toString().startsWith('["EOSE"')) resolve();
    });
  });
  socket.send(
    JSON.stringify(['REQ', 'bunker', { kinds: [24_133], '#p': [bunker.pubkey], limit: 0 }]),
  );
  await subscribed;
  return {
    address: `bunker://${bunker.pubkey}?relay=${encodeURIComponent(relayUrl)}&secret=between-us`,
    misbehave: (...faultsToCome) => void next.push(...faultsToCome),
    hasMet: () => next.length === 0,
    release: () => {
      for (const answer of heldBack.splice(0)) answer();
    },
    stop: () => socket.terminate(),
  };
}

interface Asked {
  readonly kind: number;
  readonly content: string;
  readonly tags: string[][];
  readonly created_at: number;
}

function FAULTS(heldBack: Array<() => void>): Record<string, Fault> {
  const asked = ({ params: [text = ''] }: BunkerRequest): Asked => JSON.parse(text);
  const result = (value: unknown): Answer => ({ result: JSON.stringify(value) });
  const altered = (
    request: BunkerRequest,
    change: (asked: Asked) => Partial<Asked>,
    key = USER,
  ) => {
    const one = asked(request);
    return finalizeEvent({ ...one, ...change(one) }, key);
  };
  const signs =
    (change: (asked: Asked) => Partial<Asked>, key = USER): Fault =>
    (request) =>
      result(altered(request, change, key));
  const edits =
    (edit: (event: NostrEvent) => object): Fault =>
    (request) =>
      result({ ...edit(altered(request, () => ({}))) });
  const flip = (hex: string) => (hex.startsWith('0') ? '1' : '0') + hex.slice(1);
  const bad = (request: BunkerRequest) => result(altered(request, () => ({ content: 'ALTERED' })));
  return {
    'another key': signs(() => ({}), STRANGER),
    'another key under this name': (request) =>
      result({ ...altered(request, () => ({}), STRANGER), pubkey: ME }),
    'another id': edits((event) => ({ ...event, id: flip(event.id) })),
    'another signature': edits((event) => ({ ...event, sig: flip(event.sig) })),
    'other content': signs(({ content }) => ({ content: `${content} ALTERED` })),
    'other tags': signs(({ tags }) => ({ tags: [...tags, ['client', 'ALTERED']] })),
    'another kind': signs(() => ({ kind: 30_023 })),
    'another time': signs(({ created_at }) => ({ created_at: created_at + 1 })),
    'not signed at all': (request) => result(asked(request)),
    'no event': () => ({ result: 'ack' }),
    'a list': (_, good) => result([good]),
    'an error': () => ({ error: 'denied by the owner' }),
    silence: () => undefined,
    late: (request, good, say) => {
      heldBack.push(() => say({ id: request.id, ...good }));
      return undefined;
    },
    'twice, first well': (request, good, say) => {
      say({ id: request.id, ...good });
      return bad(request);
    },
    'twice, first wrong': (request, good, say) => {
      say({ id: request.id, ...bad(request) });
      return good;
    },
    'an answer to something else first': (request, good, say) => {
      say({ id: `${request.id}0`, ...bad(request) });
      return good;
    },
    'what no program can read first': (_, good, say) => {
      say('{"id":');
      say({ id: 7, result: [] });
      return good;
    },
    'the word of somebody else first': (request, good, say) => {
      say({ id: request.id, ...bad(request) }, STRANGER);
      return good;
    },
    'a page that is none first': (request, good, say) => {
      say({ id: request.id, result: 'auth_url', error: 'javascript:alert(1)' });
      return good;
    },
    'a page to allow it first': (request, good, say) => {
      say({ id: request.id, result: 'auth_url', error: ALLOW });
      heldBack.push(() => say({ id: request.id, ...good }));
      return undefined;
    },
    'no public key': () => ({ result: 'npub1' }),
    'an unclear answer': () => ({ result: 'hello' }),
  };
}
