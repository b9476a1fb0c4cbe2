import type { CallbackActorLogic } from 'xstate';
import { field, isRecord } from '../../events/core/json.ts';
import { splitTarget } from '../../events/compose/compose.ts';
import type { Writing } from '../../events/publish/writing/writing.ts';
import {
  type StoredDraft,
  type StoredDraftName,
  newestDrafts,
  readStoredDraft,
} from '../../events/compose/stored-draft.ts';
import { inMillis, justAfter, later, type Millis, millis } from '../../events/core/time.ts';
import type {
  DraftCommand,
  DraftInput,
  DraftSignal,
} from '../../machines/compose/compose-protocol.ts';
import { onPageUnload, type PageEnd } from '../core/page-unload.ts';
import type { Scope, StorageFailure } from '../core/storage.ts';
import type { AccountKey } from '../core/storage-keys.ts';
import { tabNames } from '../core/tab-names.ts';
import {
  deleteDatabase,
  openIfPossible,
  readRows,
  transact,
  whenDone,
} from '../core/indexed-db.ts';
import { chooseDraft, type DraftChoice, newDraft } from './draft-choice.ts';
import { callbackAdapter } from '../../machines/core/ports.ts';

export interface DraftDeps extends PageEnd {
  /** `undefined` if the platform has no database. */
  readonly factory: IDBFactory | undefined;
  readonly storage: (account: string) => Scope<AccountKey>;
  readonly now: () => Millis;
  /**
   * The channel on which the tabs of a browser announce added and removed texts. `undefined` if
   * channels are not available.
   */
  readonly channel: (name: string) => BroadcastChannel | undefined;
  /** `undefined` if the platform has no locks. */
  readonly locks: LockManager | undefined;
  /** Names under which local storage has texts of an account. */
  readonly parts: (account: string) => readonly string[];
  readonly newId: () => string;
}

type Kept = Omit<StoredDraft, 'target'>;

const STORE = 'drafts';
const VERSION = 1;
const TIMEOUT_MS = 3_000;
/**
 * In milliseconds, shorter than the composer's timeout. When it expires, a new text begins and no
 * stored one is touched.
 */
const CHOOSING = 4_000;
/** Before any text was stored. */
const NEVER = millis(0);

export function draftsName(account: string): string {
  return `starling-drafts-${account}`;
}

/**
 * The composer's `drafts` port: one text of one account, under a name that no other tab writes to
 * (COMPOSE-12), stored twice. Once the database reports it, it is on disk, and survives a crash of
 * the browser at any moment. Local storage has it at once, and survives a page that closes before
 * the database is done (INV-NO-LOSS). The later copy wins.
 */
export function draftStore(deps: DraftDeps): CallbackActorLogic<DraftCommand, DraftInput> {
  const choosing = { claims: tabNames(deps.locks), newId: deps.newId, given: new Set<string>() };
  /** Pending work of this page by account, until its last text is stored or dropped. */
  const endings = new Map<string, Promise<unknown>>();
  return callbackAdapter<DraftCommand, DraftInput>(({ input, sendBack, receive }) => {
    const local = deps.storage(input.account);
    const opening = openDrafts(deps.factory, input.account);
    let isOver = false;
    let choice: DraftChoice | undefined;
    const chosen = Promise.withResolvers<DraftChoice>();
    let last = NEVER;
    let written: Writing | undefined;
    let wasAside = false;
    let told: StorageFailure | undefined;
    /** True if no earlier name of the text has a record any more. */
    let isMoved = false;
    const report = (signal: DraftSignal): void => {
      if (!isOver) sendBack(signal);
    };
    const say = (unkept: StorageFailure | undefined): void => {
      if (unkept === told) return;
      told = unkept;
      report(unkept ? { type: 'draft.writeFailed', reason: unkept } : { type: 'draft.kept' });
    };
    const settle = (found: DraftChoice): DraftChoice => {
      if (choice) {
        void found.claim.then((release) => release?.());
        const { target } = choice;
        // a text that the disk returned too late is offered anyway
        const others = found.others + (found.writing ? 1 : 0);
        report({
          type: 'draft.found',
          writing: undefined,
          place: splitTarget(target).place,
          others,
        });
        return choice;
      }
      choice = found;
      chosen.resolve(found);
      last = later(found.at, last);
      written = found.writing;
      report({
        type: 'draft.found',
        writing: found.writing,
        place: splitTarget(found.target).place,
        others: found.others,
      });
      void found.claim.then(() => tellTabs(deps, input.account));
      if (found.writing && found.earlier?.length) keep(found.writing);
      return found;
    };
    const look = async (): Promise<readonly StoredDraft[]> => {
      const db = await opening;
      const rows = db ? await allDrafts(db).catch(() => []) : [];
      const names = new Set([input.target, ...deps.parts(input.account), ...choosing.given]);
      const drafts = latestFirst([...newestDrafts(draftsIn(rows, local, [...names])).values()]);
      return drafts.filter(({ target }) => target !== choice?.target);
    };
    const find = async (): Promise<void> => {
      const late = setTimeout(() => settle(newDraft(input, choosing)), CHOOSING);
      await endings.get(input.account);
      settle(await chooseDraft(input, look, choosing));
      clearTimeout(late);
    };
    void find();
    let tail = Promise.resolve();
    const forgetHere = (gone: readonly StoredDraftName[]): void => {
      for (const { target, at } of gone)
        if ((localDraft(local, target)?.at ?? NEVER) <= at) local.remove('noteDraft', target);
    };
    const forgetOnDisk = async (gone: readonly StoredDraftName[]): Promise<void> => {
      const db = await opening;
      for (const { target, at } of gone)
        if (db) await remove(db, target, at).catch(() => undefined);
    };
    const keep = (writing: Writing, isAside = false): void => {
      const { target, earlier = [] } = choice ?? settle(newDraft(input, choosing));
      const now = deps.now();
      // an unchanged text keeps its time: the last changed text is offered first
      const isSame = writing === written && isAside === wasAside;
      const at = isSame ? last : later(now, justAfter(last));
      const kept: Kept = {
        writing,
        at,
        ...(earlier.length > 0 ? { earlier } : {}),
        ...(isAside ? { isAside } : {}),
      };
      last = kept.at;
      written = writing;
      wasAside = isAside;
      const unkept = local.write('noteDraft', kept, target);
      tail = tail.then(async () => {
        const db = await opening;
        const isOnDisk =
          db !== undefined &&
          (await putDraft(db, target, kept).then(
            () => true,
            () => false,
          ));
        say(isOnDisk ? undefined : unkept);
        // without a database both are in local storage
        const isSafe = isOnDisk || (!db && !unkept);
        if (!isSafe || isMoved || earlier.length === 0) return;
        isMoved = true;
        forgetHere(earlier);
        await forgetOnDisk(earlier);
        tellTabs(deps, input.account);
      });
    };
    const drop = (): void => {
      if (!choice) return;
      const { target, earlier = [] } = choice;
      const gone = [...earlier, { target, at: last }];
      forgetHere(gone);
      tail = tail.then(() => forgetOnDisk(gone)).then(() => tellTabs(deps, input.account));
    };
    receive((command) =>
      command.type === 'draft.keep' ? keep(command.writing, command.isAside) : drop(),
    );
    const rest = onPageUnload(deps, () => report({ type: 'draft.flush' }));
    return () => {
      isOver = true;
      rest();
      // accepted commands finish although nothing receives the result
      const ending = Promise.all([chosen.promise, tail]);
      endings.set(input.account, ending);
      void ending.then(async ([{ claim }]) => {
        (await opening)?.close();
        (await claim)?.();
        tellTabs(deps, input.account);
      });
    };
  });
}

/** Reloads all other lists of an account's texts, in every tab. */
export function tellTabs({ channel }: Pick<DraftDeps, 'channel'>, account: string): void {
  const line = channel(draftsName(account));
  line?.postMessage('changed');
  line?.close();
}

/** Removes all drafts of an account from the database (ACCOUNT-06, E-35). */
export function eraseDrafts(factory: IDBFactory, account: string): Promise<void> {
  return deleteDatabase(factory, draftsName(account));
}

/** Opens the database of an account's drafts. `undefined` if none is available. */
export function openDrafts(
  factory: IDBFactory | undefined,
  account: string,
): Promise<IDBDatabase | undefined> {
  return openIfPossible(
    factory,
    { name: draftsName(account), version: VERSION, timeoutMs: TIMEOUT_MS },
    (db) => {
      db.createObjectStore(STORE, { autoIncrement: true });
    },
  );
}

/** All rows of the database, not parsed. */
export function allDrafts(db: IDBDatabase): Promise<readonly unknown[]> {
  return transact<readonly unknown[]>(
    db,
    { store: STORE, mode: 'readonly', timeoutMs: TIMEOUT_MS },
    (store, done) => {
      whenDone(store.getAll(), (values: readonly unknown[]) => done(values));
    },
  );
}

/** Replaces older versions. There are few texts at a time, so all are read. */
export function putDraft(db: IDBDatabase, target: string, kept: Kept): Promise<void> {
  return change(db, target, kept.at, (store) => store.add({ target, ...kept }));
}

function remove(db: IDBDatabase, target: string, until: Millis): Promise<void> {
  return change(db, target, until, () => undefined);
}

function change(
  db: IDBDatabase,
  target: string,
  until: Millis,
  then: (store: IDBObjectStore) => unknown,
): Promise<void> {
  return transact<void>(
    db,
    { store: STORE, mode: 'readwrite', timeoutMs: TIMEOUT_MS },
    (store, done) => {
      readRows(store, (rows) => {
        for (const [key, value] of rows)
          if (isOf(value, target) && (readStoredDraft(value)?.at ?? NEVER) <= until)
            store.delete(key);
        then(store);
        done();
      });
    },
  );
}

/**
 * All texts in rows of the database and in local storage, in every version. A page that closed at
 * once left its text in local storage only.
 */
export function draftsIn(
  rows: readonly unknown[],
  local: Scope<AccountKey>,
  targets: readonly string[],
): readonly StoredDraft[] {
  return [
    ...rows.flatMap((row) => readStoredDraft(row) ?? []),
    ...targets.flatMap((target) => localDraft(local, target) ?? []),
  ];
}

/**
 * The stored texts of an account in their newest versions, the latest first. `targets`: names that
 * local storage has.
 */
export async function keptDrafts(
  factory: IDBFactory | undefined,
  account: string,
  local: Scope<AccountKey>,
  targets: readonly string[],
): Promise<readonly StoredDraft[]> {
  const db = await openDrafts(factory, account);
  const rows = db ? await allDrafts(db).catch(() => []) : [];
  db?.close();
  return latestFirst([...newestDrafts(draftsIn(rows, local, targets)).values()]);
}

/**
 * Stores a text under a name, or removes it, in both places. A version that was written after `at`
 * stays.
 */
export async function replaceDraft(
  factory: IDBFactory | undefined,
  account: string,
  local: Scope<AccountKey>,
  { target, writing, at }: StoredDraftName & { readonly writing: Writing | undefined },
): Promise<void> {
  if ((localDraft(local, target)?.at ?? NEVER) <= at) {
    if (writing) local.write('noteDraft', { writing, at }, target);
    else local.remove('noteDraft', target);
  }
  const db = await openDrafts(factory, account);
  if (!db) return;
  await (writing ? putDraft(db, target, { writing, at }) : remove(db, target, at)).finally(() =>
    db.close(),
  );
}

function isOf(value: unknown, target: string): boolean {
  return isRecord(value) && field(value, 'target') === target;
}

function localDraft(local: Scope<AccountKey>, target: string): StoredDraft | undefined {
  return readStoredDraft({ ...Object(local.read('noteDraft', target)), target });
}

function latestFirst(drafts: readonly StoredDraft[]): readonly StoredDraft[] {
  return drafts.toSorted((one, other) => inMillis(other.at) - inMillis(one.at));
}
