import { KIND, RESULT } from '../../src/events/kinds.ts';
import { maybeText, text } from '../store/row.ts';
import type { Store } from '../store/store.ts';
import type { StoredEvent } from '../store/stored.ts';
import { linkResults } from './media.ts';
import { claimsAbout, profilesOf, serverLists } from './people.ts';
import { parsed, peopleIn, referencedBy } from './references.ts';
import { type Result, synthetic, wrapped } from './results.ts';
import { actionResults, statResults, targetsOf, wordResults } from './scores.ts';
import { visibleTo } from './visibility.ts';
import { topZaps, zapResult } from './zaps.ts';

/** Who looks: `viewer` says what is hidden, `actor` whose deeds are told (nobody's for a visitor). */
export interface View {
  readonly viewer: string | undefined;
  readonly actor: string | undefined;
}

/** A live event that was updated so long ago no longer runs (10.6). */
export const LIVE_SECONDS = 3_600;

/**
 * A page of posts with everything a client needs to show it (2.4), without its RANGE: the posts in order, what they refer to wrapped,
 * profiles (also those of `people`), top zaps, counts, deeds, media, previews, word counts, running live events, claims about them.
 */
export function enrich(store: Store, posts: readonly StoredEvent[], { viewer, actor }: View, people: readonly string[] = []): Result[] {
  const top = posts.map(parsed);
  const referenced = referencedBy(store, top, visibleTo(store, viewer));
  const all = [...top, ...referenced];
  const stored = all.map((each) => each.stored);
  const targets = targetsOf(store, stored);
  const zaps = topZaps(store, targets.keys());
  const authors = new Set(stored.map(({ pubkey }) => pubkey));
  const named = [...all.flatMap(({ event }) => peopleIn(event)), ...sendersOf(store, stored)];
  const accounts = [...new Set([...authors, ...people, ...named, ...zaps.flatMap(({ sender, receiver }) => [sender, receiver])])];
  const profiles = profilesOf(store, accounts);
  const sent = new Set(posts.map(({ id }) => id));
  const unsent = <T extends { id: string }>(rows: readonly T[]): T[] => rows.filter(({ id }) => !sent.has(id));
  return [
    ...posts.map(({ raw }) => raw),
    ...referenced.map((each) => wrapped(each.stored)),
    ...unsent(profiles).map(({ raw }) => raw),
    ...unsent(zaps).map(({ raw }) => raw),
    ...zaps.map((zap) => zapResult(zap, targets.get(zap.target ?? ''))),
    ...statResults(store, stored, targets),
    ...actionResults(store, actor, targets),
    ...linkResults(store, [...stored, ...profiles]),
    ...wordResults(store, stored),
    ...liveEvents(store, accounts),
    ...claimsAbout(store, accounts),
    hintsOf(store, stored),
    ...serverLists(store, [...authors]),
  ];
}

/** Running live events (kind 30311, updated within the hour) that accounts take part in. */
export function liveEvents(store: Store, pubkeys: readonly string[]): Result[] {
  const since = store.now() - LIVE_SECONDS;
  const running = store.one(
    'select 1 as running from events where state = 0 and kind = ? and created_at >= ? limit 1',
    [KIND.LiveEvent, since],
    () => true,
  );
  if (!running) return [];
  const sql = `select distinct e.raw from tags t join events e on e.seq = t.seq
    where t.name = 'p' and t.value in (select value from json_each(?)) and t.created_at >= ? and e.kind = ?`;
  return store.all(sql, [JSON.stringify(pubkeys), since, KIND.LiveEvent], (row) => text(row, 'raw'));
}

/** Who sent the zaps that receipts among these events are for: a receipt is signed by somebody else. */
function sendersOf(store: Store, events: readonly StoredEvent[]): string[] {
  const receipts = events.filter(({ kind }) => kind === KIND.Zap).map(({ seq }) => seq);
  if (receipts.length === 0) return [];
  return store.all('select sender from zaps where seq in (select value from json_each(?))', [JSON.stringify(receipts)], (row) =>
    text(row, 'sender'),
  );
}

/** Relays where events were seen (10000141). */
function hintsOf(store: Store, events: readonly StoredEvent[]): Result {
  const sql = 'select id, hint from events where hint is not null and id in (select value from json_each(?))';
  const hints = store.all(sql, [JSON.stringify(events.map(({ id }) => id))], (row) => [text(row, 'id'), maybeText(row, 'hint')] as const);
  return synthetic(RESULT.EventRelays, Object.fromEntries(hints));
}
