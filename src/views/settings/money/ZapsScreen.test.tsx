// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { DEFAULT_ZAPS } from '../../../events/settings/zap-settings.ts';

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(() => fetchViews('/settings/zaps'));

test('SETTINGS-05 ACCESS-02 default zap and six presets are editable, invalid ones refused, all restored', async () => {
  const page = await renderedAccount('/settings/zaps');
  world = page;
  const change = () => page.features().settings?.getSnapshot().context.change;
  const type = (label: string, value: string) =>
    page.settle(() => void fireEvent.input(screen.getByLabelText(label), { target: { value } }));
  const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
  const places = [1, 2, 3, 4, 5, 6];
  expect([value('Amount in sats'), value('Message')]).toEqual(['42', 'Onward']);
  expect(places.map((place) => value(`Amount ${place}`))).toEqual([
    '21',
    '420',
    '1000',
    '5000',
    '10000',
    '100000',
  ]);
  expect(places.map((place) => value(`Emoji of amount ${place}`))).toEqual(
    DEFAULT_ZAPS.zapConfig.map(({ emoji }) => emoji),
  );
  await type('Amount in sats', '100');
  await type('Message', 'Hi');
  await type('Amount 2', '77');
  await type('Emoji of amount 2', '🌊');
  expect(change()?.zapDefault).toMatchObject({ amount: 100, message: 'Hi' });
  expect(change()?.zapConfig?.[1]).toMatchObject({ amount: 77, emoji: '🌊' });
  await page.settle(() => void fireEvent.blur(screen.getByLabelText('Amount in sats')));
  await type('Amount in sats', '0');
  expect(screen.getByText('Use a whole number from 1 to 1,000,000')).toBeDefined();
  expect(change()?.zapDefault?.amount).toBe(100);
  const restore = screen.getByRole('button', { name: 'Restore defaults' });
  restore.focus();
  await page.click(restore);
  // The pressed button keeps the focus.
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Restore defaults' }));
  expect(change()).toMatchObject(DEFAULT_ZAPS);
  expect([value('Amount in sats'), value('Message'), value('Amount 2')]).toEqual([
    '42',
    'Onward',
    '420',
  ]);
});

test('SETTINGS-05 TRUST-05 a zap message with a private key is refused in its field and not stored', async () => {
  const page = await renderedAccount('/settings/zaps');
  world = page;
  const change = () => page.features().settings?.getSnapshot().context.change;
  const type = (value: string) =>
    page.settle(
      () => void fireEvent.input(screen.getByLabelText('Message'), { target: { value } }),
    );
  await type(`nsec1${'q'.repeat(58)}`);
  expect(screen.getByText(/^This contains a private key/)).toBeDefined();
  expect(change()?.zapDefault).toBeUndefined();
  await type('Hi');
  expect(screen.queryByText(/^This contains a private key/)).toBeNull();
  expect(change()?.zapDefault?.message).toBe('Hi');
});

test.each(['1,000', '1.5', '2e3', '1 000', '9_9'])(
  'SETTINGS-05 ZAP-01 "%s", typed key by key, leaves nothing as the default amount',
  async (text) => {
    const page = await renderedAccount('/settings/zaps');
    world = page;
    const field = screen.getByLabelText<HTMLInputElement>('Amount in sats');
    for (let end = 1; end <= text.length; end++)
      await page.settle(
        () => void fireEvent.input(field, { target: { value: text.slice(0, end) } }),
      );
    await page.settle(() => void fireEvent.blur(field));
    expect([
      field.value,
      page.features().settings?.getSnapshot().context.change?.zapDefault?.amount,
    ]).toEqual([text, 42]);
  },
);
