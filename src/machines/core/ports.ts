import {
  type CallbackActorLogic,
  type EventObject,
  fromCallback,
  fromPromise,
  type PromiseActorLogic,
} from 'xstate';

let isSilent = false;

/** Run a part of a replay. Adapters that start meanwhile do nothing, and never answer. */
export function withSilentPorts<T>(run: () => T): T {
  isSilent = true;
  try {
    return run();
  } finally {
    isSilent = false;
  }
}

/** An adapter that lasts: `fromCallback` of XState, silent in a replay. */
export const callbackAdapter: typeof fromCallback = (start) =>
  fromCallback((scope) => (isSilent ? undefined : start(scope)));

/** An adapter with one reply: `fromPromise` of XState, silent in a replay. */
export const promiseAdapter: typeof fromPromise = (run) =>
  fromPromise((scope) => (isSilent ? new Promise(() => {}) : run(scope)));

/** Placeholder for an adapter. Starting it throws, because the adapter was not provided. */
export function callbackPort<Command extends EventObject, Input>(
  name: string,
): CallbackActorLogic<Command, Input> {
  return callbackAdapter<Command, Input>(() => {
    throw withoutAdapter(name);
  });
}

function withoutAdapter(name: string): Error {
  return new Error(`port '${name}' has no adapter`);
}

/** Like `callbackPort`, for a port with one reply. */
export function promisePort<Output, Input>(name: string): PromiseActorLogic<Output, Input> {
  return promiseAdapter<Output, Input>(() => Promise.reject(withoutAdapter(name)));
}

/**
 * An adapter that is loaded when its port is first used. `provide` sets the loader, also later: the
 * port's user waits for it.
 */
export function lazyPort<Adapter>() {
  const { promise, resolve } = Promise.withResolvers<void>();
  let fetched: (() => Promise<Adapter>) | undefined;
  return {
    provide: (source: () => Promise<Adapter>): void => {
      fetched = source;
      resolve();
    },
    adapter: async (): Promise<Adapter> => {
      while (!fetched) await promise;
      return fetched();
    },
  };
}

/** A line of the console, for developers. */
export type LogCommand = { type: 'log.line'; text: string };

/** Network state reported by the browser. */
export type OnlineSignal = { type: 'network.wentOnline' } | { type: 'network.wentOffline' };
