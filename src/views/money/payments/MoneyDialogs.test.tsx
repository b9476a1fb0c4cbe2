// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { invoiceOf, secretPair } from '../../../../tests/support/money/invoices.ts';
import { moneyDisk, moneyPorts } from '../../../../tests/support/money/money-world.ts';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { pressed } from '../../../events/nostr/ours.ts';
import type { InvoiceAnswer } from '../../../machines/money/payments/payment-setup.ts';
import type { Payer } from '../../../events/money/payments/payment.ts';
import { seconds } from '../../../events/core/time.ts';
import './MoneyDialogs.tsx';
import { paymentReasons } from './payment-reasons.ts';

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(() => fetchViews('/help'));

const WANT = pressed({
  type: 'address',
  address: 'ann@pay.example',
  amountMsats: 42_000,
  message: '',
} as const);

test('E-38 a mismatched invoice names its host and its payer before anything is paid', async () => {
  const { logic, calls } = moneyPorts(moneyDisk(), {
    invoice: (url) => ({
      invoice: invoiceOf(secretPair(1).hash, {
        amountMsats: Number(url.searchParams.get('amount')),
        describes: 'something else',
      }),
      verify: undefined,
    }),
  });
  const page = await renderedAccount('/help', { machines: { money: logic } });
  world = page;
  await page.settle(() => page.scope().send({ type: 'money.open' }));
  await page.settle(() =>
    page
      .features()
      .money?.send({ type: 'money.pay', intent: 'i', want: WANT, now: seconds(1_700_000_000) }),
  );
  await page.settle(() => undefined);
  const question = screen.getByRole('alertdialog');
  expect(question.textContent).toContain(
    'pay.example made an invoice that does not name this payment',
  );
  expect(question.textContent).toContain('we won’t ask about this service again');
  const terms = [...question.querySelectorAll('dl > div')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
  expect(terms).toEqual([
    ['To', 'ann@pay.example'],
    ['Paid by', 'Wallet 1'],
    ['Highest fee', 'set by your wallet'],
  ]);
  expect(calls.filter(({ call }) => call.method === 'pay_invoice')).toEqual([]);
});

test('ZAP-03 a payment by QR code and a question are drawn over the reason of a failed payment', async () => {
  const disk = moneyDisk();
  const at = Math.ceil(Date.now() / 1_000);
  disk.time.now = at;
  let answer: InvoiceAnswer = { fault: { code: 'pay.unreachable' } };
  const { logic } = moneyPorts(disk, { invoice: () => answer });
  const page = await renderedAccount('/help', { machines: { money: logic } });
  world = page;
  const pay = (intent: string, by?: Payer) =>
    page.settle(() =>
      page.features().money?.send({ type: 'money.pay', intent, want: WANT, now: seconds(at), by }),
    );
  await page.settle(() => page.scope().send({ type: 'money.open' }));
  await pay('failed');
  act(() => paymentReasons.show('failed'));
  await page.settle(() => undefined);
  const reason = screen.getByRole('dialog');
  expect(reason.textContent).toContain('Not paid');
  const amountMsats = 42_000;
  const offer = (seed: number, describes?: string) => {
    const { hash } = secretPair(seed);
    answer = {
      invoice: invoiceOf(hash, { amountMsats, timestamp: at, describes }),
      verify: undefined,
    };
  };
  offer(1);
  await pay('by code', { by: 'shown' });
  expect(screen.getByRole('img', { name: 'QR code of the invoice' })).toBeTruthy();
  offer(2, 'something else');
  await pay('asked');
  expect(screen.getByRole('alertdialog').textContent).toContain('Pay 42 sats?');
  expect(reason.isConnected).toBe(true);
  page.close();
  world = undefined;
  expect(paymentReasons.current()).toBeUndefined();
});

test('ZAP-03 the reason of a payment that failed before its invoice names play sats as such', async () => {
  const { logic } = moneyPorts(moneyDisk({ connections: [] }), {
    service: () => ({ fault: { code: 'pay.offline' } }),
  });
  const page = await renderedAccount('/help', { machines: { money: logic } });
  world = page;
  await page.settle(() => page.scope().send({ type: 'money.open' }));
  const want = pressed({ ...WANT, address: `ann@${location.host}` });
  await page.settle(() =>
    page
      .features()
      .money?.send({ type: 'money.pay', intent: 'i', want, now: seconds(1_700_000_000) }),
  );
  act(() => paymentReasons.show('i'));
  await page.settle(() => undefined);
  const { textContent } = screen.getByRole('dialog');
  expect(textContent).toContain('42 play sats');
  expect(textContent).toContain('You were offline, so nothing was paid.');
});
