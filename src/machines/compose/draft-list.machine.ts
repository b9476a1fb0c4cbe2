import { assign, enqueueActions, sendTo, setup } from 'xstate';
import type { Writing } from '../../events/publish/writing/writing.ts';
import type { StoredDraft } from '../../events/compose/stored-draft.ts';
import type { Millis } from '../../events/core/time.ts';
import { whenEvent } from '../core/event-guards.ts';
import { callbackPort } from '../core/ports.ts';

/** Commands to the draft store. Each runs at once and is followed by a new report of all drafts. */
export type DraftListStoreCommand =
  | { type: 'draftListStore.load' }
  | { type: 'draftListStore.put'; target: string; writing: Writing }
  /** Removes the draft up to this version. Later versions stay. */
  | { type: 'draftListStore.drop'; target: string; at: Millis };
/** `open`: names of texts that a tab of this browser has open. */
export type DraftListStoreSignal = {
  type: 'draftListStore.found';
  drafts: readonly StoredDraft[];
  open: readonly string[];
};

export type DraftListEvent =
  | DraftListStoreSignal
  | { type: 'draftList.put'; target: string; writing: Writing }
  /** `at`: time of the version to remove. Later changes stay. */
  | { type: 'draftList.drop'; target: string; at: Millis };

interface Context {
  readonly account: string;
  /** Newest first. */
  readonly drafts: readonly StoredDraft[];
  /** Names of texts that are open in a tab. */
  readonly open: readonly string[];
}

/** The list of all stored texts of an account on this device, with delete and restore. */
export const draftListMachine = setup({
  types: {
    context: {} as Context,
    events: {} as DraftListEvent,
    input: {} as { account: string },
    tags: {} as 'loading' | 'failed',
  },
  actors: { store: callbackPort<DraftListStoreCommand, { account: string }>('store') },
  delays: { timeout: 5_000 },
  actions: {
    look: sendTo('store', { type: 'draftListStore.load' } satisfies DraftListStoreCommand),
    receive: assign(
      whenEvent('draftListStore.found', ({ event }) => ({
        drafts: event.drafts,
        open: event.open,
      })),
    ),
    put: enqueueActions(({ event, enqueue }) => {
      if (event.type !== 'draftList.put') return;
      enqueue.sendTo('store', {
        type: 'draftListStore.put',
        target: event.target,
        writing: event.writing,
      } satisfies DraftListStoreCommand);
    }),
    drop: enqueueActions(({ context: { drafts }, event, enqueue }) => {
      if (event.type !== 'draftList.drop') return;
      enqueue.assign({ drafts: drafts.filter(({ target }) => target !== event.target) });
      enqueue.sendTo('store', {
        type: 'draftListStore.drop',
        target: event.target,
        at: event.at,
      } satisfies DraftListStoreCommand);
    }),
  },
}).createMachine({
  id: 'draftList',
  context: ({ input: { account } }) => ({ account, drafts: [], open: [] }),
  initial: 'looking',
  invoke: {
    id: 'store',
    src: 'store',
    input: ({ context: { account } }) => ({ account }),
    onError: '.failed',
  },
  states: {
    looking: {
      tags: 'loading',
      entry: 'look',
      on: { 'draftListStore.found': { target: 'ready', actions: 'receive' } },
      after: { timeout: 'failed' },
    },
    ready: {
      on: {
        'draftListStore.found': { actions: 'receive' },
        'draftList.put': { actions: 'put' },
        'draftList.drop': { actions: 'drop' },
      },
    },
    failed: {
      tags: 'failed',
      on: { 'draftListStore.found': { target: 'ready', actions: 'receive' } },
    },
  },
});
