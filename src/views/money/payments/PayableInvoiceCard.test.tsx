// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import type { Invoice } from '../../../events/nostr/bolt11.ts';
import { inSeconds, seconds } from '../../../events/core/time.ts';
import { AppProvider } from '../../ui/hooks/app-context.ts';
import { now } from '../../ui/hooks/now.ts';
import { OwnInvoiceCard } from './PayableInvoiceCard.tsx';

let close: (() => void) | undefined;
afterEach(() => {
  cleanup();
  close?.();
});

test('NOTE-20 an invoice is paid only after a confirmation with sum and purpose; cancelling pays nothing', async () => {
  const page = await renderedAccount('/help');
  close = page.close;
  const at = inSeconds(now());
  const invoice: Invoice = {
    network: 'mainnet',
    amountMsats: 2_100_000,
    timestamp: seconds(at),
    expiresAt: seconds(at + 600),
    description: 'Winter list',
    descriptionHash: undefined,
    paymentHash: 'a'.repeat(64),
  };
  act(
    () =>
      void render(
        <AppProvider app={page.app}>
          <OwnInvoiceCard invoice={invoice} source="lnbc1x" isPressed onEarly={() => undefined} />
        </AppProvider>,
      ),
  );
  const account = page.app.getSnapshot().children.account;
  const told = account && vi.spyOn(account, 'send');
  const wanted = () =>
    told?.mock.calls.flatMap(([event]) =>
      event.type === 'account.intent' && event.intent.type === 'money.pay'
        ? [event.intent.want]
        : [],
    );
  const press = (name: string) =>
    fireEvent.click(screen.getByRole('button', { name, hidden: true }));
  const title = 'Pay 2,100 sats?';
  // It was pressed before its code was loaded.
  expect(screen.getByText(title).closest('dialog')?.textContent).toContain('Winter list');
  press('Cancel');
  expect([screen.queryByText(title), wanted()]).toEqual([null, []]);
  press('Pay');
  // No wallet is connected, so its QR code is shown.
  press('Show QR code');
  expect([screen.queryByText(title), wanted()]).toEqual([
    null,
    [{ type: 'invoice', invoice: 'lnbc1x', amountMsats: 2_100_000 }],
  ]);
});
