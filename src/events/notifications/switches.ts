import { field } from '../core/json.ts';
import {
  formOf,
  NOTIFICATION_TYPES,
  type NotificationName,
  type NotificationType,
} from './notification.ts';

/** Switches beside the types. */
export const ADDITIONAL = [
  'ignore_events_with_too_many_mentions',
  'include_deep_replies',
  'only_show_reactions_from_users_i_follow',
  'only_show_dm_notifications_from_users_i_follow',
] as const;
export type Additional = (typeof ADDITIONAL)[number];

type Kept = Readonly<Record<string, unknown>>;

const OFF_AT_FIRST: ReadonlySet<Additional> = new Set<Additional>([
  'only_show_reactions_from_users_i_follow',
]);

/** True if a type is on. All types are on by default (NOTIF-06). */
export function isTypeOn(kept: Kept, name: NotificationName): boolean {
  return field(kept, name) !== false;
}

/** Return the switch as set, or the service's default (NOTIF-06). */
export function isAdditionalOn(kept: Kept, name: Additional): boolean {
  const on = field(kept, name);
  return typeof on === 'boolean' ? on : !OFF_AT_FIRST.has(name);
}

/**
 * Types of the settings, grouped by their target. Types that only newer services send come last.
 */
export const TYPE_SECTIONS = (['you', 'yourNote', 'noteWithYou', 'noteWithYours'] as const).map(
  (of) => ({
    of,
    types: NOTIFICATION_TYPES.filter((type) => sectionOf(type) === of),
  }),
);

function sectionOf(type: NotificationType) {
  const { of } = formOf(type);
  return of === 'belowYours' ? 'yourNote' : of;
}
