import { int, maybeInt, maybeText, text } from '../store/row.ts';
import type { Row, Store } from '../store/store.ts';

/**
 * An account that this service gave a name or a badge (results 10000158, 10000168, 10000169 and `/.well-known/nostr.json`).
 * Times in seconds. `tier` is `premium`, `premium-legend` or empty; `style` a badge of PROFILE-11 or empty.
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

const TABLE = `create table if not exists members (
  pubkey text primary key, name text unique, tier text not null, cohort_1 text not null, cohort_2 text not null,
  premium_since integer, legend_since integer, expires_on integer,
  style text not null, custom_badge integer not null, avatar_glow integer not null, shoutout text not null
) without rowid`;

const PUT = `insert or replace into members (pubkey, name, tier, cohort_1, cohort_2, premium_since, legend_since, expires_on,
  style, custom_badge, avatar_glow, shoutout) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

export function createMembers(store: Store): void {
  store.db.exec(TABLE);
}

/** Adds members or replaces what was known of them. Names are lower case and belong to one account each. */
export function putMembers(store: Store, members: readonly Member[]): void {
  createMembers(store);
  store.transaction(() => {
    for (const m of members) {
      const dates = [m.premiumSince ?? null, m.legendSince ?? null, m.expiresOn ?? null];
      const badge = [m.style, Number(m.customBadge), Number(m.avatarGlow), m.shoutout];
      store.run(PUT, [m.pubkey, m.name?.toLowerCase() ?? null, m.tier, m.cohort1, m.cohort2, ...dates, ...badge]);
    }
  });
}

/** The members among these accounts. */
export function membersAmong(store: Store, pubkeys: readonly string[]): Member[] {
  return store.all('select * from members where pubkey in (select value from json_each(?))', [JSON.stringify(pubkeys)], readMember);
}

/** Members of some tiers. There are never many beside the events of a service. */
export function membersOfTier(store: Store, tiers: readonly string[]): Member[] {
  return store.all('select * from members where tier in (select value from json_each(?))', [JSON.stringify(tiers)], readMember);
}

/** Gives a member another name. Whether it is free is for the caller to know. */
export function renameMember(store: Store, pubkey: string, name: string): void {
  store.run('update members set name = ? where pubkey = ?', [name.toLowerCase(), pubkey]);
}

/** Who has that name here (NIP-05). */
export function memberNamed(store: Store, name: string): Member | undefined {
  return store.one('select * from members where name = ?', [name.toLowerCase()], readMember);
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
