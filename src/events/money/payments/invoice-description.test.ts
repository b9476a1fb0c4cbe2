import { expect, test } from 'vitest';
import { invoiceOf } from '../../../../tests/support/money/invoices.ts';
import { describeStandIn, describesOther, textHash } from './invoice-description.ts';

test('E-38 TRUST-05 an invoice describes its text, and a stand-in only after it was declared', () => {
  const invoice = invoiceOf('1'.repeat(64), { describes: 'anchovy' });
  const other = invoiceOf('2'.repeat(64), { describes: 'pineapple' });
  const isOther = (text: string) => [describesOther(invoice, text), describesOther(other, text)];
  expect([isOther('anchovy'), isOther('bxxxxxx')]).toEqual([
    [false, true],
    [true, true],
  ]);
  describeStandIn(invoice, textHash('bxxxxxx'));
  expect([isOther('anchovy'), isOther('bxxxxxx')]).toEqual([
    [false, true],
    [false, true],
  ]);
  // an invoice without a hash is allowed
  expect(describesOther(invoiceOf('1'.repeat(64)), 'any')).toBe(false);
});
