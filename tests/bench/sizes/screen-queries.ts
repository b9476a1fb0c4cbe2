import { KIND } from '../../../src/events/nostr/kinds.ts';
import { deflateSync } from 'node:zlib';
import type { CacheContext } from '../../../service/cache/cache-context.ts';
import { eventsFrames } from '../../../service/cache/frames.ts';
import { answer } from '../../../service/cache/answer-verb.ts';
import { openPeople } from '../../network/people.ts';
import { openPen } from '../../network/fast-signer.ts';
import { openWords } from '../../network/vocabulary.ts';
import { median, percentile } from '../figures-table.ts';

/** Milliseconds for a screen, from its request payloads to the sent frames. */
export interface Timing {
  readonly screen: string;
  readonly p50: number;
  readonly p95: number;
}

type Ask = readonly [verb: string, payload: Readonly<Record<string, unknown>>];

/** Subjects of the requests: accounts, threads, and words, the most common first. */
export interface Subjects {
  readonly accounts: readonly string[];
  readonly threads: readonly string[];
  readonly words: readonly string[];
}

/**
 * Number of accounts that view screens and receive notifications. They start with the best known
 * one and cover every part of the network.
 */
const VIEWERS = 200;

/** Return the accounts of a generated network whose screens are measured. */
export function viewersOf(seed: number, accounts: number): readonly string[] {
  const people = openPeople(seed, accounts, openPen(seed));
  const numbers = Array.from({ length: VIEWERS }, (_, n) =>
    Math.floor((accounts - 1) * (n / VIEWERS) ** 2),
  );
  return [...new Set(numbers)].map((n) => people.key(n).pubkey);
}

/**
 * Return the subjects of a network of that seed. Its threads start at the newest notes and at notes
 * of the best known accounts.
 */
export async function subjectsOf(
  { store }: Pick<CacheContext, 'store'>,
  seed: number,
  accounts: readonly string[],
): Promise<Subjects> {
  const words = openWords(seed);
  const told = await store.query(
    [{ kinds: [KIND.Text], authors: accounts.slice(0, 60), limit: 300 }],
    300,
  );
  return {
    accounts,
    threads: told.map(({ id }) => id),
    words: Array.from({ length: 200 }, (_, n) => words.ranked(n * 17)),
  };
}

const PAGE = 20;
const spec = (fields: Readonly<Record<string, unknown>>) => ({
  spec: JSON.stringify(fields),
  limit: PAGE,
});
const at = (list: readonly string[], n: number) => list[n % Math.max(1, list.length)] ?? '';

/** The requests of each screen in its nth round, as the client sends them on opening. */
const SCREENS: ReadonlyArray<
  readonly [screen: string, asks: (subjects: Subjects, n: number, now: number) => readonly Ask[]]
> = [
  [
    'home page',
    ({ accounts }, n, now) => [
      [
        'mega_feed_directive',
        {
          ...spec({ id: 'latest', kind: 'notes' }),
          user_pubkey: at(accounts, n * 37),
          until: now - (n % 20) * 3_000,
        },
      ],
    ],
  ],
  [
    'thread',
    ({ accounts, threads }, n) => [
      ['thread_view', { event_id: at(threads, n), limit: 100, user_pubkey: at(accounts, n) }],
    ],
  ],
  [
    'profile',
    ({ accounts }, n) => [
      ['user_profile', { pubkey: at(accounts, n), user_pubkey: at(accounts, n + 1) }],
      [
        'feed',
        {
          pubkey: at(accounts, n),
          notes: 'authored',
          limit: PAGE,
          user_pubkey: at(accounts, n + 1),
        },
      ],
    ],
  ],
  [
    'search',
    ({ accounts, words }, n) => [
      [
        'mega_feed_directive',
        { ...spec({ id: 'advsearch', query: at(words, n) }), user_pubkey: at(accounts, n) },
      ],
    ],
  ],
  [
    'notifications',
    ({ accounts }, n) => [
      ['get_notifications', { pubkey: at(accounts, n), user_pubkey: at(accounts, n), limit: PAGE }],
    ],
  ],
];

/** Run the requests of every screen that many times. */
export async function timeScreens(
  context: CacheContext,
  subjects: Subjects,
  rounds: number,
  now: number,
): Promise<readonly Timing[]> {
  const timings: Timing[] = [];
  for (const [screen, asks] of SCREENS) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const from = performance.now();
      for (const [verb, payload] of asks(subjects, round, now)) await ask(context, verb, payload);
      times.push(performance.now() - from);
    }
    timings.push({ screen, p50: median(times), p95: percentile(times, 0.95) });
  }
  return timings;
}

async function ask(
  context: CacheContext,
  verb: string,
  payload: Readonly<Record<string, unknown>>,
): Promise<void> {
  const reply = await answer(context, verb, payload);
  if ('notice' in reply) throw new Error(`${verb}: ${reply.notice}`);
  for (const frame of eventsFrames('bench', reply.results)) deflateSync(frame, { level: 3 });
}
