import { addressOf } from '../nostr/address.ts';
import type { VerifiedEvent } from '../nostr/event.ts';
import { isHex } from '../core/hex.ts';
import { field, isRecord, parseJson } from '../core/json.ts';
import {
  type ArticleRow,
  missingRows,
  readArticleRow,
} from '../compose/article/article-versions.ts';
import { isBlank } from '../compose/compose.ts';
import { type StoredDraft, newestDrafts, readStoredDraft } from '../compose/stored-draft.ts';
import { readEvent } from '../nostr/event-shape.ts';
import { inMillis, type Seconds, seconds } from '../core/time.ts';
import type { Verify } from '../nostr/verify.ts';
import { LIST_NAMES, listAddress } from '../account/lists/list-definitions.ts';
import { readLockedKey } from '../account/keys/locked-key.ts';

/**
 * The data of an account on a device (BEYOND-16). Settings by their storage names, including
 * reading positions in feeds.
 */
export interface Kept {
  readonly versions: readonly VerifiedEvent[];
  readonly drafts: readonly StoredDraft[];
  /** All versions of unpublished articles. */
  readonly articles: readonly ArticleRow[];
  readonly settings: ReadonlyMap<string, unknown>;
}

/**
 * The same in a file. `ncryptsec`: the key, encrypted with the passphrase of the file (NIP-49), if
 * the user wanted it.
 */
export interface Archive extends Kept {
  readonly account: string;
  readonly made: Seconds;
  readonly ncryptsec: string | undefined;
}

/**
 * The data of a file that is missing or older here. Merging writes nothing else: it removes
 * nothing, and replaces nothing newer.
 */
export interface Merge extends Kept {
  readonly replaced: number;
}

/**
 * The settings in an archive. `/` stands before a part. Wallets, payments and ecash are left out,
 * because money cannot be copied.
 */
export const ARCHIVED_SETTINGS: readonly string[] = [
  'language',
  'theme',
  'useSystemDarkMode',
  'animated',
  'dataSaver',
  'ownPictures',
  'linkCards',
  'readingSize',
  'singleKeys',
  'selectedHomeFeed',
  'selectedReadsFeed',
  'selectedFeed',
  'selectedBookmarksFeed',
  'homeFeeds',
  'readsFeeds',
  'homeSidebarSelection',
  'readingPlaces',
  'notifications',
  'notificationsAdditional',
  'alerts',
  'seenReleases',
  'searches',
  'feeds',
  'recomended',
  'dvms',
  'emojiHistory',
  'usePrimalRelay',
  'moderation',
  'relaySettings/mirrorBlossom',
  'relaySettings/clientTag',
];

const MOST_VERSIONS = 1_000;
const MOST_DRAFTS = 1_000;
const MOST_ARTICLE_VERSIONS = 5_000;

/** Return the text of a file, before compression and encryption. */
export function archiveText({ settings, ...archive }: Archive): string {
  return JSON.stringify({ archive: 1, ...archive, settings: Object.fromEntries(settings) });
}

/**
 * Read the text of a file. Skips everything but lists of that account, drafts and settings.
 * `undefined` if it is not an archive.
 */
export function readArchive(text: string, verify: Verify): Archive | undefined {
  const value = parseJson(text);
  if (!isRecord(value) || field(value, 'archive') !== 1) return undefined;
  const [account, made, ncryptsec] = ['account', 'made', 'ncryptsec'].map((name) =>
    field(value, name),
  );
  if (
    typeof account !== 'string' ||
    !isHex(account, 64) ||
    typeof made !== 'number' ||
    !Number.isSafeInteger(made)
  )
    return undefined;
  const settings = field(value, 'settings');
  const lists = new Set(LIST_NAMES.map((list) => listAddress(list, account)));
  return {
    account,
    made: seconds(made),
    versions: rowsOf(value, 'versions', MOST_VERSIONS).flatMap((row) => {
      const event = readEvent(row);
      return event && event.pubkey === account && lists.has(addressOf(event) ?? '')
        ? (verify(event) ?? [])
        : [];
    }),
    drafts: rowsOf(value, 'drafts', MOST_DRAFTS).flatMap((row) => readStoredDraft(row) ?? []),
    articles: rowsOf(value, 'articles', MOST_ARTICLE_VERSIONS).flatMap(
      (row) => readArticleRow(row) ?? [],
    ),
    settings: new Map(
      ARCHIVED_SETTINGS.flatMap((name) =>
        isRecord(settings) && field(settings, name) !== undefined
          ? [[name, field(settings, name)] as const]
          : [],
      ),
    ),
    ncryptsec: typeof ncryptsec === 'string' && readLockedKey(ncryptsec) ? ncryptsec : undefined,
  };
}

/** Return the parts of `brought` that have to be written to a device with `here`. */
export function mergeOf(here: Kept, brought: Kept): Merge {
  const known = new Set(here.versions.map(({ id }) => id));
  const drafts = newestDrafts(here.drafts);
  const wanted = [...newestDrafts(brought.drafts).values()].filter(({ target, at, writing }) => {
    // no list of drafts shows a blank one
    if (isBlank(writing)) return false;
    const before = drafts.get(target);
    return !before || inMillis(before.at) < inMillis(at);
  });
  return {
    versions: [...new Map(brought.versions.map((event) => [event.id, event])).values()].filter(
      ({ id }) => !known.has(id),
    ),
    drafts: wanted,
    articles: missingRows(here.articles, brought.articles),
    settings: new Map([...brought.settings].filter(([name]) => !here.settings.has(name))),
    replaced: wanted.filter(({ target }) => drafts.has(target)).length,
  };
}

function rowsOf(
  value: Readonly<Record<string, unknown>>,
  name: string,
  most: number,
): readonly unknown[] {
  const rows = field(value, name);
  return Array.isArray(rows) ? rows.slice(0, most) : [];
}
