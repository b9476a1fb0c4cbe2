import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Blank,
  blankOf,
  booksOf,
  openMintWorld,
  partsOf,
  proofOf,
  type TestProof,
} from '../../../tests/support/money/mint-world.ts';
import { oldHashToCurve } from '../../mint/curve.ts';

let world: Awaited<ReturnType<typeof openMintWorld>>;
let id = '';
let keys: Readonly<Record<string, unknown>> = {};

beforeAll(async () => {
  world = await openMintWorld();
  keys = (await world.old('GET', 'keys')).json;
  const { keysets } = (await world.old('GET', 'keysets')).json as { keysets: [string] };
  [id] = keysets;
});

afterAll(() => world.end());

/** Outputs as wallets before v1 sent them: without the id of a keyset. */
const outputsOf = (blanks: readonly Blank[]) =>
  blanks.map(({ output: { amount, B_ } }) => ({ amount, B_ }));
const blanksFor = (sats: number, toCurve?: typeof oldHashToCurve) =>
  partsOf(sats).map((part) => blankOf(part, id, undefined, toCurve));
const promisesIn = (json: Readonly<Record<string, unknown>>, name = 'promises') =>
  json[name] as readonly unknown[];
const unblinded = (blanks: readonly Blank[], promises: readonly unknown[]): TestProof[] =>
  promises.flatMap((promise, n) => (blanks[n] ? [proofOf(blanks[n], promise, keys)] : []));

async function minted(sats: number, toCurve?: typeof oldHashToCurve): Promise<TestProof[]> {
  const { json } = await world.old('GET', `mint?amount=${sats}`);
  await world.fund(String(json['pr']));
  const blanks = blanksFor(sats, toCurve);
  const answer = await world.old('POST', `mint?hash=${String(json['hash'])}`, {
    outputs: outputsOf(blanks),
  });
  return unblinded(blanks, promisesIn(answer.json));
}

const balanced = () => {
  const { issued, spent, kept, waiting, ledger } = booksOf(world.store, 'oldmint');
  return ledger === issued - spent + waiting + kept;
};

test('ECASH-02 the old keyset has an id of twelve characters, found in any notation', async () => {
  const ordered = Object.entries(keys).toSorted(([one], [other]) => Number(one) - Number(other));
  const hash = createHash('sha256').update(ordered.map(([, key]) => String(key)).join(''));
  expect(id).toBe(hash.digest('base64').slice(0, 12));
  for (const name of [id.replaceAll('/', '_').replaceAll('+', '-'), encodeURIComponent(id)])
    expect((await world.old('GET', `keys/${name}`)).json).toEqual(keys);
  expect(await world.old('GET', 'keys/AAAAAAAAAAAA')).toMatchObject({
    status: 400,
    json: { code: 12_001 },
  });
  expect((await world.old('GET', 'info')).json).toMatchObject({ name: 'Starling old play mint' });
});

test('ECASH-02 mint, split, check and restore respond as documented', async () => {
  const { json } = await world.old('GET', 'mint?amount=10');
  expect([Object.keys(json), String(json['pr']).startsWith('lnbcrt')]).toEqual([
    ['pr', 'hash'],
    true,
  ]);
  const blanks = blanksFor(10);
  const asked = { outputs: outputsOf(blanks) };
  const unpaid = await world.old('POST', `mint?hash=${String(json['hash'])}`, asked);
  expect(unpaid).toMatchObject({
    status: 400,
    json: { code: 20_001, detail: 'The quote is not paid' },
  });
  await world.fund(String(json['pr']));
  const first = await world.old('POST', `mint?hash=${String(json['hash'])}`, asked);
  expect(first.headers.get('access-control-allow-origin')).toBe('*');
  expect(promisesIn(first.json).map((promise) => Object.keys(Object(promise)))).toEqual([
    ['id', 'amount', 'C_'],
    ['id', 'amount', 'C_'],
  ]);
  expect((await world.old('POST', `mint?hash=${String(json['hash'])}`, asked)).json).toEqual(
    first.json,
  );
  const proofs = unblinded(blanks, promisesIn(first.json));
  const fresh = blanksFor(10);
  const split = await world.old('POST', 'split', { proofs, outputs: outputsOf(fresh) });
  expect(promisesIn(split.json)).toHaveLength(2);
  expect(
    await world.old('POST', 'split', { proofs, outputs: outputsOf(blanksFor(10)) }),
  ).toMatchObject({
    status: 400,
    json: { detail: 'Token already spent' },
  });
  const secrets = [...proofs, ...unblinded(fresh, promisesIn(split.json))].map(({ secret }) => ({
    secret,
  }));
  expect((await world.old('POST', 'check', { proofs: secrets })).json).toMatchObject({
    spendable: [false, false, true, true],
  });
  const restored = await world.old('POST', 'restore', {
    outputs: outputsOf([...fresh, blankOf(4, id)]),
  });
  expect(restored.json).toEqual({ outputs: outputsOf(fresh), promises: promisesIn(split.json) });
  expect(balanced()).toBe(true);
});

test('ECASH-02 melt pays an invoice once and returns preimage and change; checkfees returns the reserve', async () => {
  const pr = await world.invoice(250);
  expect((await world.old('POST', 'checkfees', { pr })).json).toEqual({ fee: 2 });
  expect((await world.old('POST', 'checkfees', { pr: pr.toUpperCase() })).json).toEqual({ fee: 2 });
  const proofs = await minted(252);
  const blanks = [blankOf(1, id), blankOf(1, id)];
  const asked = { pr, proofs, outputs: outputsOf(blanks) };
  const melted = await world.old('POST', 'melt', asked);
  expect(melted.json).toMatchObject({
    paid: true,
    preimage: expect.stringMatching(/^[0-9a-f]{64}$/),
    change: [{ id, amount: 2 }],
  });
  const hash = createHash('sha256')
    .update(Buffer.from(String(melted.json['preimage']), 'hex'))
    .digest('hex');
  expect((await world.store.playInvoice(hash))?.payer).toBe('oldmint');
  expect((await world.old('POST', 'melt', asked)).json).toEqual(melted.json);
  expect(await world.old('POST', 'melt', { pr, proofs: await minted(252) })).toMatchObject({
    status: 400,
    json: { code: 20_006 },
  });
  const change = unblinded(blanks, promisesIn(melted.json, 'change'));
  expect(
    (await world.old('POST', 'split', { proofs: change, outputs: outputsOf(blanksFor(2)) })).status,
  ).toBe(200);
  expect(await world.old('POST', 'checkfees', { pr: 'lnbc1' })).toMatchObject({
    status: 400,
    json: { detail: expect.any(String) },
  });
  expect(balanced()).toBe(true);
});

test('ECASH-02 proofs of old points are valid, and a secret is spent once for both kinds of points', async () => {
  const secret = 'S+tDfc1Lfsrb06zaRdVTed6Izg';
  const proofs = await minted(5, oldHashToCurve);
  expect(
    (await world.old('POST', 'split', { proofs, outputs: outputsOf(blanksFor(5)) })).status,
  ).toBe(200);
  const both = [blankOf(1, id, secret, oldHashToCurve), blankOf(1, id, secret)];
  const source = await minted(2);
  const split = await world.old('POST', 'split', { proofs: source, outputs: outputsOf(both) });
  const [old, today] = unblinded(both, promisesIn(split.json));
  const spend = async (proof: unknown) =>
    (await world.old('POST', 'split', { proofs: [proof], outputs: outputsOf(blanksFor(1)) }))
      .status;
  expect([await spend(old), await spend(today)]).toEqual([200, 400]);
  // A loss here is the wallet's own: the mint keeps the ecash and issues nothing twice.
  expect(balanced()).toBe(true);
});

test('E-42 forged proofs are refused for both kinds of points', async () => {
  const proofs = await minted(4);
  const outputs = outputsOf(blanksFor(4));
  const [other] = await minted(4);
  for (const forged of [{ secret: 'f'.repeat(64) }, { C: other?.C }])
    expect(
      await world.old('POST', 'split', {
        proofs: proofs.map((proof) => ({ ...proof, ...forged })),
        outputs,
      }),
    ).toMatchObject({
      status: 400,
      json: { code: 10_001 },
    });
  expect((await world.old('POST', 'split', { proofs, outputs })).status).toBe(200);
});

test('neither mint accepts the ecash of the other', async () => {
  const proofs = await minted(1);
  const { json } = await world.today('GET', 'v1/keysets');
  const [{ id: other }] = json['keysets'] as [{ id: string }];
  const outputs = [blankOf(1, other).output];
  expect((await world.today('POST', 'v1/swap', { inputs: proofs, outputs })).json).toMatchObject({
    code: 12_001,
  });
  const renamed = proofs.map((proof) => ({ ...proof, id: other }));
  expect((await world.today('POST', 'v1/swap', { inputs: renamed, outputs })).json).toMatchObject({
    code: 10_001,
  });
});

test('hostile requests to the old mint are refused with the reason', async () => {
  for (const path of ['split', 'melt', 'checkfees', 'check', 'restore', 'mint', 'mint?hash=x'])
    for (const body of ['', '{', 'null', '[]', '{"proofs":7,"outputs":{},"pr":8}'])
      expect([path, body, (await world.old('POST', path, body)).status]).toEqual([path, body, 400]);
  for (const query of [
    '',
    '?amount=',
    '?amount=x',
    '?amount=-1',
    '?amount=0',
    '?amount=1e9',
    '?amount=99999999999999999999',
  ])
    expect([query, (await world.old('GET', `mint${query}`)).status]).toEqual([query, 400]);
  for (const path of ['', 'v1/keys', 'keys/', 'toString'])
    expect((await world.old('GET', path)).status).toBe(404);
});
