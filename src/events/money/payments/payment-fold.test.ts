import fc from 'fast-check';
import { expect, test } from 'vitest';
import { invoiceOf, secretPair } from '../../../../tests/support/money/invoices.ts';
import { type Seconds, seconds } from '../../core/time.ts';
import { type Payer, type PaymentEntry, paymentStateOf } from './payment.ts';
import {
  failedOf,
  foldPayments,
  groupIn,
  outdatedPayments,
  refusalOf,
  spentSince,
} from './payment-fold.ts';
import { isPreimage } from './preimage.ts';
import { readPaymentEntry } from './payment-read.ts';
import { pressed } from '../../nostr/ours.ts';
import { runs } from '../../../../tests/support/runs.ts';

const ANN = 'a'.repeat(64);
const at = seconds(1_000);
const hashes = [1, 2].map((seed) => secretPair(seed));

const asked = (intent: string, group?: string): PaymentEntry => ({
  type: 'asked',
  intent,
  at,
  group,
  want: {
    type: 'zap',
    to: { pubkey: ANN },
    address: 'ann@pay.example',
    relays: [pressed('wss://r')],
    amountMsats: 42_000,
    message: 'Onward',
  },
});
const checked = (intent: string, nth = 0): PaymentEntry => ({
  type: 'checked',
  intent,
  at,
  invoice: invoiceOf(hashes[nth]?.hash ?? '', { amountMsats: 42_000 }),
  hash: hashes[nth]?.hash ?? '',
  amountMsats: 42_000,
  expiresAt: seconds(5_000),
});
const paying = (intent: string, limits = {}, when = at): PaymentEntry => ({
  type: 'paying',
  intent,
  at: when,
  payer: { by: 'wallet', wallet: 'w' },
  limits,
});
const paid = (intent: string, preimage: string): PaymentEntry => ({
  type: 'paid',
  intent,
  at,
  proof: { by: 'preimage', preimage },
});
const failed = (intent: string): PaymentEntry => ({
  type: 'failed',
  intent,
  at,
  reason: { code: 'pay.declined' },
});
const doubted = (intent: string): PaymentEntry => ({
  type: 'doubted',
  intent,
  at,
  reason: { code: 'pay.walletSilent' },
});

const line = fc
  .constantFrom('i', 'j')
  .chain((intent) =>
    fc.constantFrom(
      asked(intent),
      checked(intent),
      checked(intent, 1),
      paying(intent),
      paid(intent, hashes[0]?.preimage ?? ''),
      paid(intent, 'f'.repeat(64)),
      failed(intent),
      doubted(intent),
    ),
  );

test('INV-PAY in any order of lines a payment and an invoice are claimed once, and paid means a preimage', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
      let records = foldPayments(new Map(), []);
      const claims: string[] = [];
      for (const entry of lines) {
        if (entry.type === 'paying' && refusalOf(records, entry) === undefined) {
          const hash = records.get(entry.intent)?.checked?.hash;
          const others = [...records.values()].filter(
            (one) => one.paying && !one.failure && one.checked?.hash === hash,
          );
          expect(others).toEqual([]);
          claims.push(entry.intent);
        }
        records = foldPayments(records, [entry]);
      }
      expect(claims.length).toBe(new Set(claims).size);
      for (const { paid: end, checked: invoice } of records.values())
        if (end?.proof.by === 'preimage')
          expect(isPreimage(end.proof.preimage, invoice?.hash ?? '')).toBe(true);
      expect(foldPayments(new Map(), lines)).toEqual(records);
    }),
    { numRuns: runs(100) },
  );
});

test('BEYOND-06 a line is read back from the log unchanged; junk is not read', () => {
  fc.assert(
    fc.property(line, (entry) => {
      expect(readPaymentEntry(JSON.parse(JSON.stringify(entry)))).toEqual(entry);
    }),
    { numRuns: runs(100) },
  );
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.constantFrom('asked', 'checked', 'paying', 'paid', 'failed', 'doubted', 'dreamt'),
      (value, type) => {
        const entry = readPaymentEntry({
          intent: 'i',
          at: 1,
          type,
          want: value,
          proof: value,
          payer: value,
          reason: value,
          hash: value,
        });
        if (entry) expect(entry.type).toBe(type);
        readPaymentEntry(value);
      },
    ),
    { numRuns: runs(100) },
  );
});

test('BEYOND-06 a proof outweighs earlier lines, and an expired or refused payment is never paying', () => {
  const state = (...lines: readonly PaymentEntry[]) => {
    const record = foldPayments(new Map(), lines).get('i');
    return record && paymentStateOf(record);
  };
  const begun = [asked('i'), checked('i'), paying('i')];
  expect(state(asked('i'))).toBe('asked');
  expect(state(asked('i'), checked('i'))).toBe('checked');
  expect(state(...begun)).toBe('paying');
  expect(state(...begun, doubted('i'))).toBe('unknown');
  expect(state(...begun, doubted('i'), failed('i'))).toBe('failed');
  expect(state(...begun, failed('i'), paid('i', hashes[0]?.preimage ?? ''))).toBe('paid');
  expect(state(...begun, paid('i', 'f'.repeat(64)))).toBe('paying');
  expect(state(asked('i'), checked('i'), paying('i', {}, seconds(5_000)))).toBe('checked');
});

test('BEYOND-06 possibly spent amounts count against a budget for a day; failed ones do not', () => {
  const one = foldPayments(new Map(), [
    asked('i'),
    checked('i'),
    paying('i'),
    asked('j'),
    checked('j', 1),
  ]);
  const limits = { perDay: 80_000 };
  expect(refusalOf(one, paying('j', limits))).toEqual({
    code: 'pay.overDay',
    params: { limit: 80_000 },
  });
  expect(refusalOf(one, paying('j', { perWallet: 80_000 }))).toEqual({
    code: 'pay.overWallet',
    params: { limit: 80_000 },
  });
  expect(refusalOf(foldPayments(one, [failed('i')]), paying('j', limits))).toBeUndefined();
  expect([spentSince(one, seconds(0)), spentSince(one, at)]).toEqual([42_000, 0]);
});

test('ZAP-02 the shares of one zap are found by their group', () => {
  const begun = foldPayments(new Map(), [
    asked('z/0', 'z'),
    asked('z/1', 'z'),
    checked('z/0'),
    paying('z/0'),
  ]);
  expect(groupIn(begun, 'z')).toHaveLength(2);
});

test('settled payments are dropped after a year; unresolved ones never are', () => {
  const records = foldPayments(new Map(), [asked('i'), failed('i'), asked('j')]);
  expect(outdatedPayments(records, seconds(10))).toEqual([]);
  expect(outdatedPayments(records, seconds(400 * 24 * 60 * 60))).toEqual(['i']);
});

test('ZAP-03 failed shares of a zap are not counted any more, until a late proof', () => {
  const shares = [asked('i', 'z'), checked('i'), paying('i'), asked('j', 'z'), failed('j')];
  expect(failedOf(groupIn(foldPayments(new Map(), shares), 'z'))).toBe(42_000);
  const late = [...shares, failed('i'), paid('i', hashes[0]?.preimage ?? '')];
  expect(failedOf(groupIn(foldPayments(new Map(), late), 'z'))).toBe(42_000);
});

test('BEYOND-06 INV-PAY the user can settle only an unresolved payment whose invoice has long expired', () => {
  const open = foldPayments(new Map(), [asked('i'), checked('i'), paying('i')]);
  const unknown = foldPayments(open, [doubted('i')]);
  const late = seconds(5_000 + 60 * 60);
  const words = (when: Seconds): PaymentEntry[] => [
    { type: 'paid', intent: 'i', at: when, proof: { by: 'person' } },
    { type: 'failed', intent: 'i', at: when, reason: { code: 'pay.saidUnpaid' } },
  ];
  for (const word of words(late)) {
    expect(refusalOf(unknown, word)).toBeUndefined();
    expect(refusalOf(open, word)).toBeDefined();
    expect(readPaymentEntry(JSON.parse(JSON.stringify(word)))).toEqual(word);
  }
  for (const word of words(seconds(5_000 + 60 * 60 - 1)))
    expect(refusalOf(unknown, word)).toBeDefined();
});

test('E-39 BEYOND-06 a tab that gave up waiting cannot fail a payment that another tab has begun', () => {
  const interrupted: PaymentEntry = {
    type: 'failed',
    intent: 'i',
    at,
    reason: { code: 'pay.interrupted' },
  };
  const before = foldPayments(new Map(), [asked('i'), checked('i')]);
  expect(refusalOf(before, interrupted)).toBeUndefined();
  expect(refusalOf(foldPayments(before, [paying('i')]), interrupted)).toBeDefined();
  expect(refusalOf(foldPayments(before, [paying('i'), doubted('i')]), interrupted)).toBeDefined();
  expect(refusalOf(foldPayments(before, [paying('i')]), failed('i'))).toBeUndefined();
});

test('BEYOND-06 the fees of a payment count against the budgets', () => {
  const cost: PaymentEntry = {
    type: 'paid',
    intent: 'i',
    at,
    proof: { by: 'preimage', preimage: hashes[0]?.preimage ?? '' },
    feesMsats: 900,
  };
  const records = foldPayments(new Map(), [
    asked('i'),
    checked('i'),
    paying('i'),
    cost,
    asked('j'),
    checked('j', 1),
  ]);
  expect(spentSince(records, seconds(0))).toBe(42_900);
  expect(refusalOf(records, paying('j', { perDay: 84_899 }))?.code).toBe('pay.overDay');
  expect(refusalOf(records, paying('j', { perDay: 84_900 }))).toBeUndefined();
});

const MINT = 'https://mint.example';
const gift: PaymentEntry = {
  type: 'asked',
  intent: 'g',
  at,
  group: 'g',
  want: {
    type: 'nutzap',
    to: { pubkey: ANN, id: 'b'.repeat(64), address: undefined, kind: 1 },
    mint: MINT,
    named: `${MINT}/`,
    key: '7'.repeat(64),
    relays: [pressed('wss://ann.example')],
    amountMsats: 42_000,
    message: 'Onward',
  },
};
const giving = (limits = {}, mint = MINT): PaymentEntry => ({
  type: 'paying',
  intent: 'g',
  at,
  payer: { by: 'ecash', mint },
  limits,
});
const given: PaymentEntry = {
  type: 'paid',
  intent: 'g',
  at,
  proof: { by: 'nutzap', nutzap: 'e'.repeat(64) },
};

test('BEYOND-06 NIP-61 a nutzap is claimed once, by ecash of its mint, and is paid once it is published', () => {
  const wanted = foldPayments(new Map(), [gift]);
  expect(refusalOf(wanted, giving({}, 'https://other.example'))?.code).toBe('pay.noWallet');
  expect(refusalOf(wanted, { ...paying('g'), intent: 'g' })?.code).toBe('pay.noWallet');
  expect(refusalOf(wanted, giving({ perDay: 41_999 }))?.code).toBe('pay.overDay');
  expect(refusalOf(wanted, given)).toBeDefined();
  const claimed = foldPayments(wanted, [giving()]);
  expect(refusalOf(claimed, giving())).toEqual({ code: 'known' });
  for (const proof of [
    { by: 'lookup' },
    { by: 'receipt', receipt: 'x' },
    { by: 'preimage', preimage: 'f'.repeat(64) },
  ] as const)
    expect(refusalOf(claimed, { ...given, proof })).toBeDefined();
  expect(spentSince(claimed, seconds(0))).toBe(42_000);
  expect(refusalOf(claimed, given)).toBeUndefined();
  // publishing does not settle a payment with an invoice
  const invoiced = foldPayments(new Map(), [asked('i'), checked('i'), paying('i')]);
  expect(refusalOf(invoiced, { ...given, intent: 'i' })).toBeDefined();
  // after an hour the user may settle it
  const doubt: PaymentEntry = {
    type: 'doubted',
    intent: 'g',
    at,
    reason: { code: 'pay.unpublished' },
  };
  const unknown = foldPayments(claimed, [doubt]);
  const said = (when: Seconds): PaymentEntry => ({
    type: 'paid',
    intent: 'g',
    at: when,
    proof: { by: 'person' },
  });
  expect([
    refusalOf(unknown, said(seconds(100))),
    refusalOf(unknown, said(seconds(10_000))),
  ]).toEqual([{ code: 'known' }, undefined]);
  for (const entry of [gift, giving(), doubt, given])
    expect(readPaymentEntry(JSON.parse(JSON.stringify(entry)))).toEqual(entry);
  for (const bad of [{ mint: 'ftp://x' }, { mint: `${MINT}/` }, { key: 'x' }, { to: {} }])
    expect(readPaymentEntry({ ...gift, want: { ...gift.want, ...bad } })).toBeUndefined();
});

const payingBy = (intent: string, payer: Payer, limits = {}, when = at): PaymentEntry => ({
  type: 'paying',
  intent,
  at: when,
  payer,
  limits,
});
const unexpired = (entry: PaymentEntry): PaymentEntry =>
  entry.type === 'checked' ? { ...entry, expiresAt: seconds(1_000_000) } : entry;
/** The payment `i` by this payer, and the checked payment `j`. */
const beside = (payer: Payer) =>
  foldPayments(
    new Map(),
    [asked('i'), checked('i'), payingBy('i', payer), asked('j'), checked('j', 1)].map(unexpired),
  );

test('BEYOND-06 a payment counts against budgets for exactly a day', () => {
  const records = beside({ by: 'webln' });
  const [limits, day] = [{ perDay: 83_999 }, 24 * 60 * 60];
  const after = (time: number) =>
    refusalOf(records, payingBy('j', { by: 'webln' }, limits, seconds(1_000 + time)));
  expect([after(day - 1)?.code, after(day)]).toEqual(['pay.overDay', undefined]);
});

test('BEYOND-06 a wallet budget counts one wallet; the browser and all mints count as one each', () => {
  const [one, other]: readonly Payer[] = [
    { by: 'wallet', wallet: 'one' },
    { by: 'wallet', wallet: 'other' },
  ];
  if (!one || !other) throw new Error('no payers');
  const [a, b]: readonly Payer[] = [
    { by: 'ecash', mint: 'a' },
    { by: 'ecash', mint: 'b' },
  ];
  const spent = (by: Payer, payer: Payer) => spentSince(beside(by), seconds(0), payer);
  expect([spent(one, one), spent(one, other), spent(one, { by: 'webln' })]).toEqual([42_000, 0, 0]);
  expect([a && b && spent(a, b), spent({ by: 'webln' }, { by: 'webln' })]).toEqual([
    42_000, 42_000,
  ]);
  const limits = { perWallet: 83_999 };
  expect(refusalOf(beside(one), payingBy('j', one, limits))?.code).toBe('pay.overWallet');
  expect(refusalOf(beside(one), payingBy('j', other, limits))).toBeUndefined();
});

test('BEYOND-06 an invoice that is only shown exceeds no budget, and counts against none', () => {
  const shown: Payer = { by: 'shown' };
  expect(spentSince(beside(shown), seconds(0))).toBe(0);
  expect(refusalOf(beside({ by: 'webln' }), payingBy('j', shown, { perDay: 0 }))).toBeUndefined();
});

test('INV-PAY a line that does not follow from the record adds nothing', () => {
  const known = { code: 'known' };
  const begun = [asked('i'), checked('i'), paying('i')];
  const after = (count: number, entry: PaymentEntry, ...more: readonly PaymentEntry[]) =>
    refusalOf(foldPayments(new Map(), [...begun.slice(0, count), ...more]), entry);
  const proof = paid('i', hashes[0]?.preimage ?? '');
  expect([after(0, checked('i')), after(1, asked('i')), after(2, checked('i', 1))]).toEqual([
    known,
    known,
    known,
  ]);
  expect([after(1, paying('i')), after(3, paying('i'))]).toEqual([known, known]);
  expect([after(1, doubted('i')), after(2, doubted('i')), after(3, doubted('i'))]).toEqual([
    known,
    known,
    undefined,
  ]);
  expect(after(3, doubted('i'), doubted('i'))).toEqual(known);
  expect([after(1, failed('i')), after(3, failed('i'), failed('i'))]).toEqual([undefined, known]);
  expect([after(3, failed('i'), proof), after(3, proof, proof)]).toEqual([known, known]);
  expect([after(1, proof), after(2, proof), after(3, proof)]).toEqual([known, known, undefined]);
});

test('BEYOND-06 NIP-61 only an unknown nutzap becomes one that is locked but unpublished, once', () => {
  const doubt = (intent: string, code: 'pay.unpublished' | 'pay.walletSilent'): PaymentEntry => ({
    type: 'doubted',
    intent,
    at,
    reason: { code },
  });
  const after = (entry: PaymentEntry, ...lines: readonly PaymentEntry[]) =>
    refusalOf(foldPayments(new Map(), lines), entry);
  const open = [gift, giving()];
  const [silent, unpublished] = [doubt('g', 'pay.walletSilent'), doubt('g', 'pay.unpublished')];
  const known = { code: 'known' };
  expect(after(unpublished, ...open, silent)).toBeUndefined();
  expect(after(unpublished, ...open, silent, unpublished)).toEqual(known);
  expect(after(silent, ...open, unpublished)).toEqual(known);
  expect(after(unpublished, gift)).toEqual(known);
  const invoiced = [asked('i'), checked('i'), paying('i'), doubt('i', 'pay.walletSilent')];
  expect(after(doubt('i', 'pay.unpublished'), ...invoiced)).toEqual(known);
});

test('settled payments are kept for a year and up to two thousand; the oldest are dropped first', () => {
  const lines = Array.from({ length: 2_001 }, (_, nth) => [asked(`${nth}`), failed(`${nth}`)]);
  const records = foldPayments(new Map(), lines.flat());
  expect(outdatedPayments(records, seconds(1_000))).toEqual(['0']);
  const few = foldPayments(new Map(), [asked('i'), failed('i')]);
  const year = 366 * 24 * 60 * 60;
  const dropped = [0, 1].map((more) => outdatedPayments(few, seconds(1_000 + year + more)));
  expect(dropped).toEqual([[], ['i']]);
});
