import { assign, type DoneActorEvent, setup } from 'xstate';
import { challengeIn, type OwnQuery, ownQuestion } from '../../../events/account/signing/signed-query.ts';
import { privilegedMachine, type PrivilegedOutcome } from './signed-request.machine.ts';
import type { SignerRef } from '../../core/signer-ref.ts';
import type { Bus, Outcome } from '../../core/bus.ts';
import { requestMachine } from '../../connection/request.machine.ts';
import { withOutcome } from '../../core/event-guards.ts';

/** Who asks, and how much may be asked of a person for it. `service`: address of the caching service, for which alone a proof is good. */
export interface Asker {
  readonly account: string;
  readonly bus: Bus;
  readonly signer: SignerRef;
  readonly service: string;
  /** The key is kept here: it may be opened at any moment, and then nobody is troubled any more. */
  readonly isLocal: boolean;
  /** Nobody asked for it: it is signed only where no person is troubled (BEYOND-03). */
  readonly quiet: boolean;
}

interface ProvenInput extends Asker {
  readonly query: OwnQuery;
}

interface Context extends ProvenInput {
  /** What the service wants to find in a proof: it is of one connection. */
  readonly challenge: string | undefined;
  readonly times: number;
  readonly outcome: PrivilegedOutcome;
}

/** What a service answers that shows messages to those alone whom they concern (NIP-42). */
const REFUSED = 'auth-required';
/** A connection that broke with the proof on its way is followed by one that wants a new one. */
const MOST_TIMES = 2;

/**
 * One question about what is private. A service that shows it to anybody answers it as it stands; one that wants to know who asks is asked again with a
 * proof, which holds for the rest of its connection.
 */
export const provenMachine = setup({
  types: {
    context: {} as Context,
    events: {} as DoneActorEvent<Outcome, 'plain'> | DoneActorEvent<PrivilegedOutcome, 'proven'>,
    input: {} as ProvenInput,
    output: {} as PrivilegedOutcome,
    children: {} as { plain: 'request'; proven: 'privileged' },
  },
  actors: { request: requestMachine, privileged: privilegedMachine },
  guards: {
    isRefused: ({ context }, { outcome }: { outcome: PrivilegedOutcome }) =>
      !outcome.ok && outcome.reason === 'notice' && outcome.text.startsWith(REFUSED) && context.times < MOST_TIMES,
  },
  actions: {
    recordRefusal: assign(({ context }, { outcome }: { outcome: PrivilegedOutcome }) => ({
      challenge: outcome.ok ? undefined : challengeIn(outcome.text),
      times: context.times + 1,
    })),
    note: assign((_, { outcome }: { outcome: PrivilegedOutcome }) => ({ outcome })),
  },
}).createMachine({
  id: 'proven',
  context: ({ input }) => ({ ...input, challenge: undefined, times: 0, outcome: { ok: false, reason: 'timeout', text: '' } }),
  initial: 'asking',
  states: {
    asking: {
      invoke: {
        id: 'plain',
        src: 'request',
        input: ({ context: { bus, query } }) => ({ bus, query }),
        onDone: [
          { guard: { type: 'isRefused', params: withOutcome }, target: 'proving', actions: { type: 'recordRefusal', params: withOutcome } },
          { target: 'ended', actions: { type: 'note', params: withOutcome } },
        ],
        onError: 'ended',
      },
    },
    proving: {
      invoke: {
        id: 'proven',
        src: 'privileged',
        input: ({ context: { account, bus, signer, service, challenge, quiet, query } }) => {
          return { account, bus, signer, quiet, asked: ownQuestion(service, challenge, query) };
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

/** How a question ended, for those who ask: whether it was not asked, as nobody would sign who asks; and whether that may change by itself. */
export const provenGuards = {
  isOk: (_: unknown, { outcome }: { outcome: PrivilegedOutcome }) => outcome.ok,
  isUnsigned: (_: unknown, { outcome }: { outcome: PrivilegedOutcome }) => !outcome.ok && outcome.reason === 'unsigned',
  isLocal: ({ context }: { readonly context: Asker }) => context.isLocal,
};

/** Milliseconds until it is asked again. */
export const reopened = 5_000;

/** The state of those who ask while nobody would say so unasked. */
export const CLOSED = { tags: 'closed', after: { reopened: { guard: 'isLocal', target: 'loading' } } } as const;
