import { int } from './row.ts';
import type { Store } from './store.ts';

/** Up to when an account has seen its notifications. Seconds; undefined where it never said so. */
export function notificationsSeen(store: Store, pubkey: string): number | undefined {
  return store.one('select seen_at from notifications_seen where pubkey = ?', [pubkey], (row) => int(row, 'seen_at'));
}

export function setNotificationsSeen(store: Store, pubkey: string, at: number): void {
  store.run('insert or replace into notifications_seen (pubkey, seen_at) values (?, ?)', [pubkey, at]);
}
