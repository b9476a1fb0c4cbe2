import { isNip44Payload } from '../../../events/account/keys/cipher-payload.ts';
import {
  deviceAnswer,
  type DeviceAnswer,
  type DeviceRequest,
  readDeviceRequest,
} from '../../../events/account/devices/device-request.ts';
import { type SignedEvent, tagValue, type VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { inSeconds, isFarFuture, minus, type Seconds, seconds } from '../../../events/core/time.ts';
import { readMessage, type RemoteDeps, writeMessage } from '../signing/remote-signer.ts';
import type { Ours } from '../../../events/nostr/ours.ts';
import type { TabLockDeps } from './device-tab-lock.ts';

/** A request, as read from its event. `ref`: the id of the event. */
export interface ReceivedCall {
  readonly ref: string;
  readonly from: string;
  readonly at: Seconds;
  readonly request: DeviceRequest;
}

interface LinkInput {
  /** Our key for this connection, open in the key worker. */
  readonly id: string;
  readonly relays: ReadonlyArray<Ours<string>>;
  readonly account: string;
  /** The client whose requests count. `undefined`: requests of any client count. */
  readonly client: string | undefined;
  /** Event ids of requests that were answered before. Some relays keep them for minutes. */
  readonly answered?: readonly string[];
}

/** The connection to one device, or to any client that answers an offer. */
export interface DeviceConnection {
  readonly relays: ReadonlyArray<Ours<string>>;
  /** From now on only requests of that key count. */
  readonly narrow: (client: string) => void;
  /** Handles an event that another tab received, as if a relay had sent it. */
  readonly hear: (event: VerifiedEvent) => void;
  /** Answers that request. Does nothing if the request is not open. */
  readonly answer: (ref: string, answer: DeviceAnswer) => void;
  /** Sends an unsolicited message: the secret of an offer, to the client that made it. */
  readonly say: (client: string, id: string, answer: { readonly result: string }) => void;
  /** Events of requests that are not answered yet. */
  readonly open: () => readonly SignedEvent[];
  readonly close: () => void;
}

/** Seconds that a device's clock may be behind. Older requests are too late. */
const BEHIND = seconds(300);
/**
 * Number of remembered requests, so that none is executed twice. More cannot arrive within the time
 * limit.
 */
const REMEMBERED = 8_000;
const REQUESTS = 'requests';
/** Requests at once, and per second. */
const BURST = 300;
const RATE = 20;
/** An answer that no relay has accepted is dropped. Devices give up earlier. */
const ANSWER_LASTS_MS = 60_000;

export type DeviceConnectionDeps = RemoteDeps & Pick<TabLockDeps, 'after'>;

/**
 * Listens for requests of one client (NIP-46). Requests must be signed, encrypted for us and in
 * time. Each is reported once, even if several relays send it. Forged, late, oversized, duplicate
 * or excess requests are dropped without an answer.
 */
export function openDeviceConnection(
  input: LinkInput,
  deps: DeviceConnectionDeps,
  heard: (heard: ReceivedCall) => void,
): DeviceConnection {
  const { id, relays, account } = input;
  const { keys, now } = deps;
  const seen = new Set(input.answered);
  const unanswered = new Map<
    string,
    { readonly event: SignedEvent; readonly request: DeviceRequest }
  >();
  let client = input.client;
  let isClosed = false;
  let room = { left: BURST, at: now() };

  const hasRoom = (): boolean => {
    const at = now();
    const left = Math.min(BURST, room.left + inSeconds(minus(at, room.at)) * RATE);
    room = { left: Math.max(0, left - 1), at };
    return left >= 1;
  };
  const remember = (name: string): boolean => {
    if (seen.has(name)) return false;
    seen.add(name);
    const [oldest] = seen;
    if (seen.size > REMEMBERED && oldest !== undefined) seen.delete(oldest);
    return true;
  };
  const isWorthReading = (event: SignedEvent): boolean =>
    event.kind === KIND.RemoteSigning &&
    tagValue(event, 'p') === id &&
    (client === undefined || event.pubkey === client) &&
    event.created_at >= minus(now(), BEHIND) &&
    !isFarFuture(event.created_at, now()) &&
    isNip44Payload(event.content) &&
    !seen.has(event.id);

  const hear = async (event: VerifiedEvent): Promise<void> => {
    if (isClosed || !isWorthReading(event) || !hasRoom()) return;
    const text = await readMessage(event, { keys, client: id, signer: event.pubkey });
    const request = text === undefined ? undefined : readDeviceRequest(text, account);
    // while it was decrypted, a duplicate may have arrived, and the accepted client may have
    // changed
    if (isClosed || !request || !isWorthReading(event)) return;
    const isNew = [event.id, `${event.pubkey} ${request.id}`].map(remember).every(Boolean);
    if (!isNew) return;
    unanswered.set(event.id, { event, request });
    heard({ ref: event.id, from: event.pubkey, at: now(), request });
  };
  const filters = [{ kinds: [KIND.RemoteSigning], '#p': [id], since: minus(now(), BEHIND) }];
  const peer = deps.peers.open({
    use: 'device',
    client: id,
    urls: relays,
    hear: (event) => void hear(event),
  });
  peer.ask(REQUESTS, filters);
  const say: DeviceConnection['say'] = (to, request, answer) =>
    void send(to, deviceAnswer(request, answer));
  const send = async (to: string, text: string): Promise<void> => {
    const made = await writeMessage(text, { keys, client: id, signer: to, now: now() });
    if (isClosed || !('event' in made)) return;
    const { event } = made;
    peer.send(event);
    deps.after(ANSWER_LASTS_MS, () => peer.drop(event.id));
  };
  return {
    relays,
    narrow: (only) => {
      client = only;
    },
    hear: (event) => void hear(event),
    answer: (ref, answer) => {
      const asked = unanswered.get(ref);
      unanswered.delete(ref);
      if (asked && !isClosed) void send(asked.event.pubkey, deviceAnswer(asked.request.id, answer));
    },
    say,
    open: () => [...unanswered.values()].map(({ event }) => event),
    close: () => {
      isClosed = true;
      peer.close();
    },
  };
}
