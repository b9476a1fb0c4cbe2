import type { AnyActorRef } from 'xstate';
import type { Claim } from '../../events/connection/claims.ts';
import type { VerifiedEvent } from '../../events/nostr/event.ts';
import type { Seconds } from '../../events/core/time.ts';
import type { ResponseEvent } from '../core/bus.ts';
import type { CacheQuery } from '../../events/connection/cache-query.ts';
import type { ReceivedBatch } from '../core/cache-protocol.ts';

/**
 * The service closes a connection with more than 200 open subscriptions. The difference is left for
 * set-up and closing ones.
 */
const MAX_OPEN = 150;

/** One wanted request. Without an id it is not on the wire of this connection. */
export interface PendingRequest {
  readonly from: AnyActorRef;
  readonly query: CacheQuery;
  readonly stream: boolean;
  readonly id: string | undefined;
  /** Number of connections on which it was sent. */
  readonly epochs: number;
}

export function withoutRequester(
  asked: readonly PendingRequest[],
  from: AnyActorRef,
): readonly PendingRequest[] {
  return asked.filter((one) => one.from !== from);
}

/** True if the actor has stopped, failed or finished. */
export function isGone(ref: AnyActorRef): boolean {
  return ref.getSnapshot().status !== 'active';
}

/**
 * Assign new ids to waiting requests that match `fits`, oldest first, up to the limit. Ids are
 * never reused (INV-TAGGED).
 */
export function freshIds(
  asked: readonly PendingRequest[],
  nextId: number,
  fits: (query: CacheQuery) => boolean = () => true,
) {
  let id = nextId;
  let room = MAX_OPEN - asked.filter((one) => one.id !== undefined).length;
  const now: Array<PendingRequest & { id: string }> = [];
  const next = asked.map((one) => {
    if (one.id !== undefined || room <= 0 || !fits(one.query)) return one;
    room--;
    const sent = { ...one, id: String(id++), epochs: one.epochs + 1 };
    now.push(sent);
    return sent;
  });
  return { asked: next, nextId: id, now };
}

/**
 * Sort a burst that arrived at `at` into facts for the read model, replies to callers, and finished
 * requests.
 */
export function routeBatch(
  asked: readonly PendingRequest[],
  arrivals: readonly ReceivedBatch[],
  at: Seconds,
) {
  const events: VerifiedEvent[] = [];
  const claims: Claim[] = [];
  const told: Array<{ to: AnyActorRef; answer: ResponseEvent }> = [];
  const finished: PendingRequest[] = [];
  for (const arrival of arrivals) {
    const one = asked.find(({ id }) => id === arrival.id);
    if (!one || finished.includes(one)) continue;
    if (isGone(one.from)) {
      finished.push(one);
      continue;
    }
    events.push(...arrival.referenced, ...arrival.events);
    claims.push(...arrival.claims);
    const { events: own, referenced, claims: said, rejected } = arrival;
    if (own.length + referenced.length + said.length + rejected > 0) {
      const part = {
        type: 'answer.partReceived',
        events: own,
        referenced,
        claims: said,
        at,
      } as const;
      told.push({ to: one.from, answer: rejected > 0 ? { ...part, rejected } : part });
    }
    if (arrival.notice !== undefined)
      told.push({
        to: one.from,
        answer: { type: 'answer.failed', reason: 'notice', text: arrival.notice },
      });
    else if (arrival.ended && !one.stream)
      told.push({ to: one.from, answer: { type: 'answer.ended' } });
    if (arrival.notice !== undefined || (arrival.ended && !one.stream)) finished.push(one);
  }
  return { facts: { events, claims }, told, finished };
}
