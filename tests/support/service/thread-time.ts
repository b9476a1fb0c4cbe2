const ROUNDS = 3;

/**
 * Milliseconds of own processor time that a request cost this thread: the total, and the longest
 * blocking stretch.
 */
export interface ThreadTime {
  readonly all: number;
  readonly longest: number;
}

/**
 * Measure how long work holds this thread. Only the thread's own time counts, not time that other
 * processes take. Where Node cannot measure that, wall-clock time counts.
 */
export async function threadTimeOf(work: () => Promise<unknown>): Promise<ThreadTime> {
  let [isDone, longest, all, last] = [false, 0, 0, threadTime()];
  const look = () => {
    const now = threadTime();
    longest = Math.max(longest, now - last);
    all += now - last;
    last = now;
  };
  const watching = (async () => {
    while (!isDone) {
      await new Promise(setImmediate);
      look();
    }
  })();
  try {
    await work();
  } finally {
    isDone = true;
    await watching;
  }
  return { all, longest };
}

/**
 * Measure up to three times, until no stretch is longer than `within` milliseconds, and return the
 * least of each: garbage collections and other work only add time.
 */
export async function leastThreadTimeOf(
  work: () => Promise<unknown>,
  within: number,
): Promise<ThreadTime> {
  let least = await threadTimeOf(work);
  for (let round = 1; round < ROUNDS && least.longest > within; round++) {
    const { all, longest } = await threadTimeOf(work);
    least = { all: Math.min(least.all, all), longest: Math.min(least.longest, longest) };
  }
  return least;
}

function threadTime(): number {
  if (typeof process.threadCpuUsage !== 'function') return performance.now();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
