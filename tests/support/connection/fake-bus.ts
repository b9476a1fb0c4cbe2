import { type AnyActorRef, createActor, setup } from 'xstate';
import type { Answer, AnswerEvent, BusEvent } from '../../../src/machines/core/bus.ts';
import type { Query } from '../../../src/machines/core/cache-protocol.ts';

/** Plays the bus: keeps the questions that are open and answers them as the test says. */
export function fakeBus() {
  const open: Array<{ from: AnyActorRef; query: Query }> = [];
  const toasts: Array<Extract<BusEvent, { type: 'toast.show' }>> = [];
  const machine = setup({ types: { events: {} as BusEvent } }).createMachine({
    on: {
      'cache.ask': { actions: ({ event }) => open.push({ from: event.from, query: event.query }) },
      'toast.show': { actions: ({ event }) => toasts.push(event) },
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
  const find = (verb?: string) => open.filter(isLive).find(({ query }) => verb === undefined || query.verb === verb);
  const tell = (from: AnyActorRef, event: AnswerEvent) => from.send(event);
  return {
    bus,
    /** What was said to whoever is here. */
    toasts,
    /** Open questions of living askers, oldest first. */
    open: () => open.filter(isLive),
    /** Answers the oldest open question (of that verb) and ends it. */
    answer(answer: Partial<Answer>, verb?: string) {
      const one = find(verb);
      if (!one) throw new Error(`nothing is asked${verb ? ` by ${verb}` : ''}`);
      open.splice(open.indexOf(one), 1);
      tell(one.from, { type: 'answer.part', events: [], referenced: [], claims: [], ...answer });
      tell(one.from, { type: 'answer.ended' });
    },
    /** A part of an answer, without its end. */
    part(answer: Partial<Answer>, verb?: string) {
      const one = find(verb);
      if (one) tell(one.from, { type: 'answer.part', events: [], referenced: [], claims: [], ...answer });
    },
    refuse(verb?: string, text = 'error') {
      const one = find(verb);
      if (!one) throw new Error('nothing is asked');
      open.splice(open.indexOf(one), 1);
      tell(one.from, { type: 'answer.failed', reason: 'notice', text });
    },
  };
}
