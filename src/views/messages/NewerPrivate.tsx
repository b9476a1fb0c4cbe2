import type { DirectMessage } from '../../events/messages/rumor.ts';
import { NetworkLink } from '../account/relays/NetworkLink.tsx';
import { useIsProxied } from '../account/relays/use-network.ts';
import { Notice } from '../ui/display/Notice.tsx';
import { useDirectMessageStrings } from '../ui/strings/direct-messages.ts';
import { useLastLine } from './use-conversation-list.ts';
import type { MessagesHandle } from './use-messages.ts';

interface NewerPrivateProps {
  readonly messages: MessagesHandle;
  readonly peer: string;
  /** All messages that the caching service has. */
  readonly shown: readonly DirectMessage[];
}

/**
 * Below the messages: the list of conversations knows a newer one from an earlier page, which is
 * not fetched while everything goes through the caching service (RELAY-08).
 */
export function NewerPrivate({ messages, peer, shown }: NewerPrivateProps) {
  const words = useDirectMessageStrings();
  const [isProxied] = useIsProxied();
  const last = useLastLine(messages, peer);
  if (!isProxied || !last || shown.some(({ id }) => id === last.id)) return null;
  return <Notice action={<NetworkLink />}>{words.newerProxied}</Notice>;
}
