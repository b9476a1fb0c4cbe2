import { expect, test } from 'vitest';
import { invoiceOf, secretPair } from '../../../../tests/support/money/invoices.ts';
import { lightningUri } from './lightning-uri.ts';

test('ZAP-02 only an invoice becomes a link for the wallet of the device', () => {
  const invoice = invoiceOf(secretPair(1).hash, { amountMsats: 42_000 });
  expect(lightningUri(` ${invoice.toUpperCase()}\n`)).toBe(`lightning:${invoice}`);
  for (const text of ['', 'lnbc1', 'javascript:alert(1)', `${invoice}&x=1`])
    expect(lightningUri(text)).toBeUndefined();
});
