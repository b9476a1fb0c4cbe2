import type { SignedEvent } from '../../../events/nostr/event.ts';
import { parseJson } from '../../../events/core/json.ts';
import { readEvent } from '../../../events/nostr/event-shape.ts';
import type { SocketOpener } from '../../connection/web-socket.ts';
import type { Ours } from '../../../events/nostr/ours.ts';

/**
 * A few relays that carry requests one way and answers the other (NIP-46, NIP-47). For kinds that
 * relays do not store.
 */
export interface RemoteRelays {
  /**
   * Sends an event to every open relay, and to the others as they open, until one has accepted it.
   */
  readonly send: (event: SignedEvent) => void;
  readonly drop: (id: string) => void;
  readonly close: () => void;
}

export interface RemoteRelaysDeps {
  readonly openSocket: SocketOpener;
  /** Runs a function after a delay. Returns a function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
}

export interface RemoteRelaysInput {
  readonly urls: ReadonlyArray<Ours<string>>;
  readonly filters: ReadonlyArray<Readonly<Record<string, unknown>>>;
  /** Receives an event of the subscription. Its signature has not been checked. */
  readonly hear: (event: SignedEvent) => void;
  /**
   * Returns an event that authenticates us to a relay (NIP-42). `undefined`: we do not
   * authenticate.
   */
  readonly prove?: (url: string, challenge: string) => SignedEvent | undefined;
}

interface Relay {
  socket: ReturnType<SocketOpener> | undefined;
  isOpen: boolean;
  retries: number;
  stopWaiting: () => void;
  /** Our authentication on this connection, by the id of its event. */
  proof: { readonly id: string; isTaken: boolean } | undefined;
}

const MAX_FRAME = 512 * 1024;
const SUB = 'nip46';
const SLOWEST = 30_000;
const OPEN_TIMEOUT_MS = 10_000;
const MAX_CHALLENGE = 512;
const UNPROVEN = 'auth-required:';

/**
 * Keeps one socket to each relay open, reconnecting with growing pauses of at most 30 s, until it
 * is closed.
 */
export function openRemoteRelays(
  { urls, filters, hear, prove }: RemoteRelaysInput,
  { openSocket, after }: RemoteRelaysDeps,
): RemoteRelays {
  const untaken = new Map<string, SignedEvent>();
  const relays: Relay[] = [];
  let isClosed = false;

  const connect = (url: string, relay: Relay): void => {
    const again = (): void => {
      relay.stopWaiting();
      relay.socket?.close();
      relay.isOpen = false;
      if (isClosed) return;
      relay.stopWaiting = after(Math.min(SLOWEST, 1_000 * 2 ** Math.min(relay.retries++, 10)), () =>
        connect(url, relay),
      );
    };
    const tell = (...message: readonly unknown[]): void =>
      relay.socket?.send(JSON.stringify(message));
    const ask = (): void => {
      tell('REQ', SUB, ...filters);
      for (const event of untaken.values()) tell('EVENT', event);
    };
    /** One authentication per connection is enough, and the relay needs time to accept it. */
    const answer = (challenge: string): void => {
      const proof =
        relay.proof || challenge.length > MAX_CHALLENGE ? undefined : prove?.(url, challenge);
      if (!proof) return;
      relay.proof = { id: proof.id, isTaken: false };
      tell('AUTH', proof);
      relay.stopWaiting();
      relay.stopWaiting = after(OPEN_TIMEOUT_MS, again);
    };
    const decide = (isTaken: boolean): void => {
      relay.stopWaiting();
      if (!isTaken || !relay.proof) return again();
      relay.proof.isTaken = true;
      ask();
    };
    relay.proof = undefined;
    relay.stopWaiting = after(OPEN_TIMEOUT_MS, again);
    relay.socket = openSocket(url, {
      opened: () => {
        relay.stopWaiting();
        relay.isOpen = true;
        relay.retries = 0;
        ask();
      },
      frame: (data) => {
        const message =
          typeof data === 'string' && data.length <= MAX_FRAME ? parseJson(data) : undefined;
        if (!Array.isArray(message)) return;
        const [type, first, second]: readonly unknown[] = message;
        if (type === 'EVENT' && first === SUB) heard(second);
        else if (type === 'AUTH' && typeof first === 'string') answer(first);
        else if (type === 'OK' && first === relay.proof?.id) decide(second === true);
        else if (type === 'OK' && typeof first === 'string' && second === true)
          untaken.delete(first);
        // requested again once the relay has authenticated us
        else if (
          type === 'CLOSED' &&
          first === SUB &&
          !(isUnproven(second) && relay.proof?.isTaken === false)
        )
          again();
      },
      closed: again,
    });
  };
  const heard = (value: unknown): void => {
    const event = readEvent(value);
    if (event && !isClosed) hear(event);
  };
  for (const url of urls) {
    const relay: Relay = {
      socket: undefined,
      isOpen: false,
      retries: 0,
      stopWaiting: () => undefined,
      proof: undefined,
    };
    relays.push(relay);
    connect(url, relay);
  }
  return {
    send: (event) => {
      untaken.set(event.id, event);
      for (const relay of relays)
        if (relay.isOpen) relay.socket?.send(JSON.stringify(['EVENT', event]));
    },
    drop: (id) => untaken.delete(id),
    close: () => {
      isClosed = true;
      for (const relay of relays) {
        relay.stopWaiting();
        relay.socket?.close();
      }
    },
  };
}

function isUnproven(reason: unknown): boolean {
  return typeof reason === 'string' && reason.startsWith(UNPROVEN);
}
