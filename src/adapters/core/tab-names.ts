/**
 * Names that one tab of a browser holds at a time (Web Locks). The browser frees the names of a tab
 * that crashes.
 */
export interface TabNames {
  /** False if the browser has no locks. */
  readonly areThere: boolean;
  /**
   * Returns the release. `undefined` if another tab has locked the name and does not release it
   * soon: a reloaded page releases only as it ends. Waits for an earlier claim of this page on the
   * same name.
   */
  readonly take: (name: string) => Promise<(() => void) | undefined>;
  /** Names that any tab holds. */
  readonly held: () => Promise<ReadonlySet<string>>;
  /** The `names` that another tab has locked and does not release soon. */
  readonly heldElsewhere: (names: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** How long a closing page may still hold its names. */
const LETTING_GO_MS = 300;

export function tabNames(locks: LockManager | undefined): TabNames {
  const own = new Map<string, Promise<unknown>>();
  const held = async (): Promise<ReadonlySet<string>> => {
    const known = (await locks?.query().catch(() => undefined))?.held ?? [];
    return new Set(known.flatMap(({ name }) => name ?? []));
  };
  const take = async (name: string): Promise<(() => void) | undefined> => {
    await own.get(name);
    if (!locks) return undefined;
    const granted = Promise.withResolvers<boolean>();
    const hold = Promise.withResolvers<void>();
    const waiting = new AbortController();
    const over = locks
      .request(name, { signal: waiting.signal }, () => {
        granted.resolve(true);
        return hold.promise;
      })
      .catch(() => granted.resolve(false));
    // A busy page or browser may grant a free name late. Elapsed time alone does not prove that
    // another tab has it.
    const judge = async (): Promise<void> => ((await held()).has(name) ? waiting.abort() : later());
    const later = (): void => {
      const timer = setTimeout(() => void judge(), LETTING_GO_MS);
      void granted.promise.then(() => clearTimeout(timer));
    };
    later();
    if (!(await granted.promise)) return undefined;
    own.set(
      name,
      over.then(() => own.delete(name)),
    );
    return hold.resolve;
  };
  const heldElsewhere = async (names: readonly string[]): Promise<ReadonlySet<string>> => {
    const foreign = await Promise.all(
      names.map(async (name) => {
        if (own.has(name)) return [];
        const release = await take(name);
        release?.();
        return release ? [] : [name];
      }),
    );
    return new Set(foreign.flat());
  };
  return {
    heldElsewhere,
    areThere: locks !== undefined,
    take,
    held,
  };
}
