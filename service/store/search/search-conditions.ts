import { KIND } from '../../../src/events/nostr/kinds.ts';
import { decode } from '../../../src/events/nostr/nip19.ts';
import type { SearchNumber, SearchTerms } from '../../../src/events/reading/search/search-query.ts';
import { searchTime } from '../../../src/events/reading/search/search-time.ts';
import { inSeconds, minus, seconds } from '../../../src/events/core/time.ts';
import { type Query, inParallel } from '../engine/statements.ts';
import { peopleNamed } from './account-search.ts';
import type { Database } from '../engine/database.ts';
import type { TextQuery } from '../engine/dialect.ts';
import { asSet, type Condition } from '../filters/query-plans.ts';
import { rankingOf } from '../reading/rankings.ts';
import { CONTENT_LINK, MEDIA, REF } from '../schema.ts';
import { isOfWords } from '../../../src/events/reading/search/search-parts.ts';
import { parseStored, readStored, STORED } from '../stored-event.ts';

/** Context in which search terms are resolved. */
export interface Searching {
  readonly database: Database;
  readonly viewer: string | undefined;
  /**
   * True if articles are searched. Their counters are stored under the address and under every
   * version.
   */
  readonly articles: boolean;
}

const DAY = seconds(86_400);
const LONG = 200;
const MOST_LISTS = 1_000;
export const IN = 'in (select value from json_each(?))';
const TAGGED =
  'exists (select 1 from tags x where x.name = ? and x.value = ? and x.created_at = e.created_at and x.seq = e.seq)';
/** Never true, but opaque to the planner, so that a scan of a named index stays possible. */
export const NOTHING: Condition = { sql: '+e.seq < 0', params: [] };
/** Start of a condition for links to media with known metadata. */
const KNOWN_MEDIA = `select 1 from links l join media m on m.url = l.url where l.seq = e.seq and l.${CONTENT_LINK}`;
const MEDIA_BITS: ReadonlyMap<string, number> = new Map([
  ['image', MEDIA.picture],
  ['video', MEDIA.video],
  ['audio', MEDIA.audio],
  ['link', MEDIA.page],
]);
const COUNTERS: ReadonlyArray<readonly [min: SearchNumber, max: SearchNumber, counter: string]> = [
  ['minLikes', 'maxLikes', 'likes'],
  ['minZaps', 'maxZaps', 'zaps'],
  ['minReplies', 'maxReplies', 'replies'],
  ['minReposts', 'maxReposts', 'reposts + s.quotes'],
  ['minSatszapped', 'maxSatszapped', 'satszapped'],
  ['minInteractions', 'maxInteractions', 'likes + s.replies + s.reposts + s.quotes + s.zaps'],
];

/**
 * Return all conditions on an event except those on its text. Unsupported ones (mood, language,
 * category) are ignored.
 */
export function* conditionsOf(searching: Searching, terms: SearchTerms): Query<Condition[]> {
  const { database } = searching;
  return [
    ...terms.hashtags.map((tag) => hashtagCondition(database, tag)),
    ...excludedTags(terms.excludedHashtags),
    ...(yield* peopleConditions(database, terms)),
    ...eventCondition(terms.events),
    ...mediaConditions(terms),
    ...timeConditions(database, terms),
    ...lengthConditions(terms),
    ...(yield* counterConditions(searching, terms)),
    ...(yield* inParallel(
      terms.features.map((feature) => featureCondition(searching, feature)),
    )).flat(),
    ...(yield* inParallel(terms.anyOf.map((parts) => anyOf(searching, parts)))),
  ];
}

/** Condition for events with a `t` tag. */
export function taggedWith(tag: string): Condition {
  return { sql: TAGGED, params: ['t', tag] };
}

/** Condition for events that have a hashtag as a tag or in their text. */
function hashtagCondition({ dialect }: Database, tag: string): Condition {
  const tagged = taggedWith(tag);
  const written = writtenWith(tag);
  return {
    sql: `(${tagged.sql}) or (${written.sql} and ${dialect.notes.holds})`,
    params: [...tagged.params, ...written.params, dialect.query({ all: [tag] })],
  };
}

/**
 * Condition for events that contain a hashtag or the beginning of a longer one. The text index
 * holds no signs, so it only adds that the word is in the text. `#tea` then also finds "#teapot"
 * beside "tea". SQLite ignores the case of ASCII letters only.
 */
function writtenWith(tag: string): Condition {
  return { sql: 'instr(lower(e.raw), ?) > 0', params: [`#${tag}`] };
}

/**
 * Return words, phrases and exclusions as a full-text query, or `undefined` if nothing is required.
 */
export function textQuery(terms: SearchTerms): TextQuery | undefined {
  const all = [...terms.includes, ...terms.phrases].filter(hasLetter);
  return all.length > 0 ? { all, none: terms.excludes.filter(hasLetter) } : undefined;
}

/**
 * Return `true` if no required word has a letter, as in a search for an emoji. The text index holds
 * no signs, so nothing can be found.
 */
export function isOfSigns({ includes, phrases }: SearchTerms): boolean {
  const all = [...includes, ...phrases];
  return all.length > 0 && !all.some(hasLetter);
}

/**
 * The same as conditions, for searches that do not start from the text. `hits`: for searches that
 * read every event of a kind. `holdsEach`: for those that read some thousand events.
 */
export function textConditions(
  { dialect }: Database,
  terms: SearchTerms,
  by: 'holds' | 'holdsEach' | 'hits' = 'holds',
): Condition[] {
  const among = `e.seq in (${dialect.notes.hits})`;
  const query = textQuery(terms);
  if (query !== undefined)
    return [
      asSet({ sql: by === 'hits' ? among : dialect.notes[by], params: [dialect.query(query)] }),
    ];
  const unwanted = terms.excludes.filter(hasLetter).map((word) => dialect.query({ all: [word] }));
  return unwanted.length > 0
    ? [asSet({ sql: `not ${among}`, params: [dialect.either(unwanted)] })]
    : [];
}

function excludedTags(tags: readonly string[]): Condition[] {
  if (tags.length === 0) return [];
  return [
    asSet({
      sql: `e.seq not in (select x.seq from tags x where x.name = 't' and x.value ${IN})`,
      params: [tags],
    }),
  ];
}

export function allOf(conditions: readonly Condition[]): Condition {
  if (conditions.length === 0) return { sql: '1 = 1', params: [] };
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(' and '),
    params: conditions.flatMap(({ params }) => params),
  };
}

/** Return SQL for a counter of a note, or of an article and its address. */
export function counter(expression: string): string {
  return `coalesce((select sum(s.${expression}) from stats s where s.target in (e.id, coalesce(e.address, e.id))), 0)`;
}

/** Times of `since:` and `until:`, in seconds. */
function timeConditions(database: Database, { since, until }: SearchTerms): Condition[] {
  const from = since === undefined ? undefined : searchTime(since, database.now());
  const to = until === undefined ? undefined : searchTime(until, database.now());
  return [
    ...(from === undefined ? [] : [{ sql: 'e.created_at >= ?', params: [inSeconds(from)] }]),
    ...(to === undefined ? [] : [{ sql: 'e.created_at <= ?', params: [inSeconds(to)] }]),
  ];
}

function* peopleConditions(
  database: Database,
  { from, to, mentions, zappedBy, following }: SearchTerms,
): Query<Condition[]> {
  function* among(names: readonly string[], sql: string): Query<Condition[]> {
    return names.length === 0 ? [] : [{ sql, params: [yield* peopleNamed(database, names)] }];
  }
  const conditions = yield* inParallel([
    among(from, `e.pubkey ${IN}`),
    among(
      to,
      `+e.seq in (select r.seq from events p cross join refs r on r.target in (p.id, p.address) and r.type = ${REF.reply} where p.state = 0 and p.pubkey ${IN})`,
    ),
    among(
      following,
      `exists (select 1 from follows f where f.followed = e.pubkey and f.follower ${IN})`,
    ),
    among(
      zappedBy,
      `coalesce(e.address, e.id) in (select z.target from zaps z where z.sender ${IN})`,
    ),
    among(mentions, `+e.seq in (select x.seq from tags x where x.name = 'p' and x.value ${IN})`),
  ]);
  return conditions.flat();
}

function eventCondition(names: readonly string[]): Condition[] {
  if (names.length === 0) return [];
  const keys = names.flatMap((name) => {
    const entity = decode(name);
    if (entity?.type === 'note' || entity?.type === 'nevent') return [entity.id];
    return entity?.type === 'naddr' ? [`${entity.kind}:${entity.pubkey}:${entity.identifier}`] : [];
  });
  return [amongKeys(keys)];
}

function mediaConditions(terms: SearchTerms): Condition[] {
  const { media, urls, orientation, minDuration, maxDuration } = terms;
  const known = (test: string) => `exists (${KNOWN_MEDIA} and ${test})`;
  const upright = 'm.height > 1.8 * m.width';
  return [
    ...media.map((name) => ({ sql: `e.media & ${MEDIA_BITS.get(name) ?? 0} <> 0`, params: [] })),
    ...urls.map((word) => ({
      sql: `exists (select 1 from links l where l.seq = e.seq and l.${CONTENT_LINK} and instr(lower(l.url), ?) > 0)`,
      params: [word.toLowerCase()],
    })),
    ...(orientation === undefined
      ? []
      : [{ sql: known(orientation === 'vertical' ? upright : `not (${upright})`), params: [] }]),
    ...(minDuration === undefined
      ? []
      : [{ sql: known('m.duration >= ?'), params: [minDuration] }]),
    ...(maxDuration === undefined
      ? []
      : [{ sql: known('m.duration <= ?'), params: [maxDuration] }]),
  ];
}

/** Lengths: words of articles, characters and long replies of notes. */
function lengthConditions({
  minWords,
  maxWords,
  maxChars,
  minLongReplies,
}: SearchTerms): Condition[] {
  const words = (test: string) =>
    `exists (select 1 from articles w where w.address = e.address and ${test})`;
  const answered = 'e.id in (select s.target from stats s where s.replies >= ?)';
  const answers = `(select count(*) from refs r join events c on c.seq = r.seq where r.target = e.id and r.type = ${REF.reply} and c.chars >= ${LONG})`;
  return [
    ...(minWords === undefined ? [] : [{ sql: words('w.words >= ?'), params: [minWords] }]),
    ...(maxWords === undefined ? [] : [{ sql: words('w.words <= ?'), params: [maxWords] }]),
    ...(maxChars === undefined ? [] : [{ sql: 'e.chars <= ?', params: [maxChars] }]),
    ...(minLongReplies === undefined
      ? []
      : [{ sql: `${answered} and ${answers} >= ?`, params: [minLongReplies, minLongReplies] }]),
  ];
}

function* counterConditions(searching: Searching, terms: SearchTerms): Query<Condition[]> {
  const { minScore, maxScore } = terms;
  const least = (name: string, n: number | undefined) =>
    n === undefined || n === 0 ? [] : [atLeast(searching, name, n)];
  const most = (name: string, n: number | undefined) =>
    n === undefined
      ? []
      : [atLeast(searching, name, n + 1)].map(({ sql, params }) => ({
          sql: `not (${sql})`,
          params,
        }));
  return [
    ...COUNTERS.flatMap(([min, max, name]) => [
      ...least(name, terms[min]),
      ...most(name, terms[max]),
    ]),
    ...least(
      'score',
      minScore === undefined ? undefined : yield* scoreAt(searching.database, minScore),
    ),
    ...most(
      'score',
      maxScore === undefined ? undefined : yield* scoreAt(searching.database, maxScore),
    ),
  ];
}

/** Few notes reach a number, so these are looked up once. Articles are checked one by one. */
function atLeast({ articles }: Searching, name: string, n: number): Condition {
  if (articles) return { sql: `${counter(name)} >= ?`, params: [n] };
  return { sql: `e.id in (select s.target from stats s where s.${name} >= ?)`, params: [n] };
}

/** Return the score at a percentile (0 to 100) of the day's trending notes. */
function* scoreAt(database: Database, place: number): Query<number> {
  const scores = (yield* rankingOf(database, {
    rank: 'score',
    createdAfter: minus(database.now(), DAY),
  })).map(({ key }) => key);
  const at = Math.round(((100 - Math.min(100, place)) / 100) * (scores.length - 1));
  return scores[at] ?? 0;
}

function* featureCondition({ database, viewer }: Searching, feature: string): Query<Condition[]> {
  switch (feature) {
    case 'summary':
      // A quote inside a JSON string is escaped, so this matches tags only.
      return [
        { sql: `instr(e.raw, '["summary","') > 0 and instr(e.raw, '["image","') > 0`, params: [] },
      ];
    case 'bookmarked-by-follows':
      return [
        viewer === undefined ? NOTHING : amongKeys(yield* bookmarksOfFollows(database, viewer)),
      ];
    case 'cdnmedia':
      return [{ sql: `exists (${KNOWN_MEDIA})`, params: [] }];
    default:
      return [];
  }
}

/** Return ids and addresses of bookmarks (kind 10003) by the accounts that the viewer follows. */
function* bookmarksOfFollows(database: Database, viewer: string): Query<string[]> {
  const sql = `select ${STORED} from follows f cross join events e on e.address = '${KIND.Bookmarks}:' || f.followed || ':'
    where f.follower = ? and e.address is not null and e.state = 0 limit ${MOST_LISTS}`;
  const lists = (yield* database.all(sql, [viewer], readStored)).map(
    (list) => parseStored(list).tags,
  );
  return lists
    .flat()
    .flatMap(([name, value = '']) => (name === 'e' || name === 'a' ? [value] : []));
}

function amongKeys(keys: readonly string[]): Condition {
  return { sql: `(e.id ${IN} or e.address ${IN})`, params: [keys, keys] };
}

function* anyOf(searching: Searching, parts: readonly SearchTerms[]): Query<Condition> {
  const { database } = searching;
  const queries = parts.filter(isOfWords).flatMap((part) => textQuery(part) ?? []);
  const words = queries.map((query) => database.dialect.query(query));
  const mixed = parts.filter((part) => !isOfWords(part));
  const others = yield* inParallel(mixed.map((part) => conditionsOf(searching, part)));
  const conditions = [
    ...(words.length > 0
      ? [
          asSet({
            sql: `e.seq in (${database.dialect.notes.hits})`,
            params: [database.dialect.either(words)],
          }),
        ]
      : []),
    ...mixed.map((part, n) =>
      allOf([...textConditions(database, part, 'hits'), ...(others[n] ?? [])]),
    ),
  ];
  if (conditions.length === 0) return allOf([]);
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(' or '),
    params: conditions.flatMap(({ params }) => params),
  };
}

/** True if there is a letter or digit to search for. */
function hasLetter(words: string): boolean {
  return /[\p{L}\p{N}]/u.test(words);
}
