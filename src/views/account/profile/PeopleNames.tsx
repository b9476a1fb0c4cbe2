import { query } from '../../../events/connection/verbs.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { useLookup } from '../../ui/hooks/use-lookup.ts';

/** Loads the profiles of these people, in one request, if one is unknown. Renders nothing. */
export function PeopleNames({ people }: { readonly people: readonly string[] }) {
  const isKnown = useFacts((facts) =>
    people.every((one) => getRow(facts.profiles, one) !== undefined),
  );
  return isKnown ? null : <Ask people={people} />;
}

function Ask({ people }: { readonly people: readonly string[] }) {
  useLookup(`people:${people.join()}`, () => query('user_infos', { pubkeys: people }));
  return null;
}
