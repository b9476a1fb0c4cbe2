import { addressOf } from '../../../src/events/nostr/address.ts';
import { type SignedEvent, tagValue } from '../../../src/events/nostr/event.ts';
import type { Query } from '../engine/statements.ts';
import { text } from '../engine/row.ts';
import type { Work } from './derived-rows.ts';
import { STATE } from '../schema.ts';
import { parseStored } from '../stored-event.ts';
import { replaceIn } from '../engine/insert.ts';

const PUT = replaceIn('articles');

/**
 * List an article (kind 30023 with a d tag and a numeric published_at) by the publication time in
 * its first version.
 */
export function* insertArticle(work: Work, event: SignedEvent, seq: number): Query<void> {
  const address = addressOf(event);
  if (
    address === undefined ||
    tagValue(event, 'd') === undefined ||
    publishedAt(event) === undefined
  )
    return;
  const { database, tally } = work;
  yield* database.put(PUT, [
    address,
    seq,
    event.id,
    event.pubkey,
    yield* earliest(work, address),
    countWords(event.content),
  ]);
  tally.account(event.pubkey, { articles: 1 });
}

export function* deleteArticle(work: Work, event: SignedEvent, seq: number): Query<void> {
  const changed = yield* work.database.run('delete from articles where address = ? and seq = ?', [
    addressOf(event) ?? '',
    seq,
  ]);
  if (changed > 0) work.tally.account(event.pubkey, { articles: -1 });
}

/** Update the first publication time after an older version was added late or removed. */
export function* redateArticle(work: Work, event: SignedEvent): Query<void> {
  const address = addressOf(event) ?? '';
  const published = yield* earliest(work, address);
  if (published < Infinity)
    yield* work.database.put('update articles set published_at = ? where address = ?', [
      published,
      address,
    ]);
}

function* earliest(work: Work, address: string): Query<number> {
  const times = yield* work.database.all(
    'select raw from events where address = ? and state <= ?',
    [address, STATE.superseded],
    (row) => publishedAt(parseStored({ raw: text(row, 'raw') })),
  );
  return times.reduce<number>((least, time) => Math.min(least, time ?? Infinity), Infinity);
}

/** Return `published_at` in seconds, or `undefined` if it is missing or no number. */
function publishedAt(event: SignedEvent): number | undefined {
  const value = tagValue(event, 'published_at') ?? '';
  return /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}

/** Words separated by white space, counted in one pass. */
function countWords(content: string): number {
  let words = 0;
  let inside = false;
  for (let i = 0; i < content.length; i++) {
    const code = content.charCodeAt(i);
    const blank = code <= 32 || code === 0xa0;
    if (!blank && !inside) words++;
    inside = !blank;
  }
  return words;
}
