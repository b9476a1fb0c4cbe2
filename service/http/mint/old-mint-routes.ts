import { setImmediate as breath } from 'node:timers/promises';
import { field } from '../../../src/events/core/json.ts';
import { sha256Hex } from '../../hash.ts';
import { hashToCurve } from '../../mint/curve.ts';
import { MINT_ERROR, MintError } from '../../mint/mint-errors.ts';
import { oldMintInfo } from '../../mint/mint-info.ts';
import { type Keyset, publicKeysOf } from '../../mint/keyset.ts';
import {
  readBlinded,
  readInputs,
  readObject,
  readOutputs,
  readSecrets,
  satsOf,
  textIn,
} from '../../mint/parse-request.ts';
import type { EcashPromise } from '../../store/money/ecash.ts';
import type { MintRequest, MintRoutes } from './serve-mint.ts';

/** The documented API of mints before v1 (ECASH-02). */
export const OLD_MINT_ROUTES: MintRoutes = {
  'GET info': ({ mint, version }) => oldMintInfo(mint.pubkey(), version),
  'GET keys': ({ mint }) => Object.fromEntries(publicKeysOf(keysetOf(mint).keys)),
  'GET keys/:id': keysNamed,
  'GET keysets': ({ mint }) => ({ keysets: [keysetOf(mint).id] }),
  async 'GET mint'({ mint, query, from }) {
    const { bolt11, id } = await mint.askToMint(satsOf(numberOf(query.get('amount'))), from);
    // Not the payment hash: this hash is the secret to collect the ecash.
    return { pr: bolt11, hash: id };
  },
  async 'POST mint'({ mint, query, body }) {
    const outputs = readOutputs(field(readObject(body), 'outputs'), mint.keysets());
    return { promises: (await mint.issue(query.get('hash') ?? '', outputs)).map(promiseOf) };
  },
  async 'POST split'({ mint, body }) {
    const { proofs, outputs } = {
      proofs: field(readObject(body), 'proofs'),
      outputs: field(readObject(body), 'outputs'),
    };
    return {
      promises: (
        await mint.swap(readInputs(proofs, mint.keysets()), readOutputs(outputs, mint.keysets()))
      ).map(promiseOf),
    };
  },
  'POST melt': melt,
  async 'POST checkfees'({ mint, body, from }) {
    const bolt11 = invoiceIn(body);
    // One quote for each invoice, for any number of requests.
    const { reserve } = await mint.askToMelt(bolt11, from, sha256Hex(JSON.stringify([bolt11])));
    return { fee: reserve };
  },
  async 'POST check'({ mint, body }) {
    const points: string[] = [];
    for (const secret of readSecrets(field(readObject(body), 'proofs'))) {
      await breath();
      points.push(hashToCurve(Buffer.from(secret)).toHex(true));
    }
    const spent = await mint.spentAmong(points);
    // Nothing is ever pending: an invoice is paid at once or not at all.
    return {
      spendable: points.map((point) => !spent.has(point)),
      pending: points.map(() => false),
    };
  },
  async 'POST restore'({ mint, body }) {
    const promises = await mint.restored(readBlinded(field(readObject(body), 'outputs')));
    return {
      outputs: promises.map(({ sats, b }) => ({ amount: sats, B_: b })),
      promises: promises.map(promiseOf),
    };
  },
};

/**
 * This API has no quotes for invoices. The request itself identifies one, so that a repeated
 * request gets the same response.
 */
async function melt({ mint, body, from }: MintRequest) {
  const asked = readObject(body);
  const inputs = readInputs(field(asked, 'proofs'), mint.keysets());
  const blanks = readOutputs(field(asked, 'outputs') ?? [], mint.keysets(), true);
  const bolt11 = invoiceIn(body);
  const id = sha256Hex(
    JSON.stringify([bolt11, inputs.map(({ secret }) => secret), blanks.map(({ b }) => b)]),
  );
  await mint.askToMelt(bolt11, from, id);
  const { quote, change } = await mint.melt(id, inputs, blanks);
  return { paid: true, preimage: quote.preimage ?? null, change: change.map(promiseOf) };
}

/** In a path `/` and `+` of an id are written as `_` and `-`, or encoded. */
function keysNamed({ mint, id }: MintRequest) {
  const { id: own, keys } = keysetOf(mint);
  const urlSafe = own.replaceAll('/', '_').replaceAll('+', '-');
  if (![own, urlSafe, encodeURIComponent(own)].includes(id)) throw new MintError(MINT_ERROR.keyset);
  return Object.fromEntries(publicKeysOf(keys));
}

/** This API has one keyset. */
function keysetOf(mint: MintRequest['mint']): Keyset {
  const [keyset] = mint.keysets();
  if (!keyset) throw new MintError(MINT_ERROR.keyset);
  return keyset;
}

function invoiceIn(body: unknown): string {
  return textIn(readObject(body), 'pr').trim().toLowerCase();
}

function numberOf(text: string | null): unknown {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function promiseOf({ keyset, sats, c }: EcashPromise) {
  return { id: keyset, amount: sats, C_: c };
}
