// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { vectors } from '../../../../tests/support/events/real-events.ts';
import { withTopLayer } from '../../../../tests/support/views/top-layer.ts';
import { inSeconds, seconds } from '../../../events/core/time.ts';
import { MemoryRouter } from 'react-router';
import { now } from '../../ui/hooks/now.ts';
import { PayByQr } from './PayByQr.tsx';

withTopLayer();
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const invoice =
  vectors<{ cases: { group: string; invoice: string }[] }>('bolt11.json').cases.find(
    ({ group }) => group === 'spec-valid',
  )?.invoice ?? '';

test('ZAP-02 NOTE-20 an invoice to pay elsewhere is shown as code, text and wallet link, with a countdown', () => {
  const [onCopy, onClose] = [vi.fn(), vi.fn()];
  const from = inSeconds(now());
  render(
    <PayByQr
      sats={1_000}
      isPlay={false}
      money="€0.58"
      name="Ada"
      invoice={invoice}
      startsAt={seconds(from)}
      endsAt={seconds(from + 70)}
      onCopy={onCopy}
      onClose={onClose}
    />,
    { wrapper: MemoryRouter },
  );
  const box = screen.getByRole('dialog', { name: 'Pay 1,000 sats' });
  expect(box.textContent).toContain('To Ada, about €0.58');
  expect(
    screen
      .getByRole('img', { name: 'QR code of the invoice' })
      .querySelector('path')
      ?.getAttribute('d'),
  ).not.toBe('');
  expect(screen.getByRole('link', { name: 'Open a wallet' }).getAttribute('href')).toBe(
    `lightning:${invoice.toLowerCase()}`,
  );
  expect(box.textContent).toContain('with any lightning wallet: it then sends these sats');
  const wallets = screen.getByRole('link', { name: 'Connected wallets' });
  expect(wallets.getAttribute('href')).toBe('/settings/nwc');
  fireEvent.click(wallets);
  expect(onClose).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
  expect(onCopy).toHaveBeenCalledExactlyOnceWith(invoice);
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  expect([screen.getByText('1:10 left'), screen.getByRole('status').textContent]).toEqual([
    expect.anything(),
    '',
  ]);
  pass(10_000);
  expect([screen.getByText('1:00 left'), screen.getByRole('status').textContent]).toEqual([
    expect.anything(),
    'One minute left to pay',
  ]);
  pass(60_000);
  expect(screen.getByRole('status').textContent).toBe('The invoice has expired');
  expect(screen.queryByRole('link')).toBeNull();
});
