import { parseAddress } from '../../../src/events/nostr/address.ts';
import { isHex } from '../../../src/events/core/hex.ts';
import { field, isRecord, parseJson } from '../../../src/events/core/json.ts';
import { decode } from '../../../src/events/nostr/nip19.ts';
import { type Query, inParallel } from '../engine/statements.ts';
import type { QueryHandlers } from '../engine/bind-queries.ts';
import type { Database } from '../engine/database.ts';
import type { TextQuery } from '../engine/dialect.ts';
import { latestOf } from '../reading/events.ts';
import { memberNamed } from '../accounts/members.ts';
import { keysOf } from '../reading/people.ts';
import { text } from '../engine/row.ts';
import { parseStored } from '../stored-event.ts';

export interface AccountSearch {
  /** Accounts with all these words as prefixes in their names or addresses, best followed first. */
  accountsByName(words: string, most: number): Promise<string[]>;
  /** The same among the accounts that `pubkey` follows. */
  followsByName(pubkey: string, words: string, most: number): Promise<string[]>;
  /**
   * The account whose profile has this lightning address (lud16), in any case. Of several, the best
   * followed one.
   */
  accountOfLnAddress(address: string): Promise<string | undefined>;
}

export const ACCOUNT_SEARCH: QueryHandlers<AccountSearch> = {
  accountsByName,
  *followsByName(database, pubkey, words, most) {
    const query = namesQuery(words);
    if (query === undefined) return [];
    const isFollowed =
      'where exists (select 1 from follows f where f.follower = ? and f.followed = e.pubkey)';
    return yield* keysOf(database, named(database, isFollowed), [
      database.dialect.query(query),
      pubkey,
      most,
    ]);
  },
  *accountOfLnAddress(database, address) {
    const wanted = address.trim().toLowerCase();
    if (wanted.length > LONGEST) return undefined;
    const words = wanted.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ');
    const params = [database.dialect.query({ all: [words], column: 'address' }), MOST_CANDIDATES];
    const rows = yield* database.all(named(database), params, (row) => ({
      pubkey: text(row, 'pubkey'),
      raw: text(row, 'raw'),
    }));
    return rows.find((row) => addressIn(row.raw) === wanted)?.pubkey;
  },
};

const MOST_CANDIDATES = 100;
const LONGEST = 300;

/**
 * Resolve the accounts that a search names: hex, npub, nprofile, a follow pack (naddr), or a name.
 * `ann@example.com` is found by `ann`.
 */
export function* peopleNamed(database: Database, names: readonly string[]): Query<string[]> {
  return [...new Set((yield* inParallel(names.map((name) => accountsOf(database, name)))).flat())];
}

/** Return the full-text query for names, or `undefined` without a word. */
export function namesQuery(words: string): TextQuery | undefined {
  const all = words
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, 10);
  return all.length > 0 ? { all, isPrefix: true } : undefined;
}

/** Return SQL for the current profiles that match a query, best followed account first. */
function named({ dialect }: Database, where = ''): string {
  return `select e.pubkey, e.raw from (${dialect.names.hits}) h join events e on e.seq = h.seq left join accounts a on a.pubkey = e.pubkey
    ${where} order by coalesce(a.followers, 0) desc, e.pubkey limit ?`;
}

function* accountsByName(database: Database, words: string, most: number): Query<string[]> {
  const query = namesQuery(words);
  return query === undefined
    ? []
    : yield* keysOf(database, named(database), [database.dialect.query(query), most]);
}

function* accountsOf(database: Database, name: string): Query<string[]> {
  if (isHex(name, 64)) return [name];
  const entity = decode(name);
  if (entity?.type === 'npub' || entity?.type === 'nprofile') return [entity.pubkey];
  if (entity?.type === 'naddr')
    return yield* packOf(database, `${entity.kind}:${entity.pubkey}:${entity.identifier}`);
  const member = yield* memberNamed(database, name.split('@')[0] ?? '');
  // Names are not unique: the best followed account with the name wins.
  return member ? [member.pubkey] : yield* accountsByName(database, name, 1);
}

function* packOf(database: Database, address: string): Query<string[]> {
  const [pack] = parseAddress(address) ? yield* latestOf(database, [address]) : [];
  return pack
    ? parseStored(pack).tags.flatMap(([tag, pubkey]) =>
        tag === 'p' && isHex(pubkey ?? '', 64) ? [pubkey ?? ''] : [],
      )
    : [];
}

function addressIn(raw: string): string | undefined {
  const content = parseJson(parseStored({ raw }).content);
  const address = isRecord(content) ? field(content, 'lud16') : undefined;
  return typeof address === 'string' ? address.trim().toLowerCase() : undefined;
}
