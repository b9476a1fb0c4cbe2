import { query } from '../../events/connection/verbs.ts';
import { getRow } from '../../events/core/table.ts';
import { useFacts } from '../ui/hooks/app-context.ts';
import { useLookup } from '../ui/hooks/use-lookup.ts';
import { type MessagesHandle, usePrivatePeers } from './use-messages.ts';

/**
 * Loads the profiles of contacts that are known only by private messages. Renders nothing. The
 * service learns whose profile is requested, but not why.
 */
export function ContactNames({ messages }: { readonly messages: MessagesHandle }) {
  return usePrivatePeers(messages).map((peers, at) => <Names key={at} peers={peers} />);
}

function Names({ peers }: { readonly peers: readonly string[] }) {
  const isKnown = useFacts((facts) =>
    peers.every((peer) => getRow(facts.profiles, peer) !== undefined),
  );
  return isKnown ? null : <Ask peers={peers} />;
}

function Ask({ peers }: { readonly peers: readonly string[] }) {
  useLookup(`people:${peers.join()}`, () => query('user_infos', { pubkeys: peers }));
  return null;
}
