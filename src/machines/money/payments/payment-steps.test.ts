import type { AnyEventObject } from 'xstate';
import { expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { invoiceOf, secretPair } from '../../../../tests/support/money/invoices.ts';
import { giftWant, ME, SERVICE, zapWant } from '../../../../tests/support/money/money-world.ts';
import { lockedProofs } from '../../../../tests/support/money/nutzap-payment-world.ts';
import {
  NOW,
  MINUTE,
  hash,
  preimage,
  INVOICE,
  wallet,
  ecash,
  webln,
  shown,
  invoiceWant,
  never,
  open,
  asked,
  checked,
  paying,
  doubted,
  notice,
  reply,
  type PaymentWorld,
} from '../../../../tests/support/money/payment-steps-world.ts';
import { SECRET_KEPT, signingFailure } from '../../../events/account/signing/signing-error.ts';
import { seconds } from '../../../events/core/time.ts';
import type { VerifyAnswer } from './payment-context.ts';

test('INV-PROGRESS each step before the payment ends in time, with its own reason', async () => {
  const table: readonly (readonly [PaymentWorld, number, string])[] = [
    [{ want: zapWant(), service: never }, 20_000, 'pay.unreachable'],
    [{ want: zapWant(), signs: false }, 15 * MINUTE, 'pay.unsigned'],
    [{ want: zapWant(), invoice: never }, 20_000, 'pay.unreachable'],
    [{ input: { limits: { askAbove: 1 } } }, 5 * MINUTE, 'pay.unanswered'],
    [{ deafTo: ['checked'] }, 10_000, 'pay.unkept'],
    [{ deafTo: ['paying'] }, 10_000, 'pay.unkept'],
  ];
  for (const [world, after, reason] of table) {
    const payment = await open(world);
    await payment.wait(after - 1);
    expect([reason, payment.state()?.[0] === 'failed']).toEqual([reason, false]);
    await payment.wait(1);
    expect(payment.state()).toEqual(['failed', reason]);
    expect(payment.isDone()).toBe(true);
  }
});

test('TRUST-05 a zap request that would publish a private key is not signed, and the reason says so', async () => {
  const payment = await open({ want: zapWant(), signs: false });
  await payment.wait(100);
  payment.desk.refuse(undefined, signingFailure('event_not_signed', { code: SECRET_KEPT }));
  await payment.wait(100);
  expect(payment.state()).toEqual(['failed', 'pay.secret']);
});

test('ZAP-02 a service or an invoice request that fails is unreachable', async () => {
  const fail = () => Promise.reject(new Error('no network'));
  for (const world of [{ service: fail }, { invoice: fail }])
    expect((await open({ want: zapWant(), ...world })).state()).toEqual([
      'failed',
      'pay.unreachable',
    ]);
  const fault = async () => ({ fault: { code: 'pay.badAddress' } }) as const;
  for (const world of [{ service: fault }, { invoice: fault }])
    expect((await open({ want: zapWant(), ...world })).state()).toEqual([
      'failed',
      'pay.badAddress',
    ]);
});

test('BEYOND-06 the user can decline at each step before the payment', async () => {
  for (const world of [
    { want: zapWant(), service: never },
    { want: zapWant(), signs: false },
    { want: zapWant(), invoice: never },
    { input: { limits: { askAbove: 1 } } },
  ]) {
    const payment = await open(world);
    payment.send({ type: 'payment.decline' });
    await payment.settle();
    expect([payment.state(), payment.calls()]).toEqual([['failed', 'pay.declined'], []]);
    expect(payment.desk.open()).toEqual([]);
  }
});

test('E-39 a payment holds its lock, and writes each step with its limits before it pays', async () => {
  const payment = await open();
  expect([payment.locks, payment.lines()]).toEqual([[`${ME} i`], ['asked', 'checked', 'paying']]);
  expect(payment.record()?.paying).toMatchObject({
    payer: wallet,
    limits: { perDay: 100_000, perWallet: 90_000 },
    once: true,
    mostFeeMsats: undefined,
  });
  expect(payment.record()?.group).toBe('g');
  expect(payment.wishes.find(({ type }) => type === 'payment.call')).toEqual({
    type: 'payment.call',
    intent: 'i',
    wallet: 'w1',
    call: { method: 'pay_invoice', invoice: INVOICE, amountMsats: undefined },
    at: payment.record()?.changedAt,
  });
  const again = await open({ input: { again: true }, payer: ecash });
  expect(again.record()?.paying).toMatchObject({ once: false, mostFeeMsats: 10_000 });
  // three per cent of 1,001 sats
  const amountMsats = 1_000_001;
  const invoice = invoiceOf(hash, { amountMsats });
  const large = await open({
    payer: ecash,
    want: { type: 'invoice', invoice, amountMsats },
    input: { limits: {} },
  });
  expect(large.record()?.paying?.mostFeeMsats).toBe(31_000);
});

test('ZAP-02 the invoice request of a zap has the signed request, that of an address its message', async () => {
  const zap = await open({ want: zapWant() });
  const url = new URL(zap.urls[1] ?? '');
  expect([zap.urls[0], url.searchParams.get('amount'), url.searchParams.get('lnurl')]).toEqual([
    'ann@pay.example',
    '42000',
    'lnurl1x',
  ]);
  const request = JSON.parse(url.searchParams.get('nostr') ?? '');
  expect(request).toMatchObject({ kind: 9_734, pubkey: ME, content: 'Onward' });
  expect(Object.keys(request).toSorted()).toEqual([
    'content',
    'created_at',
    'id',
    'kind',
    'pubkey',
    'sig',
    'tags',
  ]);
  expect(zap.record()?.checked?.request).toBe(request.id);
  expect(url.searchParams.has('comment')).toBe(false);
  expect(zap.desk.requests).toMatchObject([
    { id: 'zap', pubkey: ME, reason: { code: 'sign.zap' } },
  ]);
  const want = {
    type: 'address',
    address: 'ann@pay.example',
    amountMsats: 42_000,
    message: 'Tea',
  } as const;
  const plain = await open({ want, service: async () => ({ ...SERVICE, commentAllowed: 9 }) });
  const query = new URL(plain.urls[1] ?? '').searchParams;
  expect([query.get('comment'), query.has('nostr'), query.has('lnurl')]).toEqual([
    'Tea',
    false,
    false,
  ]);
});

test('BEYOND-06 a payment whose result is not heard becomes unknown in time', async () => {
  const table: readonly (readonly [PaymentWorld, number, string])[] = [
    [{}, MINUTE, 'pay.walletSilent'],
    [{ payer: ecash }, MINUTE, 'pay.walletSilent'],
    [{ payer: webln }, 10 * MINUTE, 'pay.walletSilent'],
    [{ want: giftWant(), payer: ecash }, MINUTE, 'pay.walletSilent'],
  ];
  for (const [world, after, reason] of table) {
    const payment = await open(world);
    await payment.wait(after - 1);
    expect(payment.state()).toEqual(['paying', undefined]);
    await payment.wait(1);
    expect(payment.state()).toEqual(['unknown', reason]);
  }
});

test("ZAP-02 the browser's wallet proves, refuses, or leaves the result unknown", async () => {
  const table: readonly (readonly [PaymentWorld['webln'], readonly unknown[]])[] = [
    [async () => ({ preimage }), ['paid', undefined]],
    [async () => ({ preimage: secretPair(2).preimage }), ['unknown', 'pay.badProof']],
    [async () => ({ refused: { code: 'pay.declined' } }), ['failed', 'pay.declined']],
    [async () => undefined, ['unknown', 'pay.badProof']],
    [() => Promise.reject(new Error('x')), ['unknown', 'pay.walletSilent']],
  ];
  for (const [ask, state] of table) {
    const payment = await open({ payer: webln, webln: ask });
    expect([payment.state(), payment.urls]).toEqual([state, [INVOICE]]);
  }
});

test('E-40 a paying wallet proves by its reply or its notification, and its words are kept', async () => {
  const events: readonly (readonly [AnyEventObject, readonly unknown[]])[] = [
    [reply(preimage), ['paid', undefined]],
    [reply('x'), ['unknown', 'pay.badProof']],
    [notice(), ['paid', undefined]],
    [notice({ hash: secretPair(2).hash }), ['paying', undefined]],
    [notice({ state: 'failed', preimage: undefined }), ['paying', undefined]],
  ];
  for (const [event, state] of events) {
    const payment = await open();
    payment.send(event);
    await payment.settle();
    expect(payment.state()).toEqual(state);
  }
  const error = (isDefinite: boolean) => ({
    type: 'payment.answered',
    method: 'pay_invoice',
    reply: {
      method: 'error',
      code: 'X',
      isDefinite,
      words: { code: 'said', params: { text: 'No' } },
    },
    at: NOW,
  });
  for (const isDefinite of [true, false]) {
    const payment = await open();
    payment.send(error(isDefinite));
    await payment.settle();
    expect(payment.state()).toEqual([isDefinite ? 'failed' : 'unknown', 'said']);
  }
});

test('E-42 only the end of its own melt settles an ecash payment, and an unpaid one is reported', async () => {
  const ended = (job: string, more: object) => ({ type: 'ecash.ended', job, ...more });
  const refusal = { isPaid: false, reason: { code: 'notEnough' } };
  const payment = await open({ payer: ecash, input: { group: 'i' } });
  expect(payment.told).toMatchObject([
    { type: 'ecash.open' },
    { type: 'ecash.melt', job: 'i', invoice: INVOICE, amount: 42 },
  ]);
  payment.send(ended('j', refusal));
  payment.send(ended('j', { isPaid: true, preimage, feeSats: 1 }));
  await payment.settle();
  expect(payment.state()).toEqual(['paying', undefined]);
  payment.send(ended('i', refusal));
  await payment.settle();
  expect(payment.state()).toEqual(['failed', 'pay.notEnough']);
  expect(payment.told.at(-1)).toEqual({
    type: 'account.failed',
    message: { code: 'ecash.unpaid', params: { payment: expect.any(String) } },
  });
  // the zap of a share reports the failure itself
  const share = await open({ payer: ecash });
  share.send(ended('i', refusal));
  await share.settle();
  expect([share.state(), share.told.at(-1)?.type]).toEqual([
    ['failed', 'pay.notEnough'],
    'ecash.melt',
  ]);
  const paid = await open({ payer: ecash });
  paid.send(ended('i', { isPaid: true, preimage, feeSats: 1 }));
  await paid.settle();
  expect(paid.record()?.paid).toMatchObject({ proof: { by: 'preimage' }, feesMsats: 1_000 });
  expect((await open({ input: { limits: { askAbove: 1 } } })).told).toEqual([]);
});

test('NIP-61 a nutzap that no relay accepts in 17 minutes is unpublished, and not sent again if unsigned', async () => {
  const want = giftWant();
  const key = want.type === 'nutzap' ? want.key : '';
  const given = (job: string) => ({
    type: 'ecash.given',
    job,
    proofs: lockedProofs(key, [32, 8, 2]),
    feeSats: 1,
  });
  const payment = await open({ want, payer: ecash });
  payment.send(given('j'));
  expect(payment.told.map(({ type }) => type)).toEqual(['ecash.open', 'ecash.send']);
  payment.send(given('i'));
  expect(payment.told.at(-1)).toMatchObject({
    type: 'outbox.publish',
    order: { origin: 'nutzap i', relays: ['wss://ann.example'] },
  });
  await payment.wait(17 * MINUTE - 1);
  expect(payment.state()).toEqual(['paying', undefined]);
  await payment.wait(1);
  expect(payment.state()).toEqual(['unknown', 'pay.unpublished']);
  const count = () => payment.told.filter(({ type }) => type === 'outbox.publish').length;
  payment.send(given('i'));
  expect(count()).toBe(2);
  payment.send(given('j'));
  expect(count()).toBe(2);
});

test('E-39 a payment that another tab has begun is followed for twenty minutes, or until it is gone', async () => {
  const left = [asked(), checked()];
  const follower = await open({ before: left, isAlone: false });
  await follower.wait(20 * MINUTE - 1);
  expect([follower.state(), follower.lines()]).toEqual([['checked', undefined], []]);
  await follower.wait(1);
  expect(follower.state()).toEqual(['failed', 'pay.interrupted']);
  const alone = await open({ before: left });
  expect([alone.state(), alone.calls()]).toEqual([['failed', 'pay.interrupted'], []]);
  const late = await open({ before: left, isAlone: false });
  late.send({ type: 'payment.lockAcquired' });
  await late.settle();
  expect(late.state()).toEqual(['failed', 'pay.interrupted']);
});

test('E-39 a payment that another tab is paying is looked up, and unknown after ninety seconds', async () => {
  const left = [asked(), checked(), paying(wallet)];
  const payment = await open({ before: left, isAlone: false });
  expect([payment.calls(), payment.state()]).toEqual([[], ['paying', undefined]]);
  await payment.wait(2_999);
  expect(payment.calls()).toEqual([]);
  await payment.wait(1);
  expect(payment.wishes).toEqual([
    { type: 'payment.call', intent: 'i', wallet: 'w1', call: { method: 'lookup_invoice', hash } },
  ]);
  await payment.wait(20_000);
  await payment.wait(3_000);
  expect(payment.calls()).toEqual(['lookup_invoice', 'lookup_invoice']);
  await payment.wait(63_999);
  expect(payment.state()).toEqual(['paying', undefined]);
  await payment.wait(1);
  expect(payment.state()).toEqual(['unknown', 'pay.interrupted']);
  for (const event of [reply(preimage), notice()]) {
    const proven = await open({ before: left, isAlone: false });
    proven.send(event);
    await proven.settle();
    expect(proven.state()).toEqual(['paid', undefined]);
  }
  const alone = await open({ before: left });
  expect(alone.state()).toEqual(['unknown', 'pay.interrupted']);
});

test('E-39 E-42 an ecash payment of another tab asks the ecash log for its end', async () => {
  const left = [asked(), checked(), paying(ecash)];
  const payment = await open({ before: left, payer: ecash, isAlone: false });
  await payment.wait(3_000);
  expect(payment.told).toMatchObject([{ type: 'ecash.open' }, { type: 'ecash.tell', job: 'i' }]);
  const ends: readonly (readonly [object, readonly unknown[]])[] = [
    [{ isPaid: true, preimage, feeSats: 0 }, ['paid', undefined]],
    [{ isPaid: false, reason: { code: 'fee' } }, ['failed', 'pay.feeTooHigh']],
  ];
  for (const before of [left, [...left, doubted]])
    for (const [end, state] of ends) {
      const other = await open({ before, payer: ecash, isAlone: false });
      other.send({ type: 'ecash.ended', job: 'j', ...end });
      other.send({ type: 'ecash.ended', job: 'i', ...end });
      await other.settle();
      expect(other.state()).toEqual(state);
    }
});

test('BEYOND-06 an unknown ecash payment is ordered again if unheard, and called off by the user', async () => {
  const before = [asked(), checked(), paying(ecash), doubted];
  const payment = await open({ before, payer: ecash });
  const types = () => payment.told.map(({ type }) => type);
  expect(types()).toEqual(['ecash.open', 'ecash.tell']);
  payment.send({ type: 'ecash.unheard', job: 'j' });
  expect(types()).toHaveLength(2);
  payment.send({ type: 'ecash.unheard', job: 'i' });
  expect(types().slice(2)).toEqual(['ecash.open', 'ecash.melt']);
  payment.send({ type: 'payment.settle', paid: false });
  expect(payment.told.at(-1)).toMatchObject({
    type: 'ecash.callOff',
    job: 'i',
    order: { type: 'ecash.melt', job: 'i' },
  });
  expect(types().slice(4)).toEqual(['ecash.open', 'ecash.callOff']);
  for (const [why, code] of [
    ['told', 'ecash.held'],
    ['unkept', 'ecash.uncalled'],
    ['forgotten', 'ecash.forgotten'],
  ]) {
    payment.send({ type: 'ecash.held', job: 'i', why });
    expect(payment.told.at(-1)).toEqual({ type: 'account.failed', message: { code } });
  }
  const count = types().length;
  payment.send({ type: 'ecash.held', job: 'j', why: 'told' });
  expect([types().length, payment.state()]).toEqual([count, ['unknown', 'pay.walletSilent']]);
});

test('BEYOND-06 an unknown payment is looked up again and again, and at once if the user asks', async () => {
  const before = [asked(), checked(), paying(wallet), doubted];
  const payment = await open({ before });
  expect(payment.calls()).toHaveLength(1);
  await payment.wait(20_000 + 5_000);
  expect(payment.calls()).toHaveLength(1);
  await payment.wait(5_000);
  expect(payment.calls()).toHaveLength(2);
  await payment.wait(20_000);
  payment.send({ type: 'payment.load' });
  expect(payment.calls()).toHaveLength(3);
  payment.send(reply('x'));
  await payment.settle();
  expect(payment.state()).toEqual(['unknown', 'pay.walletSilent']);
  payment.send(notice());
  await payment.settle();
  expect([payment.record()?.paid?.feesMsats, payment.isDone()]).toEqual([2, true]);
});

test('BEYOND-06 the user may settle an unknown payment, and a rejected word leaves it unknown', async () => {
  const before = [asked(), checked(), paying(wallet), doubted];
  const now = seconds(1_700_007_200);
  for (const [paid, state] of [
    [true, ['paid', undefined]],
    [false, ['failed', 'pay.saidUnpaid']],
  ] as const) {
    const payment = await open({ before, now });
    payment.send({ type: 'payment.settle', paid });
    await payment.settle();
    expect(payment.state()).toEqual(state);
    const rejected = await open({ before, refuses: [paid ? 'paid' : 'failed'] });
    rejected.send({ type: 'payment.settle', paid });
    await rejected.settle();
    expect([rejected.state()?.[0], rejected.isDone()]).toEqual(['unknown', false]);
    expect(rejected.child()?.matches('unresolved')).toBe(true);
  }
});

test('ZAP-05 receipts of a zap are awaited from a minute before its invoice, until it is proven', async () => {
  const provider = 'c'.repeat(64);
  const before = [asked(zapWant()), checked({ provider }), paying(wallet), doubted];
  const payment = await open({ before, want: zapWant() });
  const asks = () => payment.told.filter(({ type }) => type === 'relays.ask');
  expect(asks()).toMatchObject([
    {
      urls: ['wss://own.example'],
      ask: {
        kind: 'subscribe',
        live: true,
        filters: [
          { kinds: [9_735], authors: [provider], '#p': ['a'.repeat(64)], since: 1_699_999_940 },
        ],
      },
    },
  ]);
  const receipt = trusted({ kind: 9_735, pubkey: provider, tags: [['bolt11', INVOICE]] });
  payment.send({ type: 'relay.events', url: 'wss://own.example', events: [trusted({})] });
  payment.send({ type: 'relay.events', url: 'wss://own.example', events: [receipt] });
  await payment.settle();
  expect(payment.record()?.paid?.proof).toEqual({ by: 'receipt', receipt: receipt.id });
  expect(payment.told.at(-1)).toMatchObject({ type: 'relays.forget', urls: ['wss://own.example'] });
  for (const want of [zapWant({ relays: [] }), invoiceWant]) {
    const without = await open({
      before: [asked(want), checked({ provider }), paying(wallet), doubted],
      want,
    });
    expect(without.told).toEqual([]);
  }
  const unnamed = await open({
    before: [asked(zapWant()), checked(), paying(wallet), doubted],
    want: zapWant(),
  });
  expect(unnamed.told).toEqual([]);
});

test('ZAP-02 a shown invoice is verified each three seconds, and given up after its end', async () => {
  const verify = 'https://pay.example/verify';
  const before = [asked(), checked({ verify }), paying(shown)];
  let answer: VerifyAnswer = { isSettled: false, preimage: undefined };
  const payment = await open({ before, payer: shown, verify: async () => answer });
  expect(payment.urls).toEqual([]);
  await payment.wait(3_000);
  await payment.wait(3_000);
  expect(payment.urls).toEqual([verify, verify]);
  answer = { isSettled: true, preimage };
  await payment.wait(3_000);
  expect(payment.state()).toEqual(['paid', undefined]);
  const silent = await open({ before: [asked(), checked(), paying(shown)], payer: shown });
  await silent.wait(3_600_000 + 10 * MINUTE - 1);
  expect([silent.state(), silent.urls]).toEqual([['shown', undefined], []]);
  await silent.wait(1);
  expect(silent.state()).toEqual(['failed', 'pay.notSeen']);
});

test('ZAP-02 a declined shown invoice has failed, and may still be paid', async () => {
  const payment = await open({ payer: shown });
  expect([payment.state(), payment.calls()]).toEqual([['shown', undefined], []]);
  payment.send({ type: 'payment.decline' });
  await payment.settle();
  expect([payment.state(), payment.isDone()]).toEqual([['failed', 'pay.declined'], false]);
  payment.send(notice({ type: 'incoming' }));
  await payment.settle();
  expect([payment.state()?.[0], payment.isDone()]).toEqual(['paid', true]);
});

test('BEYOND-06 an unknown payment is verified by its service, whose silence or failure is no end', async () => {
  const verify = 'https://pay.example/verify';
  const before = [asked(), checked({ verify }), paying(wallet), doubted];
  const proven = await open({
    before,
    verify: async () => ({ isSettled: true, preimage: undefined }),
  });
  expect([proven.record()?.paid?.proof, proven.urls]).toEqual([{ by: 'lookup' }, [verify]]);
  for (const [ask, time] of [
    [async () => undefined, 5_000],
    [() => Promise.reject(new Error('x')), 5_000],
    [never, 25_000],
  ] as const) {
    const payment = await open({ before, verify: ask });
    await payment.wait(time - 5_000);
    await payment.wait(5_000);
    expect([payment.urls, payment.state()?.[0]]).toEqual([[verify, verify], 'unknown']);
  }
});

test('E-39 the log decides: refused or unanswered lines neither pay nor end anything wrongly', async () => {
  const silent = await open({ deafTo: ['asked'] });
  await silent.wait(9_999);
  expect(silent.isDone()).toBe(false);
  await silent.wait(1);
  expect([silent.isDone(), silent.lines()]).toEqual([true, ['asked']]);
  const following = await open({ refuses: ['asked'], isAlone: false });
  expect(following.child()?.matches('following')).toBe(true);
  const refused = await open({ refuses: ['paying'] });
  expect([refused.state()?.[0], refused.calls()]).toEqual(['failed', []]);
  for (const world of [{ refuses: ['doubted'] }, { deafTo: ['doubted'] }] as const) {
    const doubting = await open(world);
    await doubting.wait(MINUTE);
    await doubting.wait(10_000);
    expect(doubting.child()?.matches('unresolved')).toBe(true);
  }
  for (const world of [{ refuses: ['paid'] }, { deafTo: ['paid'] }] as const) {
    const proving = await open(world);
    proving.send(reply(preimage));
    await proving.settle();
    await proving.wait(10_000);
    expect([proving.isDone(), proving.state()?.[0]]).toEqual([true, 'paying']);
  }
  for (const world of [{ refuses: ['failed'] }, { deafTo: ['failed'] }] as const) {
    const failing = await open({
      want: zapWant(),
      service: () => Promise.reject(new Error('x')),
      ...world,
    });
    await failing.wait(10_000);
    expect([failing.isDone(), failing.state()?.[0]]).toEqual([true, 'asked']);
  }
  // an earlier line that is refused late ends neither
  const line = { type: 'asked', intent: 'i', want: invoiceWant, group: 'g' } as const;
  const failing = await open({
    want: zapWant(),
    service: () => Promise.reject(new Error('x')),
    deafTo: ['failed'],
  });
  const proving = await open({ deafTo: ['paid'] });
  proving.send(reply(preimage));
  for (const late of [failing, proving]) {
    late.send({ type: 'payment.refused', line, why: undefined });
    await late.settle();
    expect(late.isDone()).toBe(false);
  }
});
