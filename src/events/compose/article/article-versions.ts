import { field, isNumber, isRecord } from '../../core/json.ts';
import {
  inMillis,
  justAfter,
  later,
  type Millis,
  millis,
  type Seconds,
  seconds,
  toMillis,
} from '../../core/time.ts';
import {
  type ArticleBase,
  articleBaseOf,
  type ArticleText,
  articleTextOf,
  isSameArticle,
  readArticleBase,
  readArticleText,
} from './article-edit.ts';
import type { VerifiedEvent } from '../../nostr/event.ts';

/**
 * One version of an unpublished article. A sitting, one editor on one device for some minutes, has
 * one version that grows. `id` names it, and `at` dates its latest state. `seen`: the versions that
 * its writer knew, by id, each with its date then. `made`: its origin. Versions from other programs
 * have seen no other version.
 */
export interface ArticleVersion {
  readonly id: string;
  readonly at: Millis;
  readonly seen: Readonly<Record<string, number>>;
  readonly made: 'here' | 'elsewhere' | 'published';
  readonly text: ArticleText;
  readonly base: ArticleBase | undefined;
  /** The draft event that holds it on relays; `undefined` if none is known. */
  readonly saved?: SavedAs | undefined;
}

/** A draft event on relays. */
interface SavedAs {
  readonly id: string;
  readonly at: Seconds;
}

export type ArticleVersions = ReadonlyMap<string, ArticleVersion>;

export const NO_VERSIONS: ArticleVersions = new Map();

/** Maximum pause in a sitting, in milliseconds. A later change starts another version. */
const SITTING = 5 * 60_000;
/** Maximum number of stored versions of one draft. */
export const MOST_VERSIONS = 20;
const LONGEST_NAME = 200;

/**
 * Add versions; of each sitting the latest state counts. Order and repetition make no difference.
 */
export function withVersions(
  versions: ArticleVersions,
  more: Iterable<ArticleVersion>,
): ArticleVersions {
  const all = new Map(versions);
  for (const version of more)
    if (isFurther(version, all.get(version.id))) all.set(version.id, version);
  return all;
}

/** True if the writer of `version` had seen the latest state of `other`. */
export function hasSeen(version: ArticleVersion, other: ArticleVersion): boolean {
  return version.id === other.id
    ? inMillis(version.at) >= inMillis(other.at)
    : reaches(version.seen, other);
}

/** True if `times`, in the form of `seen`, include the latest state of this version. */
export function reaches(
  times: Readonly<Record<string, number>>,
  { id, at }: Pick<ArticleVersion, 'id' | 'at'>,
): boolean {
  const until = Object.hasOwn(times, id) ? times[id] : undefined;
  return until !== undefined && until >= inMillis(at);
}

/**
 * Remove the versions that `until` includes in their latest state. Versions that grew since stay.
 */
export function withoutVersions(
  versions: ArticleVersions,
  until: Readonly<Record<string, number>>,
): ArticleVersions {
  return new Map([...versions].filter(([, version]) => !reaches(until, version)));
}

/**
 * Return the versions that no other version has seen, the newest first; more than one is a
 * conflict. Only the last published version can be one, because it replaced those before it. Of
 * versions with the same text, only the newest is returned.
 */
export function headsOf(versions: ArticleVersions): readonly ArticleVersion[] {
  const all = newestFirst(versions);
  const published = all.find(({ made }) => made === 'published');
  const heads = all.filter(
    (one) =>
      (one.made !== 'published' || one === published) &&
      !all.some((other) => other !== one && hasSeen(other, one)),
  );
  return heads.filter(
    (one, at) => !heads.slice(0, at).some((newer) => isSameArticle(newer.text, one.text)),
  );
}

/** Return the heads that differ from `mine` and that its writer has not seen. */
export function unseenBy(
  versions: ArticleVersions,
  mine: ArticleVersion,
): readonly ArticleVersion[] {
  return headsOf(versions).filter(
    (head) => head.id !== mine.id && !hasSeen(mine, head) && !isSameArticle(head.text, mine.text),
  );
}

/** Return the only head that has seen all of `mine`; `undefined` if there is none, or several. */
export function successorOf(
  versions: ArticleVersions,
  mine: ArticleVersion,
): ArticleVersion | undefined {
  const after = headsOf(versions).filter((head) => head.id !== mine.id && hasSeen(head, mine));
  return after.length === 1 ? after[0] : undefined;
}

/** Return the versions to store: all heads, and the newest of the rest. */
export function keptVersions(versions: ArticleVersions): ArticleVersions {
  if (versions.size <= MOST_VERSIONS) return versions;
  const heads = headsOf(versions);
  const last = savedAt(versions);
  // remember the version that is saved on relays, so that it can be deleted there
  const saved = newestFirst(versions).filter((one) => one.saved && one.saved.at === last);
  const kept = [...new Set([...heads, ...saved, ...newestFirst(versions)])].slice(
    0,
    Math.max(MOST_VERSIONS, heads.length + saved.length),
  );
  return new Map(kept.map((version) => [version.id, version]));
}

export function newestFirst(versions: ArticleVersions): readonly ArticleVersion[] {
  return [...versions.values()].toSorted(
    (one, other) => inMillis(other.at) - inMillis(one.at) || (one.id < other.id ? -1 : 1),
  );
}

interface Next {
  readonly text: ArticleText;
  readonly base: ArticleBase | undefined;
  readonly now: Millis;
}

/** Begin a version named `id` that has seen all of the given ones. */
export function begunVersion(
  id: string,
  seen: Iterable<ArticleVersion>,
  { text, base, now }: Next,
): ArticleVersion {
  const parents = [...seen];
  const at = parents.reduce((last, one) => later(last, justAfter(one.at)), now);
  return { id, at, seen: seenIn(parents), made: 'here', text, base };
}

/**
 * Return the version with a new state, dated later than before, even if the clock was set back.
 * `seen`: further versions that the writer saw.
 */
export function grownVersion(
  version: ArticleVersion,
  { text, base, now }: Next,
  seen: Iterable<ArticleVersion> = [],
): ArticleVersion {
  const { saved: _, ...rest } = version;
  return {
    ...rest,
    at: later(now, justAfter(version.at)),
    seen: seenIn([version, ...seen], version.id),
    text,
    base,
  };
}

/** True if the pause was so long that a new version begins. */
export function isOtherSitting(version: ArticleVersion, now: Millis): boolean {
  return inMillis(now) - inMillis(version.at) > SITTING;
}

/** Return a published article as a version. Any program may have written it. */
export function publishedVersion(event: VerifiedEvent): ArticleVersion {
  const at = toMillis(event.created_at);
  return {
    id: event.id,
    at,
    seen: {},
    made: 'published',
    text: articleTextOf(event),
    base: articleBaseOf(event),
  };
}

/** Read a stored version; `undefined` if it is invalid (E-47). */
export function readVersion(value: unknown): ArticleVersion | undefined {
  if (!isRecord(value)) return undefined;
  const [id, at, made] = ['id', 'at', 'made'].map((name) => field(value, name));
  const text = readArticleText(field(value, 'text'));
  if (!text || typeof id !== 'string' || id === '' || id.length > LONGEST_NAME || !isNumber(at))
    return undefined;
  if (made !== 'here' && made !== 'elsewhere' && made !== 'published') return undefined;
  const saved = readSaved(field(value, 'saved'));
  const read: ArticleVersion = {
    id,
    at: millis(at),
    seen: readSeen(field(value, 'seen')),
    made,
    text,
    base: readArticleBase(field(value, 'base')),
  };
  return saved ? { ...read, saved } : read;
}

/** A version with the name of its draft, as a device stores it. */
export interface ArticleRow {
  readonly draft: string;
  readonly version: ArticleVersion;
}

/** Read a stored row; `undefined` if it is invalid (E-47). */
export function readArticleRow(value: unknown): ArticleRow | undefined {
  if (!isRecord(value)) return undefined;
  const [draft, version] = [field(value, 'draft'), readVersion(field(value, 'version'))];
  return typeof draft === 'string' && version ? { draft, version } : undefined;
}

/** Return the rows of `brought` that `here` lacks or has in an older state. */
export function missingRows(
  here: readonly ArticleRow[],
  brought: readonly ArticleRow[],
): readonly ArticleRow[] {
  const known = new Map<string, ArticleVersions>();
  const take = ({ draft, version }: ArticleRow): boolean => {
    const before = known.get(draft) ?? NO_VERSIONS;
    if (!isFurther(version, before.get(version.id))) return false;
    known.set(draft, withVersions(before, [version]));
    return true;
  };
  for (const row of here) take(row);
  // the latest state of each first, so that none is returned twice
  return brought
    .toSorted((one, other) => inMillis(other.version.at) - inMillis(one.version.at))
    .filter(take);
}

/** Return the date of the last draft event on relays; `undefined` if none is known. */
export function savedAt(versions: ArticleVersions): Seconds | undefined {
  const times = [...versions.values()].flatMap(({ saved }) => (saved ? [saved.at] : []));
  return times.length === 0 ? undefined : times.reduce(later);
}

/** Read stored times by version; invalid entries are skipped. */
export function readSeen(value: unknown): Readonly<Record<string, number>> {
  const rows = isRecord(value) ? Object.entries(value) : [];
  return Object.fromEntries(
    rows.filter(
      (row): row is [string, number] => isNumber(row[1]) && row[0].length <= LONGEST_NAME,
    ),
  );
}

function isFurther(version: ArticleVersion, known: ArticleVersion | undefined): boolean {
  if (!known) return true;
  if (inMillis(version.at) !== inMillis(known.at)) return inMillis(version.at) > inMillis(known.at);
  const [saved, before] = [version.saved?.at ?? seconds(-1), known.saved?.at ?? seconds(-1)];
  if (saved !== before) return saved > before;
  // two texts at the same moment of one sitting are forged, and all devices choose the same one
  return JSON.stringify(version) > JSON.stringify(known);
}

function readSaved(value: unknown): SavedAs | undefined {
  if (!isRecord(value)) return undefined;
  const [id, at] = [field(value, 'id'), field(value, 'at')];
  return typeof id === 'string' && isNumber(at) ? { id, at: seconds(at) } : undefined;
}

/** Return everything that a reader of these versions has seen, each with the latest date. */
function seenIn(
  versions: readonly ArticleVersion[],
  except?: string,
): Readonly<Record<string, number>> {
  const seen = new Map<string, number>();
  const note = (id: string, at: number) =>
    id !== except && seen.set(id, Math.max(at, seen.get(id) ?? at));
  for (const one of versions) {
    for (const [id, at] of Object.entries(one.seen)) note(id, at);
    note(one.id, inMillis(one.at));
  }
  return Object.fromEntries(seen);
}
