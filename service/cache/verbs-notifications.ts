import { RESULT } from '../../src/events/kinds.ts';
import type { CacheContext } from './context.ts';
import { type Payload, requiredHex } from './payload.ts';
import { type Result, synthetic } from './results.ts';
import { signedRequest } from './signed-request.ts';
import type { Opened } from './streams.ts';

/** This service makes no notifications yet: a page without any is the end of the list (8.2). */
export function getNotifications(_: CacheContext, payload: Payload): Result[] {
  requiredHex(payload, 'pubkey');
  return [];
}

/** Up to when an account says that it has seen its notifications (seconds); nothing where it never said so (8.3). */
export async function getNotificationsSeen({ store }: CacheContext, payload: Payload): Promise<Result[]> {
  const seen = await store.notificationsSeen(requiredHex(payload, 'pubkey'));
  return seen === undefined ? [] : [synthetic(RESULT.NotificationsSeen, seen)];
}

/** The time of the request is the time up to which all is seen (8.3). */
export async function setNotificationsSeen(context: CacheContext, payload: Payload): Promise<Result[]> {
  const { pubkey, created_at } = signedRequest(context, payload);
  await context.store.setNotificationsSeen(pubkey, created_at);
  return [];
}

/** Streams of notifications and their counts: an account that nothing is counted for is told nothing (1.7). */
export function silentStream(_: CacheContext, payload: Payload): Opened {
  requiredHex(payload, 'pubkey');
  return { results: async () => [] };
}
