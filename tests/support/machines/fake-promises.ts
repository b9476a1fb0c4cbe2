import { fromPromise, type PromiseActorLogic } from 'xstate';

interface Open {
  readonly port: string;
  readonly input: unknown;
  readonly signal: AbortSignal;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Promise ports that stay pending until the test settles them. */
export function fakePromises() {
  const all: Open[] = [];
  const open = () => all.filter(({ signal }) => !signal.aborted);
  const last = () => {
    const one = open().at(-1);
    if (!one) throw new Error('no port is waiting');
    return one;
  };
  return {
    port: <Output, Input>(port: string): PromiseActorLogic<Output, Input> =>
      fromPromise<Output, Input>(
        ({ input, signal }) =>
          new Promise((resolve, reject) =>
            all.push({ port, input, signal, resolve: resolve as Open['resolve'], reject }),
          ),
      ),
    /** Names of the ports with a pending answer, in the order of the requests. */
    waiting: () => open().map(({ port }) => port),
    all,
    answer: async (value: unknown) => {
      last().resolve(value);
      await Promise.resolve();
    },
    fail: async () => {
      last().reject(new Error('x'));
      await Promise.resolve();
    },
  };
}
