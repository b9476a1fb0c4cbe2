import { field, isNumber, isRecord } from '../../core/json.ts';
import { inMillis, justAfter, later, type Millis, millis, type Seconds, seconds, toMillis } from '../../core/time.ts';
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
 * One version of an article in the making. A sitting, which is one editor on one device for some minutes, has one version, which grows: `id` names
 * it, `at` says how far it is. `seen`: the versions that its writer had before the eyes, by id, each as far as it was. `made`: where it comes from;
 * what other programs wrote has seen nothing that is known here.
 */
export interface ArticleVersion {
  readonly id: string;
  readonly at: Millis;
  readonly seen: Readonly<Record<string, number>>;
  readonly made: 'here' | 'elsewhere' | 'published';
  readonly text: ArticleText;
  readonly base: ArticleBase | undefined;
  /** The event that holds it as a draft on relays; undefined: none is known to. */
  readonly saved?: SavedAs | undefined;
}

/** Of a draft on relays. */
interface SavedAs {
  readonly id: string;
  readonly at: Seconds;
}

/** All versions of one draft, by id. */
export type ArticleVersions = ReadonlyMap<string, ArticleVersion>;

export const NO_VERSIONS: ArticleVersions = new Map();

/** How long a sitting may pause, in milliseconds, before what follows is another version. */
const SITTING = 5 * 60_000;
/** Versions of one draft that are kept. */
export const MOST_VERSIONS = 20;
const LONGEST_NAME = 200;

/** With what came: of one sitting what is further counts. Order and repetition do not matter. */
export function withVersions(versions: ArticleVersions, more: Iterable<ArticleVersion>): ArticleVersions {
  const all = new Map(versions);
  for (const version of more) if (isFurther(version, all.get(version.id))) all.set(version.id, version);
  return all;
}

/** Whether whoever wrote `version` had seen `other`, all of it. */
export function hasSeen(version: ArticleVersion, other: ArticleVersion): boolean {
  return version.id === other.id ? inMillis(version.at) >= inMillis(other.at) : reaches(version.seen, other);
}

/** Whether times by version, as in `seen`, go as far as this one is. */
export function reaches(times: Readonly<Record<string, number>>, { id, at }: Pick<ArticleVersion, 'id' | 'at'>): boolean {
  const until = Object.hasOwn(times, id) ? times[id] : undefined;
  return until !== undefined && until >= inMillis(at);
}

/** Without those that such times reach: what was written on since stays. */
export function withoutVersions(versions: ArticleVersions, until: Readonly<Record<string, number>>): ArticleVersions {
  return new Map([...versions].filter(([, version]) => !reaches(until, version)));
}

/**
 * The versions that nobody has seen and written on, the newest first: more than one is a conflict. Of published ones only the last can be one, as it took
 * the place of those before it; of several that read the same the newest stands for all.
 */
export function headsOf(versions: ArticleVersions): readonly ArticleVersion[] {
  const all = newestFirst(versions);
  const published = all.find(({ made }) => made === 'published');
  const heads = all.filter(
    (one) => (one.made !== 'published' || one === published) && !all.some((other) => other !== one && hasSeen(other, one)),
  );
  return heads.filter((one, at) => !heads.slice(0, at).some((newer) => isSameArticle(newer.text, one.text)));
}

/** The heads that say something else than `mine`, and that its writer has not seen. */
export function unseenBy(versions: ArticleVersions, mine: ArticleVersion): readonly ArticleVersion[] {
  return headsOf(versions).filter((head) => head.id !== mine.id && !hasSeen(mine, head) && !isSameArticle(head.text, mine.text));
}

/** The one version that was written on after all of `mine` had been seen; undefined: there is none, or several. */
export function successorOf(versions: ArticleVersions, mine: ArticleVersion): ArticleVersion | undefined {
  const after = headsOf(versions).filter((head) => head.id !== mine.id && hasSeen(head, mine));
  return after.length === 1 ? after[0] : undefined;
}

/** Those that are kept: all heads, and the newest of the rest. */
export function keptVersions(versions: ArticleVersions): ArticleVersions {
  if (versions.size <= MOST_VERSIONS) return versions;
  const heads = headsOf(versions);
  const last = savedAt(versions);
  // what lies on relays is remembered for who deletes it
  const saved = newestFirst(versions).filter((one) => one.saved && one.saved.at === last);
  const kept = [...new Set([...heads, ...saved, ...newestFirst(versions)])].slice(0, Math.max(MOST_VERSIONS, heads.length + saved.length));
  return new Map(kept.map((version) => [version.id, version]));
}

/** The newest first. */
export function newestFirst(versions: ArticleVersions): readonly ArticleVersion[] {
  return [...versions.values()].toSorted((one, other) => inMillis(other.at) - inMillis(one.at) || (one.id < other.id ? -1 : 1));
}

interface Next {
  readonly text: ArticleText;
  readonly base: ArticleBase | undefined;
  readonly now: Millis;
}

/** The beginning of a version by the name `id`, written with all of these before the eyes. */
export function begunVersion(id: string, seen: Iterable<ArticleVersion>, { text, base, now }: Next): ArticleVersion {
  const parents = [...seen];
  const at = parents.reduce((last, one) => later(last, justAfter(one.at)), now);
  return { id, at, seen: seenIn(parents), made: 'here', text, base };
}

/** The same version, grown: dated later than it was, also where a clock went back. `seen`: what was looked at besides. */
export function grownVersion(version: ArticleVersion, { text, base, now }: Next, seen: Iterable<ArticleVersion> = []): ArticleVersion {
  const { saved: _, ...rest } = version;
  return { ...rest, at: later(now, justAfter(version.at)), seen: seenIn([version, ...seen], version.id), text, base };
}

/** Whether what is written now is another version: it was paused for long. */
export function isOtherSitting(version: ArticleVersion, now: Millis): boolean {
  return inMillis(now) - inMillis(version.at) > SITTING;
}

/** A published article as a version: every program may have written it. */
export function publishedVersion(event: VerifiedEvent): ArticleVersion {
  const at = toMillis(event.created_at);
  return { id: event.id, at, seen: {}, made: 'published', text: articleTextOf(event), base: articleBaseOf(event) };
}

/** Reads what was kept; undefined for anything that is no version (E-47). */
export function readVersion(value: unknown): ArticleVersion | undefined {
  if (!isRecord(value)) return undefined;
  const [id, at, made] = ['id', 'at', 'made'].map((name) => field(value, name));
  const text = readArticleText(field(value, 'text'));
  if (!text || typeof id !== 'string' || id === '' || id.length > LONGEST_NAME || !isNumber(at)) return undefined;
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

/** A version with the name of its draft, as it is kept on a device. */
export interface ArticleRow {
  readonly draft: string;
  readonly version: ArticleVersion;
}

/** Reads what was kept of one; undefined for anything else (E-47). */
export function readArticleRow(value: unknown): ArticleRow | undefined {
  if (!isRecord(value)) return undefined;
  const [draft, version] = [field(value, 'draft'), readVersion(field(value, 'version'))];
  return typeof draft === 'string' && version ? { draft, version } : undefined;
}

/** Those of `brought` that are not among `here`, or are further than what is. */
export function missingRows(here: readonly ArticleRow[], brought: readonly ArticleRow[]): readonly ArticleRow[] {
  const known = new Map<string, ArticleVersions>();
  const take = ({ draft, version }: ArticleRow): boolean => {
    const before = known.get(draft) ?? NO_VERSIONS;
    if (!isFurther(version, before.get(version.id))) return false;
    known.set(draft, withVersions(before, [version]));
    return true;
  };
  for (const row of here) take(row);
  // the furthest of each first, so that none is brought twice
  return brought.toSorted((one, other) => inMillis(other.version.at) - inMillis(one.version.at)).filter(take);
}

/** When the last draft was dated that relays have of it; undefined: they are not known to have one. */
export function savedAt(versions: ArticleVersions): Seconds | undefined {
  const times = [...versions.values()].flatMap(({ saved }) => (saved ? [saved.at] : []));
  return times.length === 0 ? undefined : times.reduce(later);
}

/** The times by version that stand in what was kept; whatever else stands there is passed over. */
export function readSeen(value: unknown): Readonly<Record<string, number>> {
  const rows = isRecord(value) ? Object.entries(value) : [];
  return Object.fromEntries(rows.filter((row): row is [string, number] => isNumber(row[1]) && row[0].length <= LONGEST_NAME));
}

function isFurther(version: ArticleVersion, known: ArticleVersion | undefined): boolean {
  if (!known) return true;
  if (inMillis(version.at) !== inMillis(known.at)) return inMillis(version.at) > inMillis(known.at);
  const [saved, before] = [version.saved?.at ?? seconds(-1), known.saved?.at ?? seconds(-1)];
  if (saved !== before) return saved > before;
  // the same moment of one sitting is the same text, unless somebody made it up: then all take the same one
  return JSON.stringify(version) > JSON.stringify(known);
}

function readSaved(value: unknown): SavedAs | undefined {
  if (!isRecord(value)) return undefined;
  const [id, at] = [field(value, 'id'), field(value, 'at')];
  return typeof id === 'string' && isNumber(at) ? { id, at: seconds(at) } : undefined;
}

/** What whoever had these before the eyes has seen, each as far as the furthest of them had. */
function seenIn(versions: readonly ArticleVersion[], except?: string): Readonly<Record<string, number>> {
  const seen = new Map<string, number>();
  const note = (id: string, at: number) => id !== except && seen.set(id, Math.max(at, seen.get(id) ?? at));
  for (const one of versions) {
    for (const [id, at] of Object.entries(one.seen)) note(id, at);
    note(one.id, inMillis(one.at));
  }
  return Object.fromEntries(seen);
}
