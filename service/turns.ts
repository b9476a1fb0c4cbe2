/** Does one thing after the other, in the order in which they are handed to it, whatever becomes of each. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/** For what reads and then writes by what it read: nobody else of the same turns comes between. */
export function openLocks(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
