import { assign, setup } from 'xstate';
import type { Account } from '../../events/account/account.ts';
import { membershipQuestion, tierIn } from '../../events/account/privileged.ts';
import type { UploadTier } from '../../events/media/upload.ts';
import type { Bus } from '../connection/bus.ts';
import { withOutcome } from '../narrow.ts';
import { privilegedMachine, type PrivilegedOutcome } from './privileged.machine.ts';
import type { SignerRef } from './signer-ref.ts';

export interface MembershipInput {
  readonly bus: Bus;
  readonly account: Account;
  readonly signer: SignerRef;
}

interface Context extends MembershipInput {
  /** What the service said that the account is; undefined: it was not asked, or did not say. */
  readonly tier: UploadTier | undefined;
}

/**
 * What the account is to the service, asked with the sign-in (ACCOUNT-19, MEMBER-01). It asks only where no person is troubled (BEYOND-03): with a
 * key that is open here, now or later. Where another signer would have to ask somebody, it is asked when it is needed (`uploadsMachine`).
 */
export const membershipMachine = setup({
  types: { context: {} as Context, input: {} as MembershipInput, children: {} as { ask: 'privileged' } },
  actors: { privileged: privilegedMachine },
  guards: {
    isLocal: ({ context }) => context.account.method === 'key',
    isUnsigned: (_, { outcome }: { outcome: PrivilegedOutcome }) => !outcome.ok && outcome.reason === 'unsigned',
  },
  delays: { calm: 1_000, again: 15_000 },
  actions: {
    learn: assign((_, { outcome }: { outcome: PrivilegedOutcome }) => ({ tier: outcome.ok ? tierIn(outcome.answer.claims) : undefined })),
  },
}).createMachine({
  id: 'membership',
  context: ({ input }) => ({ ...input, tier: undefined }),
  initial: 'arriving',
  states: {
    /** What is read comes first. */
    arriving: { after: { calm: [{ guard: 'isLocal', target: 'asking' }, { target: 'settled' }] } },
    asking: {
      invoke: {
        id: 'ask',
        src: 'privileged',
        input: ({ context: { bus, account, signer } }) => ({
          account: account.pubkey,
          bus,
          signer,
          asked: membershipQuestion(account.pubkey),
          quiet: true,
        }),
        onDone: [
          { guard: { type: 'isUnsigned', params: withOutcome }, target: 'locked' },
          { target: 'settled', actions: { type: 'learn', params: withOutcome } },
        ],
        onError: 'settled',
      },
    },
    /** The key is not open: it may be later. */
    locked: { after: { again: 'asking' } },
    settled: {},
  },
});
