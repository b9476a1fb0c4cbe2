/** Faults of the next database operation. */
export interface IdbFaults {
  /** Return the error of an operation, or `undefined` if it works. */
  fail?: (operation: 'open' | 'add' | 'getAll' | 'commit') => DOMException | undefined;
  /** Answer no further requests. */
  hang?: boolean;
  /** Databases open after this. */
  opening?: Promise<void>;
}

interface Table {
  readonly rows: Map<number, unknown>;
  next: number;
}

/**
 * A database in memory with the parts of IndexedDB that the outbox uses. Its rules hold:
 * transactions are atomic and end when no request is left, writers wait for each other, values are
 * copied. `crash` drops all uncommitted transactions.
 */
export function fakeIdb(faults: IdbFaults = {}) {
  const disks = new Map<string, { version: number; tables: Map<string, Table> }>();
  const running = new Set<FakeTransaction>();
  const log: string[] = [];

  class FakeRequest extends EventTarget {
    result: unknown = undefined;
    error: DOMException | null = null;
    transaction: { abort: () => void } | null = null;
    settle(result: unknown): void {
      this.result = result;
      this.dispatchEvent(new Event('success'));
    }
    refuse(error: DOMException): void {
      this.error = error;
      this.dispatchEvent(new Event('error'));
    }
  }

  class FakeTransaction extends EventTarget {
    error: DOMException | null = null;
    private readonly table: Table;
    private readonly writes: Array<() => void> = [];
    private open = 0;
    private over = false;
    private readonly waiting: Array<() => void> = [];
    private started = false;
    readonly mode: string;
    private next: number;
    private added = new Map<number, unknown>();
    private removed = new Set<number>();

    constructor(table: Table, mode: string) {
      super();
      this.table = table;
      this.mode = mode;
      this.next = table.next;
      running.add(this);
      queueMicrotask(() => this.start());
    }
    /** Start queued transactions: writers, and readers behind a writer, wait for their turn. */
    private start(): void {
      if (this.over || this.started) return;
      const before = [...running].slice(0, [...running].indexOf(this));
      if (before.some((one) => one.mode === 'readwrite' || this.mode === 'readwrite')) return;
      this.started = true;
      this.next = this.table.next;
      for (const run of this.waiting.splice(0)) run();
      this.rest();
    }
    private rest(): void {
      setImmediate(() => {
        if (this.over || this.open > 0 || !this.started || faults.hang) return;
        const fault = this.writes.length > 0 ? faults.fail?.('commit') : undefined;
        if (fault) return this.stop(fault);
        for (const write of this.writes) write();
        this.finish('complete');
      });
    }
    private finish(type: 'complete' | 'abort'): void {
      this.over = true;
      running.delete(this);
      log.push(type);
      this.dispatchEvent(new Event(type));
      for (const other of running) queueMicrotask(() => other.start());
    }
    private stop(error: DOMException | null): void {
      if (this.over) return;
      this.error = error;
      this.finish('abort');
    }
    private ask(operation: 'add' | 'getAll', answer: () => unknown): FakeRequest {
      if (this.over) throw new DOMException('the transaction is over', 'TransactionInactiveError');
      const request = new FakeRequest();
      this.open++;
      const run = () =>
        setImmediate(() => {
          if (this.over || faults.hang) return;
          this.open--;
          const fault = faults.fail?.(operation);
          if (fault) {
            request.refuse(fault);
            return this.stop(fault);
          }
          request.settle(answer());
          this.rest();
        });
      if (this.started) run();
      else this.waiting.push(run);
      return request;
    }
    abort(): void {
      if (this.over) throw new DOMException('the transaction is over', 'InvalidStateError');
      this.stop(new DOMException('aborted', 'AbortError'));
    }
    crash(): void {
      this.over = true;
      running.delete(this);
    }
    objectStore() {
      const rowsIn = (range?: { after: number }) =>
        [...this.table.rows, ...this.added]
          .filter(([key]) => !this.removed.has(key) && key > (range?.after ?? 0))
          .toSorted(([a], [b]) => a - b);
      return {
        add: (value: unknown) => {
          const copy = structuredClone(value);
          return this.ask('add', () => {
            const key = this.next++;
            this.added.set(key, copy);
            this.writes.push(() => {
              this.table.rows.set(key, copy);
              this.table.next = this.next;
            });
            return key;
          });
        },
        delete: (key: number) =>
          this.ask('add', () => {
            this.removed.add(key);
            this.writes.push(() => this.table.rows.delete(key));
          }),
        getAll: (range?: { after: number }) =>
          this.ask('getAll', () => structuredClone(rowsIn(range).map(([, value]) => value))),
        getAllKeys: (range?: { after: number }) =>
          this.ask('getAll', () => rowsIn(range).map(([key]) => key)),
      };
    }
  }

  const open = (name: string, version: number): FakeRequest => {
    const request = new FakeRequest();
    const start = (): void => {
      if (faults.hang) return;
      const fault = faults.fail?.('open');
      const held = disks.get(name);
      if (fault) return request.refuse(fault);
      if (held && held.version > version)
        return request.refuse(new DOMException('newer', 'VersionError'));
      const disk = held ?? { version, tables: new Map<string, Table>() };
      disks.set(name, disk);
      const db = Object.assign(new EventTarget(), {
        objectStoreNames: { contains: (store: string) => disk.tables.has(store) },
        createObjectStore: (store: string) => disk.tables.set(store, { rows: new Map(), next: 1 }),
        transaction: (store: string, mode: string) => {
          const table = disk.tables.get(store);
          if (!table || !disks.has(name)) throw new DOMException('no such store', 'NotFoundError');
          return new FakeTransaction(table, mode);
        },
        close: () => undefined,
      });
      request.result = db;
      let isAborted = false;
      request.transaction = { abort: () => (isAborted = true) };
      if (!held) request.dispatchEvent(new Event('upgradeneeded'));
      if (isAborted) {
        disks.delete(name);
        return request.refuse(new DOMException('aborted', 'AbortError'));
      }
      request.settle(db);
    };
    setImmediate(() => (faults.opening ? void faults.opening.then(start) : start()));
    return request;
  };
  const factory = {
    open,
    deleteDatabase: (name: string) => {
      const request = new FakeRequest();
      setImmediate(() => {
        disks.delete(name);
        request.settle(undefined);
      });
      return request;
    },
  };
  return {
    factory: factory as unknown as IDBFactory,
    keyRange: { lowerBound: (after: number) => ({ after }) } as unknown as Pick<
      typeof IDBKeyRange,
      'lowerBound'
    >,
    faults,
    log,
    /** All rows of a store, as committed. */
    rows: (name: string, store: string): unknown[] => [
      ...(disks.get(name)?.tables.get(store)?.rows.values() ?? []),
    ],
    /** Write into a store without a transaction. */
    plant: (name: string, store: string, value: unknown) => {
      const table = disks.get(name)?.tables.get(store);
      table?.rows.set(table.next++, value);
    },
    setVersion: (name: string, version: number) => disks.set(name, { version, tables: new Map() }),
    names: () => [...disks.keys()],
    /** Crash: uncommitted changes are lost. */
    crash: () => {
      for (const transaction of running) transaction.crash();
    },
  };
}
