import { goalOf } from '../../../events/money/zaps/goal.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { query } from '../../../events/connection/verbs.ts';
import { noteOf } from '../../../events/facts/selectors.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { useLookup } from '../../ui/hooks/use-lookup.ts';
import { GoalCard } from './GoalCard.tsx';

/** The goal that an opened note or article names. */
export function GoalOf({ event }: { readonly event: VerifiedEvent }) {
  const id = goalOf(event);
  return id === undefined ? null : <Goal id={id} />;
}

function Goal({ id }: { readonly id: string }) {
  useLookup(`goal ${id}`, (viewer) =>
    query('events', { event_ids: [id], user_pubkey: viewer, extended_response: true }),
  );
  const goal = useFacts((facts) => noteOf(facts, id));
  return goal ? <GoalCard event={goal} /> : null;
}
