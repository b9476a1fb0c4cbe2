import { deriveKeysetId, type OutputData } from '@cashu/cashu-ts';
import { field, isRecord } from '../../../events/core/json.ts';
import { isKeysetId, isOldKeysetId, type Proof } from '../../../events/money/ecash/cashu.ts';
import { sentProof } from '../../../events/money/ecash/ecash-log-entry.ts';
import { readInvoice } from '../../../events/nostr/bolt11.ts';
import { changeFor, keysOf, signedAmong, signaturesFor } from './mint-answers.ts';
import { badResponse, type MintCall, MintSaid } from './mint-http.ts';
import type { Melted, MintClient } from './mint-client.ts';

/**
 * A mint with the documented old interface (ECASH-02): info, mint, keys, keysets, split, melt,
 * checkfees, check and restore, without `/v1/`. It has no quotes. An invoice to pay is its own
 * quote. Whether it was paid shows in whether the proofs are spent.
 */
export function mintV0(call: MintCall): MintClient {
  const restore: MintClient['restore'] = async (outputs) => {
    const answer = await call({ path: 'restore', body: { outputs: messagesOf(outputs) } });
    return signedAmong(outputs, listIn(answer, 'outputs'), listIn(answer, 'promises'));
  };
  return {
    api: 'v0',
    keysets: async () => {
      const ids = listIn(await call({ path: 'keysets' }), 'keysets').flatMap((id) =>
        typeof id === 'string' && isKeysetId(id) ? [id] : [],
      );
      const current = currentOf(await call({ path: 'keys' }));
      if (ids.length === 0) throw badResponse();
      return ids.map((id) => ({ id, unit: 'sat', active: current.includes(id), ppk: 0 }));
    },
    keys: async ({ id }) => {
      const keys = keysOf(
        await call({ path: `keys/${id.replaceAll('+', '-').replaceAll('/', '_')}` }),
      );
      if (idOf(keys, id) !== id) throw new MintSaid({ code: 'keyset' }, undefined, 0);
      return keys;
    },
    mintQuote: async (amount) => {
      const answer = await call({ path: `mint?amount=${amount}` });
      const [invoice, quote] = [textIn(answer, 'pr'), textIn(answer, 'hash')];
      if (invoice === undefined || quote === undefined) throw badResponse();
      return { quote, invoice, until: readInvoice(invoice)?.expiresAt };
    },
    mintState: () => Promise.resolve(undefined),
    mint: async (quote, outputs) => {
      const answer = await call({
        path: `mint?hash=${encodeURIComponent(quote)}`,
        body: { outputs: messagesOf(outputs) },
      });
      return signaturesFor(outputs, listIn(answer, 'promises'));
    },
    meltQuote: async (invoice) => {
      const answer = await call({ path: 'checkfees', body: { pr: invoice } });
      const fee = isRecord(answer) ? field(answer, 'fee') : undefined;
      const msats = readInvoice(invoice)?.amountMsats;
      if (typeof fee !== 'number' || !Number.isSafeInteger(fee) || fee < 0) throw badResponse();
      if (msats === undefined) throw new MintSaid({ code: 'amountless' }, undefined, 0);
      return { quote: '', amount: Math.ceil(msats / 1_000), fee };
    },
    meltState: () => Promise.resolve({ is: 'unknown', preimage: undefined, change: [] }),
    melt: async ({ invoice, inputs, outputs }): Promise<Melted> => {
      const body = { pr: invoice, proofs: inputs.map(sentProof), outputs: messagesOf(outputs) };
      const answer = await call({ path: 'melt', body, isPaying: true });
      const paid = isRecord(answer) ? field(answer, 'paid') : undefined;
      if (typeof paid !== 'boolean') throw badResponse();
      const change = isRecord(answer) ? field(answer, 'change') : undefined;
      const given = paid && Array.isArray(change) ? changeFor(outputs, change) : [];
      return { is: paid ? 'paid' : 'failed', preimage: textIn(answer, 'preimage'), change: given };
    },
    swap: async (inputs, outputs) => {
      const answer = await call({
        path: 'split',
        body: { proofs: inputs.map(sentProof), outputs: messagesOf(outputs) },
      });
      return signaturesFor(outputs, listIn(answer, 'promises'));
    },
    states: async (proofs) => {
      const answer = await call({
        path: 'check',
        body: { proofs: proofs.map(({ secret }: Proof) => ({ secret: secret.reveal() ?? '' })) },
      });
      const [spendable, pending] = [
        listIn(answer, 'spendable'),
        isRecord(answer) ? field(answer, 'pending') : undefined,
      ];
      if (spendable.length !== proofs.length || !spendable.every((one) => typeof one === 'boolean'))
        throw badResponse();
      return spendable.map((one, at) =>
        Array.isArray(pending) && pending[at] === true ? 'pending' : one ? 'unspent' : 'spent',
      );
    },
    locks: () => Promise.resolve(false),
    restore,
  };
}

/** The id of the active keys, in the old format and in today's. */
function currentOf(value: unknown): readonly string[] {
  const keys = keysOf(value);
  return [true, false].map((isOld) =>
    deriveKeysetId({ ...keys }, isOld ? { isDeprecatedBase64: true } : { versionByte: 0 }),
  );
}

/** ECASH-02: the id in the old format, or in today's if the mint uses that. */
function idOf(keys: Readonly<Record<string, string>>, like: string): string {
  return deriveKeysetId(
    { ...keys },
    isOldKeysetId(like) ? { isDeprecatedBase64: true } : { versionByte: 0 },
  );
}

function messagesOf(outputs: readonly OutputData[]) {
  return outputs.map(({ blindedMessage: { amount, B_, id } }) => ({
    amount: amount.toNumber(),
    B_,
    id,
  }));
}

function listIn(value: unknown, key: string): readonly unknown[] {
  const list = isRecord(value) ? field(value, key) : undefined;
  if (!Array.isArray(list)) throw badResponse();
  return list;
}

function textIn(value: unknown, key: string): string | undefined {
  const text = isRecord(value) ? field(value, key) : undefined;
  return typeof text === 'string' ? text : undefined;
}
