import {
  Amount,
  type MeltQuoteBolt11Response,
  hashToCurve,
  Keyset,
  Mint,
  type OutputData,
  type Proof as CashuProof,
  type RequestFn,
  type SerializedBlindedSignature,
} from '@cashu/cashu-ts';
import { isRecord } from '../../../events/core/json.ts';
import { isKeysetId, isPower, type Proof } from '../../../events/money/ecash/cashu.ts';
import { seconds } from '../../../events/core/time.ts';
import { badResponse, type MintCall, MintSaid, MintSilent } from './mint-http.ts';
import { keysOf, signedAmong, signaturesFor } from './mint-answers.ts';
import type { Melted, MintKeyset, MintClient } from './mint-client.ts';

/** A mint with today's interface (NUT-01 to 09), by cashu-ts. Only the transport is ours. */
export function mintV1(call: MintCall): MintClient {
  const mint = new Mint('https://mint.invalid', { customRequest: requestBy(call) });
  return {
    api: 'v1',
    keysets: async () => {
      const { keysets } = await heard(mint.getKeySets());
      const known = keysets.filter(({ id }) => isKeysetId(id));
      return known.map(({ id, unit, active, input_fee_ppk: ppk = 0 }) => ({
        id,
        unit,
        active,
        ppk,
      }));
    },
    keys: async (keyset) => {
      const { keysets } = await heard(mint.getKeys(keyset.id));
      const found = keysets.find(({ id }) => id === keyset.id);
      if (!found || found.unit !== keyset.unit || !Keyset.verifyKeysetId(found))
        throw new MintSaid({ code: 'keyset' }, undefined, 0);
      return keysOf(found.keys);
    },
    mintQuote: async (amount) => {
      const { quote, request, expiry } = await heard(
        mint.createMintQuoteBolt11({ amount, unit: 'sat' }),
      );
      if (!isToken(quote) || typeof request !== 'string') throw badResponse();
      return {
        quote,
        invoice: request,
        until: typeof expiry === 'number' ? seconds(expiry) : undefined,
      };
    },
    mintState: async (quote) => {
      const { state } = await heard(mint.checkMintQuoteBolt11(quote));
      return state === 'PAID' ? 'paid' : state === 'ISSUED' ? 'issued' : 'unpaid';
    },
    mint: async (quote, outputs) => {
      const { signatures } = await heard(mint.mintBolt11({ quote, outputs: messagesOf(outputs) }));
      return signaturesFor(outputs, signatures);
    },
    meltQuote: async (invoice) => {
      const {
        quote,
        amount,
        fee_reserve: fee,
      } = await heard(mint.createMeltQuoteBolt11({ request: invoice, unit: 'sat' }));
      if (!isToken(quote)) throw badResponse();
      return { quote, amount: amount.toNumber(), fee: fee.toNumber() };
    },
    meltState: async (quote) => melted(await heard(mint.checkMeltQuoteBolt11(quote)), false),
    melt: async ({ quote, inputs, outputs }) =>
      melted(
        await heard(
          mint.meltBolt11({ quote, inputs: inputs.map(cashuProof), outputs: messagesOf(outputs) }),
        ),
        true,
      ),
    swap: async (inputs, outputs) => {
      const { signatures } = await heard(
        mint.swap({ inputs: inputs.map(cashuProof), outputs: messagesOf(outputs) }),
      );
      return signaturesFor(outputs, signatures);
    },
    states: async (proofs) => {
      const Ys = proofs.map(({ secret }) =>
        hashToCurve(new TextEncoder().encode(secret.reveal() ?? '')).toHex(true),
      );
      const { states } = await heard(mint.check({ Ys }));
      return Ys.map((Y) => {
        const state = states.find((one) => one.Y === Y)?.state;
        if (state === undefined) throw badResponse();
        return state === 'SPENT' ? 'spent' : state === 'PENDING' ? 'pending' : 'unspent';
      });
    },
    locks: async () => {
      const { nuts } = await heard(mint.getInfo());
      return nuts['11']?.supported === true && nuts['12']?.supported === true;
    },
    restore: async (outputs) => {
      const { outputs: known, signatures } = await heard(
        mint.restore({ outputs: messagesOf(outputs) }),
      );
      return signedAmong(outputs, known, signatures);
    },
  };
}

/** The keyset for new proofs: for sats, active, the cheapest. `undefined` if there is none. */
export function keysetToUse(keysets: readonly MintKeyset[]): MintKeyset | undefined {
  return keysets
    .filter(({ unit, active }) => unit === 'sat' && active)
    .toSorted((a, b) => a.ppk - b.ppk || (a.id < b.id ? 1 : -1))[0];
}

/** Sends the requests that cashu-ts creates. */
function requestBy(call: MintCall): RequestFn {
  return async <T>({
    endpoint,
    requestBody,
  }: {
    readonly endpoint: string;
    readonly requestBody?: Record<string, unknown>;
  }): Promise<T> => {
    const path = new URL(endpoint).pathname.slice(1);
    const answer = await call({ path, body: requestBody, isPaying: path === 'v1/melt/bolt11' });
    if (!isAnswer<T>(answer)) throw badResponse();
    return answer;
  };
}

/** cashu-ts checks the shape of responses. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what it is asked for is generic there
function isAnswer<T>(answer: unknown): answer is T {
  return isRecord(answer);
}

/** Errors that cashu-ts finds in a response only mean that the response is invalid. */
async function heard<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof MintSaid || error instanceof MintSilent) throw error;
    throw badResponse();
  }
}

const MELT_STATES: Readonly<Record<string, Melted['is']>> = {
  PAID: 'paid',
  PENDING: 'pending',
  UNPAID: 'unpaid',
};

function melted(
  { state, payment_preimage: preimage, change = [] }: MeltQuoteBolt11Response,
  isTold: boolean,
): Melted {
  const known = MELT_STATES[state] ?? 'unknown';
  const is = isTold && known !== 'paid' && known !== 'pending' ? 'failed' : known;
  return { is, preimage: preimage ?? undefined, change: change.map(plainSignature) };
}

function plainSignature(signature: SerializedBlindedSignature): SerializedBlindedSignature {
  const amount = Amount.from(signature.amount);
  if (!isPower(amount.toNumber())) throw badResponse();
  return { ...signature, amount };
}

function messagesOf(outputs: readonly OutputData[]) {
  return outputs.map(({ blindedMessage }) => blindedMessage);
}

/** Removes fields that the mint must not learn (NUT-12). */
function cashuProof({ id, amount, secret, C, witness }: Proof): CashuProof {
  return {
    id,
    amount: Amount.from(amount),
    secret: secret.reveal() ?? '',
    C,
    ...(witness !== undefined && { witness }),
  };
}

/** True if the quote id is safe as part of an address. */
function isToken(quote: unknown): quote is string {
  return (
    typeof quote === 'string' &&
    quote !== '' &&
    quote.length <= 200 &&
    encodeURIComponent(quote) === quote
  );
}
