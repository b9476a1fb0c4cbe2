import { setImmediate as breath } from 'node:timers/promises';
import { KIND, RESULT } from '../../../src/events/nostr/kinds.ts';
import { minus, seconds } from '../../../src/events/core/time.ts';
import type { Store } from '../../store/store.ts';
import type { StoredEvent } from '../../store/stored-event.ts';
import { pollResults, pollsAmong, votesBy } from './poll-results.ts';
import { type Answering, linkResults } from './media-results.ts';
import { claimsAbout, profilesOf, serverLists } from './profile-results.ts';
import { parsed, peopleIn, quotedPosts, referencedBy } from './referenced-events.ts';
import { type Result, synthetic, wrapped } from '../results.ts';
import { actionResults, statResults, targetsOf, wordResults } from './stat-results.ts';
import { visibleTo } from './visibility.ts';
import { TOP_ZAPS, zapResult } from './zap-results.ts';

/**
 * `viewer`: the account whose rules hide events. `actor`: the account whose own actions are sent,
 * `undefined` for a visitor.
 */
export interface View {
  readonly viewer: string | undefined;
  readonly actor: string | undefined;
}

/** A live event without an update for this long is no longer running. */
export const LIVE = seconds(3_600);

/**
 * Return a page of posts with all data to display it, without its RANGE. It contains the posts in
 * order, wrapped references, profiles (also of `people`), top zaps and counts. It also contains the
 * actor's actions, media, previews, word counts, running live events, and claims about the people.
 */
export async function enrich(
  context: Answering,
  posts: readonly StoredEvent[],
  { viewer, actor }: View,
  people: readonly string[] = [],
): Promise<Result[]> {
  const { store } = context;
  const top = posts.map(parsed);
  const referenced = await referencedBy(store, top, () => visibleTo(store, viewer));
  const all = [...top, ...referenced];
  // Yield to other tasks, because a page of a thousand posts takes long.
  await breath();
  const stored = all.map((each) => each.stored);
  const targets = await targetsOf(store, stored);
  const [zaps, senders, polls] = await Promise.all([
    store.topZaps([...targets.keys()], TOP_ZAPS),
    sendersOf(store, stored),
    pollsAmong(store, all),
  ]);
  const authors = new Set(stored.map(({ pubkey }) => pubkey));
  const named = [...all.flatMap(({ event }) => peopleIn(event)), ...senders];
  const accounts = [
    ...new Set([
      ...authors,
      ...people,
      ...named,
      ...zaps.flatMap(({ sender, receiver }) => [sender, receiver]),
    ]),
  ];
  await breath();
  const profiling = profilesOf(store, accounts);
  const sent = new Set(posts.map(({ id }) => id));
  const unsent = <T extends { id: string }>(rows: readonly T[]): T[] =>
    rows.filter(({ id }) => !sent.has(id));
  const [profiles, ...about] = await Promise.all([
    profiling,
    statResults(store, stored, targets),
    actionResults(store, actor, targets, votesBy(actor, polls)),
    profiling.then((profiles) => linkResults(context, [...stored, ...unsent(profiles)])),
    wordResults(store, stored),
    liveEvents(store, accounts),
    claimsAbout(store, accounts),
    hintsOf(store, stored),
    serverLists(store, [...authors]),
  ]);
  return [
    ...posts.map(({ raw }) => raw),
    ...[...quotedPosts(top, all), ...referenced].map((each) => wrapped(each.stored)),
    ...unsent(profiles).map(({ raw }) => raw),
    ...unsent(zaps).map(({ raw }) => raw),
    ...zaps.map((zap) => zapResult(zap, targets.get(zap.target ?? ''))),
    ...about.flat(),
    ...pollResults(polls),
  ];
}

/**
 * Return running live events (kind 30311, updated within the hour) with these accounts as
 * participants.
 */
export function liveEvents(store: Store, pubkeys: readonly string[]): Promise<Result[]> {
  return store.liveEventsWith(pubkeys, minus(store.now(), LIVE));
}

/** Return the senders of the zaps among these events. A receipt has another signer. */
async function sendersOf(store: Store, events: readonly StoredEvent[]): Promise<string[]> {
  const receipts = events.filter(({ kind }) => kind === KIND.Zap).map(({ id }) => id);
  return receipts.length === 0 ? [] : [...(await store.sendersOf(receipts)).values()];
}

/** Return the relays where events were seen (10000141). */
async function hintsOf(store: Store, events: readonly StoredEvent[]): Promise<Result[]> {
  return [
    synthetic(
      RESULT.EventRelays,
      Object.fromEntries(await store.hintsOf(events.map(({ id }) => id))),
    ),
  ];
}
