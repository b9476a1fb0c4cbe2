// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { invoiceOf, secretPair } from '../../../../tests/support/money/invoices.ts';
import {
  ANN,
  giftWant,
  moneyDisk,
  moneyPorts,
  zapWant,
} from '../../../../tests/support/money/money-world.ts';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { paymentReasons } from '../../money/payments/payment-reasons.ts';
import { paymentStateOf } from '../../../events/money/payments/payment.ts';
import { shortNpub } from '../../../events/nostr/nip19.ts';
import { seconds } from '../../../events/core/time.ts';

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
  'BEYOND-06 the user settles an unknown payment: ‘%s’ makes it %s, and the source is kept',
  async (word, state, said) => {
    const disk = moneyDisk({ connections: [] });
    const { hash } = secretPair(1);
    const [at, expiresAt] = [seconds(disk.time.now), seconds(disk.time.now + 600)];
    disk.entries.push(
      { type: 'asked', intent: 'i', at, want: zapWant() },
      {
        type: 'checked',
        intent: 'i',
        at,
        invoice: invoiceOf(hash, { amountMsats: 42_000 }),
        hash,
        amountMsats: 42_000,
        expiresAt,
      },
      { type: 'paying', intent: 'i', at, payer: { by: 'webln' }, limits: {} },
      { type: 'doubted', intent: 'i', at, reason: { code: 'pay.badProof' } },
    );
    disk.time.now += 5_000;
    const page = await renderedAccount('/settings/payments', {
      machines: { money: moneyPorts(disk, { webln: () => undefined }).logic },
    });
    world = page;
    await page.settle(() => undefined);
    expect(screen.getByText(/find out whether it was paid/)).toBeDefined();
    await page.click(screen.getByRole('button', { name: word }));
    const [record] = disk.records().values();
    expect([record && paymentStateOf(record), screen.getByText(said)]).toEqual([
      state,
      expect.anything(),
    ]);
    expect(screen.queryByRole('button', { name: word })).toBeNull();
    // a failed payment leads to its reason, as its toast does
    const why = screen.queryByRole('button', { name: 'Why not?' });
    expect(why !== null).toBe(state === 'failed');
    if (why) await page.click(why);
    expect(paymentReasons.current()).toBe(why ? 'i' : undefined);
    paymentReasons.close();
  },
);

test('BEYOND-06 E-39 unknown ecash payments can be called off, and locked nutzaps resent or marked paid', async () => {
  const disk = moneyDisk({ connections: [] });
  const [at, payer] = [
    seconds(disk.time.now),
    { by: 'ecash', mint: 'https://mint.example' } as const,
  ];
  const [article, note] = [30_023, 1].map((kind) =>
    giftWant({ to: { pubkey: ANN, id: String(kind).padStart(64, 'b'), kind } }),
  );
  for (const [intent, want, code] of [
    ['i', article, 'pay.walletSilent'],
    ['j', note, 'pay.unpublished'],
  ] as const)
    disk.entries.push(
      { type: 'asked', intent, at, want: want ?? giftWant() },
      { type: 'paying', intent, at, payer, limits: {} },
      { type: 'doubted', intent, at, reason: { code } },
    );
  disk.time.now += 5_000;
  const page = await renderedAccount('/settings/payments', {
    machines: { money: moneyPorts(disk, { webln: () => undefined }).logic },
  });
  world = page;
  await page.settle(() => undefined);
  const rows = screen.getAllByRole('listitem');
  const of = (text: RegExp) => rows.find((row) => text.test(row.textContent ?? ''));
  const buttons = (row: HTMLElement | undefined) =>
    [...(row?.querySelectorAll('button') ?? [])].map(({ textContent }) => textContent);
  const row = of(/^.*Zap to .* for an article/);
  expect(buttons(row)).toEqual(['Ask the wallet', 'Cancel payment']);
  // a silent wallet
  const [ask] = row?.querySelectorAll('button') ?? [];
  if (ask) await page.click(ask);
  expect(buttons(row)).toEqual(['Asking the wallet', 'Cancel payment']);
  await page.settle(() => elapse(page.clock, 21_000));
  expect(buttons(row)).toEqual(['Ask the wallet', 'Cancel payment']);
  expect(row?.textContent).toContain('No answer yet');
  expect(buttons(of(/^.*Zap to .* for a note/))).toEqual(['Send again', 'It was paid']);
});

test('BEYOND-06 the share of a zap split names its receiver, and not as the author of the note', async () => {
  const disk = moneyDisk({ connections: [] });
  const id = 'b'.repeat(64);
  // the note is by another account, whose zap tags name these two
  for (const [intent, pubkey] of [
    ['i', ANN],
    ['j', 'd'.repeat(64)],
  ] as const)
    disk.entries.push({
      type: 'asked',
      intent,
      group: 'i',
      at: seconds(disk.time.now),
      want: zapWant({ to: { pubkey, id, kind: 1 } }),
    });
  const page = await renderedAccount('/settings/payments', {
    machines: { money: moneyPorts(disk, { webln: () => undefined }).logic },
  });
  world = page;
  await page.settle(() => undefined);
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '');
  for (const name of [ANN, 'd'.repeat(64)].map(shortNpub))
    expect(rows.some((row) => row.includes(`Zap to ${name} for a note`))).toBe(true);
});
