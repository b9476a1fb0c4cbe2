import { WebSocket } from 'ws';
import { readRelayMessage } from '../../src/events/connection/relay-message.ts';
import { isPrivateHost, relayKey, safeRelayUrl } from '../../src/events/core/url.ts';
import type { VerifiedEvent } from '../../src/events/nostr/event.ts';
import { INTERNET, type Network, publicLookup } from '../public-network.ts';
import { isSameRelay } from './authentication.ts';
import type { Sender } from './enforce-policy.ts';
import type { Intake } from './event-intake.ts';

/**
 * Responses of relays: by requested relay url, then by event. The raw text of its OK, or else of
 * the first message.
 */
type RelayAnswers = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Events to send to relays for a client. This service's own relay counts them for that client. */
interface Order {
  readonly events: readonly VerifiedEvent[];
  readonly relays: readonly string[];
  readonly sender: Sender;
}

/**
 * Send events to relays. Resolves when all have answered, soon after one accepted, or at the
 * timeout. `undefined` if too many broadcasts are running.
 */
export type Broadcast = (order: Order, signal: AbortSignal) => Promise<RelayAnswers | undefined>;

interface BroadcastOptions {
  /** Address of this service's own relay, which is served directly. */
  readonly own: string;
  /** Allowed local hosts, as in `safeRelayUrl`, or `undefined` for requests by strangers. */
  readonly home: string | undefined;
  readonly intake: Pick<Intake, 'offer'>;
  readonly network?: Network | undefined;
  /** Milliseconds for all relays together, and for the rest of them after one has accepted. */
  readonly timeout?: number;
  readonly grace?: number;
}

const MOST_AT_ONCE = 10;
const MOST_RELAYS = 20;
const TIMEOUT_MS = 10_000;
const GRACE = 2_000;
const LARGEST_ANSWER = 64 * 1024;

/**
 * Broadcast through the check for foreign relay urls (E-23, E-24). Names are resolved once, to
 * public addresses only.
 */
export function openBroadcast(options: BroadcastOptions): Broadcast {
  const { timeout = TIMEOUT_MS, grace = GRACE } = options;
  let running = 0;
  return async ({ events, relays, sender }, signal) => {
    if (running >= MOST_AT_ONCE) return undefined;
    running++;
    const enough = new AbortController();
    const last = setTimeout(() => enough.abort(), timeout);
    let soon: NodeJS.Timeout | undefined;
    const onAccepted = () => (soon ??= setTimeout(() => enough.abort(), grace));
    const ending = AbortSignal.any([signal, enough.signal]);
    try {
      const heard = [...placesOf(relays, sender, options)].map(
        async ([given, send]) => [given, await send(events, ending, onAccepted)] as const,
      );
      return new Map(await Promise.all(heard));
    } finally {
      clearTimeout(last);
      clearTimeout(soon);
      running--;
    }
  };
}

type Send = (
  events: readonly VerifiedEvent[],
  ending: AbortSignal,
  onAccepted: () => void,
) => Promise<ReadonlyMap<string, string>>;

/** Return the relays that pass the check, each once, with the text of the request. */
function placesOf(
  relays: readonly string[],
  sender: Sender,
  { own, home, intake, network = INTERNET }: BroadcastOptions,
): ReadonlyMap<string, Send> {
  const places = new Map<string, Send>();
  const seen = new Set<string>();
  for (const given of relays) {
    const isOwn = isSameRelay(given, own);
    const url = isOwn ? own : safeRelayUrl(given, home);
    if (url === undefined || seen.has(relayKey(url)) || seen.size === MOST_RELAYS) continue;
    seen.add(relayKey(url));
    places.set(given, isOwn ? sendHere(intake, sender) : sendThere(url, network));
  }
  return places;
}

function sendHere(intake: Pick<Intake, 'offer'>, sender: Sender): Send {
  return async (events, _, onAccepted) => {
    const answers = events.map(async (event) => {
      const { promise, resolve } = Promise.withResolvers<string>();
      const answer: Parameters<Intake['offer']>[1] = ({ id, accepted, reason }) => {
        if (accepted) onAccepted();
        resolve(JSON.stringify(['OK', id, accepted, reason]));
      };
      intake.offer(event, answer, sender);
      return [event.id, await promise] as const;
    });
    return new Map(await Promise.all(answers));
  };
}

function sendThere(url: string, network: Network): Send {
  return (events, ending, onAccepted) => {
    const { promise, resolve } = Promise.withResolvers<ReadonlyMap<string, string>>();
    const socket = connect(url, network);
    const said = new Map<string, string>();
    const open = new Set(events.map(({ id }) => id));
    const end = () => {
      ending.removeEventListener('abort', end);
      socket.terminate();
      resolve(said);
    };
    socket.on('open', () =>
      events.forEach((event) => socket.send(JSON.stringify(['EVENT', event]))),
    );
    socket.on('message', (data: Buffer, binary) => {
      const text = binary ? '' : data.toString('utf8');
      const message = readRelayMessage(text);
      // A greeting such as AUTH counts until the event has its own response.
      for (const id of message?.type === 'OK' ? [message.eventId] : open) {
        if (message && open.has(id) && (message.type === 'OK' || !said.has(id))) said.set(id, text);
      }
      if (message?.type !== 'OK' || !open.delete(message.eventId)) return;
      if (message.accepted) onAccepted();
      if (open.size === 0) end();
    });
    socket.on('error', end);
    socket.on('close', end);
    ending.addEventListener('abort', end);
    if (ending.aborted) end();
    return promise;
  };
}

function connect(url: string, network: Network): WebSocket {
  // Private hosts were already allowed by name.
  const lookup = isPrivateHost(new URL(url).hostname) ? {} : { lookup: publicLookup(network) };
  return new WebSocket(url, {
    ...lookup,
    maxPayload: LARGEST_ANSWER,
    perMessageDeflate: false,
    headers: { 'User-Agent': 'Starling' },
  });
}
