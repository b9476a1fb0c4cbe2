import type { AnyActorRef } from 'xstate';
import { reportedMessage } from '../../events/account/user-message.ts';
import { reasonPrefix } from '../../events/connection/relay-message.ts';
import {
  type RelayFrame,
  isLive,
  keptName,
  type Pending,
  type RelayAnswer,
  unanswered,
} from './relay-protocol.ts';
import type { Ours } from '../../events/nostr/ours.ts';

/** Pending requests to a relay, and its other messages. */
export interface RelaySubscriptions {
  readonly url: Ours<string>;
  readonly pending: readonly Pending[];
  /** Requests refused without a proof of identity. They are resent with one. */
  readonly held: readonly Pending[];
  /** Ids are never reused (INV-TAGGED). */
  readonly nextId: number;
  /** The last notices (RELAY-09). */
  readonly notices: readonly string[];
  readonly challenge: string | undefined;
  /** True if a proof may still be requested on this connection. */
  readonly canProve: boolean;
}

interface Told {
  readonly to: AnyActorRef;
  readonly answer: RelayAnswer;
  /** Subscription to close on the wire. */
  readonly close: string | undefined;
}

const MAX_NOTICES = 50;
const MAX_LATE = 100;

interface Routed {
  readonly talk: RelaySubscriptions;
  readonly told: readonly Told[];
  /** Ids of the requests that have an answer. */
  readonly done: readonly string[];
  /** True if the relay ended a request that goes on. It is sent again on the next connection. */
  readonly isShut: boolean;
}

/** True if this burst refuses a request that a proof of identity could admit. */
export function wantsAuth(talk: RelaySubscriptions, heard: readonly RelayFrame[]): boolean {
  return routeFrames(talk, heard).talk.held.length > talk.held.length;
}

/**
 * Sort a burst into replies, finished requests and the new state. Messages without a matching
 * request are ignored.
 */
export function routeFrames(talk: RelaySubscriptions, heard: readonly RelayFrame[]): Routed {
  let now = talk;
  let isShut = false;
  const told: Told[] = [];
  const done: string[] = [];
  for (const one of heard) {
    if (one.type === 'notice')
      now = { ...now, notices: [...now.notices, one.text].slice(-MAX_NOTICES) };
    else if (one.type === 'challenge') now = { ...now, challenge: one.challenge };
    else {
      const meant = now.pending.filter((pending) => isMeant(pending, one));
      const isHeld = isHeldBack(now, one);
      const goesOn = ({ ask }: Pending): boolean =>
        (one.type === 'ended' && isLive(ask)) ||
        (one.type === 'refused' && !isHeld && keptName(ask) !== undefined);
      const over = one.type === 'events' ? [] : meant.filter((pending) => !goesOn(pending));
      isShut ||= one.type === 'refused' && meant.some(goesOn);
      for (const pending of meant) {
        const { from, ask, id, late } = pending;
        const answer = answerTo(pending, one);
        if (id !== undefined && one.type !== 'events') done.push(id);
        if (isHeld || (late && one.type === 'ok' && !one.accepted)) continue;
        told.push({
          to: from,
          answer,
          close: one.type === 'ended' && !isLive(ask) ? id : undefined,
        });
      }
      const held = isHeld
        ? [...now.held, ...over.map((pending) => ({ ...pending, id: undefined, late: false }))]
        : now.held;
      now = { ...now, pending: now.pending.filter((pending) => !over.includes(pending)), held };
    }
  }
  return { talk: { ...now, pending: withoutOldLate(now.pending) }, told, done, isShut };
}

type Answered = Exclude<RelayFrame, { type: 'notice' | 'challenge' }>;

function isMeant({ ask, id }: Pending, one: Answered): boolean {
  if (one.type === 'ok' || one.type === 'expired')
    return ask.kind === 'publish' && ask.event.id === one.eventId && id !== undefined;
  if (one.id !== id || ask.kind === 'publish') return false;
  return one.type === 'refused' || (one.type === 'count') === (ask.kind === 'count');
}

function answerTo({ as: url, ask, tries }: Pending, one: Answered): RelayAnswer {
  switch (one.type) {
    case 'events':
      return {
        type: 'relay.events',
        url,
        events: one.events,
        ...(one.rejected > 0 ? { rejected: one.rejected } : {}),
      };
    case 'ended':
      return { type: 'relay.ended', url, complete: true };
    case 'refused':
      return unanswered(url, ask, reportedMessage(one.reason));
    case 'count':
      return { type: 'relay.counted', url, count: one.count };
    case 'expired':
      return {
        type: 'relay.outcome',
        url,
        eventId: one.eventId,
        outcome: 'rejected',
        reason: { code: 'relay.expired' },
        wasSent: tries > 1,
      };
    case 'ok':
      return {
        type: 'relay.outcome',
        url,
        eventId: one.eventId,
        outcome: one.accepted ? 'accepted' : 'rejected',
        reason: reportedMessage(one.reason),
      };
  }
}

function isHeldBack(talk: RelaySubscriptions, one: RelayFrame): boolean {
  if (
    !talk.canProve ||
    talk.challenge === undefined ||
    (one.type !== 'refused' && (one.type !== 'ok' || one.accepted))
  )
    return false;
  return (
    reasonPrefix(one.reason) === 'auth-required' &&
    talk.pending.some((pending) => isMeant(pending, one))
  );
}

function withoutOldLate(pending: readonly Pending[]): readonly Pending[] {
  let excess = pending.filter(({ late }) => late).length - MAX_LATE;
  return excess <= 0 ? pending : pending.filter(({ late }) => !late || excess-- <= 0);
}
