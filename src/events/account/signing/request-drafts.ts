import type { Draft, Tag } from '../../nostr/event.ts';
import { KIND } from '../../nostr/kinds.ts';
import type { EventTemplate } from './signed-answer.ts';
import { composed, type Ours } from '../../nostr/ours.ts';

/** Client name in its requests. */
const APPLICATION = 'Starling';

/**
 * Keys of values that the service stores beside the settings, and their names in the purpose of a
 * request.
 */
export const SUBKEYS = {
  'user-home-feeds': 'home',
  'user-reads-feeds': 'reads',
  'user-nwc': 'nwc',
} as const;
export type Subkey = keyof typeof SUBKEYS;

/**
 * Build a proof (kind 30078), which is never published. `purpose`: the request that it is signed
 * for, shown to the user before signing.
 */
export function proofDraft(
  purpose: string,
  content: string,
  about: readonly Tag[] = [],
): Ours<Draft> {
  return composed({ kind: KIND.Settings, content, tags: [...about, ['d', APPLICATION, purpose]] });
}

/** Request the account's settings. */
export function settingsDraft(): Ours<Draft> {
  return proofDraft('get_app_settings', JSON.stringify({ description: 'Sync app settings' }));
}

/** Request a value that is stored beside the settings. */
export function subsettingsDraft(subkey: Subkey): Ours<Draft> {
  return proofDraft(`get_app_subsettings_${SUBKEYS[subkey]}`, JSON.stringify({ subkey }));
}

/** Request to store how far the account has read its notifications. */
export function lastSeenDraft(): Ours<Draft> {
  return proofDraft(
    'notifications_laste_seen',
    JSON.stringify({ description: 'Sync app settings' }),
  );
}

/**
 * True if a request concerns only data that the account reads. It must equal exactly one of the
 * four that read its own settings (SETTINGS-01), or the marker of its notifications (NOTIF-05). A
 * closed key without a PIN signs these without being opened for the page (BEYOND-03).
 */
export function isOwnSettingsRead({ kind, content, tags }: EventTemplate): boolean {
  const asked = JSON.stringify([kind, content, tags]);
  return READINGS.some(
    (draft) => JSON.stringify([draft.kind, draft.content, draft.tags]) === asked,
  );
}

const READINGS: readonly Draft[] = [
  settingsDraft(),
  subsettingsDraft('user-home-feeds'),
  subsettingsDraft('user-reads-feeds'),
  subsettingsDraft('user-nwc'),
  lastSeenDraft(),
];
