import { assign, enqueueActions, setup } from 'xstate';
import type { UserMessage } from '../../../events/account/user-message.ts';
import { schemeOf } from '../../../events/account/keys/cipher-payload.ts';
import { type Secret, secretOf } from '../../../events/account/keys/secret.ts';
import { withoutKey } from '../../../events/core/without-key.ts';
import type { SignerRef } from '../../core/signer-ref.ts';
import type { SignSettled } from '../../core/sign-request.ts';

/**
 * An encrypted text. `peer`: the other public key of the encryption. `id`: correlates the result.
 */
export interface Sealed {
  readonly id: string;
  readonly peer: string;
  readonly text: string;
}

export interface DecryptInput {
  readonly account: string;
  readonly signer: SignerRef;
  /** In the order of decryption. */
  readonly sealed: readonly Sealed[];
  /** True if the user did not ask for it. It runs only without a prompt (BEYOND-03). */
  readonly quiet: boolean;
  /** Reason shown beside the prompt, if the texts are not messages. */
  readonly reason?: UserMessage | undefined;
}

/** Sent to the parent for each text. `undefined` if this key cannot decrypt it. */
export type DecryptNews = { type: 'decrypt.read'; id: string; text: Secret<string> | undefined };

/** `isWhole`: true if the signer answered for every text, with its content or a failure. */
export interface DecryptOutcome {
  readonly isWhole: boolean;
}

interface Context extends DecryptInput, DecryptOutcome {
  /** Texts without an answer from the signer. */
  readonly open: ReadonlyMap<string, Sealed>;
}

/**
 * Decrypts texts for the account as one batch, in order. If the signer or the user refuses one, the
 * rest is not requested. Malformed texts are not sent to the signer. Stopping it cancels its
 * requests.
 */
export const decryptMachine = setup({
  types: {
    context: {} as Context,
    events: {} as SignSettled,
    input: {} as DecryptInput,
    output: {} as DecryptOutcome,
  },
  guards: {
    isDone: ({ context }) => context.open.size === 0,
    isUnwilling: ({ event: { outcome } }) => !outcome.ok && outcome.failure.code !== 'bad-cipher',
  },
  /** Longer than the signer's own timeout for one text. */
  delays: { timeout: 12 * 60_000 },
  actions: {
    ask: enqueueActions(
      ({ context: { account, signer, sealed, quiet, reason: other }, enqueue, self }) => {
        const known = sealed.map((one) => ({ one, scheme: schemeOf(one.text) }));
        const reason: UserMessage = other ?? {
          code: 'sign.readMessages',
          params: { count: sealed.length },
        };
        enqueue.assign({
          open: new Map(known.flatMap(({ one, scheme }) => (scheme ? [[one.id, one]] : []))),
        });
        for (const { one, scheme } of known) {
          const { id, peer, text } = one;
          if (!scheme) {
            enqueue.sendParent({ type: 'decrypt.read', id, text: undefined } satisfies DecryptNews);
            continue;
          }
          const act = { do: 'decrypt', scheme, peer, text } as const;
          enqueue.sendTo(signer, {
            type: 'sign.request',
            request: { id, from: self, pubkey: account, reason, act, quiet },
          });
        }
      },
    ),
    tell: enqueueActions(({ context: { open }, event: { id, outcome }, enqueue }) => {
      if (!open.has(id)) return;
      const text = outcome.ok && 'text' in outcome ? secretOf(outcome.text) : undefined;
      enqueue.assign({ open: withoutKey(open, id) });
      enqueue.sendParent({ type: 'decrypt.read', id, text } satisfies DecryptNews);
    }),
    forget: assign(({ context: { open }, event: { id } }) => ({ open: withoutKey(open, id) })),
    complete: assign({ isWhole: true }),
    cancel: enqueueActions(({ context: { open, signer }, enqueue, self }) => {
      for (const id of open.keys()) enqueue.sendTo(signer, { type: 'sign.cancel', id, from: self });
    }),
  },
}).createMachine({
  id: 'decrypt',
  context: ({ input }) => ({ ...input, open: new Map(), isWhole: false }),
  initial: 'asking',
  states: {
    asking: {
      entry: 'ask',
      exit: 'cancel',
      always: { guard: 'isDone', target: 'ended', actions: 'complete' },
      on: {
        'sign.settled': [
          { guard: 'isUnwilling', target: 'ended', actions: 'forget' },
          { actions: 'tell', target: '.waiting' },
        ],
      },
      initial: 'waiting',
      states: { waiting: { after: { timeout: '#decrypt.ended' } } },
    },
    ended: { type: 'final' },
  },
  output: ({ context: { isWhole } }) => ({ isWhole }),
});
