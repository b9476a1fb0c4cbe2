import { inSeconds } from '../../../src/events/core/time.ts';
import type { Asked } from '../engine/statements.ts';
import { forget, leavePlace, setState, takePlace, type Version, VERSION, versions } from './insert-events.ts';
import { isAnythingBlocked, REPEATING, repeatedIn, repeatsBlocked } from './embedded-events.ts';
import { int } from '../engine/row.ts';
import type { Work } from './derived-rows.ts';
import { STATE } from '../schema.ts';
import type { Store } from '../store.ts';

/** A change of what is stored already. */
export type Change<T> = (work: Work) => Asked<T>;

/** Does one of them in a transaction of its own. */
type Run = <T>(change: Change<T>) => Promise<T>;

/** What an operator changes of what is stored already. */
export function changesBy(run: Run): Pick<Store, 'withhold' | 'release' | 'forget' | 'withholdRepeats' | 'releaseRepeats'> {
  return {
    withhold: (pubkey, most) => run((work) => withhold(work, pubkey, most)),
    release: (pubkey, most) => run((work) => release(work, pubkey, most)),
    forget: (id) => run((work) => forgetById(work, id)),
    withholdRepeats: (name, after, most) => run((work) => withholdRepeats(work, name, after, most)),
    releaseRepeats: (pubkey, after, most) => run((work) => releaseRepeats(work, pubkey, after, most)),
  };
}

const OF_ACCOUNT = `${VERSION} where pubkey = ?`;
/** In the words of the index. */
const BESIDE = 'state in (1, 3, 4)';

function* withhold(work: Work, pubkey: string, most: number): Asked<number> {
  const current = yield* versions(work, `${OF_ACCOUNT} and state = 0 order by created_at limit ?`, [pubkey, most]);
  const rest = most - current.length;
  const others = yield* versions(work, `${OF_ACCOUNT} and ${BESIDE} and state <> 4 order by created_at limit ?`, [pubkey, rest]);
  const found = [...current, ...others];
  for (const version of found) {
    yield* setState(work, version.seq, STATE.withheld);
    yield* leavePlace(work, version);
  }
  return found.length;
}

/** What somebody was told before they last looked is nothing new to them when it is told again. */
const SEEN = `update notifications set unread = 0 where unread = 1
  and created_at <= (select s.seen_at from notifications_seen s where s.pubkey = notifications.receiver)`;

/** Each finds its place anew among what is there by now. */
function* release(work: Work, pubkey: string, most: number): Asked<number> {
  const own = `${OF_ACCOUNT} and ${BESIDE} and state = 4`;
  const found = yield* versions(work, `${own} and kind not in (${REPEATING.join(', ')}) order by created_at, seq limit ?`, [pubkey, most]);
  if (found.length < most) {
    const repeating = yield* versions(work, `${own} and kind in (${REPEATING.join(', ')}) order by created_at, seq`, [pubkey]);
    // those that repeat what is still not given out stay where they are
    for (const version of repeating) if (found.length < most && !(yield* repeatsBlocked(work, version.event))) found.push(version);
  }
  for (const version of found) {
    if (!work.verify(version.event)) throw new Error('what is stored does not hold');
    yield* takePlace(work, version);
  }
  yield* work.database.putEach(
    `${SEEN} and seq > 0 and seq = ?`,
    found.map(({ seq }) => [seq]),
  );
  if (found.length > 0) yield* work.database.put(`${SEEN} and seq = 0 and actor = ?`, [pubkey]);
  return found.length;
}

const REPEATS = `${VERSION} where seq > ? and seq <= ? and kind in (${REPEATING.join(', ')})`;
/** Events that one step walks over: whoever writes beside it waits for no more than these. */
const STRETCH = 5_000;

/** A step of a walk over all that repeats something: how many were changed, and where to go on. */
interface Walked {
  readonly count: number;
  readonly next: number | undefined;
}

/** Looks at the next events that repeat others, and changes those that `change` wants changed. */
function* step(
  work: Work,
  { sql, params, after, most }: { readonly sql: string; readonly params: readonly string[]; readonly after: number; readonly most: number },
  change: (version: Version) => Asked<boolean>,
): Asked<Walked> {
  const last = (yield* work.database.one('select coalesce(max(seq), 0) as n from events', [], (row) => int(row, 'n'))) ?? 0;
  const end = after + STRETCH;
  const found = yield* versions(work, `${REPEATS} and ${sql} order by seq limit ?`, [after, end, ...params, most]);
  let count = 0;
  for (const version of found) if (yield* change(version)) count++;
  if (found.length === most) return { count, next: found.at(-1)?.seq };
  return { count, next: end < last ? end : undefined };
}

/** `name`: an id or a public key; undefined: of all that is forgotten or denied. */
function* withholdRepeats(work: Work, name: string | undefined, after: number, most: number): Asked<Walked> {
  if (name === undefined && !(yield* isAnythingBlocked(work))) return { count: 0, next: undefined };
  const states = 'state in (0, 1, 3)';
  const [sql, params] = name === undefined ? [states, []] : [`instr(raw, ?) > 0 and ${states}`, [name]];
  return yield* step(work, { sql, params, after, most }, function* (version) {
    const isMeant =
      name === undefined
        ? yield* repeatsBlocked(work, version.event)
        : repeatedIn(version.event).some(({ id, pubkey }) => id === name || pubkey === name);
    if (!isMeant) return false;
    yield* setState(work, version.seq, STATE.withheld);
    yield* leavePlace(work, version);
    return true;
  });
}

function* releaseRepeats(work: Work, pubkey: string, after: number, most: number): Asked<Walked> {
  const question = { sql: 'instr(raw, ?) > 0 and state = 4', params: [pubkey], after, most };
  return yield* step(work, question, function* (version) {
    const denied = "select 1 from standings where standing = 'denied' and pubkey = ?";
    const isHeld = (yield* work.database.one(denied, [version.event.pubkey], () => true)) ?? (yield* repeatsBlocked(work, version.event));
    if (!isHeld) yield* takePlace(work, version);
    return !isHeld;
  });
}

function* forgetById(work: Work, id: string): Asked<boolean> {
  const [version] = yield* versions(work, `${VERSION} where id = ? and state <> 2`, [id]);
  if (!version) return false;
  yield* forget(work, version);
  const sql = "insert into deletions (target, pubkey, created_at) values (?, '', ?) on conflict do nothing";
  yield* work.database.put(sql, [id, inSeconds(work.now)]);
  return true;
}
