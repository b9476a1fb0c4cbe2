import { type ActorRefFrom, assign, enqueueActions, setup } from 'xstate';
import {
  type CopyForm,
  isInFile,
  type Positions,
  piecesOf,
  wrongPieces,
} from '../../../events/account/keys/backup-check.ts';
import type { Secret } from '../../../events/account/keys/secret.ts';
import { whenEvent } from '../../core/event-guards.ts';
import { callbackPort } from '../../core/ports.ts';
import type { VaultCommand, VaultInput, VaultSignal } from './key-protocol.ts';

export type BackupEvent =
  | VaultSignal
  | { type: 'backup.show' }
  | { type: 'backup.prove'; pin: Secret<string> }
  /** Encrypts the key as an ncryptsec. */
  | { type: 'backup.lock'; password: Secret<string>; repeated: Secret<string> }
  /** Asks for two pieces of a copy in this form, after it was made. */
  | { type: 'backup.check'; form: CopyForm; positions: Positions }
  | { type: 'backup.answer'; typed: readonly Secret<string>[] }
  /** The content of the file in which the user saved the key, in place of two pieces. */
  | { type: 'backup.compare'; file: Secret<string> }
  | { type: 'backup.hide' }
  | { type: 'backup.close' };

/** Why the key is not shown or encrypted, or its copy not confirmed. */
export type BackupProblem =
  | 'pin'
  | 'lost'
  | 'failed'
  | 'short'
  | 'different'
  | 'uncopied'
  | 'otherFile';

export type BackupInput = Pick<VaultInput, 'pubkey' | 'by'>;

interface Context extends BackupInput {
  /** The PIN until it is used. */
  readonly pin: Secret<string> | undefined;
  /** The secrets while they are shown (E-32). */
  readonly nsec: Secret<string> | undefined;
  readonly words: Secret<string> | undefined;
  readonly ncryptsec: Secret<string> | undefined;
  readonly problem: BackupProblem | undefined;
  readonly form: CopyForm;
  /** Positions of the words that are asked for. */
  readonly positions: Positions;
  /** Indices of the typed pieces that were wrong. */
  readonly wrong: readonly number[];
  /** True if two correct pieces of a copy were typed. */
  readonly isProved: boolean;
}

/**
 * Minimum length of a password that protects the key outside this device, where attempts are
 * unlimited.
 */
const SHORTEST = 8;

/**
 * Shows the key of an account for a backup (ACCOUNT-07, BEYOND-12). This happens only on request,
 * after its PIN if it has one, for two minutes at most. The user confirms a copy by typing two
 * pieces of it, or by opening the saved file. Closing it always forgets the key.
 */
export const backupMachine = setup({
  types: {
    context: {} as Context,
    events: {} as BackupEvent,
    input: {} as BackupInput,
    tags: {} as 'proving' | 'busy' | 'shown' | 'checking' | 'locking',
  },
  actors: { vault: callbackPort<VaultCommand, VaultInput>('vault') },
  guards: {
    hasPin: ({ context }) => context.by === 'pin',
    isWrongPin: ({ event }) => event.type === 'vault.refused' && event.why === 'pin',
    isCopied: ({ context, event }) =>
      event.type === 'backup.answer' && wrongOf(context, event.typed).length === 0,
    isSaved: ({ context: { nsec, words, ncryptsec }, event }) =>
      event.type === 'backup.compare' &&
      isInFile(event.file.reveal() ?? '', [nsec?.reveal(), ncryptsec?.reveal()], words?.reveal()),
    isFlawed: ({ event }) => problemOf(event) !== undefined,
  },
  delays: { shown: 2 * 60_000, attention: 5 * 60_000, timeout: 60_000 },
  actions: {
    receivePin: assign(
      whenEvent('backup.prove', ({ event }) => ({ pin: event.pin, problem: undefined })),
    ),
    clear: assign({ problem: undefined }),
    complain: assign(({ event }) => ({ problem: problemOf(event) })),
    fail: assign((_, { problem }: { problem: BackupProblem }) => ({ problem })),
    take: assign(
      whenEvent('vault.opened', ({ event }) => ({ nsec: event.nsec, words: event.words })),
    ),
    receiveLocked: assign(
      whenEvent('vault.locked', ({ event }) => ({
        ncryptsec: event.ncryptsec,
        problem: event.ncryptsec ? undefined : ('failed' as const),
      })),
    ),
    lock: enqueueActions(({ event, enqueue }) => {
      if (event.type !== 'backup.lock') return;
      event.repeated.forget();
      enqueue.sendTo('vault', { type: 'vault.lock', password: event.password });
    }),
    ask: assign(
      whenEvent('backup.check', ({ event }) => ({
        form: event.form,
        positions: event.positions,
        problem: undefined,
        wrong: [],
      })),
    ),
    blame: assign(
      whenEvent('backup.answer', ({ context, event }) => ({
        problem: 'uncopied' as const,
        wrong: wrongOf(context, event.typed),
      })),
    ),
    prove: assign({ isProved: true, problem: undefined, wrong: [] }),
    forgetTyped: ({ event }) => {
      if (event.type === 'backup.answer') for (const one of event.typed) one.forget();
      if (event.type === 'backup.compare') event.file.forget();
      if (event.type !== 'backup.lock') return;
      event.password.forget();
      event.repeated.forget();
    },
    forgetLocked: ({ context }) => context.ncryptsec?.forget(),
    forget: ({ context }) => {
      for (const secret of [context.pin, context.nsec, context.words, context.ncryptsec])
        secret?.forget();
    },
    drop: assign({ pin: undefined, nsec: undefined, words: undefined, ncryptsec: undefined }),
  },
}).createMachine({
  id: 'backup',
  context: ({ input }) => ({
    ...input,
    pin: undefined,
    nsec: undefined,
    words: undefined,
    ncryptsec: undefined,
    problem: undefined,
    form: 'nsec',
    positions: [1, 2],
    wrong: [],
    isProved: false,
  }),
  initial: 'hidden',
  on: { 'backup.close': '.closed' },
  states: {
    hidden: {
      on: {
        'backup.show': [
          { guard: 'hasPin', target: 'proving', actions: 'clear' },
          { target: 'open', actions: 'clear' },
        ],
      },
    },
    proving: {
      tags: 'proving',
      on: {
        'backup.prove': { target: 'open', actions: 'receivePin' },
        'backup.hide': { target: 'hidden', actions: 'clear' },
      },
      after: { attention: 'hidden' },
    },
    open: {
      initial: 'opening',
      exit: ['forget', 'drop'],
      invoke: {
        id: 'vault',
        src: 'vault',
        input: ({ context: { pubkey, by, pin } }) => ({ pubkey, by, pin }),
        onError: { target: 'hidden', actions: { type: 'fail', params: { problem: 'failed' } } },
      },
      on: {
        'vault.refused': [
          {
            guard: 'isWrongPin',
            target: 'proving',
            actions: { type: 'fail', params: { problem: 'pin' } },
          },
          {
            target: 'hidden',
            actions: { type: 'fail', params: ({ event }) => ({ problem: event.why }) },
          },
        ],
        'backup.hide': { target: 'hidden', actions: 'clear' },
      },
      states: {
        opening: {
          tags: 'busy',
          on: { 'vault.opened': { target: 'showing', actions: 'take' } },
          after: {
            timeout: {
              target: '#backup.hidden',
              actions: { type: 'fail', params: { problem: 'failed' } },
            },
          },
        },
        showing: {
          tags: 'shown',
          initial: 'idle',
          after: { shown: { target: '#backup.hidden', actions: 'clear' } },
          on: { 'backup.check': { target: 'checking', actions: 'ask' } },
          states: {
            idle: {
              on: {
                'backup.lock': [
                  { guard: 'isFlawed', actions: ['complain', 'forgetTyped'] },
                  { target: 'locking', actions: ['clear', 'lock'] },
                ],
              },
            },
            locking: {
              tags: 'locking',
              on: {
                'vault.locked': { target: 'idle', actions: ['forgetLocked', 'receiveLocked'] },
              },
              after: {
                timeout: {
                  target: 'idle',
                  actions: { type: 'fail', params: { problem: 'failed' } },
                },
              },
            },
          },
        },
        checking: {
          tags: 'checking',
          on: {
            'backup.answer': [
              { guard: 'isCopied', target: '#backup.hidden', actions: ['prove', 'forgetTyped'] },
              { actions: ['blame', 'forgetTyped'] },
            ],
            'backup.compare': [
              { guard: 'isSaved', target: '#backup.hidden', actions: ['prove', 'forgetTyped'] },
              { actions: [{ type: 'fail', params: { problem: 'otherFile' } }, 'forgetTyped'] },
            ],
            'backup.show': { target: 'showing', actions: 'clear' },
          },
          after: { attention: { target: '#backup.hidden', actions: 'clear' } },
        },
      },
    },
    closed: { type: 'final' },
  },
});

export type BackupActor = ActorRefFrom<typeof backupMachine>;

/** Return the indices of the typed pieces that are not in the key. */
function wrongOf(context: Context, typed: readonly Secret<string>[]): readonly number[] {
  const { form, positions } = context;
  return wrongPieces(
    typed.map((one) => one.reveal() ?? ''),
    piecesOf(context[form]?.reveal() ?? '', form, positions),
    form === 'words' ? positions : undefined,
  );
}

/** Return the problem of a password for encryption. A forgotten password counts as empty. */
function problemOf(event: BackupEvent): BackupProblem | undefined {
  if (event.type !== 'backup.lock') return undefined;
  const [password, repeated] = [event.password, event.repeated].map((typed) =>
    (typed.reveal() ?? '').normalize('NFKC'),
  );
  if (Array.from(password ?? '').length < SHORTEST) return 'short';
  return password === repeated ? undefined : 'different';
}
