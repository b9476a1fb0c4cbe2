import { fromTransition } from 'xstate';
import type { Claim } from '../../events/connection/claims.ts';
import type { VerifiedEvent } from '../../events/nostr/event.ts';
import { emptyFacts, evictFacts, foldFacts } from '../../events/facts/facts.ts';
import type { Seconds } from '../../events/core/time.ts';
import type { AccountNews } from '../account/session/account.machine.ts';

export type FactsEvent =
  | {
      type: 'facts.received';
      events: readonly VerifiedEvent[];
      claims: readonly Claim[];
      now: Seconds;
    }
  | { type: 'facts.evict'; keep: ReadonlySet<string> }
  | Extract<AccountNews, { type: 'account.changed' }>;

/**
 * The read model as one actor: facts and claims in, one snapshot out. Claims about the acts of one
 * account are not those of the next (INV-SCOPE).
 */
export const factsActor = fromTransition(
  (facts, event: FactsEvent) =>
    event.type === 'account.changed'
      ? { ...facts, actions: emptyFacts.actions }
      : event.type === 'facts.evict'
        ? evictFacts(facts, event.keep)
        : foldFacts(facts, event),
  emptyFacts,
);
