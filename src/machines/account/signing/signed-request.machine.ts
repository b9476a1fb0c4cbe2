import { signingMessage } from '../../../events/account/signing/signing-error.ts';
import { assign, type DoneActorEvent, sendTo, setup } from 'xstate';
import { type SignedQuery, withProof } from '../../../events/account/signing/signed-query.ts';
import type { SignedEvent } from '../../../events/nostr/event.ts';
import type { Bus, Outcome } from '../../core/bus.ts';
import { requestMachine } from '../../connection/request.machine.ts';
import { withOutcome } from '../../core/event-guards.ts';
import type { SignerRef } from '../../core/signer-ref.ts';
import { type SignSettled, signedIn } from '../../core/sign-request.ts';

export interface SignedRequestInput {
  readonly bus: Bus;
  readonly account: string;
  readonly signer: SignerRef;
  readonly asked: SignedQuery;
  /** True if the user did not ask for it. It runs only without a prompt (BEYOND-03). */
  readonly quiet: boolean;
  /** True if a closed key stays closed for it. */
  readonly onlyIfOpen?: boolean;
}

/** Result. `unsigned`: no request was sent, because the proof was not signed. */
export type SignedRequestOutcome =
  | Outcome
  | { readonly ok: false; readonly reason: 'unsigned'; readonly text: string };

interface Context extends SignedRequestInput {
  readonly proof: SignedEvent | undefined;
  readonly outcome: SignedRequestOutcome;
}

/**
 * One request with a proof of the account (ACCOUNT-18): first the signer, then the caching service,
 * each with its deadline.
 */
export const signedRequestMachine = setup({
  types: {
    context: {} as Context,
    events: {} as SignSettled | DoneActorEvent<Outcome>,
    input: {} as SignedRequestInput,
    output: {} as SignedRequestOutcome,
  },
  actors: { request: requestMachine },
  guards: {
    isSigned: ({ event }) => signedIn(event) !== undefined,
  },
  /** Longer than the signer's own timeout. */
  delays: { signTimeout: 15 * 60_000 },
  actions: {
    askSign: sendTo(
      ({ context }) => context.signer,
      ({ context: { account, asked, quiet, onlyIfOpen = false }, self }) => {
        const act = { do: 'sign', template: asked.draft } as const;
        const { reason } = asked;
        return {
          type: 'sign.request',
          request: { id: 'proof', from: self, pubkey: account, reason, act, quiet, onlyIfOpen },
        };
      },
    ),
    cancelSign: sendTo(
      ({ context }) => context.signer,
      ({ self }) => ({ type: 'sign.cancel', id: 'proof', from: self }),
    ),
    keepProof: assign(({ event }) => ({ proof: signedIn(event) })),
    recordUnsigned: assign(({ event }) => {
      const text =
        event.type === 'sign.settled' && !event.outcome.ok
          ? signingMessage(event.outcome.failure).code
          : '';
      return { outcome: { ok: false, reason: 'unsigned', text } };
    }),
    note: assign((_, { outcome }: { outcome: Outcome }) => ({ outcome })),
  },
}).createMachine({
  id: 'signedRequest',
  context: ({ input }) => ({
    ...input,
    proof: undefined,
    outcome: { ok: false, reason: 'timeout', text: '' },
  }),
  initial: 'signing',
  states: {
    signing: {
      entry: 'askSign',
      exit: 'cancelSign',
      on: {
        'sign.settled': [
          { guard: 'isSigned', target: 'asking', actions: 'keepProof' },
          { target: 'ended', actions: 'recordUnsigned' },
        ],
      },
      after: { signTimeout: { target: 'ended', actions: 'recordUnsigned' } },
    },
    asking: {
      invoke: {
        id: 'request',
        src: 'request',
        input: ({ context: { bus, asked, proof } }) => {
          if (!proof) throw new Error('nothing proves who asks');
          return { bus, query: withProof(asked, proof) };
        },
        onDone: { target: 'ended', actions: { type: 'note', params: withOutcome } },
        onError: 'ended',
      },
    },
    ended: { type: 'final' },
  },
  output: ({ context }) => context.outcome,
});
