import type { Asked } from './asked.ts';
import type { Answers } from './answers.ts';
import type { Database } from './database.ts';
import { int, maybeInt, maybeText, type Row, text } from './row.ts';

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

/** Members of this service. Names are lower case and belong to one account each. */
export interface Members {
  /** Adds members or replaces what was known of them. */
  putMembers(members: readonly Member[]): Promise<void>;
  /** The members among these accounts. */
  membersAmong(pubkeys: readonly string[]): Promise<Member[]>;
  /** Members of some tiers. There are never many beside the events of a service. */
  membersOfTier(tiers: readonly string[]): Promise<Member[]>;
  /** Who has that name here (NIP-05). */
  memberNamed(name: string): Promise<Member | undefined>;
  /** Gives a member another name. Whether it is free is for the caller to know. */
  renameMember(pubkey: string, name: string): Promise<void>;
}

const DETAILS = 'name tier cohort_1 cohort_2 premium_since legend_since expires_on style custom_badge avatar_glow shoutout'.split(' ');
const PUT = `insert into members (pubkey, ${DETAILS.join(', ')}) values (?, ${DETAILS.map(() => '?').join(', ')})
  on conflict (pubkey) do update set ${DETAILS.map((name) => `${name} = excluded.${name}`).join(', ')}`;

export const MEMBERS: Answers<Members> = {
  *putMembers(database, members) {
    yield* database.transaction(function* () {
      for (const m of members) {
        const dates = [m.premiumSince ?? null, m.legendSince ?? null, m.expiresOn ?? null];
        const badge = [m.style, Number(m.customBadge), Number(m.avatarGlow), m.shoutout];
        const name = m.name?.toLowerCase() ?? null;
        // a name belongs to one account: the last that was given it
        yield* database.put('delete from members where name = ? and pubkey <> ?', [name, m.pubkey]);
        yield* database.put(PUT, [m.pubkey, name, m.tier, m.cohort1, m.cohort2, ...dates, ...badge]);
      }
    });
  },
  membersAmong: (database, pubkeys) =>
    database.all('select * from members where pubkey in (select value from json_each(?))', [pubkeys], readMember),
  membersOfTier: (database, tiers) =>
    database.all('select * from members where tier in (select value from json_each(?))', [tiers], readMember),
  memberNamed,
  *renameMember(database, pubkey, name) {
    yield* database.put('update members set name = ? where pubkey = ?', [name.toLowerCase(), pubkey]);
  },
};

export function memberNamed(database: Database, name: string): Asked<Member | undefined> {
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
