import { getPublicKey } from 'nostr-tools/pure';
import {
  createRandomSecretKey,
  getPubKeyFromPrivKey,
  type P2PKOptions,
  Wallet,
} from '@cashu/cashu-ts';
import { beforeAll, expect, test } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { secretOf } from '../../src/events/account/keys/secret.ts';
import { bytesOf, hexOf } from '../../src/events/core/hex.ts';
import {
  plainOf,
  type Proof,
  readProof,
  readToken,
  writeToken,
} from '../../src/events/money/ecash/cashu.ts';
import { readLock } from '../../src/events/money/ecash/p2pk.ts';
import { foreignLock } from '../../src/events/money/ecash/token-lock.ts';
import { balance, type EcashTab, jobOf, NOW, stateIn } from '../support/money/ecash-world.ts';
import { fileMints } from '../support/money/file-mints.ts';
import { isLong } from '../support/runs.ts';

const KEY = '33'.repeat(32);
const OTHER = '44'.repeat(32);
const own = getPublicKey(bytesOf(KEY));
const other = getPublicKey(bytesOf(OTHER));
const nobody = createActor(createMachine({})).start();

const { service, device: openDevice } = fileMints();
let mint = '';
beforeAll(() => {
  mint = `${service().origin}/mint`;
});

function device(hears?: (path: string) => void) {
  const world = openDevice(hears && { hears });
  const tab = world.open();
  tab.send(
    { type: 'ecash.allow', mint },
    { type: 'ecash.keep', pubkey: own, key: secretOf(KEY), from: nobody },
  );
  return { world, tab };
}

type Device = ReturnType<typeof device>;

async function took({ world, tab }: Device, job: string, proofs: readonly Proof[]) {
  tab.send({ type: 'ecash.receive', job, mint, proofs, now: NOW });
  await world.until(() => ['settled', 'refused'].includes(stateIn(tab, job)));
  return jobOf(tab, job)?.reason?.code ?? stateIn(tab, job);
}

/** A wallet of another program with ecash of this mint. */
async function foreignWallet(sats: number) {
  const wallet = new Wallet(mint, { unit: 'sat' });
  await wallet.loadMint();
  const quote = await wallet.createMintQuoteBolt11(sats);
  await service().fund(quote.request);
  let purse = await wallet.mintProofsBolt11(sats, quote);
  return {
    wallet,
    async locked(sum: number, options: P2PKOptions): Promise<readonly Proof[]> {
      const { keep, send } = await wallet.send(sum, purse, {}, { send: { type: 'p2pk', options } });
      purse = keep;
      return send
        .map((proof) => readProof({ ...proof, amount: proof.amount.toNumber() }))
        .filter((proof) => proof !== undefined);
    },
  };
}

test.runIf(isLong)(
  'ECASH-01 NUT-11 a token of another wallet locked to our key is redeemed, also with SIG_ALL',
  async () => {
    const it = device();
    const { locked } = await foreignWallet(500);
    const pubkey = `02${own}`;
    const past = Math.floor(Date.now() / 1_000) - 100;
    const cases: readonly P2PKOptions[] = [
      { pubkey },
      { pubkey: `03${own}` },
      { pubkey: [`02${other}`, pubkey] },
      { pubkey, sigFlag: 'SIG_ALL' },
      { pubkey: `02${other}`, locktime: past, refundKeys: [pubkey] },
      { pubkey: `02${other}`, locktime: past },
    ];
    for (const [nth, options] of cases.entries())
      expect([nth, await took(it, `job ${nth}`, await locked(21, options))]).toEqual([
        nth,
        'settled',
      ]);
    expect(balance(it.tab)).toBe(21 * cases.length);
  },
);

test('ECASH-01 NUT-11 a token locked to others is not sent to its mint, and its recipient redeems it', async () => {
  const heard: string[] = [];
  const it = device((path) => heard.push(path));
  const { locked } = await foreignWallet(100);
  const later = 4_000_000_000;
  const foreign = await locked(21, {
    pubkey: `02${other}`,
    locktime: later,
    refundKeys: [`02${own}`],
  });
  expect(foreignLock(foreign, [own], NOW)?.until).toBe(later);
  expect(foreignLock(foreign, [other], NOW)).toBeUndefined();
  expect(await took(it, 'foreign', foreign)).toBe('locked');
  expect(
    await took(
      it,
      'both',
      await locked(8, { pubkey: [`02${other}`, `02${own}`], requiredSignatures: 2 }),
    ),
  ).toBe('locked');
  expect(heard.filter(isTelling)).toEqual([]);
  it.tab.send({ type: 'ecash.keep', pubkey: other, key: secretOf(OTHER), from: nobody });
  expect(await took(it, 'now', foreign)).toBe('settled');
  expect(heard.filter(isTelling)).not.toEqual([]);
});

/** True if the request sends proofs to the mint, and does not only read its info and keys. */
const isTelling = (path: string) => !/^\/v1\/(info|keys|keysets)/.test(path);

test('ECASH-01 NUT-12 a token with a false DLEQ proof is refused; one without is accepted unless required', async () => {
  const it = device();
  const { locked } = await foreignWallet(100);
  const proofs = await locked(21, { pubkey: `02${own}` });
  expect(proofs.every(({ dleq }) => dleq)).toBe(true);
  const lies = proofs.map((proof, at) =>
    at === 0 && proof.dleq ? { ...proof, dleq: { ...proof.dleq, s: proof.dleq.e } } : proof,
  );
  expect(await took(it, 'lie', lies)).toBe('unproven');
  const bare = proofs.map((proof) => ({ ...proof, dleq: undefined }));
  it.tab.send({ type: 'ecash.receive', job: 'needed', mint, proofs: bare, now: NOW, proven: true });
  await it.world.until(() => stateIn(it.tab, 'needed') === 'refused');
  expect(jobOf(it.tab, 'needed')?.reason).toEqual({ code: 'unproven' });
  expect(await took(it, 'bare', bare)).toBe('settled');
});

test('ECASH-01 NUT-11 another wallet redeems a locked token, and a mint without locks is not asked', async () => {
  const it = device();
  const { world, tab } = it;
  const key = createRandomSecretKey();
  const lock = hexOf(getPubKeyFromPrivKey(key)).slice(2);
  await fund(it, mint, 100);
  tab.send({ type: 'ecash.send', job: 'gift', mint, amount: 21, memo: '', now: NOW, lock });
  await world.until(() => stateIn(tab, 'gift') === 'settled');
  const given = jobOf(tab, 'gift')?.settled?.given ?? [];
  expect(given.map(({ secret }) => readLock(secret.reveal() ?? ''))).toMatchObject(
    given.map(() => ({ main: { keys: [lock], needed: 1 } })),
  );
  expect(new Set(given.map(({ secret }) => secret.reveal())).size).toBe(given.length);
  const token = writeToken({ mint, unit: 'sat', proofs: given });
  expect(readToken(token)?.entries[0]?.proofs.map(plainOf)).toEqual(given.map(plainOf));
  const { wallet } = await foreignWallet(1);
  await expect(wallet.receive(token)).rejects.toThrow();
  expect(
    (await wallet.receive(token, { privkey: hexOf(key), requireDleq: true })).length,
  ).toBeGreaterThan(0);
  expect(balance(tab)).toBe(79);

  const old = `${service().origin}/oldmint`;
  tab.send({ type: 'ecash.allow', mint: old });
  await fund(it, old, 64);
  tab.send({ type: 'ecash.send', job: 'old', mint: old, amount: 21, memo: '', now: NOW, lock });
  await world.until(() => stateIn(tab, 'old') === 'refused');
  expect(jobOf(tab, 'old')?.reason).toEqual({ code: 'noLocks' });
});

async function fund(
  { world, tab }: { world: Device['world']; tab: EcashTab },
  at: string,
  amount: number,
): Promise<void> {
  const job = `fund ${at}`;
  tab.send({ type: 'ecash.mint', job, mint: at, amount, now: NOW });
  await world.until(() => jobOf(tab, job)?.prepared !== undefined);
  await service().fund(jobOf(tab, job)?.prepared?.invoice ?? '');
  await world.until(() => stateIn(tab, job) === 'settled');
}
