import { contentsOf } from '../connection/other-claims.ts';
import type { Claim } from '../connection/claims.ts';
import { field, isRecord } from '../core/json.ts';
import { type Seconds, seconds } from '../core/time.ts';
import { RESULT } from '../nostr/kinds.ts';
import { FEEDS_SUBKEYS, RECORD_NAMES, type RecordName } from './saved-record.ts';

/**
 * The service refuses a save that was not changed from the stored version, because another device
 * has saved since.
 */
export const CHANGED_SINCE = 'changed since';

/** Versions of the stored records of an account, as the service names them. */
export interface SettingsVersions {
  readonly versions: Readonly<Record<RecordName, string | undefined>>;
  /** Date of the settings in seconds. `undefined` if none are stored. */
  readonly at: Seconds | undefined;
}

/** Read the newest versions in a part of the stream; `undefined` if it has none. */
export function versionsIn(claims: readonly Claim[]): SettingsVersions | undefined {
  const content = contentsOf(claims, RESULT.SettingsVersions).at(-1);
  if (!isRecord(content)) return undefined;
  const [settings, beside] = [field(content, 'settings'), field(content, 'beside')];
  const at = isRecord(settings) ? field(settings, 'created_at') : undefined;
  const textIn = (of: unknown, name: string) => {
    const value = isRecord(of) ? field(of, name) : undefined;
    return typeof value === 'string' ? value : undefined;
  };
  return {
    versions: {
      settings: textIn(settings, 'id'),
      homeFeeds: textIn(beside, FEEDS_SUBKEYS.homeFeeds),
      readsFeeds: textIn(beside, FEEDS_SUBKEYS.readsFeeds),
    },
    at: typeof at === 'number' ? seconds(at) : undefined,
  };
}

/** Return the records that changed between two states. None are known to have changed at first. */
export function changedRecords(
  before: SettingsVersions | undefined,
  after: SettingsVersions,
): readonly RecordName[] {
  return before
    ? RECORD_NAMES.filter((name) => before.versions[name] !== after.versions[name])
    : [];
}
