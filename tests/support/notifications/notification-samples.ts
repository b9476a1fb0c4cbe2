import type { Claim } from '../../../src/events/connection/claims.ts';
import { RESULT } from '../../../src/events/nostr/kinds.ts';
import type { CacheResponse } from '../../../src/machines/core/bus.ts';

/** 64 hex characters. */
export const hex = (n: number) => n.toString(16).padStart(64, '0');

const claim = (kind: number, content: unknown): Claim => ({ claim: 'other', kind, content });

interface Told {
  readonly at: number;
  readonly type?: number;
  readonly actor?: number;
  readonly target?: number;
  readonly sats?: number;
}

/**
 * Return the fields of a notification, by default a like by the actor on note `target`. Its id is
 * derived from all of them.
 */
function notification(
  account: string,
  { at, type = 4, actor = 1, target = 7, sats = 0 }: Told,
): Claim {
  const names = [
    'follower',
    'who_liked_it',
    'who_zapped_it',
    'who_reposted_it',
    'who_replied_to_it',
    'you_were_mentioned_by',
  ];
  return claim(RESULT.Notification, {
    id: hex(at * 100_000 + type * 1_000 + actor),
    pubkey: account,
    created_at: at,
    type,
    ...Object.fromEntries(names.map((name) => [name, hex(0xa0 + actor)])),
    ...Object.fromEntries(
      ['your_post', 'reply', 'you_were_mentioned_in'].map((name) => [name, hex(target)]),
    ),
    ...(sats > 0 ? { satszapped: sats } : {}),
  });
}

/** Return an answer with likes of those dates. */
export function likes(account: string, ...times: readonly number[]): CacheResponse {
  return { events: [], referenced: [], claims: times.map((at) => notification(account, { at })) };
}

/** Return counts of unread notifications. `direct`: direct messages, counted apart. */
export function counts(account: string, count: number, direct = 0): CacheResponse {
  return {
    events: [],
    referenced: [],
    claims: [
      claim(RESULT.NotificationStats, {
        kind: RESULT.NotificationStats,
        pubkey: account,
        4: count,
        401: direct,
      }),
    ],
  };
}

export function seenUntil(at: number): CacheResponse {
  return { events: [], referenced: [], claims: [claim(RESULT.NotificationsSeen, at)] };
}
