/** Waits for a lock of this browser and holds it until the returned function is called. */
export function holdLock(locks: LockManager, name: string, onGranted: () => void): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const abort = new AbortController();
  const asked = locks.request(name, { signal: abort.signal }, () => {
    onGranted();
    return promise;
  });
  asked.catch(() => undefined);
  return () => {
    abort.abort();
    resolve();
  };
}
