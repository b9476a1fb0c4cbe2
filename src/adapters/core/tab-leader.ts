export interface TabLeader {
  /** Leads if no other tab does, or as soon as the leading tab closes. */
  readonly stand: () => void;
  /** Leads at once. The former leader is notified, and waits for the lead again. */
  readonly take: () => void;
  readonly resign: () => void;
}

/**
 * At most one tab leads (ACTIVITY-03): the one that has the lock of that name. A tab that dies
 * releases it automatically. If the platform has no locks, every tab leads. That is safe, because
 * all of them send the very same events.
 */
export function openTabLeader(
  locks: LockManager | undefined,
  name: string,
  report: (leading: boolean) => void,
): TabLeader {
  let current: { readonly abort: AbortController; release: () => void } | undefined;
  let isLeading = false;

  const say = (leading: boolean): void => {
    if (leading === isLeading) return;
    isLeading = leading;
    report(leading);
  };
  const request = (steal: boolean): void => {
    if (!locks) return say(true);
    const mine = { abort: new AbortController(), release: (): void => undefined };
    current = mine;
    const hold = (): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (current !== mine) return Promise.resolve();
      mine.release = resolve;
      say(true);
      return promise;
    };
    const asked = steal
      ? locks.request(name, { steal }, hold)
      : locks.request(name, { signal: mine.abort.signal }, hold);
    asked.catch(() => {
      if (current !== mine) return;
      // another tab took the lead, or no lock is available at the moment
      current = undefined;
      say(false);
      stand();
    });
  };
  const resign = (): void => {
    const former = current;
    current = undefined;
    former?.abort.abort();
    former?.release();
    say(false);
  };
  const stand = (): void => {
    if (!current && !isLeading) request(false);
  };
  const take = (): void => {
    if (isLeading) return;
    resign();
    request(true);
  };
  return { stand, take, resign };
}
