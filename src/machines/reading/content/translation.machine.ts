import { type ActorRefFrom, assign, setup } from 'xstate';
import type { TranslationProblem } from '../../../events/reading/content/translation.ts';
import { whenEvent } from '../../core/event-guards.ts';
import type { TranslationJob, TranslatorSignal } from './translator-logic.ts';
import { translatorPort } from './translator-port.ts';

export type TranslationInput = TranslationJob;

export type TranslationEvent = TranslatorSignal | { type: 'translation.retry' };

interface Context extends TranslationInput {
  /** Detected language of the text (BCP 47). */
  readonly from: string | undefined;
  /** Translation of each text. */
  readonly words: ReadonlyMap<string, string> | undefined;
  /** Downloaded part of the language pack, from 0 to 1. */
  readonly loaded: number | undefined;
  readonly problem: TranslationProblem | undefined;
}

/** Translates one note into the reader's language with the browser's translator (BEYOND-15). */
export const translationMachine = setup({
  types: {
    context: {} as Context,
    events: {} as TranslationEvent,
    input: {} as TranslationInput,
    tags: {} as 'working',
  },
  actors: { translator: translatorPort },
  // between two signals, because a language pack is large
  delays: { timeout: 60_000 },
  guards: { hasWords: ({ context }) => context.texts.length > 0 },
  actions: {
    begin: assign({ from: undefined, loaded: undefined, problem: undefined }),
    record: assign(whenEvent('translator.progress', ({ event }) => ({ loaded: event.loaded }))),
    take: assign(
      whenEvent('translator.done', ({ event }) => ({
        from: event.from,
        words: new Map(event.words),
      })),
    ),
    fail: assign(
      whenEvent('translator.failed', ({ event }) => ({ problem: event.problem, from: event.from })),
    ),
    failBy: assign((_, { problem }: { problem: TranslationProblem }) => ({ problem })),
  },
}).createMachine({
  id: 'translation',
  context: ({ input }) => ({
    ...input,
    from: undefined,
    words: undefined,
    loaded: undefined,
    problem: undefined,
  }),
  initial: 'beginning',
  states: {
    beginning: {
      always: [
        { guard: 'hasWords', target: 'working' },
        { target: 'failed', actions: { type: 'failBy', params: { problem: 'wordless' } } },
      ],
    },
    working: {
      tags: 'working',
      entry: 'begin',
      invoke: {
        id: 'translator',
        src: 'translator',
        input: ({ context: { texts, to } }) => ({ texts, to }),
        onError: { target: 'failed', actions: { type: 'failBy', params: { problem: 'failed' } } },
      },
      on: {
        'translator.progress': { target: '.waiting', actions: 'record' },
        'translator.done': { target: 'done', actions: 'take' },
        'translator.failed': { target: 'failed', actions: 'fail' },
      },
      initial: 'waiting',
      states: {
        waiting: {
          after: {
            timeout: {
              target: '#translation.failed',
              actions: { type: 'failBy', params: { problem: 'slow' } },
            },
          },
        },
      },
    },
    done: {},
    failed: { on: { 'translation.retry': 'working' } },
  },
});

export type TranslationActor = ActorRefFrom<typeof translationMachine>;
