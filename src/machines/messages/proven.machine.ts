import { assign, type DoneActorEvent, sendTo, setup } from 'xstate';
import { challengeIn, messagesProof } from '../../events/account/privileged.ts';
import type { SignedEvent } from '../../events/event.ts';
import type { PrivilegedOutcome } from '../account/privileged.machine.ts';
import type { SignerRef } from '../account/signer-ref.ts';
import type { SignSettled } from '../account/signing.ts';
import type { Bus, Outcome } from '../connection/bus.ts';
import { type RequestPart, requestMachine } from '../connection/request.machine.ts';
import type { Query } from '../connection/wire.ts';
import { withOutcome } from '../narrow.ts';

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

interface Context extends Asker {
  readonly query: Query;
  readonly proof: SignedEvent | undefined;
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
 * One question about what is private. A service that shows it to anybody answers it as it stands; one that wants to know who asks is asked again with
 * a proof, which holds for the rest of its connection.
 */
export const provenMachine = setup({
  types: {
    context: {} as Context,
    events: {} as SignSettled | RequestPart | DoneActorEvent<Outcome>,
    input: {} as Asker & { readonly query: Query },
    output: {} as PrivilegedOutcome,
  },
  actors: { request: requestMachine },
  guards: {
    isRefused: ({ context }, { outcome }: { outcome: Outcome }) =>
      !outcome.ok && outcome.reason === 'notice' && outcome.text.startsWith(REFUSED) && context.times < MOST_TIMES,
    isSigned: ({ event }) => event.type === 'sign.settled' && event.outcome.ok && 'event' in event.outcome,
  },
  /** Longer than the signer's own. */
  delays: { signPatience: 15 * 60_000 },
  actions: {
    askSign: sendTo(
      ({ context }) => context.signer,
      ({ context: { account, service, challenge, quiet, query }, self }) => {
        const reason = { code: query.verb === 'drafts' ? 'sign.askDrafts' : 'sign.askMessages' } as const;
        const act = { do: 'sign', template: messagesProof(service, challenge) } as const;
        return { type: 'sign.request' as const, request: { id: 'proof', from: self, pubkey: account, reason, act, quiet } };
      },
    ),
    cancelSign: sendTo(
      ({ context }) => context.signer,
      ({ self }) => ({ type: 'sign.cancel', id: 'proof', from: self }),
    ),
    keepProof: assign(({ event }) =>
      event.type === 'sign.settled' && event.outcome.ok && 'event' in event.outcome ? { proof: event.outcome.event } : {},
    ),
    recordRefusal: assign(({ context }, { outcome }: { outcome: Outcome }) => ({
      challenge: outcome.ok ? undefined : challengeIn(outcome.text),
      times: context.times + 1,
    })),
    recordUnsigned: assign({ outcome: { ok: false, reason: 'unsigned', text: '' } }),
    note: assign((_, { outcome }: { outcome: Outcome }) => ({ outcome })),
  },
}).createMachine({
  id: 'proven',
  context: ({ input }) => ({
    ...input,
    proof: undefined,
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
            target: 'signing',
            actions: { type: 'recordRefusal', params: withOutcome },
          },
          { target: 'ended', actions: { type: 'note', params: withOutcome } },
        ],
        onError: 'ended',
      },
    },
    signing: {
      entry: 'askSign',
      exit: 'cancelSign',
      on: {
        'sign.settled': [
          { guard: 'isSigned', target: 'proving', actions: 'keepProof' },
          { target: 'ended', actions: 'recordUnsigned' },
        ],
      },
      after: { signPatience: { target: 'ended', actions: 'recordUnsigned' } },
    },
    proving: {
      invoke: {
        id: 'proven',
        src: 'request',
        input: ({ context: { bus, query, proof } }) => ({
          bus,
          query: { ...query, payload: { ...query.payload, event_from_user: proof } },
        }),
        onDone: [
          {
            guard: { type: 'isRefused', params: withOutcome },
            target: 'signing',
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

/** Whether it was not asked, as nobody would sign who asks. */
export function isUnsigned(outcome: PrivilegedOutcome): boolean {
  return !outcome.ok && outcome.reason === 'unsigned';
}
