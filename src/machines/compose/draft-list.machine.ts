import { assign, enqueueActions, sendTo, setup } from 'xstate';
import type { Writing } from '../../events/publish/writing/writing.ts';
import type { KeptDraft } from '../../events/compose/stored-draft.ts';
import type { Millis } from '../../events/core/time.ts';
import { when } from '../core/event-guards.ts';
import { callbackPort } from '../core/ports.ts';

/** What the shelf is told; each is done at once, and then what lies there is reported anew. */
export type ShelfCommand =
  | { type: 'shelf.look' }
  | { type: 'shelf.put'; target: string; writing: Writing }
  /** Later versions stay. */
  | { type: 'shelf.drop'; target: string; at: Millis };
/** `open`: names of texts that a tab of this browser has open. */
export type ShelfSignal = { type: 'shelf.found'; drafts: readonly KeptDraft[]; open: readonly string[] };

export type DraftBoxEvent =
  | ShelfSignal
  | { type: 'box.put'; target: string; writing: Writing }
  /** `at`: of the version that is dropped; what was written later stays. */
  | { type: 'box.drop'; target: string; at: Millis };

interface Context {
  readonly account: string;
  /** The latest first. */
  readonly drafts: readonly KeptDraft[];
  /** Names of texts that a tab has open. */
  readonly open: readonly string[];
}

/** All texts in the making that this device keeps for an account, as somebody looks at them: dropped, and put back. */
export const draftBoxMachine = setup({
  types: { context: {} as Context, events: {} as DraftBoxEvent, input: {} as { account: string }, tags: {} as 'loading' | 'failed' },
  actors: { shelf: callbackPort<ShelfCommand, { account: string }>('shelf') },
  delays: { patience: 5_000 },
  actions: {
    look: sendTo('shelf', { type: 'shelf.look' } satisfies ShelfCommand),
    receive: assign(when('shelf.found', ({ event }) => ({ drafts: event.drafts, open: event.open }))),
    put: enqueueActions(({ event, enqueue }) => {
      if (event.type !== 'box.put') return;
      enqueue.sendTo('shelf', { type: 'shelf.put', target: event.target, writing: event.writing } satisfies ShelfCommand);
    }),
    drop: enqueueActions(({ context: { drafts }, event, enqueue }) => {
      if (event.type !== 'box.drop') return;
      enqueue.assign({ drafts: drafts.filter(({ target }) => target !== event.target) });
      enqueue.sendTo('shelf', { type: 'shelf.drop', target: event.target, at: event.at } satisfies ShelfCommand);
    }),
  },
}).createMachine({
  id: 'draftBox',
  context: ({ input: { account } }) => ({ account, drafts: [], open: [] }),
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
      on: { 'shelf.found': { actions: 'receive' }, 'box.put': { actions: 'put' }, 'box.drop': { actions: 'drop' } },
    },
    failed: { tags: 'failed', on: { 'shelf.found': { target: 'ready', actions: 'receive' } } },
  },
});
