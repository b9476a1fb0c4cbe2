import type { Query } from '../engine/statements.ts';
import type { QueryHandlers } from '../engine/bind-queries.ts';
import type { Database } from '../engine/database.ts';
import { inSeconds } from '../../../src/events/core/time.ts';
import { int, maybeInt, maybeText, type Row, text } from '../engine/row.ts';
import { replaceIn } from '../engine/insert.ts';

/**
 * An account that this service gave a name or a badge (results 10000158, 10000168, 10000169 and
 * `/.well-known/nostr.json`). Times in seconds. `tier` is `premium`, `premium-legend` or empty;
 * `style` a badge of PROFILE-11 or empty.
 */
export interface Member {
  readonly pubkey: string;
  readonly name: string | undefined;
  readonly tier: string;
  readonly cohort1: string;
  readonly cohort2: string;
  readonly premiumSince: number | undefined;
  readonly legendSince: number | undefined;
  readonly expiresOn: number | undefined;
  readonly style: string;
  readonly customBadge: boolean;
  readonly avatarGlow: boolean;
  readonly shoutout: string;
}

/** Members of this service. Names are lower case and belong to one account each. */
export interface Members {
  /** Insert or update members. */
  putMembers(members: readonly Member[]): Promise<void>;
  /** The members among these accounts. */
  membersAmong(pubkeys: readonly string[]): Promise<Member[]>;
  /** Members of some tiers. There are never many beside the events of a service. */
  membersOfTier(tiers: readonly string[]): Promise<Member[]>;
  /** The member with this name (NIP-05). */
  memberNamed(name: string): Promise<Member | undefined>;
  /**
   * The account that a lightning address with this name pays: its member, or the member who gave
   * the name up within a year.
   */
  payeeNamed(name: string): Promise<string | undefined>;
  /**
   * True if the account may use the name: no other member has it or gave it up within a year. An
   * account with three reserved former names may only choose one of these.
   */
  isNameFree(name: string, pubkey: string | undefined): Promise<boolean>;
  /**
   * Rename a member and return true, unless the name is taken. The former name is reserved for the
   * member.
   */
  renameMember(pubkey: string, name: string): Promise<boolean>;
}

/**
 * Seconds that a former name stays reserved. Other people still know it and pay its lightning
 * address.
 */
const HELD = 365 * 86_400;
/** Otherwise one member could reserve all names by renaming. */
const MOST_HELD = 3;

const PUT = replaceIn('members');

export const MEMBERS: QueryHandlers<Members> = {
  *putMembers(database, members) {
    yield* database.transaction(function* () {
      for (const m of members) {
        const dates = [m.premiumSince ?? null, m.legendSince ?? null, m.expiresOn ?? null];
        const badge = [m.style, Number(m.customBadge), Number(m.avatarGlow), m.shoutout];
        const name = m.name?.toLowerCase() ?? null;
        // A name belongs to one account: the latest to receive it.
        yield* database.put('delete from members where name = ? and pubkey <> ?', [name, m.pubkey]);
        yield* holdFormer(database, m.pubkey, name);
        yield* database.put(PUT, [
          m.pubkey,
          name,
          m.tier,
          m.cohort1,
          m.cohort2,
          ...dates,
          ...badge,
        ]);
      }
    });
  },
  membersAmong: (database, pubkeys) =>
    database.all(
      'select * from members where pubkey in (select value from json_each(?))',
      [pubkeys],
      readMember,
    ),
  membersOfTier: (database, tiers) =>
    database.all(
      'select * from members where tier in (select value from json_each(?))',
      [tiers],
      readMember,
    ),
  memberNamed,
  *payeeNamed(database, name) {
    return (yield* memberNamed(database, name))?.pubkey ?? (yield* holderOf(database, name));
  },
  isNameFree,
  renameMember: (database, pubkey, name) =>
    database.transaction(function* () {
      if (!(yield* isNameFree(database, name, pubkey))) return false;
      yield* holdFormer(database, pubkey, name.toLowerCase());
      yield* database.put('update members set name = ? where pubkey = ?', [
        name.toLowerCase(),
        pubkey,
      ]);
      return true;
    }),
};

/** Release names whose year is over. */
export function* releaseNames(database: Database): Query<void> {
  yield* database.put('delete from held_names where until <= ?', [inSeconds(database.now())]);
}

export function* isNameFree(
  database: Database,
  name: string,
  pubkey: string | undefined,
): Query<boolean> {
  const owner = (yield* memberNamed(database, name))?.pubkey ?? (yield* holderOf(database, name));
  if (owner !== undefined || pubkey === undefined) return owner === pubkey;
  const sql = 'select count(*) as n from held_names where pubkey = ? and until > ?';
  const held = yield* database.one(sql, [pubkey, inSeconds(database.now())], (row) =>
    int(row, 'n'),
  );
  return (held ?? 0) < MOST_HELD;
}

function holderOf(database: Database, name: string): Query<string | undefined> {
  const sql = 'select pubkey from held_names where name = ? and until > ?';
  return database.one(sql, [name.toLowerCase(), inSeconds(database.now())], (row) =>
    text(row, 'pubkey'),
  );
}

/** Reserve the name that a member gives up for another. */
function* holdFormer(database: Database, pubkey: string, next: string | null): Query<void> {
  const former = yield* database.one('select name from members where pubkey = ?', [pubkey], (row) =>
    maybeText(row, 'name'),
  );
  if (next !== null) yield* database.put('delete from held_names where name = ?', [next]);
  if (former === undefined || former === next) return;
  const sql = `insert into held_names (name, pubkey, until) values (?, ?, ?)
    on conflict (name) do update set pubkey = excluded.pubkey, until = excluded.until`;
  yield* database.put(sql, [former, pubkey, inSeconds(database.now()) + HELD]);
}

export function memberNamed(database: Database, name: string): Query<Member | undefined> {
  return database.one('select * from members where name = ?', [name.toLowerCase()], readMember);
}

function readMember(row: Row): Member {
  return {
    pubkey: text(row, 'pubkey'),
    name: maybeText(row, 'name'),
    tier: text(row, 'tier'),
    cohort1: text(row, 'cohort_1'),
    cohort2: text(row, 'cohort_2'),
    premiumSince: maybeInt(row, 'premium_since'),
    legendSince: maybeInt(row, 'legend_since'),
    expiresOn: maybeInt(row, 'expires_on'),
    style: text(row, 'style'),
    customBadge: int(row, 'custom_badge') === 1,
    avatarGlow: int(row, 'avatar_glow') === 1,
    shoutout: text(row, 'shoutout'),
  };
}
