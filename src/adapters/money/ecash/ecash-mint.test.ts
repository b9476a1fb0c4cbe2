import { describe, expect, test } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { fakeInvoice, fakeMint } from '../../../../tests/support/money/fake-mint.ts';
import { invoiceOf } from '../../../../tests/support/money/invoices.ts';
import { vectors } from '../../../../tests/support/events/real-events.ts';
import { secretOf } from '../../../events/account/keys/secret.ts';
import { type Proof, worthOf } from '../../../events/money/ecash/cashu.ts';
import { seconds } from '../../../events/core/time.ts';
import type { MintAct, MintAnswer } from '../../../machines/money/ecash/ecash-protocol.ts';
import { ecashMint } from './ecash-mint.ts';
import { outputsFrom } from './ecash-outputs.ts';

const WORDS = 'half depart obvious quality work element tank gorilla view sugar picture humble';
const MINT = 'https://mint.example';
const NOW = 1_800_000_000;
const TOP_UP = { type: 'mint', mint: MINT, amount: 8 } as const;
const prepare: MintAct = { do: 'prepare', want: TOP_UP, free: [], counters: new Map() };
const proof: Proof = {
  id: '009a1f293253e41e',
  amount: 8,
  secret: secretOf('s'),
  C: `02${'1'.repeat(64)}`,
};

async function ask(
  answer: typeof fetch,
  act = prepare,
  {
    words = WORDS,
    mint = MINT,
    at = NOW,
  }: { words?: string | null; mint?: string; at?: number } = {},
): Promise<MintAnswer> {
  const port = ecashMint({ fetch: answer, now: () => seconds(at) });
  const input = {
    mint,
    home: 'https://here.example',
    words: words === null ? undefined : secretOf(words),
    keys: new Map(),
    act,
  };
  return toPromise(createActor(port, { input }).start());
}
/** A mint with the same response to every request. */
const saying =
  (value: unknown, status = 200): typeof fetch =>
  () =>
    Promise.resolve(
      typeof value === 'string'
        ? new Response(value, { status })
        : Response.json(value, { status }),
    );

test("ECASH-03 a mint's error text counts, even with a success status; without text: bad response", async () => {
  const said = { is: 'refused', reason: { code: 'said', text: 'mint is closed' } };
  expect(await ask(saying({ error: 'mint is closed' }, 400))).toEqual(said);
  expect(await ask(saying({ detail: 'mint is closed', code: 1 }, 400))).toEqual(said);
  expect(await ask(saying({ error: 'mint is closed' }))).toEqual(said);
  expect(await ask(saying({ detail: 'mint is closed' }))).toEqual(said);
  expect(await ask(saying('nothing', 400))).toEqual({
    is: 'refused',
    reason: { code: 'badResponse' },
  });
  expect(await ask(saying({}, 404))).toEqual({ is: 'refused', reason: { code: 'badResponse' } });
  // the meaning of these is unknown, and they are requested again
  expect(await ask(saying({ keysets: 'none' }))).toEqual({
    is: 'waiting',
    reason: { code: 'badResponse' },
  });
  expect(await ask(saying('<html>', 502))).toEqual({
    is: 'waiting',
    reason: { code: 'badResponse' },
  });
  expect(await ask(saying('x'.repeat(300_000)))).toEqual({
    is: 'waiting',
    reason: { code: 'badResponse' },
  });
  expect(await ask(() => Promise.reject(new TypeError('x')))).toEqual({
    is: 'waiting',
    reason: { code: 'silent' },
  });
});

test('ECASH-03 without words nothing is created or restored; wrong words are reported as wrong', async () => {
  const mint = fakeMint();
  expect(await ask(mint.fetch, prepare, { words: null })).toEqual({
    is: 'refused',
    reason: { code: 'noSeed' },
  });
  expect(await ask(mint.fetch, { do: 'restore', known: [] }, { words: null })).toEqual({
    is: 'refused',
    reason: { code: 'noWords' },
  });
  expect(await ask(mint.fetch, { do: 'restore', known: [] }, { words: `${WORDS} half` })).toEqual({
    is: 'refused',
    reason: { code: 'invalidWords' },
  });
});

test('E-42 a quote that its mint deleted ends as expired only when it cannot be paid any more', async () => {
  const mint = fakeMint();
  const ready = await ask(mint.fetch);
  if (ready.is !== 'prepared') throw new Error(ready.is);
  const until = seconds(NOW + 100);
  const look: MintAct = { do: 'look', want: TOP_UP, prepared: { ...ready.prepared, until } };
  const gone: typeof fetch = (input, init) =>
    String(input).includes('/quote/')
      ? Promise.resolve(Response.json({ detail: 'no such quote', code: 20_000 }, { status: 400 }))
      : mint.fetch(input, init);
  expect(await ask(gone, look, { at: NOW + 701 })).toEqual({
    is: 'refused',
    reason: { code: 'expired' },
  });
  expect(await ask(gone, look, { at: NOW + 699 })).not.toEqual({
    is: 'refused',
    reason: { code: 'expired' },
  });
  expect(await ask(saying('<html>', 502), look, { at: NOW + 701 })).toMatchObject({
    is: 'waiting',
  });
});

test('E-42 keysets with invalid names are not used', async () => {
  const listed = { id: '009a1f293253e41e', unit: 'sat', active: true, input_fee_ppk: 0 };
  for (const odd of [{ id: '../x' }, { id: 'f'.repeat(64) }])
    expect(await ask(saying({ keysets: [{ ...listed, ...odd }] }))).toEqual({
      is: 'refused',
      reason: { code: 'unit' },
    });
});

test('E-42 E-24 a mint at a private address is not contacted', async () => {
  let asked = 0;
  const count: typeof fetch = () => {
    asked++;
    return Promise.reject(new Error('asked'));
  };
  for (const mint of [
    'http://127.0.0.1:3338',
    'http://10.0.0.1',
    'http://[::1]',
    'http://2130706433',
    'https://router.local',
  ])
    expect(await ask(count, prepare, { mint })).toEqual({
      is: 'refused',
      reason: { code: 'address' },
    });
  expect(asked).toBe(0);
});

test('E-42 keys that do not match their id are not used, nor a keyset that the mint does not have', async () => {
  const mint = fakeMint();
  const receive: MintAct = {
    do: 'prepare',
    want: { type: 'receive', mint: MINT, proofs: [proof] },
    free: [],
    counters: new Map(),
  };
  expect(await ask(mint.fetch, receive)).toEqual({ is: 'refused', reason: { code: 'keyset' } });
  const prepared = await ask(mint.fetch);
  if (prepared.is !== 'prepared') throw new Error('not prepared');
  mint.pay();
  const swapped: typeof fetch = async (input, init) => {
    const text = await (await mint.fetch(input, init)).text();
    // the key for one is swapped with the key for eight
    const one = /"1":"([0-9a-f]{66})"/.exec(text)?.[1];
    return new Response(
      one === undefined ? text : text.replace(/"8":"[0-9a-f]{66}"/, `"8":"${one}"`),
    );
  };
  const act = { do: 'send', want: TOP_UP, prepared: prepared.prepared } as const;
  expect(await ask(swapped, act)).toEqual({ is: 'waiting', reason: { code: 'keyset' } });
  // its signatures are recovered as soon as the mint returns its true keys
  expect((await ask(mint.fetch, { ...act, do: 'look' })).is).toBe('settled');
});

test('E-42 after a pay error of an old mint proofs are freed only if it reports them unspent', async () => {
  const prepared = {
    api: 'v0',
    inputs: [proof],
    outputs: { keyset: proof.id, counter: 0, amounts: [] },
    given: 0,
    fee: 1,
    quote: '',
  } as const;
  const invoice = fakeInvoice(7);
  const act = {
    do: 'send',
    want: { type: 'melt', mint: MINT, invoice, amount: 7 },
    prepared: { ...prepared, invoice },
  } as const;
  /** The mint's response to a check of the proofs. `undefined`: no valid response. */
  const old =
    (check: object | undefined): typeof fetch =>
    async (input) => {
      const path = String(input).slice(MINT.length + 1);
      if (path === 'info') return Response.json({ name: 'old' });
      if (path === 'check')
        return check ? Response.json(check) : new Response('<html>', { status: 502 });
      if (path === 'restore') return Response.json({ outputs: [], promises: [] });
      return Response.json(
        { error: 'Lightning payment unsuccessful' },
        { status: path.startsWith('v1/') ? 404 : 400 },
      );
    };
  const refused = {
    is: 'refused',
    reason: { code: 'said', text: 'Lightning payment unsuccessful' },
  };
  expect(await ask(old({ spendable: [true], pending: [false] }), act)).toEqual(refused);
  expect(await ask(old({ spendable: [true], pending: [true] }), act)).toMatchObject({
    is: 'waiting',
  });
  expect(await ask(old({ spendable: [] }), act)).toMatchObject({ is: 'waiting' });
  expect(await ask(old({ error: 'no' }), act)).toMatchObject({ is: 'waiting' });
  expect(await ask(old(undefined), act)).toMatchObject({ is: 'waiting' });
  // it has paid, despite its error
  expect(await ask(old({ spendable: [false] }), act)).toMatchObject({
    is: 'settled',
    settled: { kept: [], given: [] },
  });
});

test('ECASH-01 ZAP-02 an invoice that cannot be paid is refused as such, not as one without an amount', async () => {
  const melt = (invoice: string): MintAct => ({
    do: 'prepare',
    want: { type: 'melt', mint: MINT, invoice, amount: 5 },
    free: [],
    counters: new Map(),
  });
  const hash = 'ab'.repeat(32);
  const reasonOf = async (invoice: string) => {
    const answer = await ask(fakeMint().fetch, melt(invoice));
    return answer.is === 'refused' ? answer.reason : answer.is;
  };
  const bad = [invoiceOf(hash, { amountMsats: 5_000, without: 'secret' }), 'lnbc1'];
  for (const invoice of bad) expect(await reasonOf(invoice)).toEqual({ code: 'badInvoice' });
  expect(await reasonOf(invoiceOf(hash, {}))).toEqual({ code: 'amountless' });
});

test('E-38 an invoice over another sum, or of another network, is not shown', async () => {
  const mint = fakeMint();
  const swapped =
    (invoice: string): typeof fetch =>
    async (input, init) => {
      const answer = await mint.fetch(input, init);
      const body: unknown = await answer.json();
      return Response.json(
        String(input).endsWith('quote/bolt11') ? { ...(body as object), request: invoice } : body,
        {
          status: answer.status,
        },
      );
    };
  expect(await ask(swapped(fakeInvoice(9)))).toEqual({ is: 'refused', reason: { code: 'amount' } });
  expect(await ask(swapped('lnbc1'))).toEqual({ is: 'refused', reason: { code: 'badInvoice' } });
  expect((await ask(swapped(fakeInvoice(8)))).is).toBe('prepared');
});

test('WALLET-01 ECASH-01 a mint with a fee above the maximum gets no proof, for paying or for giving', async () => {
  const listed = { id: '009a1f293253e41e', unit: 'sat', active: true, input_fee_ppk: 0 };
  const invoice = fakeInvoice(100);
  const free = [64, 64, 32].map(
    (amount, at): Proof => ({ ...proof, amount, C: `02${String(at).repeat(64)}` }),
  );
  const wanting =
    (fee: number, ppk = 0): typeof fetch =>
    async (input) => {
      const path = String(input).slice(`${MINT}/v1/`.length);
      if (path === 'melt/quote/bolt11')
        return Response.json({
          quote: 'q',
          amount: 100,
          unit: 'sat',
          request: invoice,
          fee_reserve: fee,
          state: 'UNPAID',
          expiry: 1,
        });
      return Response.json({ keysets: [{ ...listed, input_fee_ppk: ppk }] });
    };
  const melt = {
    do: 'prepare',
    want: { type: 'melt', mint: MINT, invoice, amount: 100 },
    free,
    counters: new Map(),
  } as const;
  expect((await ask(wanting(10), melt)).is).toBe('prepared');
  const tooMuch = { is: 'refused', reason: { code: 'fee' } };
  expect([await ask(wanting(11), melt), await ask(wanting(9, 1_000), melt)]).toEqual([
    tooMuch,
    tooMuch,
  ]);
  const send = { ...melt, want: { type: 'send', mint: MINT, amount: 90, memo: '' } } as const;
  expect([(await ask(wanting(0, 5_000), send)).is, await ask(wanting(0, 6_000), send)]).toEqual([
    'prepared',
    tooMuch,
  ]);
});

test('ECASH-02 vectors: secrets follow from the words by m/129372’/0’, for keysets of both versions', () => {
  interface Case {
    readonly group: string;
    readonly mnemonic?: string;
    readonly keyset_id?: string;
    readonly counter?: number;
    readonly secret?: string;
  }
  const cases = vectors<{ cases: readonly Case[] }>('cashu-core.json').cases.filter(({ group }) =>
    group.startsWith('secret_v'),
  );
  expect(cases).toHaveLength(2);
  for (const { mnemonic = '', keyset_id: keyset = '', counter = 0, secret } of cases) {
    const [output] = outputsFrom(mnemonic)?.({ keyset, counter, amounts: [1] }) ?? [];
    expect(new TextDecoder().decode(output?.secret)).toBe(secret);
  }
  expect(outputsFrom('half half half')).toBeUndefined();
});

type PlannedWant = Extract<MintAct, { do: 'prepare' }>['want'];

describe('two devices with the same words', () => {
  const settled = (answer: MintAnswer) => {
    if (answer.is !== 'settled') throw new Error(JSON.stringify(answer));
    return answer.settled;
  };
  const planned = (answer: MintAnswer) => {
    if (answer.is !== 'prepared') throw new Error(JSON.stringify(answer));
    return answer.prepared;
  };
  const send = (amount: number) => ({ type: 'send', mint: MINT, amount, memo: '' }) as const;

  /** A mint, and some times 8 sats there that both devices know. */
  async function shared(times = 1) {
    const mint = fakeMint();
    const kept: Proof[] = [];
    const counters = new Map<string, number>();
    for (let time = 0; time < times; time++) {
      const act = { do: 'prepare', want: TOP_UP, free: [], counters } as const;
      const prepared = planned(await ask(mint.fetch, act));
      mint.pay(prepared.quote ?? '');
      kept.push(...settled(await ask(mint.fetch, { do: 'send', want: TOP_UP, prepared })).kept);
      const { keyset, counter, amounts } = prepared.outputs;
      counters.set(keyset, counter + amounts.length);
    }
    const plan = async (want: PlannedWant, free: readonly Proof[] = kept) =>
      planned(await ask(mint.fetch, { do: 'prepare', want, free, counters }));
    return { mint, kept, plan };
  }

  test('ECASH-01 E-42 ecash that the other device has spent is refused as spent', async () => {
    const { mint, kept, plan } = await shared();
    const [theirs, ours] = [await plan(send(4)), await plan(send(2))];
    settled(await ask(mint.fetch, { do: 'send', want: send(4), prepared: theirs }));
    for (const act of ['send', 'look'] as const)
      expect(await ask(mint.fetch, { do: act, want: send(2), prepared: ours })).toEqual({
        is: 'refused',
        reason: { code: 'spent' },
        gone: kept.map(({ C }) => C),
      });
  });

  test('ECASH-01 E-42 one refusal finds all proofs that the other device has spent', async () => {
    const { mint, kept, plan } = await shared(2);
    const [first, second] = [kept.slice(0, 1), kept.slice(1)];
    const [theirs, ours] = [await plan(send(12)), await plan(send(2), first)];
    settled(await ask(mint.fetch, { do: 'send', want: send(12), prepared: theirs }));
    const act = { do: 'send', want: send(2), prepared: ours, free: second } as const;
    expect(await ask(mint.fetch, act)).toEqual({
      is: 'refused',
      reason: { code: 'spent' },
      gone: kept.map(({ C }) => C),
    });
    // without an answer about the others, the inputs are known to be gone
    let checks = 0;
    const silentLater: typeof fetch = (input, init) =>
      String(input).endsWith('/checkstate') && ++checks > 1
        ? Promise.reject(new TypeError('x'))
        : mint.fetch(input, init);
    expect(await ask(silentLater, act)).toMatchObject({ gone: first.map(({ C }) => C) });
  });

  test('ECASH-01 E-42 a paid invoice whose secrets the other device has used is minted with later ones', async () => {
    const { mint, plan } = await shared();
    const theirs = await plan(send(4));
    const ours = await plan(TOP_UP);
    settled(await ask(mint.fetch, { do: 'send', want: send(4), prepared: theirs }));
    mint.pay(ours.quote ?? '');
    const again = planned(await ask(mint.fetch, { do: 'send', want: TOP_UP, prepared: ours }));
    expect(again.quote).toBe(ours.quote);
    expect(again.outputs.counter).toBe(theirs.outputs.counter + theirs.outputs.amounts.length);
    const { kept } = settled(await ask(mint.fetch, { do: 'send', want: TOP_UP, prepared: again }));
    expect(worthOf(kept)).toBe(8);
  });

  test('E-42 a payment is not reported as paid because the other device has spent its ecash', async () => {
    const { mint, kept, plan } = await shared();
    const invoice = fakeInvoice(4);
    const want = { type: 'melt', mint: MINT, invoice, amount: 4 } as const;
    const [theirs, ours] = [await plan(send(4)), await plan(want)];
    settled(await ask(mint.fetch, { do: 'send', want: send(4), prepared: theirs }));
    expect(await ask(mint.fetch, { do: 'look', want, prepared: ours })).toEqual({
      is: 'refused',
      reason: { code: 'spent' },
      gone: kept.map(({ C }) => C),
    });
  });
});
