import { query } from '../../events/connection/verbs.ts';
import { getRow } from '../../events/core/table.ts';
import { useFacts } from '../ui/hooks/app-context.ts';
import { useLookup } from '../ui/hooks/use-lookup.ts';
import { type MessagesHandle, usePrivatePeers } from './use-messages.ts';

/**
 * Asks who those are of whom the account knows by private messages alone, as for all others whose names are shown: draws nothing. Whoever is
 * asked learns whose profile is wanted, but not why.
 */
export function ContactNames({ messages }: { readonly messages: MessagesHandle }) {
  return usePrivatePeers(messages).map((peers, at) => <Names key={at} peers={peers} />);
}

function Names({ peers }: { readonly peers: readonly string[] }) {
  const isKnown = useFacts((facts) => peers.every((peer) => getRow(facts.profiles, peer) !== undefined));
  return isKnown ? null : <Ask peers={peers} />;
}

function Ask({ peers }: { readonly peers: readonly string[] }) {
  useLookup(`people:${peers.join()}`, () => query('user_infos', { pubkeys: peers }));
  return null;
}
