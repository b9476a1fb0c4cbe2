import { assign, enqueueActions, sendTo, setup } from 'xstate';
import type { Writing } from '../../events/publish/writing/writing.ts';
import type { KeptDraft } from '../../events/compose/stored-draft.ts';
import type { Millis } from '../../events/core/time.ts';
import { when } from '../core/event-guards.ts';
import { callbackPort } from '../core/ports.ts';

/** Commands to the draft store. Each runs at once and is followed by a new report of all drafts. */
export type ShelfCommand =
  | { type: 'shelf.look' }
  | { type: 'shelf.put'; target: string; writing: Writing }
  /** Removes the draft up to this version. Later versions stay. */
  | { type: 'shelf.drop'; target: string; at: Millis };
/** `open`: names of texts that a tab of this browser has open. */
export type ShelfSignal = {
  type: 'shelf.found';
  drafts: readonly KeptDraft[];
  open: readonly string[];
};

export type DraftBoxEvent =
  | ShelfSignal
  | { type: 'box.put'; target: string; writing: Writing }
  /** `at`: time of the version to remove. Later changes stay. */
  | { type: 'box.drop'; target: string; at: Millis };

interface Context {
  readonly account: string;
  /** Newest first. */
  readonly drafts: readonly KeptDraft[];
  /** Names of texts that are open in a tab. */
  readonly open: readonly string[];
}

/** The list of all stored texts of an account on this device, with delete and restore. */
export const draftListMachine = setup({
  types: {
    context: {} as Context,
    events: {} as DraftBoxEvent,
    input: {} as { account: string },
    tags: {} as 'loading' | 'failed',
  },
  actors: { shelf: callbackPort<ShelfCommand, { account: string }>('shelf') },
  delays: { patience: 5_000 },
  actions: {
    look: sendTo('shelf', { type: 'shelf.look' } satisfies ShelfCommand),
    receive: assign(
      when('shelf.found', ({ event }) => ({ drafts: event.drafts, open: event.open })),
    ),
    put: enqueueActions(({ event, enqueue }) => {
      if (event.type !== 'box.put') return;
      enqueue.sendTo('shelf', {
        type: 'shelf.put',
        target: event.target,
        writing: event.writing,
      } satisfies ShelfCommand);
    }),
    drop: enqueueActions(({ context: { drafts }, event, enqueue }) => {
      if (event.type !== 'box.drop') return;
      enqueue.assign({ drafts: drafts.filter(({ target }) => target !== event.target) });
      enqueue.sendTo('shelf', {
        type: 'shelf.drop',
        target: event.target,
        at: event.at,
      } satisfies ShelfCommand);
    }),
  },
}).createMachine({
  id: 'draftBox',
  context: ({ input: { account } }) => ({ account, drafts: [], open: [] }),
  initial: 'looking',
  invoke: {
    id: 'shelf',
    src: 'shelf',
    input: ({ context: { account } }) => ({ account }),
    onError: '.failed',
  },
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
        'box.drop': { actions: 'drop' },
      },
    },
    failed: { tags: 'failed', on: { 'shelf.found': { target: 'ready', actions: 'receive' } } },
  },
});
