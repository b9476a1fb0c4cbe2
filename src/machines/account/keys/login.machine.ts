import { assign, enqueueActions, type EventObject, sendParent, setup } from 'xstate';
import type { Account } from '../../../events/account/account.ts';
import { type LoginInput, readLoginInput } from '../../../events/account/keys/login-input.ts';
import { type Secret, secretOf } from '../../../events/account/keys/secret.ts';
import {
  type SigningFailure,
  signingFailure,
} from '../../../events/account/signing/signing-error.ts';
import { isHex } from '../../../events/core/hex.ts';
import { whenEvent } from '../../core/event-guards.ts';
import { callbackPort, promisePort } from '../../core/ports.ts';
import type {
  ExtensionAnswer,
  KeyCommand,
  KeySignal,
  KeySource,
  PairInput,
  PairSignal,
} from './key-protocol.ts';
import type { PeerEvent } from '../../connection/relay-protocol.ts';
import { pinMachine, type PinOutput } from './pin.machine.ts';

export type LoginEvent =
  | KeySignal
  | PairSignal
  | PeerEvent
  | { type: 'login.extension' }
  /** A backup file with the key in it. */
  | { type: 'login.archive'; file: Blob; passphrase: Secret<string> }
  /** A passkey of this browser. */
  | { type: 'login.passkey' }
  /** Submits the typed or pasted text. `isFile`: the text of a file, which has no field. */
  | { type: 'login.submit'; text: Secret<string>; isFile?: boolean }
  /** Offers the app to a remote signer, as a QR code. */
  | { type: 'login.offer' }
  /** Says if bare hex is a private or a public key. */
  | { type: 'login.asSecret' }
  | { type: 'login.asPublic' }
  /** The password of an ncryptsec. */
  | { type: 'login.password'; pin: Secret<string> }
  /** Secures and keeps the new key that is held. */
  | { type: 'login.proceed' }
  /** Stop pairing and return to the field, which keeps its text. */
  | { type: 'login.back' }
  | { type: 'login.cancel' };

/** Sent to the parent: the new key is open and waits for `login.proceed`. */
export type LoginNews = { type: 'login.held'; pubkey: string };

/**
 * `creates`: create a new key without further questions. Otherwise the user chooses. `holds`: wait
 * with the new key until `login.proceed`.
 */
export type LoginOrder = { readonly creates: boolean; readonly holds?: boolean } | undefined;

export interface LoginOutput {
  readonly account: Account | undefined;
  readonly problem: SigningFailure | undefined;
}

interface Context {
  readonly creates: boolean;
  readonly holds: boolean;
  readonly typed: LoginInput;
  /**
   * The text of the field, for another attempt. It is kept until a sign-in succeeds, is closed, or
   * is tried in another way.
   */
  readonly entry: Secret<string> | undefined;
  /** True if pairing takes long, so the user needs a hint. */
  readonly isSlow: boolean;
  readonly problem: SigningFailure | undefined;
  /** Public key of the open key that is not yet signed in. */
  readonly pubkey: string | undefined;
  /** The uri to show to a remote signer, and the page where the user must approve. */
  readonly uri: string | undefined;
  readonly challenge: string | undefined;
  readonly account: Account | undefined;
  /** True if a passkey opens an account of this browser. */
  readonly hasPasskey: boolean;
}

const NOTHING: LoginInput = { type: 'invalid' };
const PASSKEY: LoginInput = { type: 'passkey' };
const SLOW = { code: 'signer.slow' } as const;
const OFFER = { code: 'key.offer' } as const;
const NO_EXTENSION_ANSWER = { code: 'extension.silent' } as const;

/**
 * One sign-in to one account (ACCOUNT-02, ACCOUNT-03): extension, key, mnemonic, encrypted key,
 * passkey, remote signer, or reading only. Ends with the account and its open key, or without one.
 * A key that is not handed over is closed with this machine.
 */
export const loginMachine = setup({
  types: {
    context: {} as Context,
    events: {} as LoginEvent,
    input: {} as LoginOrder,
    output: {} as LoginOutput,
    children: {} as { pin: 'pin' },
    tags: {} as 'form' | 'waiting',
  },
  actors: {
    extension: promisePort<ExtensionAnswer, undefined>('extension'),
    key: callbackPort<KeyCommand, undefined>('key'),
    pair: callbackPort<EventObject, PairInput>('pair'),
    hasPasskey: promisePort<boolean, { pubkey: string | undefined }>('hasPasskey'),
    pin: pinMachine,
  },
  guards: {
    isKey: ({ context }) => context.typed.type === 'key' || context.typed.type === 'mnemonic',
    isLocked: ({ context }) => context.typed.type === 'locked',
    isPublic: ({ context }) => context.typed.type === 'public',
    isHex: ({ context }) => context.typed.type === 'hex',
    isBunker: ({ context }) => context.typed.type === 'bunker',
    isOffer: ({ context }) => context.typed.type === 'offer',
    isBrokenLink: ({ context }) => context.typed.type === 'brokenLink',
    isAddress: ({ context }) => context.typed.type === 'address',
    isWords: ({ context }) =>
      context.typed.type === 'words' || context.typed.type === 'misnumbered',
    creates: ({ context }) => context.creates,
    holds: ({ context }) => context.holds,
    cameLocked: ({ context }) => context.typed.type === 'locked',
    isKeptLocked: ({ context }) => ['locked', 'passkey', 'archive'].includes(context.typed.type),
  },
  delays: {
    attention: 10 * 60_000,
    extensionTimeout: 2 * 60_000,
    pairTimeout: 5 * 60_000,
    hintDelay: 30_000,
    // the user has to find their passkey first
    keyTimeout: ({ context }) => (context.typed.type === 'passkey' ? 3 : 1) * 60_000,
    keepTimeout: 10_000,
  },
  actions: {
    read: assign(
      whenEvent('login.submit', ({ event }) => ({
        typed: readLoginInput(event.text.reveal() ?? ''),
        problem: undefined,
      })),
    ),
    keepEntry: assign(
      whenEvent('login.submit', ({ event }) => ({
        entry: event.isFile ? undefined : secretOf(event.text.reveal() ?? ''),
      })),
    ),
    forgetEntry: ({ context: { entry } }) => entry?.forget(),
    recordSlow: assign({ isSlow: true }),
    forgetText: ({ event }) => {
      if (event.type === 'login.submit') event.text.forget();
    },
    forgetTyped: ({ context: { typed } }) => {
      if (typed.type === 'key') typed.nsec.forget();
      if (typed.type === 'mnemonic') typed.words.forget();
      if (typed.type === 'hex') typed.hex.forget();
      if (typed.type === 'archive') typed.passphrase.forget();
      if (typed.type === 'bunker') typed.pointer.secret?.forget();
    },
    pass: assign({ typed: PASSKEY }),
    receiveFile: assign(
      whenEvent('login.archive', ({ event }) => ({
        typed: { type: 'archive' as const, file: event.file, passphrase: event.passphrase },
      })),
    ),
    drop: assign({ typed: NOTHING, uri: undefined, challenge: undefined, isSlow: false }),
    clear: assign({
      typed: NOTHING,
      entry: undefined,
      problem: undefined,
      pubkey: undefined,
      uri: undefined,
      challenge: undefined,
    }),
    /** Pass the typed secret to the key's port once. It is forgotten there. */
    open: enqueueActions(({ context, event, enqueue }) => {
      const source = context.creates
        ? ({ from: 'new-words' } as const)
        : sourceOf(context.typed, event);
      if (source) enqueue.sendTo('key', { type: 'key.open', source });
    }),
    keep: enqueueActions(({ enqueue }) => enqueue.sendTo('key', { type: 'key.keep' })),
    handOver: enqueueActions(({ enqueue }) => enqueue.sendTo('key', { type: 'key.handOver' })),
    name: assign(whenEvent('key.opened', ({ event }) => ({ pubkey: event.pubkey }))),
    blame: assign((_, { failure }: { failure: SigningFailure }) => ({ problem: failure })),
    blamePort: assign(({ event }) =>
      event.type === 'key.refused' || event.type === 'pair.failed'
        ? { problem: event.failure }
        : {},
    ),
    enter: assign((_, { account }: { account: Account | undefined }) => ({ account })),
    notifyHeld: sendParent(
      ({ context }): LoginNews => ({ type: 'login.held', pubkey: context.pubkey ?? '' }),
    ),
    show: assign(({ event }) => {
      if (event.type === 'pair.offered') return { uri: event.uri };
      return event.type === 'pair.challenged' ? { challenge: event.url } : {};
    }),
  },
}).createMachine({
  id: 'login',
  context: ({ input }) => ({
    creates: input?.creates ?? false,
    holds: input?.holds ?? false,
    typed: NOTHING,
    entry: undefined,
    isSlow: false,
    problem: undefined,
    pubkey: undefined,
    uri: undefined,
    challenge: undefined,
    account: undefined,
    hasPasskey: false,
  }),
  initial: 'arriving',
  output: ({ context: { account, problem } }) => ({ account, problem }),
  on: { 'login.cancel': '.ended' },
  states: {
    arriving: { always: [{ guard: 'creates', target: 'keyed' }, { target: 'choosing' }] },
    choosing: {
      tags: 'form',
      entry: ['forgetTyped', 'drop'],
      always: { guard: 'creates', target: 'ended' },
      invoke: {
        id: 'hasPasskey',
        src: 'hasPasskey',
        input: { pubkey: undefined },
        onDone: { actions: assign({ hasPasskey: ({ event }) => event.output }) },
        onError: {},
      },
      on: {
        'login.archive': { target: 'keyed', actions: ['forgetEntry', 'clear', 'receiveFile'] },
        'login.passkey': { target: 'keyed', actions: ['forgetEntry', 'clear', 'pass'] },
        'login.submit': {
          target: 'sorting',
          actions: ['forgetEntry', 'read', 'keepEntry', 'forgetText'],
        },
        'login.extension': { target: 'extension', actions: ['forgetEntry', 'clear'] },
        'login.offer': { target: 'pairing', actions: ['forgetEntry', 'clear'] },
      },
    },
    sorting: {
      always: [
        { guard: 'isKey', target: 'keyed' },
        { guard: 'isLocked', target: 'keyed.password' },
        { guard: 'isHex', target: 'telling' },
        { guard: 'isBunker', target: 'pairing' },
        {
          guard: 'isPublic',
          target: 'ended',
          actions: {
            type: 'enter',
            params: ({ context }) => ({ account: readerOf(context.typed) }),
          },
        },
        {
          guard: 'isOffer',
          target: 'choosing',
          actions: { type: 'blame', params: { failure: signingFailure('invalid-nsec', OFFER) } },
        },
        {
          guard: 'isBrokenLink',
          target: 'choosing',
          actions: {
            type: 'blame',
            params: { failure: signingFailure('invalid-nsec', { code: 'key.brokenLink' }) },
          },
        },
        {
          guard: 'isAddress',
          target: 'choosing',
          actions: {
            type: 'blame',
            params: { failure: signingFailure('invalid-nsec', { code: 'key.address' }) },
          },
        },
        {
          guard: 'isWords',
          target: 'choosing',
          actions: {
            type: 'blame',
            params: ({ context: { typed } }) => ({ failure: failureOfWords(typed) }),
          },
        },
        {
          target: 'choosing',
          actions: { type: 'blame', params: { failure: signingFailure('invalid-nsec') } },
        },
      ],
    },
    telling: {
      tags: 'form',
      on: {
        'login.asSecret': 'keyed',
        'login.asPublic': {
          target: 'ended',
          actions: {
            type: 'enter',
            params: ({ context }) => ({ account: readerOf(context.typed) }),
          },
        },
      },
      after: { attention: 'choosing' },
    },
    extension: {
      tags: 'waiting',
      invoke: {
        id: 'extension',
        src: 'extension',
        input: undefined,
        onDone: [
          {
            guard: ({ event }) => 'pubkey' in event.output && isHex(event.output.pubkey, 64),
            target: 'ended',
            actions: {
              type: 'enter',
              params: ({ event }) => ({ account: holderOf(event.output) }),
            },
          },
          {
            target: 'choosing',
            actions: {
              type: 'blame',
              params: ({ event }) => ({ failure: failureOf(event.output) }),
            },
          },
        ],
        onError: {
          target: 'choosing',
          actions: {
            type: 'blame',
            params: { failure: signingFailure('pubkey-no-nsec', NO_EXTENSION_ANSWER) },
          },
        },
      },
      after: {
        extensionTimeout: {
          target: 'choosing',
          actions: {
            type: 'blame',
            params: { failure: signingFailure('pubkey-no-nsec', NO_EXTENSION_ANSWER) },
          },
        },
      },
    },
    pairing: {
      tags: 'waiting',
      invoke: {
        id: 'pair',
        src: 'pair',
        input: ({ context: { typed } }) => ({
          pointer: typed.type === 'bunker' ? typed.pointer : undefined,
        }),
        onError: {
          target: 'choosing',
          actions: { type: 'blame', params: { failure: signingFailure('no_socket') } },
        },
      },
      on: {
        'peer.*': { actions: sendParent(({ event }) => event) },
        'pair.offered': { actions: 'show' },
        'pair.challenged': { actions: 'show' },
        'pair.paired': {
          target: 'ended',
          actions: {
            type: 'enter',
            params: ({ event }) => ({ account: { pubkey: event.pubkey, method: 'remote' } }),
          },
        },
        'pair.failed': { target: 'choosing', actions: 'blamePort' },
        'login.back': 'choosing',
      },
      after: {
        hintDelay: { actions: 'recordSlow' },
        pairTimeout: {
          target: 'choosing',
          actions: { type: 'blame', params: { failure: signingFailure('no_socket', SLOW) } },
        },
      },
    },
    keyed: {
      initial: 'opening',
      invoke: {
        id: 'key',
        src: 'key',
        input: undefined,
        onError: {
          target: 'choosing',
          actions: { type: 'blame', params: { failure: signingFailure('not-secure-env') } },
        },
      },
      states: {
        password: {
          tags: 'form',
          on: { 'login.password': 'opening' },
          after: { attention: '#login.choosing' },
        },
        opening: {
          tags: 'waiting',
          entry: 'open',
          on: {
            'key.opened': [
              { guard: 'isKeptLocked', target: 'keeping', actions: 'name' },
              { guard: 'holds', target: 'held', actions: 'name' },
              { target: 'securing', actions: 'name' },
            ],
            'key.refused': [
              { guard: 'cameLocked', target: 'password', actions: 'blamePort' },
              { target: '#login.choosing', actions: 'blamePort' },
            ],
          },
          after: {
            keyTimeout: {
              target: '#login.choosing',
              actions: { type: 'blame', params: { failure: signingFailure('invalid-nsec', SLOW) } },
            },
          },
        },
        /** The new key signs uploads of its profile, while the user completes the profile. */
        held: {
          entry: 'notifyHeld',
          on: { 'login.proceed': 'securing' },
          after: { attention: '#login.ended' },
        },
        securing: {
          invoke: {
            id: 'pin',
            src: 'pin',
            input: ({ context }) => ({ mode: 'create' as const, pubkey: context.pubkey ?? '' }),
            onDone: [
              { guard: ({ event }) => event.output.result === 'skipped', target: 'keeping' },
              {
                guard: ({ event }) => event.output.result === 'locked',
                target: 'leaving',
                actions: {
                  type: 'enter',
                  params: ({ context, event }) => ({
                    account: keyOf(context, lockOf(event.output)),
                  }),
                },
              },
              { target: '#login.choosing' },
            ],
            onError: '#login.choosing',
          },
        },
        keeping: {
          tags: 'waiting',
          entry: 'keep',
          on: {
            'key.kept': {
              target: 'leaving',
              actions: {
                type: 'enter',
                params: ({ context, event }) => ({ account: keyOf(context, event.lock) }),
              },
            },
          },
          after: {
            keepTimeout: {
              target: 'leaving',
              actions: {
                type: 'enter',
                params: ({ context }) => ({ account: keyOf(context, 'page') }),
              },
            },
          },
        },
        leaving: { entry: 'handOver', always: '#login.ended' },
      },
    },
    ended: { type: 'final', entry: ['forgetTyped', 'forgetEntry', 'drop'] },
  },
});

/**
 * Return the source of the typed key. A new key is created only on request, never in place of a
 * missing one (E-33).
 */
function sourceOf(typed: LoginInput, event: LoginEvent): KeySource | undefined {
  if (typed.type === 'key') return { from: 'nsec', text: typed.nsec };
  if (typed.type === 'mnemonic') return { from: 'mnemonic', text: typed.words };
  if (typed.type === 'hex') return { from: 'hex', text: typed.hex };
  if (typed.type === 'passkey') return { from: 'passkey' };
  if (typed.type === 'archive')
    return { from: 'archive', file: typed.file, passphrase: typed.passphrase };
  return typed.type === 'locked' && event.type === 'login.password'
    ? { from: 'locked', ncryptsec: typed.ncryptsec, pin: event.pin }
    : undefined;
}

function failureOfWords(typed: LoginInput): SigningFailure {
  return signingFailure(
    'invalid-nsec',
    typed.type === 'misnumbered'
      ? { code: 'key.wordNumber', params: { place: typed.place } }
      : { code: 'key.wordCount', params: { count: typed.type === 'words' ? typed.count : 0 } },
  );
}

function readerOf(typed: LoginInput): Account | undefined {
  const pubkey =
    typed.type === 'public' ? typed.pubkey : typed.type === 'hex' ? typed.hex.reveal() : undefined;
  return pubkey === undefined ? undefined : { pubkey, method: 'readonly' };
}

function holderOf(answer: ExtensionAnswer): Account | undefined {
  return 'pubkey' in answer ? { pubkey: answer.pubkey, method: 'extension' } : undefined;
}

function failureOf(answer: ExtensionAnswer): SigningFailure {
  return 'failure' in answer ? answer.failure : signingFailure('pubkey-no-nsec');
}

function keyOf({ pubkey }: Context, lock: 'pin' | 'device' | 'page'): Account | undefined {
  return pubkey === undefined ? undefined : { pubkey, method: 'key', lock };
}

/** Return the lock. An encrypted key that the device does not store lasts until the page closes. */
function lockOf(output: PinOutput): 'pin' | 'page' {
  return output.result === 'locked' && output.kept ? 'pin' : 'page';
}
