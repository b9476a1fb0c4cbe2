import { useSelector } from '@xstate/react';
import { useFeature } from '../account/use-features.ts';

/** How many messages of who is here are unread (ROUTE-19). */
export function useUnreadMessages(): number {
  return useSelector(useFeature('unread'), (snapshot) => snapshot?.context.count ?? 0);
}
