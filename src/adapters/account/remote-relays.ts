import type { SignedEvent } from '../../events/event.ts';
import { parseJson } from '../../events/json.ts';
import { readEvent } from '../../events/shape.ts';
import type { SocketOpener } from '../connection/web-socket.ts';

/** A few relays that carry requests one way and answers the other (NIP-46, NIP-47). Meant for kinds that relays do not keep. */
export interface RemoteRelays {
  /** Sends it to every relay that is open, and to the others as they open, until one has taken it. */
  readonly send: (event: SignedEvent) => void;
  /** It is not to be sent any more. */
  readonly drop: (id: string) => void;
  readonly close: () => void;
}

export interface RemoteRelaysDeps {
  readonly openSocket: SocketOpener;
  /** Gives back how to take it back. */
  readonly after: (ms: number, run: () => void) => () => void;
}

export interface RemoteRelaysInput {
  readonly urls: readonly string[];
  readonly filters: ReadonlyArray<Readonly<Record<string, unknown>>>;
  /** An event of the subscription; its signature has not been checked. */
  readonly hear: (event: SignedEvent) => void;
}

interface Relay {
  socket: ReturnType<SocketOpener> | undefined;
  isOpen: boolean;
  retries: number;
  stopWaiting: () => void;
}

const MAX_FRAME = 512 * 1024;
const SUB = 'nip46';
const SLOWEST = 30_000;
const OPEN_PATIENCE = 10_000;

/** Keeps one socket to each relay open, reconnecting with growing pauses of at most 30 s, until it is closed. */
export function openRemoteRelays({ urls, filters, hear }: RemoteRelaysInput, { openSocket, after }: RemoteRelaysDeps): RemoteRelays {
  const untaken = new Map<string, SignedEvent>();
  const relays: Relay[] = [];
  let isClosed = false;

  const connect = (url: string, relay: Relay): void => {
    const again = (): void => {
      relay.stopWaiting();
      relay.socket?.close();
      relay.isOpen = false;
      if (isClosed) return;
      relay.stopWaiting = after(Math.min(SLOWEST, 1_000 * 2 ** Math.min(relay.retries++, 10)), () => connect(url, relay));
    };
    relay.stopWaiting = after(OPEN_PATIENCE, again);
    relay.socket = openSocket(url, {
      opened: () => {
        relay.stopWaiting();
        relay.isOpen = true;
        relay.retries = 0;
        relay.socket?.send(JSON.stringify(['REQ', SUB, ...filters]));
        for (const event of untaken.values()) relay.socket?.send(JSON.stringify(['EVENT', event]));
      },
      frame: (data) => {
        const message = typeof data === 'string' && data.length <= MAX_FRAME ? parseJson(data) : undefined;
        if (!Array.isArray(message)) return;
        const [type, first, second]: readonly unknown[] = message;
        if (type === 'EVENT' && first === SUB) heard(second);
        else if (type === 'OK' && typeof first === 'string' && second === true) untaken.delete(first);
        else if (type === 'CLOSED' && first === SUB) again();
      },
      closed: again,
    });
  };
  const heard = (value: unknown): void => {
    const event = readEvent(value);
    if (event && !isClosed) hear(event);
  };
  for (const url of urls) {
    const relay: Relay = { socket: undefined, isOpen: false, retries: 0, stopWaiting: () => undefined };
    relays.push(relay);
    connect(url, relay);
  }
  return {
    send: (event) => {
      untaken.set(event.id, event);
      for (const relay of relays) if (relay.isOpen) relay.socket?.send(JSON.stringify(['EVENT', event]));
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
