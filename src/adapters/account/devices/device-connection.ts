import { isNip44Payload } from '../../../events/account/keys/cipher-payload.ts';
import { deviceAnswer, type DeviceAnswer, type DeviceRequest, readDeviceRequest } from '../../../events/account/devices/device-request.ts';
import { type SignedEvent, tagValue } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { inSeconds, isFarFuture, minus, type Seconds, seconds } from '../../../events/core/time.ts';
import { openRemoteRelays } from '../signing/remote-relays.ts';
import { readMessage, type RemoteDeps, writeMessage } from '../signing/remote-signer.ts';
import type { Ours } from '../../../events/nostr/ours.ts';

/** A request as its event told it. `ref`: the id of the event. */
export interface Heard {
  readonly ref: string;
  readonly from: string;
  readonly at: Seconds;
  readonly request: DeviceRequest;
}

interface LinkInput {
  /** Our key of this link, open where keys are held. */
  readonly id: string;
  readonly relays: ReadonlyArray<Ours<string>>;
  readonly account: string;
  /** Whose requests count; undefined: those of anybody. */
  readonly client: string | undefined;
  /** Requests that were answered before, by their events: some relays keep them for minutes. */
  readonly answered?: readonly string[];
}

/** The line to one device, or to whoever comes with an offer. */
export interface DeviceLink {
  readonly relays: ReadonlyArray<Ours<string>>;
  /** From now on requests of that key alone count. */
  readonly narrow: (client: string) => void;
  /** An event that another tab had heard, as if a relay had sent it. */
  readonly hear: (event: SignedEvent) => void;
  /** Answers that request; one that is not open is answered by nobody. */
  readonly answer: (ref: string, answer: DeviceAnswer) => void;
  /** Says something that was not asked for: the secret of an offer, to who made it. */
  readonly say: (client: string, id: string, answer: { readonly result: string }) => void;
  /** Events of requests that are not answered yet. */
  readonly open: () => readonly SignedEvent[];
  readonly close: () => void;
}

/** Seconds that a device's clock may be behind, and within which a request is not too late. */
const BEHIND = seconds(300);
/** How many requests are remembered, so that none is done twice. More cannot come while they are in time. */
const REMEMBERED = 8_000;
/** Requests at once, and in a second. */
const BURST = 300;
const RATE = 20;

/**
 * Listens for requests of one client (NIP-46): signed, encrypted for us, in time, and each once, however often and by which relay it comes. What is
 * forged, too late, too large, doubled or too much is dropped without an answer.
 */
export function openDeviceLink(input: LinkInput, deps: RemoteDeps, heard: (heard: Heard) => void): DeviceLink {
  const { id, relays, account } = input;
  const { keys, now } = deps;
  const seen = new Set(input.answered);
  const unanswered = new Map<string, { readonly event: SignedEvent; readonly request: DeviceRequest }>();
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

  const hear = async (event: SignedEvent): Promise<void> => {
    if (isClosed || !isWorthReading(event) || !hasRoom()) return;
    const text = await readMessage(event, { keys, client: id, signer: event.pubkey });
    const request = text === undefined ? undefined : readDeviceRequest(text, account);
    // while it was read it may have come once more, and who counts may have changed
    if (isClosed || !request || !isWorthReading(event)) return;
    const isNew = [event.id, `${event.pubkey} ${request.id}`].map(remember).every(Boolean);
    if (!isNew) return;
    unanswered.set(event.id, { event, request });
    heard({ ref: event.id, from: event.pubkey, at: now(), request });
  };
  const filters = [{ kinds: [KIND.RemoteSigning], '#p': [id], since: minus(now(), BEHIND) }];
  const line = openRemoteRelays({ urls: relays, filters, hear: (event) => void hear(event) }, deps);
  const say: DeviceLink['say'] = (to, request, answer) => void send(to, deviceAnswer(request, answer));
  const send = async (to: string, text: string): Promise<void> => {
    const made = await writeMessage(text, { keys, client: id, signer: to, now: now() });
    if (!isClosed && 'event' in made) line.send(made.event);
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
      line.close();
    },
  };
}
