import { isHex } from '../../../src/events/core/hex.ts';
import { isReplaceable } from '../../../src/events/nostr/kinds.ts';
import type { Query } from '../engine/statements.ts';
import type { Database } from '../engine/database.ts';
import { PRIVATE_KINDS } from '../filters/private-kinds.ts';
import { int, maybeText, text } from '../engine/row.ts';
import { REF, STATE } from '../schema.ts';

/** A cache of frequent lookups about posts. It is valid until an event is added or deleted. */
export interface ReplyAncestors {
  readonly database: Database;
  /** The local account whose post has this id or address. */
  ownerOf(target: string): Query<string | undefined>;
  /** The known ancestors of a post, nearest first, without that post. */
  above(parent: string | undefined): Query<readonly string[]>;
}

/** Maximum number of ancestors. */
const DEEPEST = 30;
const OWNER =
  'select r.pubkey as receiver, e.kind from events e join receivers r on r.pubkey = e.pubkey';

export function openReplyAncestors(database: Database): ReplyAncestors {
  const parents = new Map<string, string | undefined>();
  const owners = new Map<string, string | undefined>();
  const parentOf = (key: string) => {
    const sql = `select parent from events where ${isHex(key, 64) ? 'id' : 'address'} = ? and state = ${STATE.current}`;
    return once(parents, key, () => database.one(sql, [key], (row) => maybeText(row, 'parent')));
  };
  return {
    database,
    ownerOf: (target) => once(owners, target, () => readOwner(database, target)),
    *above(parent) {
      const keys: string[] = [];
      for (let key = parent; key !== undefined && keys.length <= DEEPEST; ) {
        keys.push(key);
        const next: string | undefined = yield* parentOf(key);
        key = next !== undefined && keys.includes(next) ? undefined : next;
      }
      return keys.slice(1);
    },
  };
}

/**
 * Return direct and indirect replies to these posts, nearest first, as deep as `above` looks up.
 */
export function* repliesBelow(
  database: Database,
  keys: readonly string[],
  most: number,
): Query<number[]> {
  const sql = `select e.seq, e.id from json_each(?) j cross join refs r on r.target = j.value and r.type = ${REF.reply}
    cross join events e on e.seq = r.seq limit ${most}`;
  const below = new Set<number>();
  for (
    let level = keys, depth = 0;
    level.length > 0 && depth <= DEEPEST && below.size < most;
    depth++
  ) {
    const answers = yield* database.all(sql, [level], (row) => ({
      seq: int(row, 'seq'),
      id: text(row, 'id'),
    }));
    const found = answers.filter(({ seq }) => !below.has(seq));
    for (const { seq } of found) below.add(seq);
    level = found.map(({ id }) => id);
  }
  return [...below].slice(0, most);
}

/** True if others can interact with this kind. Lists and private events do not count as posts. */
export function isPost(kind: number): boolean {
  return !isReplaceable(kind) && !PRIVATE_KINDS.includes(kind);
}

function* readOwner(database: Database, target: string): Query<string | undefined> {
  const sql = `${OWNER} where ${isHex(target, 64) ? 'e.id' : 'e.address'} = ? and e.state <= ${STATE.superseded} limit 1`;
  const owner = yield* database.one(sql, [target], (row) => ({
    receiver: text(row, 'receiver'),
    kind: int(row, 'kind'),
  }));
  return owner && isPost(owner.kind) ? owner.receiver : undefined;
}

function* once(
  known: Map<string, string | undefined>,
  key: string,
  read: () => Query<string | undefined>,
): Query<string | undefined> {
  if (known.has(key)) return known.get(key);
  const value = yield* read();
  known.set(key, value);
  return value;
}
