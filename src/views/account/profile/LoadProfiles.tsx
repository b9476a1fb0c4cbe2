import { query } from '../../../events/connection/verbs.ts';
import { useLookup } from '../../ui/hooks/use-lookup.ts';

/** Loads the profiles of accounts that are named without an event of theirs. Renders nothing. */
export function LoadProfiles({ pubkeys }: { readonly pubkeys: readonly string[] }) {
  useLookup(`profiles:${pubkeys.join()}`, () => query('user_infos', { pubkeys }));
  return null;
}
