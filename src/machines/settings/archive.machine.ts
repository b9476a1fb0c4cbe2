import { type ActorRefFrom, assign, enqueueActions, setup } from 'xstate';
import type { Secret } from '../../events/account/keys/secret.ts';
import { whenEvent } from '../core/event-guards.ts';
import { callbackPort } from '../core/ports.ts';
import type {
  ArchiveCommand,
  ArchiveFailure,
  ArchivePlan,
  ArchiveSignal,
} from './archive-protocol.ts';

export type ArchiveEvent =
  | ArchiveSignal
  /** The page opened. */
  | { type: 'archive.open' }
  /**
   * Create a file. `pin`: include the key; an empty PIN means that the key has none. `undefined`:
   * leave the key out.
   */
  | {
      type: 'archive.make';
      passphrase: Secret<string>;
      repeated: Secret<string>;
      pin: Secret<string> | undefined;
    }
  | { type: 'archive.read'; file: Blob; passphrase: Secret<string> }
  | { type: 'archive.confirm' }
  | { type: 'archive.cancel' };

declare module '../core/feature.ts' {
  interface FeatureEvents {
    archive: ArchiveEvent;
  }
}

interface Context {
  readonly account: string;
  readonly problem: ArchiveFailure | undefined;
  /** From 0 to 1. */
  readonly progress: number;
  readonly plan: ArchivePlan | undefined;
  readonly done: 'saved' | 'written' | undefined;
}

/** Minimum length of a passphrase in characters. The file may leave this device. */
const SHORTEST = 12;

/**
 * A file with all data that this device stores for an account (BEYOND-16). It is created with a
 * passphrase, or read, previewed and written after confirmation. This machine never holds the
 * contents of the file.
 */
export const archiveMachine = setup({
  types: {
    context: {} as Context,
    events: {} as ArchiveEvent,
    input: {} as { account: string },
    tags: {} as 'making' | 'reading' | 'writing' | 'asking',
  },
  actors: { files: callbackPort<ArchiveCommand, { account: string }>('files') },
  guards: { isFlawed: ({ event }) => flawOf(event) !== undefined },
  delays: { timeout: 3 * 60_000, attention: 30 * 60_000 },
  actions: {
    begin: assign({ problem: undefined, progress: 0, plan: undefined, done: undefined }),
    complain: assign(({ event }) => ({ problem: flawOf(event) })),
    forgetTyped: ({ event }) => {
      if (event.type !== 'archive.make' && event.type !== 'archive.read') return;
      event.passphrase.forget();
      if (event.type !== 'archive.make') return;
      event.repeated.forget();
      event.pin?.forget();
    },
    order: enqueueActions(({ event, enqueue }) => {
      if (event.type === 'archive.read')
        enqueue.sendTo('files', {
          type: 'archive.load',
          file: event.file,
          passphrase: event.passphrase,
        });
      if (event.type !== 'archive.make') return;
      event.repeated.forget();
      const key = event.pin && { pin: event.pin };
      enqueue.sendTo('files', { type: 'archive.seal', passphrase: event.passphrase, key });
    }),
    write: enqueueActions(({ enqueue }) => enqueue.sendTo('files', { type: 'archive.write' })),
    drop: enqueueActions(({ enqueue }) => enqueue.sendTo('files', { type: 'archive.drop' })),
    advance: assign(whenEvent('archive.progress', ({ event }) => ({ progress: event.part }))),
    find: assign(whenEvent('archive.found', ({ event }) => ({ plan: event.plan }))),
    blame: assign(
      whenEvent('archive.failed', ({ event }) => ({ problem: event.why, plan: undefined })),
    ),
    fail: assign({ problem: 'failed', plan: undefined }),
    finish: assign((_, { done }: { done: Context['done'] }) => ({ done, plan: undefined })),
    clear: assign({ plan: undefined }),
  },
}).createMachine({
  id: 'archive',
  context: ({ input }) => ({
    ...input,
    problem: undefined,
    progress: 0,
    plan: undefined,
    done: undefined,
  }),
  invoke: {
    id: 'files',
    src: 'files',
    input: ({ context: { account } }) => ({ account }),
    onError: { target: '.broken', actions: 'fail' },
  },
  on: { 'archive.make': { actions: 'forgetTyped' }, 'archive.read': { actions: 'forgetTyped' } },
  initial: 'ready',
  states: {
    ready: {
      on: {
        'archive.open': { actions: 'begin' },
        'archive.make': [
          { guard: 'isFlawed', actions: ['begin', 'complain', 'forgetTyped'] },
          { target: 'making', actions: ['begin', 'order'] },
        ],
        'archive.read': { target: 'reading', actions: ['begin', 'order'] },
      },
    },
    making: {
      tags: 'making',
      on: {
        'archive.progress': { actions: 'advance' },
        'archive.saved': {
          target: 'ready',
          actions: { type: 'finish', params: { done: 'saved' } },
        },
        'archive.failed': { target: 'ready', actions: 'blame' },
      },
      after: { timeout: { target: 'ready', actions: 'fail' } },
    },
    reading: {
      tags: 'reading',
      on: {
        'archive.progress': { actions: 'advance' },
        'archive.found': { target: 'asking', actions: 'find' },
        'archive.failed': { target: 'ready', actions: 'blame' },
        'archive.cancel': { target: 'ready', actions: 'drop' },
      },
      after: { timeout: { target: 'ready', actions: ['fail', 'drop'] } },
    },
    asking: {
      tags: 'asking',
      on: {
        'archive.confirm': 'writing',
        'archive.cancel': { target: 'ready', actions: ['drop', 'clear'] },
      },
      after: { attention: { target: 'ready', actions: ['drop', 'clear'] } },
    },
    writing: {
      tags: 'writing',
      entry: 'write',
      on: {
        'archive.written': {
          target: 'ready',
          actions: { type: 'finish', params: { done: 'written' } },
        },
        'archive.failed': { target: 'ready', actions: 'blame' },
      },
      after: { timeout: { target: 'ready', actions: 'fail' } },
    },
    broken: { type: 'final' },
  },
});

export type ArchiveActor = ActorRefFrom<typeof archiveMachine>;

/** Return the fault of a passphrase. A cleared passphrase counts as empty. */
function flawOf(event: ArchiveEvent): 'short' | 'different' | undefined {
  if (event.type !== 'archive.make') return undefined;
  const [one = '', other] = [event.passphrase, event.repeated].map((typed) =>
    (typed.reveal() ?? '').normalize('NFKC'),
  );
  if (Array.from(one).length < SHORTEST) return 'short';
  return one === other ? undefined : 'different';
}
