import type { SignedEvent, VerifiedEvent } from '../../../src/events/nostr/event.ts';
import { field, isRecord, parseJson } from '../../../src/events/core/json.ts';
import { readEvent } from '../../../src/events/nostr/event-shape.ts';
import { verifyWith } from '../../../src/events/nostr/verify.ts';
import type { Query } from '../engine/statements.ts';
import type { Database } from '../engine/database.ts';
import { changedAccounts } from '../store-options.ts';
import { text } from '../engine/row.ts';
import { STATE } from '../schema.ts';
import type { Inserted } from '../store.ts';

/** Events from the database were verified by the process that stored them, so they are trusted. */
const believed = verifyWith(() => true, 0);

/**
 * Return the message for other processes: ids of stored events, whole ephemeral events (NIP-01),
 * and accounts.
 */
export function changeFeedBody({ added, ephemeral, concerned }: Inserted): string {
  return JSON.stringify({ added: added.map(({ id }) => id), ephemeral, concerned: [...concerned] });
}

/** Return the changes with these ids, in order. Events that were deleted meanwhile are left out. */
export function* readChanges(database: Database, ids: readonly string[]): Query<Inserted[]> {
  const bodies = new Map(
    yield* database.all(
      'select id, body from news where id in (select value from json_each(?))',
      [ids],
      (row) => [text(row, 'id'), parseJson(text(row, 'body'))],
    ),
  );
  const found = ids.flatMap((id) => bodies.get(id) ?? []);
  const named = found.flatMap((body) => textsOf(body, 'added'));
  const events = new Map(
    yield* database.all(
      `select id, raw from events where id in (select value from json_each(?)) and state = ${STATE.current}`,
      [named],
      (row) => [text(row, 'id'), verified(parseJson(text(row, 'raw')))],
    ),
  );
  return found.map((body) => ({
    ...changedAccounts(textsOf(body, 'concerned')),
    added: textsOf(body, 'added').flatMap((id) => events.get(id) ?? []),
    ephemeral: listOf(body, 'ephemeral').flatMap((each) => verified(each) ?? []),
  }));
}

function verified(value: unknown): VerifiedEvent | undefined {
  const event: SignedEvent | undefined = readEvent(value);
  return event && believed(event);
}

function textsOf(body: unknown, name: string): string[] {
  return listOf(body, name).filter((each) => typeof each === 'string');
}

function listOf(body: unknown, name: string): unknown[] {
  const list = isRecord(body) ? field(body, name) : undefined;
  return Array.isArray(list) ? list : [];
}
