// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Invoice } from '../../../events/nostr/bolt11.ts';
import { seconds } from '../../../events/core/time.ts';
import { InvoiceLook, type InvoicePayment } from './InvoiceView.tsx';

const NOW = 1_700_000_000;
// A second that ends between two lines would show another minute.
beforeAll(() => void vi.useFakeTimers({ now: NOW * 1_000, toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());
afterEach(cleanup);

const invoice = (more: Partial<Invoice> = {}): Invoice => ({
  network: 'mainnet',
  amountMsats: 2_100_000,
  timestamp: seconds(NOW),
  expiresAt: seconds(NOW + 630),
  description: 'Winter list',
  descriptionHash: undefined,
  paymentHash: 'a'.repeat(64),
  ...more,
});
const onPay = vi.fn();

function drawn(one: Invoice, payment?: InvoicePayment) {
  cleanup();
  render(
    <InvoiceLook
      invoice={one}
      payment={payment}
      onCopy={() => {}}
      onPay={onPay}
      onShow={() => {}}
      onLook={() => {}}
    />,
  );
  const card = screen.getByRole('group', { name: 'Lightning invoice' });
  return {
    said: [...card.getElementsByTagName('p')].map(({ textContent }) => textContent),
    buttons: screen
      .queryAllByRole('button')
      .map(
        (one_) =>
          `${one_.ariaLabel ?? one_.textContent}${one_.hasAttribute('disabled') ? ' (off)' : ''}`,
      ),
  };
}

test('NOTE-20 an invoice shows sum, purpose and expiry, and can be copied and paid', () => {
  expect(drawn(invoice())).toEqual({
    said: ['2,100 sats', 'Winter list · expires in 10 min'],
    buttons: ['Copy the invoice', 'Pay'],
  });
  fireEvent.click(screen.getByRole('button', { name: 'Pay' }));
  expect(onPay).toHaveBeenCalledOnce();
  // No less than the confirmation of the payment shows.
  expect(drawn(invoice({ amountMsats: 1_500 })).said[0]).toBe('2 sats');
  expect(drawn(invoice({ amountMsats: undefined, description: '' })).said).toEqual([
    'Any amount',
    'expires in 10 min',
  ]);
  expect(drawn(invoice({ expiresAt: seconds(NOW - 7_200) }))).toEqual({
    said: ['2,100 sats', 'Winter list · expired 2 h ago'],
    buttons: [],
  });
});

test('NOTE-20 play money is labelled, and invoices of a test network cannot be paid', () => {
  expect(drawn(invoice({ network: 'regtest' })).said[0]).toBe('2,100 play sats');
  for (const network of ['testnet', 'signet'] as const)
    expect(drawn(invoice({ network }))).toEqual({
      said: ['2,100 sats', 'Winter list · test network, no real money'],
      buttons: [],
    });
});

test('NOTE-20 BEYOND-06 the card shows each state of its payment; an open payment is not offered again', () => {
  const states: readonly InvoicePayment[] = [
    { state: 'checking' },
    { state: 'shown' },
    { state: 'paying', wallet: 'Home wallet' },
    { state: 'unknown' },
    { state: 'failed', why: 'no route found' },
  ];
  expect(states.map((payment) => drawn(invoice(), payment))).toEqual([
    { said: ['2,100 sats', 'Checking the invoice'], buttons: ['Paying (off)'] },
    { said: ['2,100 sats', 'Waiting for the payment'], buttons: ['Show QR code'] },
    { said: ['2,100 sats', 'Home wallet is paying'], buttons: ['Paying (off)'] },
    {
      said: ['2,100 sats', 'We don’t know yet. You won’t pay twice.'],
      buttons: ['Ask the wallet'],
    },
    { said: ['2,100 sats', 'Not paid: no route found'], buttons: ['Copy the invoice', 'Pay'] },
  ]);
  const paid = drawn(invoice({ expiresAt: seconds(NOW - 60) }), {
    state: 'paid',
    at: seconds(NOW),
  });
  expect(paid.said[1]).toMatch(/^Paid at .*, proof saved$/);
  expect(paid.buttons).toEqual(['Copy the invoice']);
});
