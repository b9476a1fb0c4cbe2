// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { invoiceOf, secretPair } from '../../../../tests/support/money/invoices.ts';
import { moneyDisk, moneyPorts } from '../../../../tests/support/money/money-world.ts';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { pressed } from '../../../events/nostr/ours.ts';
import { seconds } from '../../../events/core/time.ts';
import './MoneyDialogs.tsx';

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(() => fetchViews('/help'));

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
  const want = pressed({
    type: 'address',
    address: 'ann@pay.example',
    amountMsats: 42_000,
    message: '',
  } as const);
  await page.settle(() => page.scope().send({ type: 'money.open' }));
  await page.settle(() =>
    page
      .features()
      .money?.send({ type: 'money.pay', intent: 'i', want, now: seconds(1_700_000_000) }),
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
