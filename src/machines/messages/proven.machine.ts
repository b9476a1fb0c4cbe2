import { assign, type DoneActorEvent, setup } from 'xstate';
import { type MessagesQuery, messagesQuestion } from '../../events/account/privileged.ts';
import { privilegedMachine, type PrivilegedOutcome } from '../account/privileged.machine.ts';
import type { SignerRef } from '../account/signer-ref.ts';
import type { Bus, Outcome } from '../connection/bus.ts';
import { type RequestPart, requestMachine } from '../connection/request.machine.ts';
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

interface ProvenInput extends Asker {
  readonly query: MessagesQuery;
}

/** What a service answers that shows messages to those alone whom they concern (NIP-42). */
const REFUSED = 'auth-required';

/**
 * One question about messages. A service that shows them to anybody answers it as it stands; one that wants to know who asks is asked again with a
 * proof, which holds for the rest of its connection.
 */
export const provenMachine = setup({
  types: {
    context: {} as ProvenInput & { readonly outcome: PrivilegedOutcome },
    events: {} as RequestPart | DoneActorEvent<Outcome, 'plain'> | DoneActorEvent<PrivilegedOutcome, 'proven'>,
    input: {} as ProvenInput,
    output: {} as PrivilegedOutcome,
    children: {} as { plain: 'request'; proven: 'privileged' },
  },
  actors: { request: requestMachine, privileged: privilegedMachine },
  guards: {
    isRefused: (_, { outcome }: { outcome: Outcome }) => !outcome.ok && outcome.reason === 'notice' && outcome.text.startsWith(REFUSED),
  },
  actions: { note: assign((_, { outcome }: { outcome: PrivilegedOutcome }) => ({ outcome })) },
}).createMachine({
  id: 'proven',
  context: ({ input }) => ({ ...input, outcome: { ok: false, reason: 'timeout', text: '' } }),
  initial: 'asking',
  states: {
    asking: {
      invoke: {
        id: 'plain',
        src: 'request',
        input: ({ context: { bus, query } }) => ({ bus, query }),
        onDone: [
          { guard: { type: 'isRefused', params: withOutcome }, target: 'proving' },
          { target: 'ended', actions: { type: 'note', params: withOutcome } },
        ],
        onError: 'ended',
      },
    },
    proving: {
      invoke: {
        id: 'proven',
        src: 'privileged',
        input: ({ context: { account, bus, signer, service, quiet, query } }) => {
          return { account, bus, signer, quiet, asked: messagesQuestion(service, query) };
        },
        onDone: { target: 'ended', actions: { type: 'note', params: withOutcome } },
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
