import { KIND } from '../../src/events/kinds.ts';
import { int } from '../store/row.ts';
import type { Store } from '../store/store.ts';
import { keepFor } from './keep.ts';

/** Totals of the network (content of 10000101), at most five seconds old. */
export type NetStats = Readonly<Record<'users' | 'pubkeys' | 'pubnotes' | 'reactions' | 'reposts' | 'any' | 'zaps' | 'satszapped', number>>;

const kept = keepFor<NetStats>(5);

// a user has a profile and follows somebody (16.2)
const USERS = `select count(*) as n from accounts a where a.follows > 0
  and exists (select 1 from events e where e.address = '${KIND.Metadata}:' || a.pubkey || ':' and e.address is not null and e.state = 0)`;

export function netStats(store: Store): NetStats {
  return kept(store, '', () => {
    const count = (sql: string) => store.one(sql, [], (row) => int(row, 'n')) ?? 0;
    const kinds = new Map(store.all('select kind, n from kinds', [], (row) => [int(row, 'kind'), int(row, 'n')] as const));
    const ofKind = (kind: number) => kinds.get(kind) ?? 0;
    return {
      users: count(USERS),
      pubkeys: count('select count(*) as n from accounts where events > 0'),
      pubnotes: ofKind(KIND.Text),
      reactions: ofKind(KIND.Reaction),
      reposts: ofKind(KIND.Repost) + ofKind(KIND.GenericRepost),
      any: [...kinds.values()].reduce((sum, n) => sum + n, 0),
      zaps: ofKind(KIND.Zap),
      satszapped: count('select coalesce(sum(sats), 0) as n from zaps'),
    };
  });
}
