import type { Draft, Tag } from '../../nostr/event.ts';
import { KIND } from '../../nostr/kinds.ts';
import type { EventTemplate } from './signed-answer.ts';
import { composed, type Ours } from '../../nostr/ours.ts';

/** By this name the client tells what it asks for (cache-protocol 15.1). */
const APPLICATION = 'Starling';

/** Under what name the service keeps something beside the settings (7.1), and what a request for it calls that. */
export const SUBKEYS = { 'user-home-feeds': 'home', 'user-reads-feeds': 'reads', 'user-nwc': 'nwc' } as const;
export type Subkey = keyof typeof SUBKEYS;

/** Kind 30078, never published. `purpose`: what it is signed for, so that it says so wherever it is shown before it is signed. */
export function proofDraft(purpose: string, content: string, about: readonly Tag[] = []): Ours<Draft> {
  return composed({ kind: KIND.Settings, content, tags: [...about, ['d', APPLICATION, purpose]] });
}

/** Reads the account's settings (7.1). */
export function settingsDraft(): Ours<Draft> {
  return proofDraft('get_app_settings', JSON.stringify({ description: 'Sync app settings' }));
}

/** Reads what is kept beside them (7.1). */
export function subsettingsDraft(subkey: Subkey): Ours<Draft> {
  return proofDraft(`get_app_subsettings_${SUBKEYS[subkey]}`, JSON.stringify({ subkey }));
}

/** Tell how far the account has read its notifications (8.3). */
export function seenDraft(): Ours<Draft> {
  return proofDraft('notifications_laste_seen', JSON.stringify({ description: 'Sync app settings' }));
}

/**
 * True if a request concerns only what the account reads: one of the four that read its own settings (SETTINGS-01), or the marker of its
 * notifications (NOTIF-05), each to the letter. A key without a PIN signs these alone while it is closed (BEYOND-03).
 */
export function isOwnReading({ kind, content, tags }: EventTemplate): boolean {
  const asked = JSON.stringify([kind, content, tags]);
  return READINGS.some((draft) => JSON.stringify([draft.kind, draft.content, draft.tags]) === asked);
}

const READINGS: readonly Draft[] = [
  settingsDraft(),
  subsettingsDraft('user-home-feeds'),
  subsettingsDraft('user-reads-feeds'),
  subsettingsDraft('user-nwc'),
  seenDraft(),
];
