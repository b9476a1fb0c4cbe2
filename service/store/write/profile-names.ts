import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { field, isRecord, parseJson } from '../../../src/events/core/json.ts';
import type { Query } from '../engine/statements.ts';
import type { Database } from '../engine/database.ts';

const LONGEST = 200;

/**
 * Index a profile by its names (name, username, display_name, displayName) and addresses (nip05,
 * lud16).
 */
export function* insertProfileNames(
  database: Database,
  event: SignedEvent,
  seq: number,
): Query<void> {
  const profile = parseJson(event.content);
  if (!isRecord(profile)) return;
  const join = (names: readonly string[]) =>
    names
      .map((name) => field(profile, name))
      .filter((value) => typeof value === 'string')
      .map((value) => value.slice(0, LONGEST))
      .join(' ');
  const name = join(['name', 'username', 'display_name', 'displayName']);
  const address = join(['nip05', 'lud16']);
  const { names, text } = database.dialect;
  yield* database.put(names.put, [seq, text(name), text(address)]);
}
