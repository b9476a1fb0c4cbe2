import { assign, enqueueActions, setup } from 'xstate';
import type { Message } from '../../../events/account/user-message.ts';
import { schemeOf } from '../../../events/account/keys/cipher-payload.ts';
import { type Secret, secretOf } from '../../../events/account/keys/secret.ts';
import { withoutKey } from '../../../events/core/without-key.ts';
import type { SignerRef } from '../../core/signer-ref.ts';
import type { SignSettled } from '../../core/sign-request.ts';

/** What was encrypted. `peer`: whose key together with the account's own opens it; `id`: by which it is told what it says. */
export interface Sealed {
  readonly id: string;
  readonly peer: string;
  readonly text: string;
}

export interface DecryptInput {
  readonly account: string;
  readonly signer: SignerRef;
  /** In the order in which they are opened. */
  readonly sealed: readonly Sealed[];
  /** Nobody asked for it: it is done only where no person is troubled (BEYOND-03). */
  readonly quiet: boolean;
  /** What a person sees beside the prompt, where these are no messages. */
  readonly reason?: Message | undefined;
}

/** Told to the parent, one by one: what it says; undefined: nobody with this key can open it. */
export type DecryptNews = { type: 'decrypt.read'; id: string; text: Secret<string> | undefined };

/** `isWhole`: the signer has said of each what it is, or that it cannot be opened. */
export interface DecryptOutcome {
  readonly isWhole: boolean;
}

interface Context extends DecryptInput, DecryptOutcome {
  /** What the signer has not answered yet. */
  readonly open: ReadonlyMap<string, Sealed>;
}

/**
 * Opens what was encrypted for the account, as one batch, in order. Where the signer is not willing, or a person cancels one, nothing more of it is
 * asked; what has no form that a signer could open is not asked for at all. Whoever stops it takes back what was asked.
 */
export const decryptMachine = setup({
  types: { context: {} as Context, events: {} as SignSettled, input: {} as DecryptInput, output: {} as DecryptOutcome },
  guards: {
    isDone: ({ context }) => context.open.size === 0,
    isUnwilling: ({ event: { outcome } }) => !outcome.ok && outcome.failure.code !== 'bad-cipher',
  },
  /** Longer than the signer's own for one. */
  delays: { patience: 12 * 60_000 },
  actions: {
    ask: enqueueActions(({ context: { account, signer, sealed, quiet, reason: other }, enqueue, self }) => {
      const known = sealed.map((one) => ({ one, scheme: schemeOf(one.text) }));
      const reason: Message = other ?? { code: 'sign.readMessages', params: { count: sealed.length } };
      enqueue.assign({ open: new Map(known.flatMap(({ one, scheme }) => (scheme ? [[one.id, one]] : []))) });
      for (const { one, scheme } of known) {
        const { id, peer, text } = one;
        if (!scheme) {
          enqueue.sendParent({ type: 'decrypt.read', id, text: undefined } satisfies DecryptNews);
          continue;
        }
        const act = { do: 'decrypt', scheme, peer, text } as const;
        enqueue.sendTo(signer, { type: 'sign.request', request: { id, from: self, pubkey: account, reason, act, quiet } });
      }
    }),
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
      states: { waiting: { after: { patience: '#decrypt.ended' } } },
    },
    ended: { type: 'final' },
  },
  output: ({ context: { isWhole } }) => ({ isWhole }),
});
