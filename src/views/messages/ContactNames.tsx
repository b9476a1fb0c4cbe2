import { PeopleNames } from '../account/profile/PeopleNames.tsx';
import { type MessagesHandle, usePrivatePeers } from './use-messages.ts';

/**
 * Loads the profiles of contacts that are known only by private messages. Renders nothing. The
 * service learns whose profile is requested, but not why.
 */
export function ContactNames({ messages }: { readonly messages: MessagesHandle }) {
  return usePrivatePeers(messages).map((peers, at) => <PeopleNames key={at} people={peers} />);
}
