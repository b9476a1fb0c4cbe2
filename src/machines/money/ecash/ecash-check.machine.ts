import { assign, setup } from 'xstate';
import type { Proof } from '../../../events/money/ecash/cashu.ts';
import { withOutcome } from '../../core/event-guards.ts';
import type { MintAnswer, MintAsk } from './ecash-protocol.ts';
import { promisePort } from '../../core/ports.ts';

/** State of proofs at a mint. `unknown`: the mint did not answer. */
export type Spendable = 'unspent' | 'spent' | 'partly' | 'unknown';

/** The same, or the result of a check of the mint's signatures on all of them. */
export type Checked = Spendable | 'proven' | 'unproven';

export interface EcashCheckInput {
  /** Id of the request. */
  readonly key: string;
  readonly mint: string;
  readonly proofs: readonly Proof[];
  readonly home: string;
  readonly act?: 'check' | 'prove' | undefined;
}

interface Context extends EcashCheckInput {
  readonly found: Checked;
}

/**
 * Asks a mint once if proofs are spent (ECASH-01, NOTE-21), or for the keys that verify its
 * signatures (NUT-12).
 */
export const ecashCheckMachine = setup({
  types: {
    context: {} as Context,
    input: {} as EcashCheckInput,
    output: {} as { key: string; found: Checked },
  },
  actors: { mint: promisePort<MintAnswer, MintAsk>('mint') },
  delays: { timeout: 30_000 },
  actions: {
    record: assign((_, { outcome }: { readonly outcome: MintAnswer }) => ({
      found: foundIn(outcome),
    })),
  },
}).createMachine({
  id: 'ecashCheck',
  context: ({ input }) => ({ ...input, found: 'unknown' }),
  initial: 'asking',
  states: {
    asking: {
      invoke: {
        src: 'mint',
        id: 'asking',
        input: ({ context: { mint, home, proofs, act = 'check' } }) => ({
          mint,
          home,
          words: undefined,
          keys: new Map(),
          act: { do: act, proofs },
        }),
        onDone: { target: 'told', actions: { type: 'record', params: withOutcome } },
        onError: 'told',
      },
      after: { timeout: 'told' },
    },
    told: { type: 'final' },
  },
  output: ({ context: { key, found } }) => ({ key, found }),
});

function foundIn(answer: MintAnswer): Checked {
  if (answer.is === 'proven') return answer.all ? 'proven' : 'unproven';
  if (answer.is !== 'checked') return 'unknown';
  if (answer.spent.every(Boolean)) return 'spent';
  return answer.spent.some(Boolean) ? 'partly' : 'unspent';
}
