/** Returns the running work of that key, or starts it. */
type SharedWork<T> = (key: string, work: () => Promise<T>) => Promise<T>;

export function openSharedWork<T>(): SharedWork<T> {
  const running = new Map<string, Promise<T>>();
  return (key, work) => {
    const asked = running.get(key);
    if (asked) return asked;
    const answer = work().finally(() => running.delete(key));
    running.set(key, answer);
    return answer;
  };
}
