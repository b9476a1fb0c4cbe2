import { decrypt, encrypt, getConversationKey } from 'nostr-tools/nip44';
import { type Filter, matchFilters } from 'nostr-tools/filter';
import { finalizeEvent, getPublicKey } from 'nostr-tools/pure';
import type { SocketEvents, SocketOpener } from '../../../src/adapters/connection/web-socket.ts';
import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { readEvent } from '../../../src/events/nostr/event-shape.ts';

/** A relay in memory: it sends every event to all who asked for it. */
export function fakeRelay() {
  const sockets: Array<{
    url: string;
    events: SocketEvents;
    subscriptions: Map<string, readonly Filter[]>;
    sent: string[];
    isOpen: boolean;
  }> = [];
  const listeners = new Set<(event: SignedEvent) => void>();
  let isUp = true;
  let acknowledges = true;
  const publish = (event: SignedEvent) => {
    for (const { events, subscriptions, isOpen } of sockets)
      for (const [id, filters] of subscriptions)
        if (isOpen && matchFilters([...filters], JSON.parse(JSON.stringify(event))))
          events.frame(JSON.stringify(['EVENT', id, event]));
    for (const listen of listeners) listen(event);
  };
  const openSocket: SocketOpener = (url, events) => {
    const socket = {
      url,
      events,
      subscriptions: new Map<string, readonly Filter[]>(),
      sent: [] as string[],
      isOpen: false,
    };
    sockets.push(socket);
    queueMicrotask(() => {
      if (!isUp) return events.closed('down');
      socket.isOpen = true;
      events.opened();
    });
    return {
      send: (text) => {
        socket.sent.push(text);
        const message = JSON.parse(text);
        const [type, id, ...filters] = message;
        if (type === 'REQ') socket.subscriptions.set(id, filters.map(withoutTimes));
        if (type === 'CLOSE') socket.subscriptions.delete(id);
        if (message[0] !== 'EVENT') return;
        if (acknowledges)
          queueMicrotask(
            () => socket.isOpen && events.frame(JSON.stringify(['OK', message[1].id, true, ''])),
          );
        queueMicrotask(() => publish(message[1]));
      },
      close: () => {
        socket.isOpen = false;
      },
    };
  };
  return {
    openSocket,
    sockets,
    publish,
    listen: (listener: (event: SignedEvent) => void) => listeners.add(listener),
    /** Send raw text to every open socket. */
    say: (text: unknown) =>
      sockets.filter(({ isOpen }) => isOpen).forEach(({ events }) => events.frame(text)),
    /** End every subscription. */
    refuse: (reason: string) => {
      for (const { events, subscriptions, isOpen } of sockets)
        for (const id of subscriptions.keys())
          if (isOpen) events.frame(JSON.stringify(['CLOSED', id, reason]));
    },
    cut: () => {
      for (const socket of sockets.filter(({ isOpen }) => isOpen)) {
        socket.isOpen = false;
        socket.events.closed('cut');
      }
    },
    setUp: (up: boolean) => {
      isUp = up;
    },
    setAcknowledges: (does: boolean) => {
      acknowledges = does;
    },
    /** Sent events, with repetitions. */
    sentEvents: () =>
      sockets.flatMap(({ sent }) =>
        sent.map((text) => JSON.parse(text)).filter(([type]) => type === 'EVENT'),
      ),
  };
}

/** Some relays send old events again. */
function withoutTimes(filter: Filter): Filter {
  const timeless = { ...filter };
  delete timeless.since;
  delete timeless.until;
  delete timeless.limit;
  return timeless;
}

export interface BunkerRequest {
  readonly id: string;
  readonly method: string;
  readonly params: string[];
  /** Public key of the client. */
  readonly client: string;
}

/**
 * A remote signer of another implementation (nostr-tools) on that relay. `answer` returns the
 * response, or nothing.
 */
export function fakeBunker(
  relay: {
    readonly publish: (event: SignedEvent) => void;
    readonly listen: (listener: (event: SignedEvent) => void) => unknown;
  },
  answer: (
    request: BunkerRequest,
    bunker: { user: Uint8Array },
  ) => Record<string, unknown> | undefined,
  keys = { signer: new Uint8Array(32).fill(7), user: new Uint8Array(32).fill(9) },
) {
  const requests: BunkerRequest[] = [];
  const pubkey = getPublicKey(keys.signer);
  const say = (client: string, message: unknown, key = keys.signer) => {
    const content = encrypt(
      typeof message === 'string' ? message : JSON.stringify(message),
      getConversationKey(key, client),
    );
    const event = readEvent(
      finalizeEvent(
        { kind: 24133, content, tags: [['p', client]], created_at: Math.floor(Date.now() / 1000) },
        key,
      ),
    );
    if (event) relay.publish(event);
  };
  relay.listen((event) => {
    if (event.kind !== 24133 || !event.tags.some((tag) => tag[0] === 'p' && tag[1] === pubkey))
      return;
    const message = JSON.parse(
      decrypt(event.content, getConversationKey(keys.signer, event.pubkey)),
    );
    const request = { ...message, client: event.pubkey };
    requests.push(request);
    const given = answer(request, { user: keys.user });
    if (given) say(event.pubkey, { id: message.id, ...given });
  });
  return { pubkey, user: getPublicKey(keys.user), requests, say };
}

/** An honest signer: it connects every client and signs and encrypts each request. */
export function honest(
  { method, params }: BunkerRequest,
  { user }: { user: Uint8Array },
): Record<string, unknown> {
  const [first = '', second = ''] = params;
  if (method === 'connect') return { result: 'ack' };
  if (method === 'get_public_key') return { result: getPublicKey(user) };
  if (method === 'sign_event')
    return { result: JSON.stringify(finalizeEvent(JSON.parse(first), user)) };
  if (method === 'nip44_encrypt')
    return { result: encrypt(second, getConversationKey(user, first)) };
  if (method === 'nip44_decrypt')
    return { result: decrypt(second, getConversationKey(user, first)) };
  return { error: `cannot ${method}` };
}
