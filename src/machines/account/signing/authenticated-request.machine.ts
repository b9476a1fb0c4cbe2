import { assign, type DoneActorEvent, setup } from 'xstate';
import {
  challengeIn,
  type PrivateQuery,
  privateQuery,
} from '../../../events/account/signing/signed-query.ts';
import { signedRequestMachine, type SignedRequestOutcome } from './signed-request.machine.ts';
import type { SignerRef } from '../../core/signer-ref.ts';
import type { Bus, Outcome } from '../../core/bus.ts';
import { requestMachine } from '../../connection/request.machine.ts';
import { withOutcome } from '../../core/event-guards.ts';

/**
 * The caller, and the prompts it allows. `service`: address of the only caching service for which a
 * proof is valid.
 */
export interface Requester {
  readonly account: string;
  readonly bus: Bus;
  readonly signer: SignerRef;
  readonly service: string;
  /**
   * True if this device stores the key. It may be opened at any moment, and then no prompt is
   * needed.
   */
  readonly isLocal: boolean;
  /** True if the user did not ask for it. It is signed only without a prompt (BEYOND-03). */
  readonly quiet: boolean;
}

interface AuthenticatedRequestInput extends Requester {
  readonly query: PrivateQuery;
}

interface Context extends AuthenticatedRequestInput {
  /** The service's challenge for a proof. It belongs to one connection. */
  readonly challenge: string | undefined;
  readonly times: number;
  readonly outcome: SignedRequestOutcome;
}

/** Reply of a service that shows messages only to their participants (NIP-42). */
export const REFUSED = 'auth-required';
/**
 * Maximum attempts. A connection that broke while sending the proof is followed by one that needs a
 * new proof.
 */
const MOST_TIMES = 2;

/**
 * One request for private content. If the service requires a proof of identity, the request is sent
 * again with one. The proof holds for the rest of the connection.
 */
export const authenticatedRequestMachine = setup({
  types: {
    context: {} as Context,
    events: {} as DoneActorEvent<Outcome, 'plain'> | DoneActorEvent<SignedRequestOutcome, 'signed'>,
    input: {} as AuthenticatedRequestInput,
    output: {} as SignedRequestOutcome,
    children: {} as { plain: 'request'; signed: 'signedRequest' },
  },
  actors: { request: requestMachine, signedRequest: signedRequestMachine },
  guards: {
    isRefused: ({ context }, { outcome }: { outcome: SignedRequestOutcome }) =>
      !outcome.ok &&
      outcome.reason === 'notice' &&
      outcome.text.startsWith(REFUSED) &&
      context.times < MOST_TIMES,
  },
  actions: {
    recordRefusal: assign(({ context }, { outcome }: { outcome: SignedRequestOutcome }) => ({
      challenge: outcome.ok ? undefined : challengeIn(outcome.text),
      times: context.times + 1,
    })),
    note: assign((_, { outcome }: { outcome: SignedRequestOutcome }) => ({ outcome })),
  },
}).createMachine({
  id: 'authenticatedRequest',
  context: ({ input }) => ({
    ...input,
    challenge: undefined,
    times: 0,
    outcome: { ok: false, reason: 'timeout', text: '' },
  }),
  initial: 'asking',
  states: {
    asking: {
      invoke: {
        id: 'plain',
        src: 'request',
        input: ({ context: { bus, query } }) => ({ bus, query }),
        onDone: [
          {
            guard: { type: 'isRefused', params: withOutcome },
            target: 'proving',
            actions: { type: 'recordRefusal', params: withOutcome },
          },
          { target: 'ended', actions: { type: 'note', params: withOutcome } },
        ],
        onError: 'ended',
      },
    },
    proving: {
      invoke: {
        id: 'signed',
        src: 'signedRequest',
        input: ({ context: { account, bus, signer, service, challenge, quiet, query } }) => {
          return { account, bus, signer, quiet, asked: privateQuery(service, challenge, query) };
        },
        onDone: [
          {
            guard: { type: 'isRefused', params: withOutcome },
            target: 'proving',
            reenter: true,
            actions: { type: 'recordRefusal', params: withOutcome },
          },
          { target: 'ended', actions: { type: 'note', params: withOutcome } },
        ],
        onError: 'ended',
      },
    },
    ended: { type: 'final' },
  },
  output: ({ context }) => context.outcome,
});

/**
 * Guards for the callers: the outcome is fine, the request was not sent because the proof was not
 * signed, and this may change by itself.
 */
export const authenticatedRequestGuards = {
  isOk: (_: unknown, { outcome }: { outcome: SignedRequestOutcome }) => outcome.ok,
  isUnsigned: (_: unknown, { outcome }: { outcome: SignedRequestOutcome }) =>
    !outcome.ok && outcome.reason === 'unsigned',
  isLocal: ({ context }: { readonly context: Requester }) => context.isLocal,
};

/** Milliseconds until the next attempt. */
export const reopened = 5_000;

/** State of a caller whose proof was not signed without a prompt. */
export const CLOSED = {
  tags: 'closed',
  on: { 'account.unlocked': 'loading' },
  after: { reopened: { guard: 'isLocal', target: 'loading' } },
} as const;
