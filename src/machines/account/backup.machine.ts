import { assign, setup } from 'xstate';
import type { Secret } from '../../events/account/secret.ts';
import { promisePort } from '../ports.ts';

export type BackupEvent = { type: 'backup.show' } | { type: 'backup.hide' } | { type: 'backup.close' };

interface Context {
  readonly pubkey: string;
  /** The nsec, as long as it is shown (E-32). */
  readonly nsec: Secret<string> | undefined;
  readonly failed: boolean;
}

/**
 * Gives the key of an account out for a backup: only on request, only while it is shown, for two minutes at most. Started for an
 * account whose key is open where it signs; closing it in whatever way forgets the key.
 */
export const backupMachine = setup({
  types: { context: {} as Context, events: {} as BackupEvent, input: {} as { pubkey: string }, tags: {} as 'shown' },
  actors: { export: promisePort<Secret<string>, { pubkey: string }>('export') },
  delays: { shown: 2 * 60_000, patience: 10_000, attention: 10 * 60_000 },
  actions: {
    forget: ({ context }) => context.nsec?.forget(),
    drop: assign({ nsec: undefined }),
    take: assign((_, { nsec }: { nsec: Secret<string> }) => ({ nsec, failed: false })),
    fail: assign({ failed: true }),
  },
}).createMachine({
  id: 'backup',
  context: ({ input }) => ({ pubkey: input.pubkey, nsec: undefined, failed: false }),
  initial: 'hidden',
  on: { 'backup.close': '.closed' },
  exit: ['forget', 'drop'],
  states: {
    hidden: { on: { 'backup.show': 'exporting' }, after: { attention: 'closed' } },
    exporting: {
      invoke: {
        id: 'export',
        src: 'export',
        input: ({ context }) => ({ pubkey: context.pubkey }),
        onDone: { target: 'shown', actions: { type: 'take', params: ({ event }) => ({ nsec: event.output }) } },
        onError: { target: 'hidden', actions: 'fail' },
      },
      after: { patience: { target: 'hidden', actions: 'fail' } },
    },
    shown: {
      tags: 'shown',
      exit: ['forget', 'drop'],
      on: { 'backup.hide': 'hidden' },
      after: { shown: 'hidden' },
    },
    closed: { type: 'final' },
  },
});
