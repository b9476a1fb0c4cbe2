import { type AnyActorRef, assign, enqueueActions, setup } from 'xstate';

/** One question with a safe answer (cancel) and one that acts (confirm). */
export interface Question {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly cancel: string;
  readonly danger: boolean;
}

/** Told to whoever asked; every question is answered or cancelled, once. */
export type DialogAnswer = { type: 'dialog.answered'; id: string; confirmed: boolean };

export type DialogsEvent =
  | { type: 'dialog.ask'; question: Question; from: AnyActorRef }
  | { type: 'dialog.confirm' }
  | { type: 'dialog.cancel' }
  | { type: 'dialog.withdraw'; id: string };

interface Asked {
  readonly question: Question;
  readonly from: AnyActorRef;
}

/** One question at a time; later ones wait in order. */
export const dialogsMachine = setup({
  types: { context: {} as { asked: readonly Asked[] }, events: {} as DialogsEvent },
  guards: {
    hasMore: ({ context }) => context.asked.length > 1,
    isFirst: ({ context, event }) => event.type === 'dialog.withdraw' && context.asked[0]?.question.id === event.id,
    isFirstOfMany: ({ context, event }) =>
      event.type === 'dialog.withdraw' && context.asked.length > 1 && context.asked[0]?.question.id === event.id,
  },
  actions: {
    add: assign(({ context, event }) =>
      event.type === 'dialog.ask' ? { asked: [...context.asked, { question: event.question, from: event.from }] } : {},
    ),
    withdraw: assign(({ context, event }) =>
      event.type === 'dialog.withdraw' ? { asked: context.asked.filter(({ question }) => question.id !== event.id) } : {},
    ),
    answer: enqueueActions(({ context, event, enqueue }) => {
      const [first, ...rest] = context.asked;
      if (!first) return;
      const answer: DialogAnswer = { type: 'dialog.answered', id: first.question.id, confirmed: event.type === 'dialog.confirm' };
      enqueue.sendTo(first.from, answer);
      enqueue.assign({ asked: rest });
    }),
  },
}).createMachine({
  id: 'dialogs',
  context: { asked: [] },
  initial: 'closed',
  states: {
    closed: { on: { 'dialog.ask': { target: 'asking', actions: 'add' } } },
    asking: {
      on: {
        'dialog.ask': { actions: 'add' },
        'dialog.confirm': [
          { guard: 'hasMore', actions: 'answer' },
          { target: 'closed', actions: 'answer' },
        ],
        'dialog.cancel': [
          { guard: 'hasMore', actions: 'answer' },
          { target: 'closed', actions: 'answer' },
        ],
        'dialog.withdraw': [
          { guard: 'isFirstOfMany', actions: 'withdraw' },
          { guard: 'isFirst', target: 'closed', actions: 'withdraw' },
          { actions: 'withdraw' },
        ],
      },
    },
  },
});
