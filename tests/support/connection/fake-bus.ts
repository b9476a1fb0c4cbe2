import { type AnyActorRef, createActor, setup } from 'xstate';
import type { CacheResponse, ResponseEvent, BusEvent } from '../../../src/machines/core/bus.ts';
import type { CacheQuery } from '../../../src/events/connection/cache-query.ts';

/** Play the bus: keep open requests and answer them from the test. */
export function fakeBus() {
  const open: Array<{ from: AnyActorRef; query: CacheQuery }> = [];
  const toasts: Array<Extract<BusEvent, { type: 'toast.show' }>> = [];
  const withdrawn: string[] = [];
  const machine = setup({ types: { events: {} as BusEvent } }).createMachine({
    on: {
      'cache.ask': { actions: ({ event }) => open.push({ from: event.from, query: event.query }) },
      'toast.show': { actions: ({ event }) => toasts.push(event) },
      'toast.withdraw': { actions: ({ event }) => withdrawn.push(event.code) },
      'cache.forget': {
        actions: ({ event }) => {
          const at = open.findIndex(({ from }) => from === event.from);
          if (at >= 0) open.splice(at, 1);
        },
      },
    },
  });
  const bus = createActor(machine).start();
  const isLive = ({ from }: { from: AnyActorRef }) => from.getSnapshot().status === 'active';
  const find = (verb?: string) =>
    open.filter(isLive).find(({ query }) => verb === undefined || query.verb === verb);
  const tell = (from: AnyActorRef, event: ResponseEvent) => from.send(event);
  return {
    bus,
    /** Toasts shown to the user. */
    toasts,
    /** Codes of withdrawn toasts. */
    withdrawn,
    /** Open requests of running callers, oldest first. */
    open: () => open.filter(isLive),
    /** Answer the oldest open request (of that verb) and end it. */
    answer(answer: Partial<CacheResponse>, verb?: string) {
      const one = find(verb);
      if (!one) throw new Error(`nothing is asked${verb ? ` by ${verb}` : ''}`);
      open.splice(open.indexOf(one), 1);
      tell(one.from, {
        type: 'answer.partReceived',
        events: [],
        referenced: [],
        claims: [],
        ...answer,
      });
      tell(one.from, { type: 'answer.ended' });
    },
    /** Send a part of an answer, without its end. */
    part(answer: Partial<CacheResponse>, verb?: string) {
      const one = find(verb);
      if (one)
        tell(one.from, {
          type: 'answer.partReceived',
          events: [],
          referenced: [],
          claims: [],
          ...answer,
        });
    },
    refuse(verb?: string, text = 'error') {
      const one = find(verb);
      if (!one) throw new Error('nothing is asked');
      open.splice(open.indexOf(one), 1);
      tell(one.from, { type: 'answer.failed', reason: 'notice', text });
    },
  };
}
