import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { addressOf } from '../../../events/nostr/address.ts';
import { replaces, type VerifiedEvent } from '../../../events/nostr/event.ts';
import { useFeature } from '../../account/use-features.ts';
import { useAccount } from '../../ui/hooks/app-context.ts';

/**
 * Mark an article as read, and return the older version that was read on this device before this
 * page was opened. Authors know the changes of their own articles.
 */
export function useReadBefore(event: VerifiedEvent): VerifiedEvent | undefined {
  const articles = useFeature('readArticles');
  useEffect(() => articles?.send({ type: 'readArticles.opened', event }), [articles, event]);
  const before = useSelector(articles, (snapshot) =>
    snapshot?.context.before.get(addressOf(event) ?? ''),
  );
  const isOwn = useAccount()?.pubkey === event.pubkey;
  return before && !isOwn && replaces(event, before) ? before : undefined;
}
