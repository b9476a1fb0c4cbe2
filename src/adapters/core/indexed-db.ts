/**
 * Opens a database, and creates it with `upgrade` if it does not exist. Rejects if none is
 * available, or if its version is newer (E-47).
 */
export function openDatabase(
  factory: IDBFactory,
  name: string,
  version: number,
  upgrade: (db: IDBDatabase, transaction: IDBTransaction | null) => void,
): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(name, version);
    request.addEventListener('upgradeneeded', () => upgrade(request.result, request.transaction));
    request.addEventListener('error', () => reject(faultOf(request.error)));
    request.addEventListener('blocked', () => reject(new Error('blocked')));
    request.addEventListener('success', () => {
      // another tab erases it: an open connection would block that
      request.result.addEventListener('versionchange', () => request.result.close());
      resolve(request.result);
    });
  });
}

/**
 * As `openDatabase`, but resolves to `undefined` if none is available, or not within `timeoutMs`
 * milliseconds.
 */
export async function openIfPossible(
  factory: IDBFactory | undefined,
  {
    name,
    version,
    timeoutMs,
  }: { readonly name: string; readonly version: number; readonly timeoutMs: number },
  upgrade: (db: IDBDatabase) => void,
): Promise<IDBDatabase | undefined> {
  if (!factory) return undefined;
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), timeoutMs);
  const opened = openDatabase(factory, name, version, upgrade).catch(() => undefined);
  return Promise.race([opened, late.promise]).finally(() => clearTimeout(timer));
}

/**
 * Runs `work` in one transaction of one store. The value passed to `done` is returned once
 * everything is on disk. Rejects, with nothing written, if any part fails, `work` throws, or it
 * takes longer than `timeoutMs` milliseconds.
 */
export function transact<T>(
  db: IDBDatabase,
  {
    store,
    mode,
    timeoutMs,
  }: {
    readonly store: string;
    readonly mode: 'readonly' | 'readwrite';
    readonly timeoutMs: number;
  },
  work: (store: IDBObjectStore, done: (value: T) => void) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(store, mode, { durability: 'strict' });
    let result: { readonly value: T } | undefined;
    const late = setTimeout(() => abort(transaction), timeoutMs);
    transaction.addEventListener('complete', () => {
      clearTimeout(late);
      if (result) resolve(result.value);
      else reject(new Error('a transaction without a result'));
    });
    transaction.addEventListener('abort', () => {
      clearTimeout(late);
      reject(faultOf(transaction.error));
    });
    try {
      work(transaction.objectStore(store), (value) => {
        result = { value };
      });
    } catch (error) {
      abort(transaction);
      throw error;
    }
  });
}

export function whenDone<T>(request: IDBRequest<T>, then: (result: T) => void): void {
  request.addEventListener('success', () => then(request.result));
}

/** Read the rows of a store with their keys, in the order of the keys. `range` undefined: all. */
export function readRows(
  store: IDBObjectStore,
  then: (rows: ReadonlyArray<readonly [IDBValidKey, unknown]>) => void,
  range?: IDBKeyRange,
): void {
  whenDone(store.getAllKeys(range), (keys) =>
    whenDone(store.getAll(range), (values: readonly unknown[]) =>
      then(keys.map((key, at) => [key, values[at]] as const)),
    ),
  );
}

/** True if a database exists. `undefined` if the browser cannot tell. Creates none. */
export async function hasDatabase(
  factory: Partial<Pick<IDBFactory, 'databases'>>,
  name: string,
): Promise<boolean | undefined> {
  return (await factory.databases?.())?.some((one) => one.name === name);
}

export function deleteDatabase(factory: IDBFactory, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = factory.deleteDatabase(name);
    request.addEventListener('success', () => resolve());
    request.addEventListener('error', () => reject(faultOf(request.error)));
  });
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // it is finished already
  }
}

function faultOf(error: DOMException | null): Error {
  return error ?? new Error('aborted');
}
