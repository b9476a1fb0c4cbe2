import { query } from '../connection/verbs.ts';
import type { groupAsked } from './groups.ts';

/** Asked for at first, as many as the service sends at once (8.2). */
export const FIRST_NOTIFICATIONS = 50;

interface Some {
  readonly group: ReturnType<typeof groupAsked>;
  readonly limit: number;
  /** Unix seconds, both inclusive (8.2). */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** So many of the newest of them are left out. */
  readonly offset?: number | undefined;
}

/** Some of an account's notifications, through its own eyes. */
export function notificationsQuestion(account: string, { group, ...bounds }: Some) {
  return query('get_notifications', { pubkey: account, user_pubkey: account, type_group: group, ...bounds });
}
