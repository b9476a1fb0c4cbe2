import fc from 'fast-check';
import { expect, test } from 'vitest';
import { vectors } from '../../../tests/support/events/real-events.ts';
import { encodeBech32, wordsToBytes } from './bech32.ts';
import { readInvoice } from './bolt11.ts';
import { amountOf } from './bolt11-head.ts';

test('ZAP-06 multipliers m, u, n, p in millisatoshi', () => {
  const table: ReadonlyArray<readonly [string, number | null]> = [
    ['1', 100_000_000_000],
    ['20m', 2_000_000_000],
    ['2500u', 250_000_000],
    ['10n', 1_000],
    ['1n', 100],
    ['10p', 1],
    ['9678785340p', 967_878_534],
    ['11p', null],
    ['', null],
    ['0', null],
    ['01u', null],
    ['u', null],
    ['1k', null],
    ['1uu', null],
    ['-1u', null],
    ['1.5u', null],
    ['1e3', null],
    [' 1u', null],
    ['\u0661u', null],
    ['90072', null],
    ['99999999999999999999u', null],
  ];
  expect(table.map(([text]) => amountOf(text))).toEqual(table.map(([, msats]) => msats));
});

test('ZAP-06 an amount is exact or refused, for every number and multiplier', () => {
  const units = { m: 100_000_000n, u: 100_000n, n: 100n } as const;
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 17n }),
      fc.constantFrom('m', 'u', 'n'),
      (amount, multiplier) => {
        const msats = amount * units[multiplier];
        const read = amountOf(`${amount}${multiplier}`);
        if (msats <= BigInt(Number.MAX_SAFE_INTEGER)) expect(read).toBe(Number(msats));
        else expect(read).toBeNull();
      },
    ),
  );
});

test('INV-ISOLATE any text and any well-formed bech32 is read as an invoice or refused', () => {
  const words = fc.uint8Array({ minLength: 60, maxLength: 200 });
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        words.map((bytes) => encodeBech32('lnbc2500u', bytes)),
      ),
      (text) => {
        const invoice = readInvoice(text);
        if (!invoice) return;
        expect(invoice.paymentHash ?? 'a'.repeat(64)).toMatch(/^[0-9a-f]{64}$/);
        expect(invoice.amountMsats).toBe(250_000_000);
        expect(
          Number.isSafeInteger(invoice.expiresAt) && invoice.expiresAt >= invoice.timestamp,
        ).toBe(true);
      },
    ),
    { numRuns: 1_000 },
  );
  const long = [
    'lnbc'.repeat(250_000),
    `lnbc1${'q'.repeat(1_000_000)}`,
    '1'.repeat(1_000_000),
    'lnbc',
    'lnbc1',
    'lntb1qqqqqq',
    'lnbcrt1qqqqqq',
  ];
  expect(long.filter(readInvoice)).toEqual([]);
});

interface Bolt11 {
  cases: ReadonlyArray<{
    group: string;
    text?: string;
    invoice: string;
    hrp_amount: string;
    amount_msat: string | null;
    timestamp: number;
    expiry?: number;
    payment_hash?: string;
    description?: string;
    description_hash?: string;
    error?: string;
    tags?: ReadonlyArray<{ tagName: string; data: unknown }>;
  }>;
}

const cases = vectors<Bolt11>('bolt11.json').cases;
const group = (name: string) => cases.filter((each) => each.group === name);

test('vectors: ZAP-06 valid invoices of the standard: amount, times, description, hashes', () => {
  const valid = group('spec-valid');
  expect(valid).toHaveLength(5);
  expect(valid.map(({ invoice }) => readInvoice(invoice))).toEqual(
    valid.map((each) => ({
      network: 'mainnet',
      amountMsats: each.amount_msat === null ? undefined : Number(each.amount_msat),
      timestamp: each.timestamp,
      expiresAt: each.timestamp + (each.expiry ?? 3_600),
      description: each.description ?? '',
      descriptionHash: each.description_hash,
      paymentHash: each.payment_hash,
    })),
  );
});

test('vectors: valid invoices of a peer, in lower and in upper case', () => {
  for (const { invoice, amount_msat, timestamp, tags = [] } of group('fixture-valid')) {
    const tag = (name: string) => tags.find((each) => each.tagName === name)?.data;
    for (const text of [invoice, invoice.toUpperCase(), ` ${invoice}\n`]) {
      expect(readInvoice(text)).toMatchObject({
        amountMsats: Number(amount_msat),
        timestamp,
        expiresAt: timestamp + Number(tag('expire_time') ?? 3_600),
        paymentHash: tag('payment_hash'),
        description: tag('description') ?? '',
        descriptionHash: tag('purpose_commit_hash'),
      });
    }
  }
});

test('vectors: invalid invoices are refused, except wrong signatures, which the paying wallet checks', () => {
  const invalid = [...group('spec-invalid'), ...group('fixture-invalid')];
  expect(
    invalid.filter(({ invoice }) => readInvoice(invoice)).map((each) => each.text ?? each.error),
  ).toEqual([
    "Non canonical signature (high-S) with 'n' field defined",
    'Lightning Payment Request signature pubkey does not match payee pubkey',
  ]);
});

test('vectors: amounts', () => {
  expect(group('amount').map((each) => amountOf(each.hrp_amount))).toEqual(
    group('amount').map((each) => Number(each.amount_msat)),
  );
  // The peer reads whole satoshis here and refuses 567 millisatoshi, which the standard allows.
  // Both refuse more bitcoin than exist.
  expect(
    Object.fromEntries(
      group('amount-invalid').map((each) => [each.hrp_amount, amountOf(each.hrp_amount)]),
    ),
  ).toEqual({
    '5670p': 567,
    '21000001': null,
  });
});

test('ZAP-06 the amount of an invoice as a peer of NIP-57 reads it, in sats', () => {
  const { cases } = vectors<{ cases: { group: string; args: string[]; result: unknown }[] }>(
    'peer-nip57.json',
  );
  const amounts = cases.filter(({ group }) => group === 'nip57.getSatoshisAmountFromBolt11');
  expect(amounts).not.toEqual([]);
  for (const { args, result } of amounts)
    expect((readInvoice(args[0] ?? '')?.amountMsats ?? 0) / 1_000).toBe(result);
});

test('INV-ISOLATE a field that is longer than the invoice makes it none', () => {
  /** Return an invoice with a description of six words, which names that length. */
  const saying = (length: number) => {
    const words = [
      ...Array.from({ length: 7 }, () => 0),
      13,
      0,
      length,
      1,
      1,
      1,
      1,
      1,
      1,
      ...Array.from({ length: 104 }, () => 0),
    ];
    return encodeBech32('lnbc2500u', wordsToBytes(words) ?? new Uint8Array());
  };
  expect(readInvoice(saying(6))?.amountMsats).toBe(250_000_000);
  expect([readInvoice(saying(7)), readInvoice(saying(31))]).toEqual([undefined, undefined]);
});
