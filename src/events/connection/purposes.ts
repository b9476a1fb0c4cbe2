import { VERB_TABLE } from './verb-table.ts';
import type { VerbName } from './verbs.ts';

/** Purpose of a proof that gives access to all private data at the caching service. */
export const PRIVATE_PURPOSE = 'direct_messages';

/** Purposes of signed requests that differ from the name of the verb. */
export const ALSO_CALLED = {
  get_app_settings_2: ['get_app_settings'],
  settings_versions: ['get_app_settings'],
  set_notifications_seen: ['notifications_laste_seen'],
  reset_directmsg_count: ['reset_direct_message_count'],
  reset_directmsg_counts: ['mark_all_dms_as_read'],
  report_note: ['report_user'],
  membership_status: ['get_membership_status'],
  membership_change_name: ['change_premium_name'],
  membership_recover_contact_list: ['membership_recovery_contact_lists'],
  membership_content_rebroadcast_status: ['rebroadcasting_status'],
} satisfies Partial<Record<VerbName, readonly string[]>>;
const PURPOSES: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(ALSO_CALLED));

/** True if a request that was signed for `purpose` is meant for the verb. */
export function isPurposeOf(verb: string, purpose: string): boolean {
  return (
    purpose === verb ||
    purpose.startsWith(`${verb}_`) ||
    PURPOSES.get(verb)?.includes(purpose) === true
  );
}

/** True if a caching service accepts the text as the purpose of a signed request. */
export function isPurpose(text: string): boolean {
  return (
    text === PRIVATE_PURPOSE || Object.keys(VERB_TABLE).some((verb) => isPurposeOf(verb, text))
  );
}
