/** Names that one tab of a browser holds at a time (Web Locks). The browser frees the names of a tab that crashes. */
export interface TabClaims {
  /** False if the browser has no locks. */
  readonly areThere: boolean;
  /**
   * Returns the release. `undefined` if another tab holds the name, and goes on to hold it: a page that is reloaded lets go only as it ends. Waits
   * for an earlier claim of this page on the same name.
   */
  readonly take: (name: string) => Promise<(() => void) | undefined>;
  /** Names that any tab holds. */
  readonly held: () => Promise<ReadonlySet<string>>;
  /** Those of `names` that another tab holds, and goes on to hold. */
  readonly heldElsewhere: (names: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** How long a page that is going may still hold its names. */
const LETTING_GO_MS = 300;

export function tabClaims(locks: LockManager | undefined): TabClaims {
  const own = new Map<string, Promise<unknown>>();
  const take = async (name: string): Promise<(() => void) | undefined> => {
    await own.get(name);
    if (!locks) return undefined;
    const granted = Promise.withResolvers<boolean>();
    const hold = Promise.withResolvers<void>();
    const over = locks
      .request(name, { signal: AbortSignal.timeout(LETTING_GO_MS) }, () => {
        granted.resolve(true);
        return hold.promise;
      })
      .catch(() => granted.resolve(false));
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
    held: async () => {
      const { held = [] } = (await locks?.query().catch(() => undefined)) ?? {};
      return new Set(held.flatMap(({ name }) => name ?? []));
    },
  };
}
