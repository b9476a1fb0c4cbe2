import { KIND } from '../../../src/events/nostr/kinds.ts';
import type { Query } from '../engine/statements.ts';
import type { Database } from '../engine/database.ts';
import { insertInto } from '../engine/insert.ts';

/** Kinds that mark an account as joined. */
export const JOINING: ReadonlySet<number> = new Set([
  KIND.Text,
  KIND.Repost,
  KIND.Reaction,
  KIND.LongForm,
]);

/** Counter changes of a batch, written once per row when the batch ends. */
export interface CounterChanges {
  stat(target: string, changes: Partial<StatChange>): void;
  account(pubkey: string, changes: Partial<AccountChange>): void;
  kind(kind: number, by: number): void;
  /**
   * Set the weight of replies to this event by its length, also for replies that came before it.
   */
  weigh(target: string, chars: number): void;
  /** Recompute the account's first event, which may be gone. */
  rejoin(pubkey: string): void;
  flush(): Query<void>;
}

/** Additions to a row of `stats`. */
interface StatChange {
  likes: number;
  replies: number;
  reposts: number;
  quotes: number;
  zaps: number;
  satszapped: number;
  points: number;
  repliers: number;
  points24h: number;
  repliers24h: number;
}

/** Additions to a row of `accounts`; `first_at` is a time and the smallest counts. */
export interface AccountChange {
  followers: number;
  follows: number;
  notes: number;
  replies: number;
  articles: number;
  media: number;
  zaps: number;
  satszapped: number;
  events: number;
  first_at: number;
}

const STATS = [
  'likes',
  'replies',
  'reposts',
  'quotes',
  'zaps',
  'satszapped',
  'points',
  'repliers',
  'points24h',
  'repliers24h',
] as const;
const COUNTS = [
  'followers',
  'follows',
  'notes',
  'replies',
  'articles',
  'media',
  'zaps',
  'satszapped',
  'events',
] as const;

// a reply to a very short note says little
const SHORT = 100;
const VERY_SHORT = 20;
const weightOf = (id: string) =>
  `coalesce((select case when chars <= ${VERY_SHORT} then 1 when chars <= ${SHORT} then 5 else 10 end from events where id = ${id}), 10)`;
const addEach = (table: string, names: readonly string[]) =>
  names.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ');
const PUT_STAT = insertInto(
  'stats',
  `on conflict (target) do update set ${addEach('stats', STATS)}, reply_weight = excluded.reply_weight`,
  weightOf,
);
const PUT_ACCOUNT = insertInto(
  'accounts',
  `on conflict (pubkey) do update set ${addEach('accounts', COUNTS)},
  first_at = case when accounts.first_at < excluded.first_at then accounts.first_at else coalesce(excluded.first_at, accounts.first_at) end`,
);
const WEIGH = 'update stats set reply_weight = ? where target in (select value from json_each(?))';
const REJOIN = `update accounts set first_at = (select min(created_at) from events e where e.pubkey = ?1 and e.state = 0
  and e.kind in (${[...JOINING].join(', ')})) where pubkey = ?1`;
const PUT_KIND = insertInto('kinds', `on conflict (kind) do update set ${addEach('kinds', ['n'])}`);

/** Return the weight of a reply to a text of this length. */
export function replyWeight(chars: number): number {
  if (chars <= VERY_SHORT) return 1;
  return chars <= SHORT ? 5 : 10;
}

export function openCounterChanges(database: Database): CounterChanges {
  const stats = new Map<string, StatChange>();
  const accounts = new Map<string, AccountChange>();
  const kinds = new Map<number, number>();
  const rejoining = new Set<string>();
  const weighed = new Map<number, string[]>();
  return {
    stat(target, changes) {
      const row = stats.get(target) ?? emptyStat();
      for (const name of STATS) row[name] += changes[name] ?? 0;
      stats.set(target, row);
    },
    account(pubkey, changes) {
      const row = accounts.get(pubkey) ?? emptyAccount();
      for (const name of COUNTS) row[name] += changes[name] ?? 0;
      row.first_at = Math.min(row.first_at, changes.first_at ?? Infinity);
      accounts.set(pubkey, row);
    },
    kind: (kind, by) => void kinds.set(kind, (kinds.get(kind) ?? 0) + by),
    weigh(target, chars) {
      const weight = replyWeight(chars);
      // An unknown text counts as long.
      if (chars > SHORT) return;
      const targets = weighed.get(weight) ?? [];
      targets.push(target);
      weighed.set(weight, targets);
    },
    rejoin: (pubkey) => void rejoining.add(pubkey),
    *flush() {
      for (const [weight, targets] of weighed) yield* database.put(WEIGH, [weight, targets]);
      yield* database.putEach(
        PUT_STAT,
        [...stats].map(([target, row]) => [target, ...STATS.map((name) => row[name])]),
      );
      yield* database.putEach(PUT_ACCOUNT, [...accounts].map(accountRow));
      yield* database.putEach(PUT_KIND, [...kinds]);
      for (const pubkey of rejoining) yield* database.put(REJOIN, [pubkey]);
      for (const kept of [stats, accounts, kinds, rejoining, weighed]) kept.clear();
    },
  };
}

function accountRow([pubkey, row]: readonly [pubkey: string, row: AccountChange]): (
  | string
  | number
  | null
)[] {
  return [
    pubkey,
    ...COUNTS.map((name) => row[name]),
    Number.isFinite(row.first_at) ? row.first_at : null,
  ];
}

function emptyStat(): StatChange {
  return {
    likes: 0,
    replies: 0,
    reposts: 0,
    quotes: 0,
    zaps: 0,
    satszapped: 0,
    points: 0,
    repliers: 0,
    points24h: 0,
    repliers24h: 0,
  };
}

function emptyAccount(): AccountChange {
  return {
    followers: 0,
    follows: 0,
    notes: 0,
    replies: 0,
    articles: 0,
    media: 0,
    zaps: 0,
    satszapped: 0,
    events: 0,
    first_at: Infinity,
  };
}
