import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { availableFeeds } from '../../../events/reading/feed/available-feeds.ts';
import { feedWith } from '../../../events/reading/feed/feed-edit.ts';
import type { OwnFeed } from '../../../events/reading/feed/own-feeds.ts';
import { useFeature } from '../../account/use-features.ts';
import { useAccount, useChangeSettings, useSetting } from '../../ui/hooks/app-context.ts';

/**
 * Return the feeds that other programs store in the account's settings (`feeds`, STATE-01) and that
 * are not in `feeds`. Until the service has answered, return those that this device saw last.
 */
export function useAvailableFeeds(feeds: readonly OwnFeed[]): readonly OwnFeed[] {
  const account = useAccount()?.pubkey ?? '';
  const content = useSelector(
    useFeature('settings'),
    (snapshot) => snapshot?.context.base?.content,
  );
  const kept = useSetting('availableFeeds');
  const change = useChangeSettings();
  const found = useMemo(
    () => (content === undefined ? undefined : availableFeeds(content, account)),
    [content, account],
  );
  const isNew = found !== undefined && JSON.stringify(found) !== JSON.stringify(kept);
  const keep = useEffectEvent(() => change({ availableFeeds: found ?? [] }));
  useEffect(() => {
    if (isNew) keep();
  }, [isNew]);
  return (found ?? kept).filter(({ spec }) => !feedWith(feeds, spec));
}
