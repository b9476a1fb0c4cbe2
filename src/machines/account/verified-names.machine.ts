import { assign, setup } from 'xstate';
import { promisePort } from '../ports.ts';

/** What a domain's well-known document says of a name: the key, or null where it names none or could not be had (NIP-05, PROFILE-12). */
export type NameAnswer = string | null;

interface Context {
  /** `name@domain`, or a bare name at the own origin (ROUTE-16). */
  readonly answers: ReadonlyMap<string, NameAnswer>;
  readonly queue: readonly string[];
}

export type VerifiedNamesEvent = { type: 'name.check'; address: string };

const KEPT = 2_000;

const NOT_FOUND = { type: 'keep', params: { answer: null } } as const;

/** Looks names up, one at a time in order, each once. A look-up that fails or takes too long gives null, and no mark. */
export const verifiedNamesMachine = setup({
  types: { context: {} as Context, events: {} as VerifiedNamesEvent },
  actors: { lookUp: promisePort<NameAnswer, { address: string }>('lookUp') },
  guards: {
    isNew: ({ context, event }) => !context.answers.has(event.address) && !context.queue.includes(event.address),
    hasMore: ({ context }) => context.queue.length > 0,
  },
  delays: { patience: 8_000 },
  actions: {
    add: assign(({ context, event }) => ({ queue: [...context.queue, event.address] })),
    keep: assign(({ context }, { answer }: { answer: NameAnswer }) => {
      const [address, ...queue] = context.queue;
      if (address === undefined) return {};
      const kept = [...context.answers].slice(-(KEPT - 1));
      return { answers: new Map([...kept, [address, answer]]), queue };
    }),
  },
}).createMachine({
  id: 'verifiedNames',
  context: { answers: new Map(), queue: [] },
  initial: 'idle',
  on: { 'name.check': { guard: 'isNew', actions: 'add' } },
  states: {
    idle: { always: { guard: 'hasMore', target: 'looking' } },
    looking: {
      invoke: {
        id: 'lookUp',
        src: 'lookUp',
        input: ({ context }) => ({ address: context.queue[0] ?? '' }),
        onDone: { target: 'idle', actions: { type: 'keep', params: ({ event }) => ({ answer: event.output }) } },
        onError: { target: 'idle', actions: NOT_FOUND },
      },
      after: { patience: { target: 'idle', actions: NOT_FOUND } },
    },
  },
});
