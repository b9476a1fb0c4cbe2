import type { Store } from '../store/store.ts';
import type { Histogram } from './prometheus.ts';

const OPERATIONS: ReadonlyMap<string, string> = new Map([
  ['insert', 'insert'],
  ['query', 'filter'],
  ['count', 'filter'],
  ['walk', 'filter'],
  ['walkIds', 'filter'],
  ['sweep', 'sweep'],
]);

/** Waiting for reports of other processes, and counts, are no work of the store. */
const UNTIMED: ReadonlySet<unknown> = new Set(['settled', 'longQueries']);

/** Called for each query with its name, its duration in seconds, and its error if it failed. */
type OnQuery = (question: string, length: number, error?: unknown) => void;

/**
 * Return the store with every query timed. For a stream (`walk`) only the waiting time counts, not
 * the reading of its consumer.
 */
export function timedStore<S extends Store>(
  store: S,
  times: Pick<Histogram, 'observe'>,
  asked: OnQuery = () => undefined,
): S {
  const timed = new Map<string, unknown>();
  return new Proxy(store, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof key !== 'string' || typeof value !== 'function' || UNTIMED.has(key)) return value;
      if (!timed.has(key))
        timed.set(
          key,
          timing(
            (...args) => Reflect.apply(value, target, args),
            (length, error) => {
              times.observe(OPERATIONS.get(key) ?? 'question', length);
              asked(key, length, error);
            },
          ),
        );
      return timed.get(key);
    },
  });
}

type Done = (length: number, error?: unknown) => void;

function timing(ask: (...args: unknown[]) => unknown, done: Done): (...args: unknown[]) => unknown {
  return (...args) => {
    const started = performance.now();
    const answer = ask(...args);
    const length = () => (performance.now() - started) / 1_000;
    if (answer instanceof Promise)
      answer.then(
        () => done(length()),
        (error: unknown) => done(length(), error),
      );
    return isWalk(answer) ? walked(answer, done) : answer;
  };
}

function isWalk(answer: unknown): answer is AsyncIterable<unknown> {
  return typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer;
}

async function* walked(walk: AsyncIterable<unknown>, done: Done): AsyncIterable<unknown> {
  let waited = 0;
  let asked = performance.now();
  let error: unknown;
  try {
    for await (const one of walk) {
      waited += performance.now() - asked;
      yield one;
      asked = performance.now();
    }
    waited += performance.now() - asked;
  } catch (thrown) {
    error = thrown;
    throw thrown;
  } finally {
    done(waited / 1_000, error);
  }
}
