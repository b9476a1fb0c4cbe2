import { query } from '../connection/verbs.ts';
import type { groupAsked } from './groups.ts';

/** Number of first requested notifications: the maximum of the service. */
export const FIRST_NOTIFICATIONS = 50;

interface Some {
  readonly group: ReturnType<typeof groupAsked>;
  readonly limit: number;
  /** Unix seconds, both inclusive. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** Number of the newest ones to skip. */
  readonly offset?: number | undefined;
}

/** Return the query for some notifications of an account, viewed by itself. */
export function notificationsQuery(account: string, { group, ...bounds }: Some) {
  return query('get_notifications', {
    pubkey: account,
    user_pubkey: account,
    type_group: group,
    ...bounds,
  });
}
