import type { CallbackActorLogic } from 'xstate';
import { addressOf } from '../../../events/nostr/address.ts';
import { replaces, type VerifiedEvent } from '../../../events/nostr/event.ts';
import { readEvent } from '../../../events/nostr/event-shape.ts';
import type { Seconds } from '../../../events/core/time.ts';
import type { Verify } from '../../../events/nostr/verify.ts';
import type {
  VersionsCommand,
  VersionsSignal,
} from '../../../machines/account/lists/lists-context.ts';
import { deleteDatabase, openIfPossible, transact, whenDone } from '../../core/indexed-db.ts';
import { callbackAdapter } from '../../../machines/core/ports.ts';

export interface VersionsDeps {
  /** `undefined` if the platform has no database. */
  readonly factory: IDBFactory | undefined;
  readonly now: () => Seconds;
  readonly verify: () => Promise<Verify>;
  /** True if this device remembers that it created the account. */
  readonly isMadeHere?: (account: string) => boolean;
}

const STORE = 'versions';
const VERSION = 1;
const TIMEOUT_MS = 3_000;
/** Maximum number of versions of one list. The oldest are removed first. */
const MOST = 30;

/** The database that holds the versions of an account's lists. */
export function versionsName(account: string): string {
  return `starling-lists-${account}`;
}

/**
 * The keeper's port of the account's lists (BEYOND-02). Every version that was seen survives the
 * page. If the disk refuses a version, it is kept in this page. Stored versions are verified again,
 * including their author, before they count.
 */
export function listVersions(
  deps: VersionsDeps,
): CallbackActorLogic<VersionsCommand, { account: string }> {
  return callbackAdapter<VersionsCommand, { account: string }>(({ input, sendBack, receive }) => {
    const isMadeHere = deps.isMadeHere?.(input.account) ?? false;
    const versions = new Map<string, VerifiedEvent>();
    let isOver = false;
    const add = (events: readonly VerifiedEvent[]): readonly VerifiedEvent[] => {
      const fresh = events.filter(
        ({ id, pubkey }) => pubkey === input.account && !versions.has(id),
      );
      for (const event of fresh) if (addressOf(event) !== undefined) versions.set(event.id, event);
      return fresh;
    };
    const report = (): void => {
      if (!isOver)
        sendBack({
          type: 'versions.found',
          events: [...versions.values()],
          now: deps.now(),
          isMadeHere,
        } satisfies VersionsSignal);
    };
    const opening = openVersions(deps.factory, input.account);
    let tail = (async () => {
      const [db, verify] = await Promise.all([opening, deps.verify().catch(() => undefined)]);
      const rows = db && verify ? await allVersions(db).catch(() => []) : [];
      add(
        rows.flatMap((row) => {
          const event = readEvent(row);
          return (event && verify?.(event)) ?? [];
        }),
      );
      report();
    })();
    receive(({ events, without }) => {
      tail = tail.then(async () => {
        add(events);
        const gone = [
          ...without,
          ...beyond([...versions.values()].filter(({ id }) => !without.includes(id))),
        ];
        for (const id of gone) versions.delete(id);
        report();
        const db = await opening;
        if (db) await writeVersions(db, [...versions.values()], gone).catch(() => undefined);
      });
    });
    return () => {
      isOver = true;
      void tail.finally(() => opening.then((db) => db?.close())).catch(() => undefined);
    };
  });
}

/** Removes the versions that were kept for an account (ACCOUNT-06, E-35). */
export function eraseVersions(factory: IDBFactory, account: string): Promise<void> {
  return deleteDatabase(factory, versionsName(account));
}

/** Opens the database of an account's versions. `undefined` if none is available. */
export function openVersions(
  factory: IDBFactory | undefined,
  account: string,
): Promise<IDBDatabase | undefined> {
  return openIfPossible(
    factory,
    { name: versionsName(account), version: VERSION, timeoutMs: TIMEOUT_MS },
    (db) => {
      db.createObjectStore(STORE, { keyPath: 'id' });
    },
  );
}

/** All stored versions, not verified yet. */
export function allVersions(db: IDBDatabase): Promise<readonly unknown[]> {
  return transact<readonly unknown[]>(
    db,
    { store: STORE, mode: 'readonly', timeoutMs: TIMEOUT_MS },
    (store, done) => {
      whenDone(store.getAll(), (rows: readonly unknown[]) => done(rows));
    },
  );
}

/** Writes the missing versions, and deletes those with these ids. */
export function writeVersions(
  db: IDBDatabase,
  events: readonly VerifiedEvent[],
  gone: readonly string[],
): Promise<void> {
  return transact<void>(
    db,
    { store: STORE, mode: 'readwrite', timeoutMs: TIMEOUT_MS },
    (store, done) => {
      whenDone(store.getAllKeys(), (keys) => {
        const kept = new Set(keys);
        for (const event of events) if (!kept.has(event.id)) store.add(event);
        for (const id of gone) store.delete(id);
        done();
      });
    },
  );
}

/** Ids of the versions beyond the limit. */
function beyond(events: readonly VerifiedEvent[]): readonly string[] {
  const lists = Map.groupBy(events, (event) => addressOf(event) ?? '');
  return [...lists.values()].flatMap((versions) =>
    versions
      .toSorted((one, other) => (replaces(one, other) ? -1 : 1))
      .slice(MOST)
      .map(({ id }) => id),
  );
}
