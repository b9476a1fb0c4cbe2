import { field } from '../core/json.ts';
import { formOf, NOTIFICATION_TYPES, type NotificationName, type NotificationType } from './notification.ts';

/** What is set beside the types (7.2). */
export const ADDITIONAL = [
  'ignore_events_with_too_many_mentions',
  'include_deep_replies',
  'only_show_reactions_from_users_i_follow',
  'only_show_dm_notifications_from_users_i_follow',
] as const;
export type Additional = (typeof ADDITIONAL)[number];

type Kept = Readonly<Record<string, unknown>>;

const OFF_AT_FIRST: ReadonlySet<Additional> = new Set<Additional>(['only_show_reactions_from_users_i_follow']);

/** NOTIF-06: all types are told of, unless they are switched off. */
export function isTypeOn(kept: Kept, name: NotificationName): boolean {
  return field(kept, name) !== false;
}

/** NOTIF-06: as it is set, or as the service takes it where it is not. */
export function isAdditionalOn(kept: Kept, name: Additional): boolean {
  const on = field(kept, name);
  return typeof on === 'boolean' ? on : !OFF_AT_FIRST.has(name);
}

/** Types of the settings, sorted by whom or what they are about; what only the service's newer types tell comes last (8.1). */
export const TYPE_SECTIONS = (['you', 'yourNote', 'noteWithYou', 'noteWithYours'] as const).map((of) => ({
  of,
  types: NOTIFICATION_TYPES.filter((type) => sectionOf(type) === of),
}));

function sectionOf(type: NotificationType) {
  const { of } = formOf(type);
  return of === 'belowYours' ? 'yourNote' : of;
}
