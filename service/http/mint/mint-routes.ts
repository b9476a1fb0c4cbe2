import { field } from '../../../src/events/core/json.ts';
import { inSeconds } from '../../../src/events/core/time.ts';
import { MINT_ERROR, MintError } from '../../mint/mint-errors.ts';
import { mintInfo } from '../../mint/mint-info.ts';
import { type Keyset, publicKeysOf, UNIT } from '../../mint/keyset.ts';
import {
  keysetNamed,
  readBlinded,
  readInputs,
  readObject,
  readOutputs,
  readPoints,
  satsOf,
  textIn,
} from '../../mint/parse-request.ts';
import type { EcashPromise, MeltQuote, MintQuote } from '../../store/money/ecash.ts';
import type { MintRequest, MintRoutes } from './serve-mint.ts';

/** The current API of mints (NUT-01 to 12, 19). */
export const MINT_ROUTES: MintRoutes = {
  'GET v1/info': ({ mint, version }) => mintInfo(mint.pubkey(), version),
  'GET v1/keys': ({ mint }) => ({ keysets: listed(mint.keysets()).map(described) }),
  'GET v1/keys/:id': ({ mint, id }) => ({ keysets: [described(keysetNamed(mint.keysets(), id))] }),
  'GET v1/keysets': ({ mint }) => ({
    keysets: listed(mint.keysets()).map(({ id }) => ({
      id,
      unit: UNIT,
      active: true,
      input_fee_ppk: 0,
    })),
  }),
  async 'POST v1/swap'({ mint, body }) {
    const { inputs, outputs } = {
      inputs: field(readObject(body), 'inputs'),
      outputs: field(readObject(body), 'outputs'),
    };
    const promises = await mint.swap(
      readInputs(inputs, mint.keysets()),
      readOutputs(outputs, mint.keysets()),
    );
    return { signatures: promises.map(signatureOf) };
  },
  async 'POST v1/mint/quote/bolt11'({ mint, body, from }) {
    return mintQuoteOf(await mint.askToMint(satsOf(field(withUnit(body), 'amount')), from));
  },
  'GET v1/mint/quote/bolt11/:id': async ({ mint, id }) => mintQuoteOf(await mint.mintQuote(id)),
  async 'POST v1/mint/bolt11'({ mint, body }) {
    const outputs = readOutputs(field(readObject(body), 'outputs'), mint.keysets());
    return {
      signatures: (await mint.issue(textIn(readObject(body), 'quote'), outputs)).map(signatureOf),
    };
  },
  async 'POST v1/melt/quote/bolt11'({ mint, body, from }) {
    // Partial payments (NUT-15) and invoices without an amount are not supported.
    if ((field(withUnit(body), 'options') ?? undefined) !== undefined)
      throw new MintError(MINT_ERROR.malformed, 'there are no options');
    return meltQuoteOf(
      await mint.askToMelt(textIn(withUnit(body), 'request').trim().toLowerCase(), from),
      [],
    );
  },
  async 'GET v1/melt/quote/bolt11/:id'({ mint, id }) {
    return meltQuoteOf(await mint.meltQuote(id), await mint.changeOf(id));
  },
  'POST v1/melt/bolt11': melt,
  async 'POST v1/checkstate'({ mint, body }) {
    const ys = readPoints(field(readObject(body), 'Ys'));
    const spent = await mint.spentAmong(ys);
    return {
      states: ys.map((y) => ({ Y: y, state: spent.has(y) ? 'SPENT' : 'UNSPENT', witness: null })),
    };
  },
  async 'POST v1/restore'({ mint, body }) {
    const promises = await mint.restored(readBlinded(field(readObject(body), 'outputs')));
    const signatures = promises.map(signatureOf);
    // Older wallets read them as promises.
    return { outputs: promises.map(outputOf), signatures, promises: signatures };
  },
};

async function melt({ mint, body }: MintRequest) {
  const asked = readObject(body);
  const inputs = readInputs(field(asked, 'inputs'), mint.keysets());
  const blanks = readOutputs(field(asked, 'outputs') ?? [], mint.keysets(), true);
  const { quote, change } = await mint.melt(textIn(asked, 'quote'), inputs, blanks);
  return meltQuoteOf(quote, change);
}

function withUnit(body: unknown) {
  const asked = readObject(body);
  if (field(asked, 'unit') !== UNIT) throw new MintError(MINT_ERROR.unit);
  return asked;
}

/**
 * Return the keysets with the oldest version first. Wallets on cashu-ts 2 choose the first of
 * equally cheap ones, and can use only version 00. Newer wallets prefer the newest in any order.
 */
function listed(keysets: readonly Keyset[]): readonly Keyset[] {
  return keysets.toReversed();
}

function described({ id, keys }: Keyset) {
  return {
    id,
    unit: UNIT,
    active: true,
    input_fee_ppk: 0,
    keys: Object.fromEntries(publicKeysOf(keys)),
  };
}

/** NUT-04 and NUT-23. Paid and issued amounts are also sent as numbers, which replace the state. */
function mintQuoteOf({ id, bolt11, sats, expiresAt, paidAt, issuedAt }: MintQuote) {
  const state = issuedAt === undefined ? (paidAt === undefined ? 'UNPAID' : 'PAID') : 'ISSUED';
  const amounts = {
    amount: sats,
    amount_paid: paidAt === undefined ? 0 : sats,
    amount_issued: issuedAt === undefined ? 0 : sats,
  };
  const changed = issuedAt ?? paidAt;
  return {
    quote: id,
    request: bolt11,
    unit: UNIT,
    method: 'bolt11',
    state,
    expiry: inSeconds(expiresAt),
    updated_at: changed === undefined ? null : inSeconds(changed),
    ...amounts,
  };
}

/** NUT-05 and NUT-23, with the change of NUT-08. */
function meltQuoteOf(
  { id, bolt11, sats, reserve, expiresAt, preimage }: MeltQuote,
  change: readonly EcashPromise[],
) {
  return {
    quote: id,
    request: bolt11,
    amount: sats,
    unit: UNIT,
    method: 'bolt11',
    fee_reserve: reserve,
    state: preimage === undefined ? 'UNPAID' : 'PAID',
    expiry: inSeconds(expiresAt),
    payment_preimage: preimage ?? null,
    ...(change.length > 0 && { change: change.map(signatureOf) }),
  };
}

function signatureOf({ keyset, sats, c, e, s }: EcashPromise) {
  return { id: keyset, amount: sats, C_: c, dleq: { e, s } };
}

function outputOf({ keyset, sats, b }: EcashPromise) {
  return { id: keyset, amount: sats, B_: b };
}
