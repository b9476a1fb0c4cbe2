import { inSeconds } from '../../../src/events/core/time.ts';
import type { Query } from '../engine/statements.ts';
import {
  eraseEvent,
  removeFromIndexes,
  setState,
  makeCurrent,
  type Version,
  VERSION,
  versions,
} from './insert-events.ts';
import {
  isAnyDenied,
  isAnythingBlocked,
  EMBEDDING_KINDS,
  embeddedEventsOf,
  repeatsBlocked,
} from './embedded-events.ts';
import { int } from '../engine/row.ts';
import type { Work } from './derived-rows.ts';
import { STATE } from '../schema.ts';
import type { Store } from '../store.ts';

/** A change of stored events. */
export type Change<T> = (work: Work) => Query<T>;

/** Runs a change in a transaction of its own. */
type Run = <T>(change: Change<T>) => Promise<T>;

/** Return the operator's changes of stored events. */
export function changesBy(
  run: Run,
): Pick<Store, 'withhold' | 'release' | 'forget' | 'withholdRepeats' | 'releaseRepeats'> {
  return {
    withhold: (pubkey, most) => run((work) => withhold(work, pubkey, most)),
    release: (pubkey, most) => run((work) => release(work, pubkey, most)),
    forget: (id) => run((work) => forgetById(work, id)),
    withholdRepeats: (name, after, most) => run((work) => withholdRepeats(work, name, after, most)),
    releaseRepeats: (pubkey, after, most) =>
      run((work) => releaseRepeats(work, pubkey, after, most)),
  };
}

const OF_ACCOUNT = `${VERSION} where pubkey = ?`;
/** Written as in the partial index. */
const BESIDE = 'state in (1, 3, 4)';

function* withhold(work: Work, pubkey: string, most: number): Query<number> {
  const current = yield* versions(work, `${OF_ACCOUNT} and state = 0 order by created_at limit ?`, [
    pubkey,
    most,
  ]);
  const rest = most - current.length;
  const others = yield* versions(
    work,
    `${OF_ACCOUNT} and ${BESIDE} and state <> 4 order by created_at limit ?`,
    [pubkey, rest],
  );
  const found = [...current, ...others];
  for (const version of found) {
    yield* setState(work, version.seq, STATE.withheld);
    yield* removeFromIndexes(work, version);
  }
  return found.length;
}

/**
 * Notifications that arrive again do not count as unread if the recipient has looked since their
 * time.
 */
const SEEN = `update notifications set unread = 0 where unread = 1
  and created_at <= (select s.seen_at from notifications_seen s where s.pubkey = notifications.receiver)`;

/** Re-evaluate each withheld event, so that it becomes current if no newer version exists. */
function* release(work: Work, pubkey: string, most: number): Query<number> {
  const own = `${OF_ACCOUNT} and ${BESIDE} and state = 4`;
  const found = yield* versions(
    work,
    `${own} and kind not in (${EMBEDDING_KINDS.join(', ')}) order by created_at, seq limit ?`,
    [pubkey, most],
  );
  if (found.length < most) {
    const repeating = yield* versions(
      work,
      `${own} and kind in (${EMBEDDING_KINDS.join(', ')}) order by created_at, seq`,
      [pubkey],
    );
    // Events that contain a hidden event stay withheld.
    for (const version of repeating)
      if (found.length < most && !(yield* repeatsBlocked(work, version.event))) found.push(version);
  }
  for (const version of found) {
    if (!work.verify(version.event)) throw new Error('what is stored does not hold');
    yield* makeCurrent(work, version);
  }
  yield* work.database.putEach(
    `${SEEN} and seq > 0 and seq = ?`,
    found.map(({ seq }) => [seq]),
  );
  if (found.length > 0) yield* work.database.put(`${SEEN} and seq = 0 and actor = ?`, [pubkey]);
  return found.length;
}

const REPEATS = `${VERSION} where seq > ? and seq <= ? and kind in (${EMBEDDING_KINDS.join(', ')})`;
/** Events that one step scans. Concurrent writers wait no longer than for these. */
const STRETCH = 5_000;

/** Result of one step: the number of changed events, and the next position. */
interface Walked {
  readonly count: number;
  readonly next: number | undefined;
}

/** Scan the next events that contain others, and change those that `change` selects. */
function* step(
  work: Work,
  {
    sql,
    params,
    after,
    most,
  }: {
    readonly sql: string;
    readonly params: readonly string[];
    readonly after: number;
    readonly most: number;
  },
  change: (version: Version) => Query<boolean>,
): Query<Walked> {
  const last =
    (yield* work.database.one('select coalesce(max(seq), 0) as n from events', [], (row) =>
      int(row, 'n'),
    )) ?? 0;
  const end = after + STRETCH;
  const found = yield* versions(work, `${REPEATS} and ${sql} order by seq limit ?`, [
    after,
    end,
    ...params,
    most,
  ]);
  let count = 0;
  for (const version of found) if (yield* change(version)) count++;
  if (found.length === most) return { count, next: found.at(-1)?.seq };
  return { count, next: end < last ? end : undefined };
}

/** `name`: an id or a public key. `undefined`: all removed events and denied authors. */
function* withholdRepeats(
  work: Work,
  name: string | undefined,
  after: number,
  most: number,
): Query<Walked> {
  if (name === undefined && !(yield* isAnythingBlocked(work))) return { count: 0, next: undefined };
  const states = 'state in (0, 1, 3)';
  const [sql, params] =
    name === undefined ? [states, []] : [`instr(raw, ?) > 0 and ${states}`, [name]];
  return yield* step(work, { sql, params, after, most }, function* (version) {
    const isMeant =
      name === undefined
        ? yield* repeatsBlocked(work, version.event)
        : embeddedEventsOf(version.event).some(({ id, pubkey }) => id === name || pubkey === name);
    if (!isMeant) return false;
    yield* setState(work, version.seq, STATE.withheld);
    yield* removeFromIndexes(work, version);
    return true;
  });
}

function* releaseRepeats(work: Work, pubkey: string, after: number, most: number): Query<Walked> {
  const question = { sql: 'instr(raw, ?) > 0 and state = 4', params: [pubkey], after, most };
  return yield* step(work, question, function* (version) {
    const isHeld =
      (yield* isAnyDenied(work.database, [version.event.pubkey])) ||
      (yield* repeatsBlocked(work, version.event));
    if (!isHeld) yield* makeCurrent(work, version);
    return !isHeld;
  });
}

function* forgetById(work: Work, id: string): Query<boolean> {
  const [version] = yield* versions(work, `${VERSION} where id = ? and state <> 2`, [id]);
  if (!version) return false;
  yield* eraseEvent(work, version);
  const sql =
    "insert into deletions (target, pubkey, created_at) values (?, '', ?) on conflict do nothing";
  yield* work.database.put(sql, [id, inSeconds(work.now)]);
  return true;
}
