import { type Filter, matchFilters } from '../../../events/connection/filter.ts';
import { subscriptionOf } from '../../../events/connection/frame-head.ts';
import { readRelayMessage, type RelayMessage } from '../../../events/connection/relay-message.ts';
import { isExpired, type Seconds } from '../../../events/core/time.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import type { Verify } from '../../../events/nostr/verify.ts';
import type {
  RelayFrame,
  RelayCommand,
  RelaySignal,
} from '../../../machines/connection/relay-protocol.ts';
import type { SocketOpener } from '../web-socket.ts';

export interface RelayDeps {
  readonly openSocket: SocketOpener;
  /** `undefined` while signatures cannot be checked. `resume` is called when that changes. */
  readonly verify: () => Verify | undefined;
  readonly report: (signal: RelaySignal) => void;
  readonly now: () => Seconds;
  /** Runs a callback after frames that have arrived already. */
  readonly later: (run: () => void) => void;
}

export interface RelayConnection {
  readonly tell: (command: RelayCommand) => void;
  readonly resume: () => void;
  readonly shut: () => void;
}

/** E-27: pending text beyond this is a flood, in characters. */
const MAX_WAITING = 16 * 1024 * 1024;
const MAX_FRAME = 4 * 1024 * 1024;
const MAX_HEAD = 256;
/** Number of events verified in one turn, so that commands and frames are handled in between. */
const TURN = 16;
const BATCH = 100;
/**
 * Maximum number of events of one subscription. Then it counts as ended. One that lasts forgets its
 * oldest events instead.
 */
const MAX_EVENTS = 1_000;

interface Subscription {
  readonly filters: readonly Filter[];
  readonly seen: Set<string>;
  readonly lasts: boolean;
}

/**
 * One socket to a relay, from opening to its end. Reports only events of open subscriptions that
 * match the filters and verify, each once (RELAY-05, E-17). After `shut` or `socket.closed` nothing
 * is reported (INV-EPOCH).
 */
export function connectRelay(
  url: string,
  { openSocket, verify, report, now, later }: RelayDeps,
): RelayConnection {
  const open = new Map<string, Subscription>();
  let state: 'opening' | 'open' | 'ended' = 'opening';
  let frames: string[] = [];
  let waiting = 0;
  let isAwaited = false;

  const close = (reason: 'errored' | 'closed'): void => {
    if (state === 'ended') return;
    shut();
    report({ type: 'socket.closed', reason });
  };
  const wake = (): void => {
    if (isAwaited || state === 'ended') return;
    isAwaited = true;
    later(work);
  };
  const work = (): void => {
    isAwaited = false;
    const check = verify();
    if (state === 'ended' || !check) return;
    const heard: RelayFrame[] = [];
    let at = 0;
    for (let cost = 0; at < frames.length && cost < TURN && heard.length < BATCH; at++) {
      const frame = frames[at] ?? '';
      waiting -= frame.length;
      const message = readRelayMessage(frame);
      if (message?.type === 'EVENT') cost++;
      const one = message ? hear(message, open, check) : unread(frame, open);
      if (one) add(heard, one);
    }
    frames = frames.slice(at);
    if (heard.length > 0) report({ type: 'socket.heard', heard });
    if (frames.length > 0) wake();
  };
  const socket = openSocket(url, {
    opened: () => {
      if (state !== 'opening') return;
      state = 'open';
      report({ type: 'socket.opened' });
    },
    frame: (data) => {
      if (state === 'ended' || typeof data !== 'string') return;
      // of an oversized frame only the head is kept, so that its subscriber learns of the refusal
      const frame = data.length > MAX_FRAME ? data.slice(0, MAX_HEAD) : data;
      waiting += frame.length;
      frames.push(frame);
      if (waiting > MAX_WAITING) close('errored');
      else wake();
    },
    closed: () => close(state === 'opening' ? 'errored' : 'closed'),
  });
  const shut = (): void => {
    state = 'ended';
    frames = [];
    open.clear();
    socket.close();
  };
  const tell = (command: RelayCommand): void => {
    if (state !== 'open') return;
    // its timers may have been suspended with the device
    if (command.type === 'socket.publish' && isExpired(command.event, now()))
      report({
        type: 'socket.heard',
        heard: [{ type: 'expired', eventId: command.event.id }],
      });
    else socket.send(JSON.stringify(wireOf(command, open)));
  };
  return { tell, resume: wake, shut };
}

/** Returns the message of a command, and tracks open subscriptions. */
function wireOf(command: RelayCommand, open: Map<string, Subscription>): readonly unknown[] {
  switch (command.type) {
    case 'socket.subscribe':
      open.set(command.id, {
        filters: command.filters,
        seen: new Set(),
        lasts: command.lasts ?? false,
      });
      return ['REQ', command.id, ...command.filters];
    case 'socket.count':
      return ['COUNT', command.id, ...command.filters];
    case 'socket.close':
      open.delete(command.id);
      return ['CLOSE', command.id];
    case 'socket.publish':
      return ['EVENT', plain(command.event)];
    case 'socket.authenticate':
      return ['AUTH', plain(command.event)];
  }
}

/** Only the seven fields. */
function plain({ id, pubkey, created_at, kind, tags, content, sig }: VerifiedEvent): unknown {
  return { id, pubkey, created_at, kind, tags, content, sig };
}

function hear(
  message: RelayMessage,
  open: Map<string, Subscription>,
  verify: Verify,
): RelayFrame | undefined {
  switch (message.type) {
    case 'EVENT': {
      const subscription = open.get(message.id);
      if (!subscription || subscription.seen.has(message.event.id)) return undefined;
      const isFull = subscription.seen.size >= MAX_EVENTS;
      if (isFull && !subscription.lasts) return { type: 'ended', id: message.id };
      // an event that was not requested is ignored, and does not count as a bad response
      if (!matchFilters(subscription.filters, message.event)) return undefined;
      const event = verify(message.event);
      if (!event) return { type: 'events', id: message.id, events: [], rejected: 1 };
      const [oldest = ''] = subscription.seen;
      if (isFull) subscription.seen.delete(oldest);
      subscription.seen.add(event.id);
      return { type: 'events', id: message.id, events: [event], rejected: 0 };
    }
    case 'EOSE':
      return open.has(message.id) ? { type: 'ended', id: message.id } : undefined;
    case 'CLOSED':
      open.delete(message.id);
      return { type: 'refused', id: message.id, reason: message.reason };
    case 'OK':
      return {
        type: 'ok',
        eventId: message.eventId,
        accepted: message.accepted,
        reason: message.reason,
      };
    case 'COUNT':
      return { type: 'count', id: message.id, count: message.count };
    case 'NOTICE':
      return { type: 'notice', text: message.text };
    case 'AUTH':
      return { type: 'challenge', challenge: message.challenge };
  }
}

/** An unreadable event may be the very one that was requested (INV-BASE). */
function unread(frame: string, open: ReadonlyMap<string, Subscription>): RelayFrame | undefined {
  const id = subscriptionOf(frame);
  return id !== undefined && open.has(id)
    ? { type: 'events', id, events: [], rejected: 1 }
    : undefined;
}

/** Merges neighboring events of one subscription. */
function add(heard: RelayFrame[], one: RelayFrame): void {
  const last = heard.at(-1);
  if (one.type === 'events' && last?.type === 'events' && last.id === one.id) {
    heard[heard.length - 1] = {
      ...last,
      events: [...last.events, ...one.events],
      rejected: last.rejected + one.rejected,
    };
  } else heard.push(one);
}
