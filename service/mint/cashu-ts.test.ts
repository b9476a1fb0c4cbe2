import {
  createRandomSecretKey,
  getEncodedToken,
  getPubKeyFromPrivKey,
  Mint,
  MintOperationError,
  type P2PKOptions,
  type Proof,
  signP2PKProofs,
  stripDleq,
  sumProofs,
  Wallet,
} from '@cashu/cashu-ts';
import { schnorr } from '@noble/curves/secp256k1.js';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { booksOf } from '../../tests/support/money/mint-world.ts';
import { type Service, startService } from '../start.ts';
import { ISSUER } from '../store/money/play-money.ts';
import { isLong } from '../../tests/support/runs.ts';

/** Another implementation is the wallet. Its balance must match the mint's books. */
let service: Service;

beforeAll(async () => {
  service = await startService({ port: 0 });
});

afterAll(() => service.stop());

const seedOf = (name: string) => Uint8Array.from(createHash('sha512').update(name).digest());

async function walletOf(name: string, keysetId?: string): Promise<Wallet> {
  const wallet = new Wallet(`${service.url}/mint`, {
    unit: 'sat',
    bip39seed: seedOf(name),
    requireSigDleq: true,
    ...(keysetId !== undefined && { keysetId }),
  });
  await wallet.loadMint();
  return wallet;
}

/**
 * The keyset that cashu-ts 2 and the wallets on it choose: the first of the cheapest active ones.
 * They can use it only if its id has version 00.
 */
async function olderKeyset(): Promise<string> {
  const { keysets } = await new Mint(`${service.url}/mint`).getKeySets();
  const [found] = keysets
    .filter(({ active }) => active)
    .toSorted((a, b) => (a.input_fee_ppk ?? 0) - (b.input_fee_ppk ?? 0));
  expect(found?.id).toMatch(/^00/);
  return found?.id ?? '';
}

const fund = (bolt11: string) =>
  service.store.payPlayInvoice({ bolt11, payer: ISSUER, ref: `fund ${bolt11}` });
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

test('ECASH-02 cashu-ts mints, swaps, sends, melts and restores with verified proofs and matching balances', async () => {
  const [ann, ben] = [await walletOf('ann'), await walletOf('ben')];
  expect(ann.getMintInfo().isSupported(4)).toMatchObject({ disabled: false });
  for (const nut of [7, 8, 9, 10, 11, 12] as const)
    expect(ann.getMintInfo().isSupported(nut).supported).toBe(true);
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
  expect(states.map(({ state }) => state)).toEqual([
    ...sent.send.map(() => 'SPENT'),
    ...anns.map(() => 'UNSPENT'),
  ]);

  // Pay another wallet by an invoice of the same mint, with change.
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

  // With only the seed.
  for (const [name, proofs] of [
    ['ann', anns],
    ['ben', bens],
  ] as const) {
    const again = await walletOf(name);
    const restored = await again.batchRestore(20, 20);
    const unspent = await unspentOf(again, restored.proofs);
    expect(new Set(unspent.map(({ secret }) => secret))).toEqual(
      new Set(proofs.map(({ secret }) => secret)),
    );
    expect(satsOf(unspent)).toBe(satsOf(proofs));
  }
});

async function unspentOf(wallet: Wallet, proofs: readonly Proof[]): Promise<Proof[]> {
  const states = await wallet.checkProofsStates([...proofs]);
  return proofs.filter((_, n) => states[n]?.state === 'UNSPENT');
}

test('ECASH-02 cashu-ts gets the code of a refusal', async () => {
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

interface Signer {
  readonly secret: string;
  readonly point: string;
}
const signer = (): Signer => {
  const key = createRandomSecretKey();
  return {
    secret: Buffer.from(key).toString('hex'),
    point: Buffer.from(getPubKeyFromPrivKey(key)).toString('hex'),
  };
};
const HOUR = 3_600;
const soon = () => Math.floor(Date.now() / 1_000) + HOUR;
const past = () => Math.floor(Date.now() / 1_000) - HOUR;

test.runIf(isLong)(
  'ECASH-02 cashu-ts locks ecash to keys, and only their holders can spend it (NUT-10, NUT-11)',
  async () => {
    const wallet = await walletOf('dot');
    const [own, other, back] = [signer(), signer(), signer()];
    let purse = await minted(wallet, 1_000);
    const locked = async (options: P2PKOptions): Promise<Proof[]> => {
      const { keep, send } = await wallet.send(8, purse, {}, { send: { type: 'p2pk', options } });
      purse = keep;
      return send;
    };
    const isGiven = async (proofs: Proof[], ...keys: readonly string[]) =>
      wallet.receive(keys.length === 0 ? proofs : signP2PKProofs(proofs, [...keys])).then(
        (got) => {
          purse = [...purse, ...got];
          return true;
        },
        (error: unknown) =>
          error instanceof MintOperationError && error.code === 10_001
            ? false
            : Promise.reject(error),
      );

    const plain = await locked({ pubkey: own.point });
    expect(await isGiven(plain)).toBe(false);
    expect(
      await isGiven(
        plain.map((proof) => ({ ...proof, witness: { signatures: ['ab'.repeat(64)] } })),
      ),
    ).toBe(false);
    // A signature of another secret.
    const again = await locked({ pubkey: own.point });
    const [first] = signP2PKProofs(again, own.secret);
    expect(await isGiven(plain.map((proof) => ({ ...proof, witness: first?.witness ?? '' })))).toBe(
      false,
    );
    expect(await isGiven(plain, own.secret)).toBe(true);
    expect(await isGiven(plain, own.secret).catch(() => 'spent')).toBe('spent');

    const two = await locked({ pubkey: [own.point, other.point], requiredSignatures: 2 });
    expect(await isGiven(two, own.secret)).toBe(false);
    const twice = two.map((proof) => ({
      ...proof,
      witness: { signatures: [proof, proof].map(({ secret }) => signatureBy(own.secret, secret)) },
    }));
    expect(await isGiven(twice)).toBe(false);
    expect(await isGiven(two, own.secret, other.secret)).toBe(true);

    const kept = await locked({ pubkey: own.point, locktime: soon(), refundKeys: [back.point] });
    expect(
      await isGiven(
        kept.map((proof) => ({ ...proof, witness: witnessBy(back.secret, proof.secret) })),
      ),
    ).toBe(false);
    expect(await isGiven(kept, own.secret)).toBe(true);
    const over = await locked({ pubkey: own.point, locktime: past(), refundKeys: [back.point] });
    expect(await isGiven(over)).toBe(false);
    expect(await isGiven(over, back.secret)).toBe(true);
    const late = await locked({ pubkey: own.point, locktime: past(), refundKeys: [back.point] });
    expect(await isGiven(late, own.secret)).toBe(true);
    expect(await isGiven(await locked({ pubkey: own.point, locktime: past() }))).toBe(true);
    expect(satsOf(purse)).toBe(1_000 - satsOf(again));
  },
);

const signatureBy = (key: string, secret: string) =>
  Buffer.from(
    schnorr.sign(createHash('sha256').update(secret).digest(), Buffer.from(key, 'hex')),
  ).toString('hex');
const witnessBy = (key: string, secret: string) =>
  JSON.stringify({ signatures: [signatureBy(key, secret)] });

test('ECASH-02 with SIG_ALL cashu-ts signs swaps and melts as a whole, and changed ones are refused', async () => {
  const wallet = await walletOf('eva');
  const own = signer();
  const purse = await minted(wallet, 400);
  const options: P2PKOptions = { pubkey: own.point, sigFlag: 'SIG_ALL' };
  const first = await wallet.send(96, purse, {}, { send: { type: 'p2pk', options } });
  await expect(wallet.receive(first.send)).rejects.toThrow();
  // Separate signatures do not cover all inputs.
  const each = first.send.map((proof) => ({
    ...proof,
    witness: witnessBy(own.secret, proof.secret),
  }));
  await expect(wallet.receive(each)).rejects.toThrow(MintOperationError);
  expect(satsOf(await wallet.receive(first.send, { privkey: own.secret }))).toBe(96);

  const second = await wallet.send(128, first.keep, {}, { send: { type: 'p2pk', options } });
  const wanted = await (await walletOf('fay')).createMintQuoteBolt11(100);
  const quote = await wallet.createMeltQuoteBolt11(wanted.request);
  const melted = await wallet.meltProofsBolt11(quote, second.send, { privkey: own.secret });
  expect([melted.quote.state, satsOf(melted.change)]).toEqual(['PAID', 28]);
});

test.runIf(isLong)(
  'ECASH-02 a wallet of keyset version 00 mints, swaps, sends, melts and restores',
  async () => {
    const older = await olderKeyset();
    const [gil, hal] = [await walletOf('gil', older), await walletOf('hal')];
    const isOlder = (proofs: readonly Proof[]) => proofs.every(({ id }) => id === older);
    let purse = await minted(gil, 500);
    expect([satsOf(purse), isOlder(purse)]).toEqual([500, true]);
    // Wallets of today prefer the newer version, and take the older one.
    const { keep, send } = await gil.send(100, purse);
    const got = await hal.receive(
      getEncodedToken({ mint: `${service.url}/mint`, proofs: send, unit: 'sat' }),
    );
    expect([satsOf(got), got.every(({ id }) => id.startsWith('01'))]).toEqual([100, true]);
    await expect(gil.receive(send)).rejects.toThrow(MintOperationError);
    // Ecash of the newer version comes back as ecash of the older one.
    const back = await hal.send(40, got);
    const taken = await gil.receive(back.send);
    expect([satsOf(taken), isOlder(taken)]).toEqual([40, true]);
    purse = [...keep, ...taken];
    const wanted = await hal.createMintQuoteBolt11(300);
    const melted = await gil.meltProofsBolt11(
      await gil.createMeltQuoteBolt11(wanted.request),
      purse,
    );
    expect([melted.quote.state, satsOf(melted.change), isOlder(melted.change)]).toEqual([
      'PAID',
      140,
      true,
    ]);
    const restored = await (await walletOf('gil', older)).batchRestore(50, 100, 0, older);
    const unspent = await unspentOf(gil, restored.proofs);
    expect(new Set(unspent.map(({ secret }) => secret))).toEqual(
      new Set(melted.change.map(({ secret }) => secret)),
    );
    expect(satsOf(await hal.mintProofsBolt11(300, wanted))).toBe(300);
  },
);

test('ECASH-02 a proof is valid only in its own keyset, and keys of amounts differ between them', async () => {
  const older = await olderKeyset();
  const wallet = await walletOf('ida');
  const proofs = await minted(wallet, 8);
  const renamed = proofs.map((proof) => ({ ...proof, id: older }));
  await expect((await walletOf('ida', older)).receive(renamed)).rejects.toThrow();
  expect(satsOf(await wallet.receive(proofs))).toBe(8);
  const { keysets } = await new Mint(`${service.url}/mint`).getKeys();
  const points = keysets.flatMap(({ keys }) => Object.values(keys));
  expect(new Set(points).size).toBe(64);
});
