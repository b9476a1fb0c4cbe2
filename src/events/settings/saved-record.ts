import { sha256 } from '@noble/hashes/sha2.js';
import {
  type SignedQuery,
  saveSettingsQuery,
  saveSubsettingsQuery,
  settingsQuery,
  subsettingsQuery,
} from '../account/signing/signed-query.ts';
import type { Claim } from '../connection/claims.ts';
import { contentsOf } from '../connection/other-claims.ts';
import type { VerifiedEvent } from '../nostr/event.ts';
import { hexOf } from '../core/hex.ts';
import { parseJson } from '../core/json.ts';
import { RESULT } from '../nostr/kinds.ts';
import { type FeedsChange, mergedFeeds } from '../reading/feed/feeds-merge.ts';
import { isOwnFeed, keptFeeds, type OwnFeed } from '../reading/feed/own-feeds.ts';
import { type Held, signable } from './signable.ts';
import { type ZapSettings, zapsFrom } from './zap-settings.ts';
import {
  differing,
  joined,
  looksIn,
  type SettingsFound,
  settingsIn,
  type SharedSettings,
  sharedIn,
} from './saved-settings.ts';
import { withSaved } from './with-saved.ts';

/**
 * The records that an account stores with its service: its settings, and the feeds of two pages
 * (SETTINGS-02, SETTINGS-13).
 */
export const RECORD_NAMES = ['settings', 'homeFeeds', 'readsFeeds'] as const;

export type RecordName = (typeof RECORD_NAMES)[number];
export type FeedsName = 'homeFeeds' | 'readsFeeds';

export interface SavedChange extends Partial<SharedSettings>, Partial<ZapSettings> {
  readonly feeds?: FeedsChange;
}

interface Answer {
  readonly events: readonly VerifiedEvent[];
  readonly claims: readonly Claim[];
}

/** How a record is requested, read, changed and saved. `content`: its complete JSON text. */
export interface SavedRecord {
  readonly ask: () => SignedQuery;
  /** `before`: the version that the content was changed from. */
  readonly save: (content: string, before: string | undefined) => SignedQuery;
  readonly found: (answer: Answer, account: string) => SettingsFound | undefined;
  /** Return the settings that this device adopts, with the unsaved changes applied. */
  readonly adopted: (found: SettingsFound, change: SavedChange) => SavedChange;
  readonly joined: (change: SavedChange, next: SavedChange) => SavedChange;
  /** Return the content to save. `held`: the settings of this device. */
  readonly changed: (found: SettingsFound, change: SavedChange, held: Held) => string;
  /** Return the version of the content that was just saved. `answered`: the answer to it. */
  readonly version: (content: string, answered: SettingsFound | undefined) => string | undefined;
  /** Return the changes that are still unsaved after `sent` was saved. */
  readonly left: (change: SavedChange, sent: SavedChange) => SavedChange;
}

const SETTINGS: SavedRecord = {
  ask: settingsQuery,
  save: saveSettingsQuery,
  found: settingsIn,
  adopted: (found, change) =>
    joined(found.by === 'account' ? sharedIn(found.content) : looksIn(found.content), change),
  joined,
  changed: (found, change, held) =>
    withSaved(
      found.by === 'account'
        ? found.content
        : signable(found.content, ownIn(found, change, held), held),
      change,
    ),
  version: (_, answered) => answered?.version,
  left: (change, sent) => ({
    ...differing(change, sent),
    ...(isZapLeft('zapDefault', change, sent) && { zapDefault: change.zapDefault }),
    ...(isZapLeft('zapConfig', change, sent) && { zapConfig: change.zapConfig }),
  }),
};

/**
 * Return the settings that a save takes from this device. If the found version is older, it takes
 * all of them, because they come from a newer one.
 */
function ownIn(
  { isOlder = false }: Extract<SettingsFound, { by: 'service' }>,
  change: SavedChange,
  held: Held,
): SavedChange {
  return isOlder ? { ...held, ...change } : change;
}

/**
 * Zap settings are stored in the content only, so they stay unsaved until the same value was sent.
 */
function isZapLeft(name: keyof ZapSettings, change: SavedChange, sent: SavedChange): boolean {
  if (change[name] === undefined || sent[name] === undefined) return change[name] !== undefined;
  return JSON.stringify(zapsFrom(change)[name]) !== JSON.stringify(zapsFrom(sent)[name]);
}

/** Names under which the service keeps lists of feeds. */
export const FEEDS_SUBKEYS = {
  homeFeeds: 'user-home-feeds',
  readsFeeds: 'user-reads-feeds',
} as const satisfies Readonly<Record<FeedsName, string>>;

export const RECORDS: Readonly<Record<RecordName, SavedRecord>> = {
  settings: SETTINGS,
  homeFeeds: feedsRecord('homeFeeds'),
  readsFeeds: feedsRecord('readsFeeds'),
};

function feedsRecord(name: FeedsName): SavedRecord {
  return {
    ask: () => subsettingsQuery(FEEDS_SUBKEYS[name]),
    save: (content, before) => saveSubsettingsQuery(FEEDS_SUBKEYS[name], content, before),
    found: ({ claims }) => listIn(claims),
    adopted: ({ content }, { feeds }) => {
      const theirs = feedsIn(content);
      return { feeds: { before: theirs, after: feeds ? mergedFeeds(feeds, theirs) : theirs } };
    },
    joined: (change, next) => ({ ...change, ...next }),
    changed: ({ content }, { feeds }) => {
      const list = parseJson(content);
      const unread = Array.isArray(list) ? list.filter((entry) => !isOwnFeed(entry)) : [];
      return feeds ? JSON.stringify([...mergedFeeds(feeds, feedsIn(content)), ...unread]) : content;
    },
    version: versionOf,
    left: ({ feeds }, sent) =>
      feeds && sent.feeds && feeds !== sent.feeds
        ? { feeds: { before: sent.feeds.after, after: feeds.after } }
        : {},
  };
}

/** Return the list in an answer. An account without its own list has the service's. */
function listIn(claims: readonly Claim[]): SettingsFound | undefined {
  const list = contentsOf(claims, RESULT.AppSubsettings).find((content) => Array.isArray(content));
  if (!list) return undefined;
  const content = JSON.stringify(list);
  return { by: 'service', content, isDefault: list.length === 0, version: versionOf(content) };
}

/** The service names a version of a value beside the settings by the hash of its JSON text. */
function versionOf(content: string): string {
  return hexOf(sha256(new TextEncoder().encode(content)));
}

function feedsIn(content: string): readonly OwnFeed[] {
  return keptFeeds(parseJson(content)) ?? [];
}
