import { assign, sendTo, setup } from 'xstate';
import type { Writing } from '../../events/publish/compose.ts';
import type { KeptDraft } from '../../events/publish/kept-draft.ts';
import type { Millis } from '../../events/time.ts';
import { when } from '../narrow.ts';
import { callbackPort } from '../ports.ts';

/** What the shelf is told; each is done at once, and then what lies there is reported anew. */
export type ShelfCommand =
  | { type: 'shelf.look' }
  | { type: 'shelf.put'; target: string; writing: Writing }
  /** Later versions stay. */
  | { type: 'shelf.drop'; target: string; at: Millis };
export type ShelfSignal = { type: 'shelf.found'; drafts: readonly KeptDraft[] };

export type DraftBoxEvent =
  | ShelfSignal
  | { type: 'box.put'; target: string; writing: Writing }
  | { type: 'box.drop'; target: string }
  /** Puts back what was dropped last. */
  | { type: 'box.undo' };

interface Context {
  readonly account: string;
  /** The latest first. */
  readonly drafts: readonly KeptDraft[];
  /** What was dropped last and can be put back. */
  readonly dropped: KeptDraft | undefined;
}

/** All texts in the making that this device keeps for an account, as somebody looks at them: dropped, and put back. */
export const draftBoxMachine = setup({
  types: { context: {} as Context, events: {} as DraftBoxEvent, input: {} as { account: string }, tags: {} as 'loading' | 'failed' },
  actors: { shelf: callbackPort<ShelfCommand, { account: string }>('shelf') },
  guards: {
    isThere: ({ context, event }) => event.type === 'box.drop' && context.drafts.some(({ target }) => target === event.target),
    isDropped: ({ context }) => context.dropped !== undefined,
  },
  delays: { patience: 5_000 },
  actions: {
    look: sendTo('shelf', { type: 'shelf.look' } satisfies ShelfCommand),
    receive: assign(when('shelf.found', ({ event }) => ({ drafts: event.drafts }))),
    put: sendTo(
      'shelf',
      ({ event }): ShelfCommand =>
        event.type === 'box.put' ? { type: 'shelf.put', target: event.target, writing: event.writing } : { type: 'shelf.look' },
    ),
    recordDropped: assign(
      when('box.drop', ({ context: { drafts }, event }) => ({
        dropped: drafts.find(({ target }) => target === event.target),
        drafts: drafts.filter(({ target }) => target !== event.target),
      })),
    ),
    drop: sendTo(
      'shelf',
      ({ context: { dropped } }): ShelfCommand =>
        dropped ? { type: 'shelf.drop', target: dropped.target, at: dropped.at } : { type: 'shelf.look' },
    ),
    putBack: sendTo(
      'shelf',
      ({ context: { dropped } }): ShelfCommand =>
        dropped ? { type: 'shelf.put', target: dropped.target, writing: dropped.writing } : { type: 'shelf.look' },
    ),
    forgetDropped: assign({ dropped: undefined }),
  },
}).createMachine({
  id: 'draftBox',
  context: ({ input: { account } }) => ({ account, drafts: [], dropped: undefined }),
  initial: 'looking',
  invoke: { id: 'shelf', src: 'shelf', input: ({ context: { account } }) => ({ account }), onError: '.failed' },
  states: {
    looking: {
      tags: 'loading',
      entry: 'look',
      on: { 'shelf.found': { target: 'ready', actions: 'receive' } },
      after: { patience: 'failed' },
    },
    ready: {
      on: {
        'shelf.found': { actions: 'receive' },
        'box.put': { actions: 'put' },
        'box.drop': { guard: 'isThere', actions: ['recordDropped', 'drop'] },
        'box.undo': { guard: 'isDropped', actions: ['putBack', 'forgetDropped'] },
      },
    },
    failed: { tags: 'failed', on: { 'shelf.found': { target: 'ready', actions: 'receive' } } },
  },
});
