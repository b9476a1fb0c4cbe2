import {
  type Privileged,
  saveQuestion,
  saveSubsettingsQuestion,
  settingsQuestion,
  subsettingsQuestion,
} from '../account/signing/signed-query.ts';
import type { Claim } from '../connection/claims.ts';
import { contentsOf } from '../connection/other-claims.ts';
import type { VerifiedEvent } from '../nostr/event.ts';
import { parseJson } from '../core/json.ts';
import { RESULT } from '../nostr/kinds.ts';
import { type FeedsChange, mergedFeeds } from '../reading/feed/feeds-merge.ts';
import { isOwnFeed, keptFeeds, type OwnFeed } from '../reading/feed/own-feeds.ts';
import { type Held, signable } from './signable.ts';
import { type ZapSettings, zapsFrom } from './zap-settings.ts';
import { differing, joined, looksIn, type SettingsFound, settingsIn, type SharedSettings, sharedIn } from './saved-settings.ts';
import { withSaved } from './with-saved.ts';

/** What an account keeps with its service: its settings, and the feeds of two pages (SETTINGS-02, SETTINGS-13). */
export type RecordName = 'settings' | FeedsName;
export type FeedsName = 'homeFeeds' | 'readsFeeds';

/** What a person changed in one of them. */
export interface SavedChange extends Partial<SharedSettings>, Partial<ZapSettings> {
  readonly feeds?: FeedsChange;
}

interface Answer {
  readonly events: readonly VerifiedEvent[];
  readonly claims: readonly Claim[];
}

/** How one of them is asked for, read, changed and saved. `content`: the text of JSON, whole. */
export interface SavedRecord {
  readonly ask: () => Privileged;
  readonly save: (content: string) => Privileged;
  readonly found: (answer: Answer, account: string) => SettingsFound | undefined;
  /** The settings that this device takes over, with the changes that are not saved yet on top. */
  readonly adopted: (found: SettingsFound, change: SavedChange) => SavedChange;
  /** A change with a later one. */
  readonly joined: (change: SavedChange, next: SavedChange) => SavedChange;
  /** The content to save. `held`: the settings as this device holds them. */
  readonly changed: (found: SettingsFound, change: SavedChange, held: Held) => string;
  /** What is not saved yet after `sent` was. */
  readonly left: (change: SavedChange, sent: SavedChange) => SavedChange;
}

const SETTINGS: SavedRecord = {
  ask: settingsQuestion,
  save: saveQuestion,
  found: settingsIn,
  adopted: (found, change) => joined(found.by === 'account' ? sharedIn(found.content) : looksIn(found.content), change),
  joined,
  changed: (found, change, held) =>
    withSaved(found.by === 'account' ? found.content : signable(found.content, ownIn(found, change, held), held), change),
  left: (change, sent) => ({
    ...differing(change, sent),
    ...(isZapLeft('zapDefault', change, sent) && { zapDefault: change.zapDefault }),
    ...(isZapLeft('zapConfig', change, sent) && { zapConfig: change.zapConfig }),
  }),
};

/** The settings that a save takes from this device. Over an older version all of them: they come from a newer one. */
function ownIn({ isOlder = false }: Extract<SettingsFound, { by: 'service' }>, change: SavedChange, held: Held): SavedChange {
  return isOlder ? { ...held, ...change } : change;
}

/** What is zapped lives in the content alone: it is left until the same was sent. */
function isZapLeft(name: keyof ZapSettings, change: SavedChange, sent: SavedChange): boolean {
  if (change[name] === undefined || sent[name] === undefined) return change[name] !== undefined;
  return JSON.stringify(zapsFrom(change)[name]) !== JSON.stringify(zapsFrom(sent)[name]);
}

/** Names under which the service keeps lists of feeds (7.1). */
const SUBKEYS = { homeFeeds: 'user-home-feeds', readsFeeds: 'user-reads-feeds' } as const;

export const RECORDS: Readonly<Record<RecordName, SavedRecord>> = {
  settings: SETTINGS,
  homeFeeds: feedsRecord('homeFeeds'),
  readsFeeds: feedsRecord('readsFeeds'),
};

function feedsRecord(name: FeedsName): SavedRecord {
  return {
    ask: () => subsettingsQuestion(SUBKEYS[name]),
    save: (content) => saveSubsettingsQuestion(SUBKEYS[name], content),
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
    left: ({ feeds }, sent) =>
      feeds && sent.feeds && feeds !== sent.feeds ? { feeds: { before: sent.feeds.after, after: feeds.after } } : {},
  };
}

/** A list in an answer; who keeps none has the service's. */
function listIn(claims: readonly Claim[]): SettingsFound | undefined {
  const list = contentsOf(claims, RESULT.AppSubsettings).find((content) => Array.isArray(content));
  return list && { by: 'service', content: JSON.stringify(list), isDefault: list.length === 0 };
}

function feedsIn(content: string): readonly OwnFeed[] {
  return keptFeeds(parseJson(content)) ?? [];
}
