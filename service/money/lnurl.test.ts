import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readInvoice } from '../../src/events/nostr/bolt11.ts';
import { readZap } from '../../src/events/facts/zap.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { tagValue } from '../../src/events/nostr/event.ts';
import { seconds } from '../../src/events/core/time.ts';
import { openPlayBank, ORIGIN, type PlayBank } from '../../tests/support/money/play-bank.ts';
import { signed } from '../../tests/support/events/signed.ts';
import { sha256Hex } from '../hash.ts';
import { ISSUER } from '../store/money/play-money.ts';
import { parseStored } from '../store/stored-event.ts';
import { payDocument, payInvoice, payState } from './lnurl.ts';
import { openMoney } from './payments.ts';
import { openKeys } from './money-keys.ts';
import { readZapRequest } from './zap-request.ts';

const NOTE = 'c'.repeat(64);
const deskOf = ({ store, bank, gate, guard }: PlayBank) => ({
  store,
  money: bank.money,
  gate,
  guard,
  origin: ORIGIN,
});
const ask = (play: PlayBank, query: Record<string, string>, name = 'ann') =>
  payInvoice(deskOf(play), name, new URLSearchParams(query), 'here');

/** A zap request of key 3 to Ann. `more`: additional tags. Tags named in `without` are left out. */
function zapRequest(ann: string, more: string[][] = [], without = '') {
  const tags = [
    ['p', ann],
    ['e', NOTE],
    ['k', '1'],
    ['amount', '21000'],
    ['relays', 'ws://127.0.0.1:4870/'],
    ...more,
  ];
  return signed(
    {
      kind: KIND.ZapRequest,
      content: 'Onward',
      created_at: 1_760_000_000,
      tags: tags.filter(([tag]) => tag !== without),
    },
    3,
  );
}

test('ZAP-02 a lightning address returns its limits and the signer of receipts; unknown names fail', async () => {
  const play = await openPlayBank();
  const document = await payDocument(deskOf(play), 'ANN');
  expect(document).toMatchObject({
    tag: 'payRequest',
    callback: `${ORIGIN}/lnurl/pay/ann`,
    minSendable: 1_000,
    commentAllowed: 255,
    allowsNostr: true,
    nostrPubkey: play.bank.money.provider,
  });
  expect(JSON.parse(String(document?.['metadata']))).toEqual([
    ['text/plain', 'Play sats for ann'],
    ['text/identifier', 'ann@127.0.0.1:4870'],
  ]);
  expect(await payDocument(deskOf(play), 'nobody')).toBeUndefined();
  await play.store.close();
});

test('ZAP-02 an invoice has the exact amount, commits to its description or request, and reports payment', async () => {
  const play = await openPlayBank();
  const document = await payDocument(deskOf(play), 'ann');
  const plain = readInvoice(String((await ask(play, { amount: '1500', comment: 'tea' }))['pr']));
  expect(plain).toMatchObject({
    network: 'regtest',
    amountMsats: 1_500,
    descriptionHash: sha256Hex(String(document?.['metadata'])),
  });
  const nostr = JSON.stringify(zapRequest(play.ann));
  const answer = await ask(play, { amount: '21000', nostr });
  const { paymentHash = '', descriptionHash } = readInvoice(String(answer['pr'])) ?? {};
  expect([descriptionHash, answer['verify']]).toEqual([
    sha256Hex(nostr),
    `${ORIGIN}/lnurl/verify/${paymentHash}`,
  ]);
  expect(await payState(deskOf(play), paymentHash)).toEqual({
    status: 'OK',
    settled: false,
    preimage: null,
    pr: answer['pr'],
  });
  await play.bank.money.pay({ bolt11: String(answer['pr']), payer: ISSUER, ref: 'x' });
  const state = await payState(deskOf(play), paymentHash);
  expect([state['settled'], sha256Hex(Buffer.from(String(state['preimage']), 'hex'))]).toEqual([
    true,
    paymentHash,
  ]);
  expect(await payState(deskOf(play), 'f'.repeat(64))).toEqual({
    status: 'ERROR',
    reason: 'Not found',
  });
  await play.store.close();
});

test.each([
  [{}, /amount/],
  [{ amount: '999' }, /amount/],
  [{ amount: '10000000001' }, /amount/],
  [{ amount: '1e6' }, /amount/],
  [{ amount: '-21000' }, /amount/],
  [{ amount: '21000', comment: 'x'.repeat(256) }, /255 characters/],
  [{ amount: '21000', nostr: '{' }, /^Invalid zap request JSON\.$/],
] as const)('ZAP-02 %j is refused as LNURL does it', async (query, reason) => {
  const play = await openPlayBank();
  expect(await ask(play, query)).toEqual({
    status: 'ERROR',
    reason: expect.stringMatching(reason),
  });
  expect(await ask(play, { amount: '21000' }, 'nobody')).toEqual({
    status: 'ERROR',
    reason: 'Nobody here has that name.',
  });
  await play.store.close();
});

test('ZAP-04 a zap request is validated in full (NIP-57 appendix D), with a message for each fault', async () => {
  const play = await openPlayBank();
  const { ann, ben, gate } = play;
  const { provider } = play.bank.money;
  const good = zapRequest(ann);
  const read = (value: unknown, msats = 21_000) =>
    readZapRequest(JSON.stringify(value), { msats, provider, payee: ann }, gate);
  expect(read(good)).toEqual(good);
  expect(
    read(
      zapRequest(ann, [
        ['P', provider],
        ['a', `30023:${ann}:essay`],
      ]),
    ),
  ).toMatchObject({ kind: KIND.ZapRequest });
  const faults: [unknown, RegExp, number?][] = [
    [{ ...good, pubkey: 'x' }, /^Zap request is not a valid Nostr event\.$/],
    [{ ...good, content: 'Backward' }, /^Invalid signature on zap request\.$/],
    [
      signed(
        {
          kind: 1,
          tags: [
            ['p', ann],
            ['relays', 'wss://x.example'],
          ],
        },
        3,
      ),
      /kind 9734/,
    ],
    [zapRequest(ann, [], 'p'), /^Zap request doesn't have a 'p' tag\.$/],
    [zapRequest(ann, [['p', ben]]), /more than one 'p'/],
    [zapRequest('nobody'), /'p' tag is not valid hex/],
    [zapRequest(ann, [['e', NOTE]]), /more than one 'e'/],
    [zapRequest(ann, [['a', 'nowhere']]), /'a' tag/],
    [zapRequest(ann, [['P', ben]]), /'P' tag/],
    [zapRequest(ann, [], 'relays'), /^Zap request doesn't have a 'relays' tag\.$/],
    [zapRequest(ben), /^Zap request 'p' tag is not the account that this address pays\.$/],
    [zapRequest(ann, [['amount', '1000']]), /1000 msats, and 21000/],
    [zapRequest(ann), /21000 msats, and 22000/, 22_000],
  ];
  for (const [value, words, msats] of faults) expect(read(value, msats)).toMatch(words);
  const bad = signed(
    {
      kind: KIND.ZapRequest,
      tags: [
        ['p', ann],
        ['e', 'nothing'],
        ['relays', 'wss://x.example'],
      ],
    },
    3,
  );
  expect(read(bad)).toBe("Zap request 'e' tag is not valid hex.");
  await play.store.close();
});

test('ZAP-05 a payment creates no receipt for another account, or for an event by another account', async () => {
  const play = await openPlayBank();
  const { ann, ben, store, gate, bank } = play;
  const note = (tags: string[][]) =>
    gate.admit(signed({ kind: 1, content: 'a note', tags, created_at: 1_760_000_000 }, 2));
  const [plain, split] = [note([]), note([['zap', ann, 'wss://x.example', '1']])];
  await store.insert([plain, split].flatMap((event) => event ?? []));
  const relays = ['relays', 'wss://x.example'];
  const zapOf = (id = '') =>
    JSON.stringify(signed({ kind: KIND.ZapRequest, tags: [['p', ann], ['e', id], relays] }, 3));
  const asked = async (nostr: string) => (await ask(play, { amount: '21000', nostr }))['reason'];
  expect(await asked(JSON.stringify(zapRequest(ben)))).toBe(
    "Zap request 'p' tag is not the account that this address pays.",
  );
  expect(await asked(zapOf(plain?.id))).toBe(
    'Zap request is for an event that does not name the account that this address pays.',
  );
  expect(await asked(JSON.stringify(zapRequest(ann, [['a', `30023:${ben}:essay`]], 'e')))).toMatch(
    /does not name the account/,
  );
  expect([await asked(zapOf(split?.id)), await asked(zapOf(NOTE))]).toEqual([undefined, undefined]);
  // One that was accepted earlier: paid, but never announced.
  const wanted = { payee: ann, msats: 21_000, text: 'x', expiry: seconds(600) };
  const { bolt11 } = await bank.money.invoice({
    ...wanted,
    request: JSON.stringify(zapRequest(ben)),
  });
  await bank.money.pay({ bolt11, payer: ISSUER, ref: 'x' });
  expect(await store.query([{ kinds: [KIND.Zap] }], 9)).toEqual([]);
  await store.close();
});

test('INV-ISOLATE any invalid zap request gives an error text, and never throws', async () => {
  const play = await openPlayBank();
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), fc.constant('null')), (text) => {
      expect(
        typeof readZapRequest(
          text,
          { msats: 1_000, provider: play.bank.money.provider, payee: play.ann },
          play.gate,
        ),
      ).toBe('string');
    }),
  );
  await play.store.close();
});

test('ZAP-05 E-41 a payment gets one valid receipt (NIP-57 appendix E), even if the service died before it', async () => {
  const play = await openPlayBank();
  const { store, bank, gate, ann, ben } = play;
  const nostr = JSON.stringify(zapRequest(ann));
  const receipts = async () => (await store.query([{ kinds: [KIND.Zap] }], 9)).map(parseStored);
  const pr = String((await ask(play, { amount: '21000', nostr }))['pr']);
  expect(await receipts()).toEqual([]);
  for (const ref of ['one', 'one', 'two']) await bank.money.pay({ bolt11: pr, payer: ben, ref });
  const [receipt, ...others] = await receipts();
  if (!receipt) throw new Error('no receipt');
  expect([others, receipt.pubkey, tagValue(receipt, 'bolt11'), tagValue(receipt, 'P')]).toEqual([
    [],
    bank.money.provider,
    pr,
    signed({}, 3).pubkey,
  ]);
  expect(tagValue(receipt, 'description')).toBe(nostr);
  expect(['p', 'e', 'k'].map((name) => tagValue(receipt, name))).toEqual([ann, NOTE, '1']);
  expect(sha256Hex(Buffer.from(tagValue(receipt, 'preimage') ?? '', 'hex'))).toBe(
    readInvoice(pr)?.paymentHash,
  );
  const verified = gate.verify(receipt);
  expect(verified && readZap(verified)).toMatchObject({
    amountMsats: 21_000,
    message: 'Onward',
    receiver: ann,
    target: NOTE,
  });
  expect(await store.zapTotals(NOTE)).toEqual({ zaps: 1, sats: 21 });
  // Paid, but the service ends before the receipt.
  const late = String(
    (await ask(play, { amount: '21000', nostr: JSON.stringify(zapRequest(ann, [['t', 'late']])) }))[
      'pr'
    ],
  );
  await store.payPlayInvoice({ bolt11: late, payer: ben, ref: 'late' });
  expect(await receipts()).toHaveLength(1);
  for (let start = 0; start < 2; start++)
    await openMoney(store, await openKeys(store, undefined), gate);
  const paid = (await receipts()).map((each) => tagValue(each, 'bolt11'));
  expect([paid.length, new Set(paid)]).toEqual([2, new Set([pr, late])]);
  await store.close();
});
