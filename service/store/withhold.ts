import { inSeconds } from '../../src/events/time.ts';
import type { Asked } from './asked.ts';
import { forget, leavePlace, setState, takePlace, VERSION, versions } from './insert.ts';
import type { Work } from './rows.ts';
import { STATE } from './schema.ts';
import type { Store } from './store.ts';

/** A change of what is stored already. */
export type Change<T> = (work: Work) => Asked<T>;

/** Does one of them in a transaction of its own. */
type Run = <T>(change: Change<T>) => Promise<T>;

/** What an operator changes of what is stored already. */
export function changesBy(run: Run): Pick<Store, 'withhold' | 'release' | 'forget'> {
  return {
    withhold: (pubkey, most) => run((work) => withhold(work, pubkey, most)),
    release: (pubkey, most) => run((work) => release(work, pubkey, most)),
    forget: (id) => run((work) => forgetById(work, id)),
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
  const found = yield* versions(work, `${OF_ACCOUNT} and ${BESIDE} and state = 4 order by created_at, seq limit ?`, [pubkey, most]);
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

function* forgetById(work: Work, id: string): Asked<boolean> {
  const [version] = yield* versions(work, `${VERSION} where id = ? and state <> 2`, [id]);
  if (!version) return false;
  yield* forget(work, version);
  const sql = "insert into deletions (target, pubkey, created_at) values (?, '', ?) on conflict do nothing";
  yield* work.database.put(sql, [id, inSeconds(work.now)]);
  return true;
}
