import fc from 'fast-check';
import { expect, test } from 'vitest';
import { vectors } from '../../../tests/support/events/real-events.ts';
import { invoiceOf } from '../../../tests/support/money/invoices.ts';
import { hexOf } from '../core/hex.ts';
import { decodeBech32, encodeBech32 } from './bech32.ts';
import { readInvoice } from './bolt11.ts';
import { readPayableInvoice } from './payable-invoice.ts';
import { encodeInvoice } from './write-invoice.ts';
import { runs } from '../../../tests/support/runs.ts';

const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const hex32 = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(hexOf);
const HASH = 'ab'.repeat(32);

const terms = fc.record({
  msats: fc.integer({ min: 1, max: 10 ** 11 }),
  at: fc.integer({ min: 1, max: 2 ** 34 }),
  expiry: fc.integer({ min: 1, max: 10 ** 6 }),
  paymentHash: hex32,
  paymentSecret: hex32,
  memo: fc.oneof(fc.record({ text: fc.string({ maxLength: 100 }) }), fc.record({ hash: hex32 })),
});
const nodeKey = hex32.filter((key) => /[1-9a-f]/.test(key.slice(0, 31)) && key < 'f'.repeat(31));

test('ZAP-02 property: an invoice that a node signed is read as payable, with its terms', () => {
  fc.assert(
    fc.property(terms, nodeKey, (wanted, key) => {
      const text = encodeInvoice(wanted, key);
      const read = readPayableInvoice(text);
      expect(read).toEqual(readInvoice(text));
      expect([read?.paymentHash, read?.amountMsats]).toEqual([wanted.paymentHash, wanted.msats]);
    }),
    { numRuns: runs(50) },
  );
});

test('ZAP-02 an invoice without a payment secret or payment hash is shown, but not payable', () => {
  const whole = invoiceOf(HASH, { amountMsats: 5_000 });
  expect(readPayableInvoice(whole)?.paymentHash).toBe(HASH);
  for (const without of ['secret', 'hash'] as const) {
    const text = invoiceOf(HASH, { amountMsats: 5_000, without });
    expect([readInvoice(text)?.amountMsats, readPayableInvoice(text)]).toEqual([5_000, undefined]);
  }
});

test('ZAP-02 property: a signature that no key can have made makes an invoice not payable', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('zeros', 'ones', 'recovery'),
      fc.integer({ min: 1, max: 10 ** 9 }),
      (signature, amountMsats) => {
        const text = invoiceOf(HASH, { amountMsats, signature });
        expect([readInvoice(text)?.amountMsats, readPayableInvoice(text)]).toEqual([
          amountMsats,
          undefined,
        ]);
      },
    ),
    { numRuns: 50 },
  );
});

test('INV-ISOLATE property: any changed character is refused or read, and never throws', () => {
  const whole = invoiceOf(HASH, { amountMsats: 5_000 });
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.nat(31), (at, value) => {
      const text = `${whole.slice(0, at)}${ALPHABET[value]}${whole.slice(at + 1)}`;
      const isSame = decodeBech32(text, 8_192) !== undefined;
      expect(readPayableInvoice(text) !== undefined).toBe(isSame);
    }),
  );
});

test('ZAP-02 an invoice with an unknown multiplier, mixed case or no signature is not payable', () => {
  const whole = invoiceOf(HASH, { prefix: 'lnbc2500u' });
  expect(readPayableInvoice(whole)?.amountMsats).toBe(250_000_000);
  const invalid = [
    // an unknown multiplier, and less than a millisatoshi
    invoiceOf(HASH, { prefix: 'lnbc2500x' }),
    invoiceOf(HASH, { prefix: 'lnbc2500000001p' }),
    whole.replace('lnbc2500u', 'LNBC2500u'),
    // too short for a signature
    encodeBech32('lnbc2500u', new Uint8Array(60)),
    whole.replace('lnbc2500u1', ''),
  ];
  for (const text of invalid) expect(readPayableInvoice(text)).toBeUndefined();
});

interface Bolt11 {
  readonly cases: readonly {
    readonly group: string;
    readonly invoice: string;
    readonly tags?: readonly { readonly tagName: string }[];
  }[];
}

test('vectors: the collected valid invoices of the standard are payable, and no invalid one', () => {
  const { cases } = vectors<Bolt11>('bolt11.json');
  const payable = (name: string) =>
    cases
      .filter(({ group }) => group === name)
      .map(({ invoice }) => readPayableInvoice(invoice) !== undefined);
  expect(payable('spec-valid')).toEqual([true, true, true, true, true]);
  expect([...payable('spec-invalid'), ...payable('fixture-invalid')]).not.toContain(true);
  for (const { invoice, tags = [] } of cases.filter(({ group }) => group === 'fixture-valid'))
    expect(readPayableInvoice(invoice) !== undefined).toBe(
      tags.some(({ tagName }) => tagName === 'payment_secret'),
    );
});
