import type { AnyActorRef, EventObject } from 'xstate';
import type { EventTemplate } from '../../../events/account/signing/signed-answer.ts';
import { signingFailure } from '../../../events/account/signing/signing-error.ts';
import type { Filter } from '../../../events/connection/filter.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { type Ours, signedBy } from '../../../events/nostr/ours.ts';
import type { SignRequest } from '../../../machines/core/sign-request.ts';
import type {
  LineAnswer,
  LineEvent,
  LineUse,
  RelayAsk,
} from '../../../machines/connection/relay-protocol.ts';

/** A few relays that carry requests one way and answers the other (NIP-46, NIP-47). */
export interface RelayLine {
  /** Subscribes, in place of the last subscription of that name. Joins the line if it has left. */
  readonly ask: (name: string, filters: readonly Filter[]) => void;
  /** Sends an event to every relay until one has accepted it. It is signed by our key. */
  readonly send: (event: VerifiedEvent) => void;
  /** Ends a subscription by its name, or sending by the id of the event. */
  readonly drop: (name: string) => void;
  /** Leaves for now. The sockets stay for a minute. */
  readonly rest: () => void;
  readonly close: () => void;
}

type EndReason = 'notPermitted' | 'expired';

interface LineOptions {
  readonly use: LineUse;
  /** Our public key on the line. */
  readonly client: string;
  readonly urls: ReadonlyArray<Ours<string>>;
  /** Receives an event of a subscription. Its signature has been checked. */
  readonly hear: (event: VerifiedEvent) => void;
  /** The user permits no connection to any of the relays. */
  readonly refused?: () => void;
  /**
   * No relay gets this event any more, because none is permitted, or it has expired. `wasSent`: a
   * relay may have received it.
   */
  readonly ended?: (eventId: string, why: EndReason, wasSent: boolean) => void;
  /** Signs an authentication with our key (NIP-42). Absent: we do not authenticate. */
  readonly prove?: (template: Ours<EventTemplate>) => Promise<VerifiedEvent | undefined>;
}

/** The lines of one port. */
export interface RelayLines {
  readonly open: (options: LineOptions) => RelayLine;
  /** Handles an answer of the relay pool. False if the event is not one. */
  readonly take: (event: EventObject) => event is LineAnswer;
}

type RelayOutcome = Extract<LineAnswer, { type: 'relay.outcome' }>;

interface OpenLine extends LineOptions {
  /** Requests that go on, by name. */
  readonly asks: Map<string, RelayAsk>;
  /** Relays at which an event has ended, by its id: true if it was sent there. */
  readonly ends: Map<string, Map<string, boolean>>;
  readonly join: () => void;
  /** Relays that the user does not permit. */
  readonly refusals: Set<string>;
}

const UNSIGNED = { ok: false, failure: signingFailure('event_not_signed') } as const;

/**
 * Opens lines in the relay pool, to which the machine above forwards all `line` events. The answers
 * come to `self`.
 */
export function openRelayLines(self: AnyActorRef, tell: (event: LineEvent) => void): RelayLines {
  const lines = new Set<OpenLine>();
  const carry = (client: string, ask: RelayAsk): void =>
    tell({ type: 'line.carry', from: self, client, ask });
  const drop = (client: string, kept: string): void =>
    tell({ type: 'line.drop', from: self, client, kept });

  const open: RelayLines['open'] = (options) => {
    const { use, client, urls, prove } = options;
    const asks = new Map<string, RelayAsk>();
    const join = (): void => {
      lines.add(line);
      const proves = prove !== undefined;
      tell({ type: 'line.join', from: self, line: { use, client, urls, proves } });
    };
    const line: OpenLine = { ...options, asks, join, ends: new Map(), refusals: new Set() };
    const request = (name: string, ask: RelayAsk): void => {
      if (!lines.has(line)) join();
      const isThere = asks.delete(name);
      if (isThere) drop(client, name);
      asks.set(name, ask);
      carry(client, ask);
    };
    const leave = (lingers: boolean): void => {
      lines.delete(line);
      asks.clear();
      line.ends.clear();
      tell({ type: 'line.leave', from: self, client, lingers });
    };
    return {
      ask: (kept, filters) => request(kept, { kind: 'subscribe', filters, kept }),
      send: (event) => {
        const own = signedBy(client, event, (one) => one);
        if (own) request(event.id, { kind: 'publish', event: own, kept: event.id, wanted: true });
      },
      drop: (name) => {
        line.ends.delete(name);
        if (asks.delete(name)) drop(client, name);
      },
      rest: () => leave(true),
      close: () => leave(false),
    };
  };

  const prove = async ({ id, pubkey, act }: SignRequest, to: AnyActorRef): Promise<void> => {
    const line = [...lines].find(({ client }) => client === pubkey);
    const event = act.do === 'sign' ? await line?.prove?.(act.template) : undefined;
    const outcome = event ? ({ ok: true, event } as const) : UNSIGNED;
    tell({ type: 'line.proved', to, settled: { type: 'sign.settled', id, outcome } });
  };
  const accepted = (eventId: string): void => {
    for (const { asks, ends, client } of lines) {
      ends.delete(eventId);
      if (asks.delete(eventId)) drop(client, eventId);
    }
  };
  /** A relay that has rejected the event may have passed it on. */
  const endedAt = ({ eventId, url, reason, outcome, wasSent }: RelayOutcome): void => {
    if (outcome === 'silent' && wasSent === undefined) return;
    for (const { asks, ends, urls, client, ended } of lines) {
      if (!asks.has(eventId) || !urls.includes(url)) continue;
      const all = (ends.get(eventId) ?? new Map<string, boolean>()).set(url, wasSent ?? true);
      ends.set(eventId, all);
      if (wasSent === undefined || !urls.every((one) => all.has(one))) continue;
      asks.delete(eventId);
      ends.delete(eventId);
      drop(client, eventId);
      const why = reason?.code === 'relay.expired' ? 'expired' : 'notPermitted';
      ended?.(eventId, why, [...all.values()].includes(true));
    }
  };
  const refuse = (url: Ours<string>): void => {
    for (const { urls, refusals, refused } of lines) {
      if (!urls.includes(url)) continue;
      refusals.add(url);
      if (refusals.size === urls.length) refused?.();
    }
  };
  const rejoin = (): void => {
    for (const { join, client, asks } of lines) {
      join();
      for (const ask of asks.values()) carry(client, ask);
    }
  };
  const handle = (event: LineAnswer): void => {
    if (event.type === 'relay.events')
      for (const { hear } of lines) for (const one of event.events) hear(one);
    else if (event.type === 'relay.outcome') {
      if (event.outcome === 'accepted') accepted(event.eventId);
      else endedAt(event);
    } else if (event.type === 'relay.ended') {
      const code = event.reason?.code;
      if (code === 'relay.proxied' || code === 'relay.tooMany') refuse(event.url);
      else for (const { refusals } of lines) refusals.delete(event.url);
    } else if (event.type === 'sign.request') void prove(event.request, event.request.from);
    else if (event.type === 'lines.restarted') rejoin();
  };
  return {
    open,
    take: (event): event is LineAnswer => {
      if (!isAnswer(event)) return false;
      handle(event);
      return true;
    },
  };
}

function isAnswer(event: EventObject): event is LineAnswer {
  return /^(relay|sign|lines)\./.test(event.type);
}
