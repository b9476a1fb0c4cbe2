import {
  type CallbackActorLogic,
  type EventObject,
  fromCallback,
  fromPromise,
  type PromiseActorLogic,
} from 'xstate';

/** Placeholder for an adapter. Starting it throws, because the adapter was not provided. */
export function callbackPort<Command extends EventObject, Input>(
  name: string,
): CallbackActorLogic<Command, Input> {
  return fromCallback<Command, Input>(() => {
    throw withoutAdapter(name);
  });
}

function withoutAdapter(name: string): Error {
  return new Error(`port '${name}' has no adapter`);
}

/** Like `callbackPort`, for a port with one reply. */
export function promisePort<Output, Input>(name: string): PromiseActorLogic<Output, Input> {
  return fromPromise<Output, Input>(() => Promise.reject(withoutAdapter(name)));
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
