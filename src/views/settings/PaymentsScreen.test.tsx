// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { invoiceOf, secretPair } from '../../../tests/support/invoices.ts';
import { moneyDisk, moneyPorts, zapWant } from '../../../tests/support/money-world.ts';
import { fetchViews, renderedAccount } from '../../../tests/support/rendered-account.tsx';
import { paymentStateOf } from '../../events/money/payment.ts';
import { seconds } from '../../events/time.ts';

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(() => fetchViews('/settings/payments'));

test.each([
  ['It was paid', 'paid', 'Paid by This browser’s wallet, as you said'],
  ['It was not', 'failed', 'Not paid: You said that it was not paid'],
])(
  'BEYOND-06 of what nobody tells any more its person says what became of it: ‘%s’ makes it %s, and whose word that is stays',
  async (word, state, said) => {
    const disk = moneyDisk({ connections: [] });
    const { hash } = secretPair(1);
    const [at, expiresAt] = [seconds(disk.time.now), seconds(disk.time.now + 600)];
    disk.entries.push(
      { type: 'asked', intent: 'i', at, want: zapWant() },
      { type: 'checked', intent: 'i', at, invoice: invoiceOf(hash, { amountMsats: 42_000 }), hash, amountMsats: 42_000, expiresAt },
      { type: 'paying', intent: 'i', at, payer: { by: 'webln' }, limits: {} },
      { type: 'doubted', intent: 'i', at, reason: { code: 'pay.badProof' } },
    );
    disk.time.now += 5_000;
    const page = await renderedAccount('/settings/payments', { machines: { money: moneyPorts(disk, { webln: () => undefined }).logic } });
    world = page;
    await page.settle(() => undefined);
    expect(screen.getByText(/nobody tells whether it was paid/)).toBeDefined();
    await page.click(screen.getByRole('button', { name: word }));
    const [record] = disk.records().values();
    expect([record && paymentStateOf(record), screen.getByText(said)]).toEqual([state, expect.anything()]);
    expect(screen.queryByRole('button', { name: word })).toBeNull();
  },
);
