// @vitest-environment jsdom
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { invoiceOf, secretPair } from '../../../../tests/support/money/invoices.ts';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { inSeconds } from '../../../events/core/time.ts';
import { AppProvider } from '../../ui/hooks/app-context.ts';
import { now } from '../../ui/hooks/now.ts';
import { InvoiceCard } from './InvoiceCard.tsx';

let close: (() => void) | undefined;
afterEach(() => {
  cleanup();
  close?.();
  vi.unstubAllGlobals();
});

async function drawn(text: string) {
  await fetchViews('/help');
  const page = await renderedAccount('/help', { accounts: [] });
  close = page.close;
  act(
    () =>
      void render(
        <AppProvider app={page.app}>
          <InvoiceCard text={text} />
        </AppProvider>,
      ),
  );
  return page;
}

test('NOTE-20 a visitor can copy an open invoice and gets its QR code; an expired invoice has none', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { clipboard: { writeText } }));
  const source = invoiceOf(secretPair(1).hash, {
    amountMsats: 21_000,
    timestamp: inSeconds(now()),
  });
  const page = await drawn(source);
  const card = within(screen.getByRole('group', { name: 'Lightning invoice' }));
  await page.click(card.getByRole('button', { name: 'Copy the invoice' }));
  expect(writeText).toHaveBeenCalledWith(source);
  const code = card.getByRole('button', { name: 'Show QR code' });
  expect(screen.queryByRole('dialog')).toBeNull();
  await import('../../ui/qr/QrDialog.tsx');
  await page.click(code);
  const dialog = within(screen.getByRole('dialog', { name: 'Lightning invoice' }));
  expect(dialog.getByRole('img', { name: 'Lightning invoice' })).toBeDefined();
  cleanup();
  await drawn(
    invoiceOf(secretPair(2).hash, { amountMsats: 21_000, timestamp: inSeconds(now()) - 90_000 }),
  );
  expect(screen.getByText(/expired/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Show QR code' })).toBeNull();
});

test('NOTE-20 an invalid invoice stays text', async () => {
  await drawn('lnbc1notone');
  expect([
    screen.getByText('lnbc1notone').tagName,
    screen.queryByRole('group', { name: 'Lightning invoice' }),
  ]).toEqual(['P', null]);
});
