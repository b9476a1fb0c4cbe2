import type { Claim, MediaInfo } from './connection/claims.ts';
import type { Facts } from './facts.ts';
import { foldRows, type Table } from './table.ts';

type Name =
  | 'stats'
  | 'actions'
  | 'userStats'
  | 'hints'
  | 'media'
  | 'previews'
  | 'hls'
  | 'scores'
  | 'followers'
  | 'names'
  | 'legends'
  | 'cohorts'
  | 'words';

/** The tables that hold what the caching service asserts. No signed event writes to them, and no claim writes to any other table. */
export type ClaimTables = Pick<Facts, Name>;

type RowOf<T> = T extends Table<infer V> ? V : never;
type Changes = { readonly [K in Name]: Array<readonly [key: string, row: RowOf<Facts[K]>]> };

/** Puts claims into their tables: a later claim replaces an earlier one, an equal one leaves the row as it is. Claims without a table do nothing. */
export function foldClaims(facts: ClaimTables, claims: readonly Claim[]): ClaimTables {
  const changes = collect(claims);
  return {
    stats: foldRows(facts.stats, changes.stats, replaceRow),
    actions: foldRows(facts.actions, changes.actions, replaceRow),
    userStats: foldRows(facts.userStats, changes.userStats, replaceRow),
    hints: foldRows(facts.hints, changes.hints, replaceRow),
    media: foldRows(facts.media, changes.media, mergeMedia),
    previews: foldRows(facts.previews, changes.previews, replaceRow),
    hls: foldRows(facts.hls, changes.hls, replaceRow),
    scores: foldRows(facts.scores, changes.scores, replaceRow),
    followers: foldRows(facts.followers, changes.followers, replaceRow),
    names: foldRows(facts.names, changes.names, replaceRow),
    legends: foldRows(facts.legends, changes.legends, replaceRow),
    cohorts: foldRows(facts.cohorts, changes.cohorts, replaceRow),
    words: foldRows(facts.words, changes.words, replaceRow),
  };
}

function collect(claims: readonly Claim[]): Changes {
  const changes: Changes = {
    stats: [],
    actions: [],
    userStats: [],
    hints: [],
    media: [],
    previews: [],
    hls: [],
    scores: [],
    followers: [],
    names: [],
    legends: [],
    cohorts: [],
    words: [],
  };
  for (const claim of claims) put(changes, claim);
  return changes;
}

function put(changes: Changes, claim: Claim): void {
  switch (claim.claim) {
    case 'stats':
      changes.stats.push([claim.id, claim]);
      break;
    case 'actions':
      changes.actions.push([claim.id, claim]);
      break;
    case 'userStats':
      changes.userStats.push([claim.pubkey, claim]);
      break;
    case 'words':
      changes.words.push([claim.id, claim.words]);
      break;
    case 'media':
      for (const info of claim.media) changes.media.push([info.url, info]);
      break;
    case 'previews':
      for (const preview of claim.previews) changes.previews.push([preview.url, preview]);
      break;
    case 'hls':
      for (const row of claim.streams) changes.hls.push(row);
      break;
    default:
      putPeople(changes, claim);
  }
}

function putPeople(changes: Changes, claim: Claim): void {
  switch (claim.claim) {
    case 'hints':
      for (const row of claim.hints) changes.hints.push(row);
      break;
    case 'scores':
      for (const row of claim.scores) changes.scores.push(row);
      break;
    case 'followers':
      for (const row of claim.followers) changes.followers.push(row);
      break;
    case 'names':
      for (const row of claim.names) changes.names.push(row);
      break;
    case 'legends':
      for (const row of claim.legends) changes.legends.push(row);
      break;
    case 'cohorts':
      for (const row of claim.cohorts) changes.cohorts.push(row);
      break;
  }
}

function replaceRow<V>(row: V | undefined, next: V): V {
  return row !== undefined && sameData(row, next) ? row : next;
}

/** A medium can be named once with its sizes and once with only a still picture; neither takes away what the other said. */
function mergeMedia(row: MediaInfo | undefined, next: MediaInfo): MediaInfo {
  if (!row) return next;
  return replaceRow(row, {
    url: next.url,
    type: next.type === '' ? row.type : next.type,
    variants: next.variants.length > 0 ? next.variants : row.variants,
    thumbnail: next.thumbnail ?? row.thumbnail,
  });
}

/** Whether two pieces of plain data (no cycles, no Maps) say the same. */
function sameData(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const left = Object.entries(a);
  const right = new Map(Object.entries(b));
  return left.length === right.size && left.every(([key, value]) => sameData(value, right.get(key)));
}
