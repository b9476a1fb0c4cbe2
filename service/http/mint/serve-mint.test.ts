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
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { seconds } from '../../../src/events/core/time.ts';
import { signed } from '../../../tests/support/events/signed.ts';
import { sha256Hex } from '../../hash.ts';
import { hashToCurve, readPoint } from '../../mint/curve.ts';
import { MOST_SATS } from '../../mint/mint.ts';

let world: Awaited<ReturnType<typeof openMintWorld>>;
let id = '';
let keys: Record<string, string> = {};

beforeAll(async () => {
  world = await openMintWorld();
  const { keysets } = (await world.today('GET', 'v1/keys')).json as {
    keysets: [unknown, { id: string; keys: Record<string, string> }];
  };
  ({ id, keys } = keysets[1]);
});

afterAll(() => world.end());

const outputsOf = (blanks: readonly Blank[]) => blanks.map(({ output }) => output);
const blanksFor = (sats: number) => partsOf(sats).map((part) => blankOf(part, id));
const yOf = ({ secret }: { secret: string }) => hashToCurve(Buffer.from(secret)).toHex(true);
const listIn = (json: Readonly<Record<string, unknown>>, name: string) =>
  json[name] as readonly unknown[];

async function quoteFor(sats: number): Promise<{ quote: string; request: string }> {
  const { json } = await world.today('POST', 'v1/mint/quote/bolt11', { amount: sats, unit: 'sat' });
  return json as { quote: string; request: string };
}

/** Ecash for play sats from the issuer. */
async function minted(sats: number): Promise<TestProof[]> {
  const { quote, request } = await quoteFor(sats);
  await world.fund(request);
  const blanks = blanksFor(sats);
  const { json } = await world.today('POST', 'v1/mint/bolt11', {
    quote,
    outputs: outputsOf(blanks),
  });
  return unblinded(blanks, listIn(json, 'signatures'));
}

const unblinded = (blanks: readonly Blank[], signatures: readonly unknown[]) =>
  signatures.flatMap((signature, n) => (blanks[n] ? [proofOf(blanks[n], signature, keys)] : []));

const balanced = () => {
  const { issued, spent, kept, waiting, ledger } = booksOf(world.store, 'mint');
  return ledger === issued - spent + waiting + kept;
};

test('ECASH-02 info, keys and keysets are as NUT-01, 02 and 06 have them, and any page may ask', async () => {
  const info = await world.today('GET', 'v1/info');
  expect(info.json).toMatchObject({
    name: 'Starling play mint',
    nuts: { '4': { disabled: false }, '9': { supported: true } },
  });
  expect(readPoint(String(info.json['pubkey']))).toBeDefined();
  expect(info.headers.get('access-control-allow-origin')).toBe('*');
  expect(id).toMatch(/^01[0-9a-f]{64}$/);
  expect(Object.keys(keys).map(Number)).toEqual(Array.from({ length: 32 }, (_, n) => 2 ** n));
  // Wallets that know only version 00 need an active keyset of it, and choose the first one.
  const all = listIn((await world.today('GET', 'v1/keys')).json, 'keysets');
  const ids = all.map((keyset) => String(Object(keyset).id));
  expect(ids).toEqual([expect.stringMatching(/^00[0-9a-f]{14}$/), id]);
  expect((await world.today('GET', 'v1/keysets')).json).toEqual({
    keysets: ids.map((one) => ({ id: one, unit: 'sat', active: true, input_fee_ppk: 0 })),
  });
  for (const [n, one] of ids.entries())
    expect((await world.today('GET', `v1/keys/${one}`)).json).toEqual({ keysets: [all[n]] });
  expect(await world.today('GET', 'v1/keys/00aabbccddeeff00')).toMatchObject({
    status: 400,
    json: { code: 12_001 },
  });
});

test('ECASH-02 ecash is issued for a paid quote once; a repeated request gets the same signatures', async () => {
  const { quote, request } = await quoteFor(13);
  const state = async () => (await world.today('GET', `v1/mint/quote/bolt11/${quote}`)).json;
  expect(await state()).toMatchObject({
    state: 'UNPAID',
    amount: 13,
    unit: 'sat',
    amount_paid: 0,
    amount_issued: 0,
    updated_at: null,
  });
  const outputs = outputsOf(blanksFor(13));
  const asked = { quote, outputs };
  expect(await world.today('POST', 'v1/mint/bolt11', asked)).toMatchObject({
    status: 400,
    json: { code: 20_001 },
  });
  await world.fund(request);
  expect(await state()).toMatchObject({ state: 'PAID', amount_paid: 13, amount_issued: 0 });
  const less = { quote, outputs: outputs.slice(1) };
  expect(await world.today('POST', 'v1/mint/bolt11', less)).toMatchObject({
    status: 400,
    json: { code: 11_005 },
  });
  const first = await world.today('POST', 'v1/mint/bolt11', asked);
  expect(first.status).toBe(200);
  expect(await world.today('POST', 'v1/mint/bolt11', asked)).toMatchObject({
    status: 200,
    json: first.json,
  });
  expect(await state()).toMatchObject({ state: 'ISSUED', amount_issued: 13 });
  const others = { quote, outputs: outputsOf(blanksFor(13)) };
  expect(await world.today('POST', 'v1/mint/bolt11', others)).toMatchObject({
    status: 400,
    json: { code: 20_002 },
  });
  expect(balanced()).toBe(true);
});

test('ECASH-02 a swap spends its inputs once, even if sent five times at the same moment', async () => {
  const inputs = await minted(21);
  const asks = Array.from({ length: 5 }, () => {
    const blanks = blanksFor(21);
    return { blanks, body: { inputs, outputs: outputsOf(blanks) } };
  });
  const answers = await Promise.all(asks.map(({ body }) => world.today('POST', 'v1/swap', body)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, json } of answers)
    if (status !== 200) expect([status, json['code']]).toEqual([400, 11_001]);
  const won = answers.findIndex(({ status }) => status === 200);
  const again = await Promise.all(
    [1, 2].map(() => world.today('POST', 'v1/swap', asks[won]?.body)),
  );
  expect(again.map(({ json }) => json)).toEqual([answers[won]?.json, answers[won]?.json]);
  const fresh = unblinded(asks[won]?.blanks ?? [], listIn(answers[won]?.json ?? {}, 'signatures'));
  const { json } = await world.today('POST', 'v1/checkstate', {
    Ys: [...inputs, ...fresh].map(yOf),
  });
  const states = listIn(json, 'states').map((state) => Object(state).state);
  expect(states).toEqual([...inputs.map(() => 'SPENT'), ...fresh.map(() => 'UNSPENT')]);
  expect(balanced()).toBe(true);
});

test('ECASH-02 an invoice is melted once, with change in the order of the blanks, and can be repeated', async () => {
  const request = await world.invoice(150);
  const quoted = await world.today('POST', 'v1/melt/quote/bolt11', { request, unit: 'sat' });
  expect(quoted.json).toMatchObject({
    amount: 150,
    fee_reserve: 1,
    state: 'UNPAID',
    payment_preimage: null,
  });
  const quote = String(quoted.json['quote']);
  const inputs = await minted(200);
  const few = { quote, inputs: inputs.slice(0, 1), outputs: [] };
  expect(await world.today('POST', 'v1/melt/bolt11', few)).toMatchObject({
    status: 400,
    json: { code: 11_005 },
  });
  expect(await world.today('POST', 'v1/melt/bolt11', { quote, inputs })).toMatchObject({
    status: 400,
    json: { code: 11_005 },
  });
  const blanks = Array.from({ length: 6 }, () => blankOf(1, id));
  const asked = { quote, inputs, outputs: outputsOf(blanks) };
  const answer = await world.today('POST', 'v1/melt/bolt11', asked);
  expect(answer.json).toMatchObject({
    state: 'PAID',
    payment_preimage: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const change = listIn(answer.json, 'change');
  expect(change.map((each) => Object(each).amount)).toEqual([2, 16, 32]);
  expect(await world.today('POST', 'v1/melt/bolt11', asked)).toMatchObject({
    status: 200,
    json: answer.json,
  });
  expect((await world.today('GET', `v1/melt/quote/bolt11/${quote}`)).json).toEqual(answer.json);
  expect(
    await world.today('POST', 'v1/melt/bolt11', { quote, inputs: await minted(151) }),
  ).toMatchObject({ json: { code: 20_006 } });
  const back = unblinded(blanks, change);
  expect(
    (await world.today('POST', 'v1/swap', { inputs: back, outputs: outputsOf(blanksFor(50)) }))
      .status,
  ).toBe(200);
  expect(await world.store.playBalance('a'.repeat(64))).toBe(150_000);
  expect(balanced()).toBe(true);
});

test('ECASH-02 a melt without blanks leaves at most the reserve with the mint; own quotes can be melted', async () => {
  const request = await world.invoice(100);
  const { json } = await world.today('POST', 'v1/melt/quote/bolt11', { request, unit: 'sat' });
  const melted = await world.today('POST', 'v1/melt/bolt11', {
    quote: json['quote'],
    inputs: await minted(101),
  });
  expect(melted.json).toMatchObject({ state: 'PAID' });
  expect('change' in melted.json).toBe(false);
  expect(booksOf(world.store, 'mint').kept).toBe(1_000);
  const own = await quoteFor(5);
  const inner = await world.today('POST', 'v1/melt/quote/bolt11', {
    request: own.request,
    unit: 'sat',
  });
  expect(
    (
      await world.today('POST', 'v1/melt/bolt11', {
        quote: inner.json['quote'],
        inputs: await minted(5),
      })
    ).json,
  ).toMatchObject({
    state: 'PAID',
  });
  expect((await world.today('GET', `v1/mint/quote/bolt11/${own.quote}`)).json).toMatchObject({
    state: 'PAID',
  });
  expect(balanced()).toBe(true);
});

test('ECASH-02 signed outputs are restored in the order of the request, and others are left out', async () => {
  const { quote, request } = await quoteFor(7);
  await world.fund(request);
  const blanks = blanksFor(7);
  const { json } = await world.today('POST', 'v1/mint/bolt11', {
    quote,
    outputs: outputsOf(blanks),
  });
  const [one, two, four] = outputsOf(blanks);
  const restored = await world.today('POST', 'v1/restore', {
    outputs: [four, blankOf(8, id).output, one],
  });
  const [first, , third] = listIn(json, 'signatures');
  expect(restored.json).toMatchObject({ outputs: [four, one], signatures: [third, first] });
  expect(two).toBeDefined();
});

test('ECASH-02 forged, duplicate, foreign and unbalanced ecash is refused by its code and stays unspent', async () => {
  const inputs = await minted(12);
  const [eight, four] = [
    inputs.find(({ amount }) => amount === 8),
    inputs.find(({ amount }) => amount === 4),
  ];
  if (!eight || !four) throw new Error('no proofs');
  const outputs = outputsOf(blanksFor(12));
  const code = async (body: unknown) => {
    const { status, json } = await world.today('POST', 'v1/swap', body);
    return [status, json['code']];
  };
  expect(await code({ inputs: [eight, { ...four, C: eight.C }], outputs })).toEqual([400, 10_001]);
  expect(await code({ inputs: [eight, { ...four, secret: `${four.secret}0` }], outputs })).toEqual([
    400, 10_001,
  ]);
  expect(await code({ inputs: [{ ...four, amount: 8 }, four], outputs })).toEqual([400, 11_007]);
  expect(
    await code({ inputs: [{ ...four, amount: 8 }], outputs: outputsOf(blanksFor(8)) }),
  ).toEqual([400, 10_001]);
  expect(await code({ inputs: [eight, { ...four, C: 'zz' }], outputs })).toEqual([400, 10_001]);
  expect(await code({ inputs: [eight, { ...four, id: '00aabbccddeeff00' }], outputs })).toEqual([
    400, 12_001,
  ]);
  expect(await code({ inputs, outputs: [...outputs, blankOf(1, id).output] })).toEqual([
    400, 11_005,
  ]);
  expect(await code({ inputs, outputs: outputs.slice(1) })).toEqual([400, 11_005]);
  expect(await code({ inputs: [], outputs: [] })).toEqual([400, 11_005]);
  expect(await code({ inputs: [], outputs })).toEqual([400, 11_005]);
  expect(await code({ inputs, outputs: [outputs[0], outputs[0]] })).toEqual([400, 11_008]);
  expect(
    await code({ inputs, outputs: outputs.map((output) => ({ ...output, id: 'x' })) }),
  ).toEqual([400, 12_001]);
  expect(await code({ inputs: Array.from({ length: 201 }, () => four), outputs })).toEqual([
    400, 11_014,
  ]);
  expect(await code({ inputs, outputs: Array.from({ length: 201 }, () => outputs[0]) })).toEqual([
    400, 11_015,
  ]);
  for (const amount of [3, 0, -8, 1.5, '8', null, 2 ** 60, Number.NaN])
    expect((await code({ inputs, outputs: [{ ...outputs[0], amount }] }))[0]).toBe(400);
  expect(await code({ inputs, outputs })).toEqual([200, undefined]);
  expect(await code({ inputs, outputs: outputsOf(blanksFor(12)) })).toEqual([400, 11_001]);
  expect(await code({ inputs: await minted(12), outputs })).toEqual([400, 11_003]);
  expect(balanced()).toBe(true);
});

test('hostile requests are refused with the reason, and never with an error of the service', async () => {
  const bodies = [
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '7',
    '{"__proto__":{"inputs":[]}}',
    '['.repeat(100_000),
    '{"inputs":{},"outputs":{}}',
  ];
  const posts = [
    'swap',
    'mint/quote/bolt11',
    'mint/bolt11',
    'melt/quote/bolt11',
    'melt/bolt11',
    'checkstate',
    'restore',
  ];
  for (const path of posts) {
    for (const body of bodies) {
      const { status, json } = await world.today('POST', `v1/${path}`, body);
      expect([path, body.slice(0, 20), status, typeof json['detail'], typeof json['code']]).toEqual(
        [path, body.slice(0, 20), 400, 'string', 'number'],
      );
    }
  }
  const long = await world.today('POST', 'v1/swap', ' '.repeat(513 * 1024));
  expect([long.status, long.json['code']]).toEqual([413, 10_000]);
  for (const path of [
    '',
    'v1',
    'v1/',
    'v1/nothing',
    'v1/keys/',
    'v1/mint/quote/bolt12/x',
    '__proto__',
    'constructor',
    'v1/keys/x/y',
  ])
    expect((await world.today('GET', path)).status, path).toBe(404);
  expect(await world.today('GET', 'v1/swap')).toMatchObject({ status: 405 });
  expect(await world.today('POST', 'v1/info', {})).toMatchObject({ status: 405 });
  for (const id of ['x', '%00', '..%2f', "' or 1=1 --"])
    for (const way of ['mint', 'melt'])
      expect(
        (await world.today('GET', `v1/${way}/quote/bolt11/${encodeURIComponent(id)}`)).status,
      ).toBe(400);
  const asked = async (amount: unknown, unit: unknown = 'sat') =>
    (await world.today('POST', 'v1/mint/quote/bolt11', { amount, unit })).json['code'];
  expect(await asked(5, 'usd')).toBe(11_013);
  expect(await asked(0)).toBe(11_006);
  expect(await asked(MOST_SATS + 1)).toBe(11_006);
  expect(await asked('5')).toBe(10_000);
  for (const request of ['lnbc1', '', 'lnbcrt10n1pabc', 'x'.repeat(100_000)])
    expect(
      await world.today('POST', 'v1/melt/quote/bolt11', { request, unit: 'sat' }),
    ).toMatchObject({
      status: 400,
      json: { code: 10_000 },
    });
});

test('lookups have their limit', async () => {
  const [y] = (await minted(1)).map(yOf);
  const states = async (n: number) =>
    (await world.today('POST', 'v1/checkstate', { Ys: Array.from({ length: n }, () => y) })).json;
  expect(listIn(await states(1_000), 'states')).toHaveLength(1_000);
  expect(await states(1_001)).toMatchObject({ code: 11_014 });
  const many = Array.from({ length: 1_001 }, () => ({ B_: 'x' }));
  expect((await world.today('POST', 'v1/restore', { outputs: many })).json).toMatchObject({
    code: 11_015,
  });
  expect((await world.today('POST', 'v1/restore', { outputs: many.slice(1) })).json).toEqual({
    outputs: [],
    signatures: [],
    promises: [],
  });
});

test('ZAP-05 a zap paid by melting gets its receipt, and waiting clients are notified once', async () => {
  const { pubkey } = signed({}, 4);
  const tags = [
    ['p', pubkey],
    ['amount', '2000'],
    ['relays', 'ws://127.0.0.1/'],
  ];
  const request = JSON.stringify(
    signed({ kind: KIND.ZapRequest, tags, created_at: 1_760_000_000 }, 5),
  );
  const wanted = {
    payee: pubkey,
    msats: 2_000,
    text: '',
    textHash: sha256Hex(request),
    request,
    expiry: seconds(600),
  };
  const { bolt11, hash } = await world.money.invoice(wanted);
  const heard: string[] = [];
  const stop = world.money.onPaid((paid) => heard.push(paid.hash));
  const { json } = await world.today('POST', 'v1/melt/quote/bolt11', {
    request: bolt11,
    unit: 'sat',
  });
  const asked = { quote: json['quote'], inputs: await minted(2) };
  heard.length = 0;
  for (let n = 0; n < 2; n++)
    expect((await world.today('POST', 'v1/melt/bolt11', asked)).json).toMatchObject({
      state: 'PAID',
    });
  stop();
  expect(heard).toEqual([hash]);
  const [receipt] = await world.store.query([{ kinds: [KIND.Zap], '#p': [pubkey] }], 9);
  expect(JSON.parse(receipt?.raw ?? '{}')).toMatchObject({
    pubkey: world.money.provider,
    tags: expect.arrayContaining([['bolt11', bolt11]]),
  });
});

test('E-47 a full disk fails a request without effect, and the repeated request runs once there is room', async () => {
  const inputs = await minted(3);
  const { db } = world.store.database;
  const { page_count: taken } = db.prepare('pragma page_count').get() as { page_count: number };
  db.exec(`pragma max_page_count = ${taken}`);
  const tries: { readonly blanks: readonly Blank[]; readonly inputs: readonly TestProof[] }[] = [];
  let [held, status] = [inputs, 200];
  // The free space of the last pages is filled first.
  for (let n = 0; n < 200 && status === 200; n++) {
    const blanks = blanksFor(3);
    tries.push({ blanks, inputs: held });
    const answer = await world.today('POST', 'v1/swap', {
      inputs: held,
      outputs: outputsOf(blanks),
    });
    ({ status } = answer);
    if (status === 200) held = unblinded(blanks, listIn(answer.json, 'signatures'));
    else
      expect(answer).toMatchObject({
        status: 507,
        json: { detail: 'The disk is full', code: 10_000 },
      });
  }
  expect(status).toBe(507);
  const { json } = await world.today('POST', 'v1/checkstate', { Ys: held.map(yOf) });
  expect(listIn(json, 'states').map((state) => Object(state).state)).toEqual(
    held.map(() => 'UNSPENT'),
  );
  db.exec(`pragma max_page_count = ${taken + 10_000}`);
  const last = tries.at(-1);
  const again = { inputs: last?.inputs, outputs: outputsOf(last?.blanks ?? []) };
  expect((await world.today('POST', 'v1/swap', again)).status).toBe(200);
  expect(balanced()).toBe(true);
});
