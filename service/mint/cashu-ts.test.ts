import { getEncodedToken, MintOperationError, type Proof, stripDleq, sumProofs, Wallet } from '@cashu/cashu-ts';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { booksOf } from '../../tests/support/mint-world.ts';
import { type Service, startService } from '../start.ts';
import { ISSUER } from '../store/play-money.ts';

/** Another implementation as the wallet: what it believes that it has, and what the mint's books say, must be the same. */
let service: Service;

beforeAll(async () => {
  service = await startService({ port: 0 });
});

afterAll(() => service.stop());

const seedOf = (name: string) => Uint8Array.from(createHash('sha512').update(name).digest());

async function walletOf(name: string): Promise<Wallet> {
  const wallet = new Wallet(`${service.url}/mint`, { unit: 'sat', bip39seed: seedOf(name), requireSigDleq: true });
  await wallet.loadMint();
  return wallet;
}

const fund = (bolt11: string) => service.store.payPlayInvoice({ bolt11, payer: ISSUER, ref: `fund ${bolt11}` });
const satsOf = (proofs: readonly Proof[]) => sumProofs([...proofs]).toNumber();
const ecash = () => {
  const { issued, spent, ledger } = booksOf(service.store, 'mint');
  expect(ledger).toBe(issued - spent);
  return ledger / 1_000;
};

async function minted(wallet: Wallet, sats: number): Promise<Proof[]> {
  const quote = await wallet.createMintQuoteBolt11(sats);
  expect((await wallet.checkMintQuoteBolt11(quote)).state).toBe('UNPAID');
  await fund(quote.request);
  expect((await wallet.checkMintQuoteBolt11(quote)).state).toBe('PAID');
  const proofs = await wallet.mintProofsBolt11(sats, quote);
  expect((await wallet.checkMintQuoteBolt11(quote)).state).toBe('ISSUED');
  return proofs;
}

test('ECASH-02 cashu-ts mints, swaps, sends, melts and restores here, with proofs of every signature, and agrees on every balance', async () => {
  const [ann, ben] = [await walletOf('ann'), await walletOf('ben')];
  expect(ann.getMintInfo().isSupported(4)).toMatchObject({ disabled: false });
  for (const nut of [7, 8, 9, 12] as const) expect(ann.getMintInfo().isSupported(nut).supported).toBe(true);
  let [anns, bens] = [await minted(ann, 1_000), [] as Proof[]];
  expect([satsOf(anns), ecash()]).toEqual([1_000, 1_000]);

  const sent = await ann.send(210, anns);
  anns = sent.keep;
  expect([satsOf(sent.keep), satsOf(sent.send), ecash()]).toEqual([790, 210, 1_000]);
  const token = getEncodedToken({ mint: `${service.url}/mint`, proofs: sent.send, unit: 'sat' });
  bens = await ben.receive(token);
  expect([satsOf(bens), ecash()]).toEqual([210, 1_000]);
  await expect(ben.receive(token)).rejects.toThrow(MintOperationError);
  const states = await ann.checkProofsStates([...sent.send, ...anns]);
  expect(states.map(({ state }) => state)).toEqual([...sent.send.map(() => 'SPENT'), ...anns.map(() => 'UNSPENT')]);

  // to another wallet by way of an invoice of the same mint, with what was too much given back
  const wanted = await ben.createMintQuoteBolt11(300);
  const quote = await ann.createMeltQuoteBolt11(wanted.request);
  expect([quote.amount.toNumber(), quote.fee_reserve.toNumber()]).toEqual([300, 3]);
  const melted = await ann.meltProofsBolt11(quote, anns);
  expect(melted.quote.state).toBe('PAID');
  expect(
    createHash('sha256')
      .update(Buffer.from(String(melted.quote.payment_preimage), 'hex'))
      .digest('hex'),
  ).toMatch(/^[0-9a-f]{64}$/);
  anns = melted.change;
  bens = [...bens, ...(await ben.mintProofsBolt11(300, wanted))];
  expect([satsOf(anns), satsOf(bens), ecash()]).toEqual([490, 510, 1_000]);

  // with nothing but the seed
  for (const [name, proofs] of [
    ['ann', anns],
    ['ben', bens],
  ] as const) {
    const again = await walletOf(name);
    const restored = await again.batchRestore(50, 100);
    const unspent = await unspentOf(again, restored.proofs);
    expect(new Set(unspent.map(({ secret }) => secret))).toEqual(new Set(proofs.map(({ secret }) => secret)));
    expect(satsOf(unspent)).toBe(satsOf(proofs));
  }
});

async function unspentOf(wallet: Wallet, proofs: readonly Proof[]): Promise<Proof[]> {
  const states = await wallet.checkProofsStates([...proofs]);
  return proofs.filter((_, n) => states[n]?.state === 'UNSPENT');
}

test('ECASH-02 cashu-ts is told by its code why something is refused', async () => {
  const wallet = await walletOf('cid');
  const code = async (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => error instanceof MintOperationError && error.code,
    );
  const quote = await wallet.createMintQuoteBolt11(8);
  expect(await code(wallet.mintProofsBolt11(8, quote))).toBe(20_001);
  await fund(quote.request);
  const proofs = await wallet.mintProofsBolt11(8, quote);
  const forged = stripDleq(proofs).map((proof, n) => ({ ...proof, secret: `${n}`.repeat(64) }));
  expect(await code(wallet.receive(forged))).toBe(10_001);
  expect(await code(wallet.createMeltQuoteBolt11('lnbc1'))).toBe(10_000);
  await wallet.receive(proofs);
  expect(await code(wallet.receive(proofs))).toBe(11_001);
});
