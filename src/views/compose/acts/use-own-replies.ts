import { useState } from 'react';
import type { NoteStatsClaim } from '../../../events/connection/claims.ts';
import { getRow } from '../../../events/core/table.ts';
import { type Seconds, seconds } from '../../../events/core/time.ts';
import { noteOf, repliesOf } from '../../../events/facts/selectors.ts';
import { addressOf } from '../../../events/nostr/address.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { countOf } from '../../publish/outbox/use-like.ts';
import { useAccount, useFacts, useFactsShallow } from '../../ui/hooks/app-context.ts';
import { now } from '../../ui/hooks/now.ts';

/** A count of the service, to which later own replies are added. */
interface Base {
  readonly replies: number;
  /** Older own replies are counted, even if they were not known here. */
  readonly since: Seconds;
  /** The own replies that were known when the count arrived. */
  readonly known: readonly VerifiedEvent[];
}

/** Without a count of the service every known own reply is added. */
const NONE: Base = { replies: 0, since: seconds(0), known: [] };

/** The base of each claim, so that a row that is rendered again counts as before. */
const bases = new WeakMap<NoteStatsClaim, Base>();

/**
 * Return whether the current user has replied to an event, and its number of replies. Each own
 * reply is counted at once (THREAD-01), until the service counts it.
 */
export function useOwnReplies(event: VerifiedEvent): {
  readonly count: number;
  readonly isReplied: boolean;
} {
  const stats = useFacts((facts) => getRow(facts.stats, event.id));
  const isCounted = useFacts((facts) => getRow(facts.actions, event.id)?.replied === true);
  const own = useOwn(event);
  const [last, setLast] = useState(stats);
  const base = stats ? baseOf(stats, last, own) : NONE;
  if (stats !== last) setLast(stats);
  const isReplied = own.length > 0 || isCounted;
  const count = countOf(stats?.replies, isCounted, isReplied);
  return { count: Math.max(count, base.replies + freshIn(own, base)), isReplied };
}

/**
 * Return the base of a claim. A claim that does not count all own replies since the claim before it
 * keeps the base of that one, so that the number does not fall back.
 */
function baseOf(
  stats: NoteStatsClaim,
  last: NoteStatsClaim | undefined,
  own: readonly VerifiedEvent[],
): Base {
  const found = bases.get(stats);
  if (found) return found;
  const before = (last && bases.get(last)) ?? NONE;
  const fresh = freshIn(own, before);
  const base =
    fresh > 0 && stats.replies < before.replies + fresh
      ? { ...before, replies: Math.min(before.replies, stats.replies) }
      : { replies: stats.replies, since: now(), known: own };
  bases.set(stats, base);
  return base;
}

function freshIn(own: readonly VerifiedEvent[], { since, known }: Base): number {
  return own.filter((reply) => reply.created_at >= since && !known.includes(reply)).length;
}

/**
 * Return the known replies by the current user, such as one that was just written. Comments on an
 * article name its address, older replies may name one of its versions.
 */
function useOwn(event: VerifiedEvent): readonly VerifiedEvent[] {
  const account = useAccount();
  const { id } = event;
  const address = addressOf(event);
  return useFactsShallow((facts) => {
    const to = [id, ...(address === undefined ? [] : [address])];
    const replies = new Set(account ? to.flatMap((target) => repliesOf(facts, target)) : []);
    return [...replies].flatMap((reply) => {
      const found = noteOf(facts, reply);
      return found && found.pubkey === account?.pubkey ? [found] : [];
    });
  });
}
