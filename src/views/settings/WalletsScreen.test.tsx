// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { CONNECTION, moneyDisk, moneyPorts } from '../../../tests/support/money-world.ts';
import { fetchViews, renderedAccount } from '../../../tests/support/rendered-account.tsx';

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(() => fetchViews('/settings/nwc'));

const text = `nostr+walletconnect://${'9'.repeat(64)}?relay=wss://r.example&secret=${'8'.repeat(64)}`;

async function opened(wallets: number) {
  const connections = Array.from({ length: wallets }, (_, at) => ({ ...CONNECTION, id: `w${at}` }));
  const disk = moneyDisk({ connections });
  const { logic } = moneyPorts(disk);
  const page = await renderedAccount('/settings/nwc', { machines: { money: logic } });
  world = page;
  await page.settle(() => undefined);
  const field = screen.getByLabelText<HTMLInputElement>('Connection string');
  await page.settle(() => void fireEvent.input(field, { target: { value: text } }));
  return { page, disk, field, connect: screen.getByRole<HTMLButtonElement>('button', { name: 'Connect' }) };
}
const radios = () => screen.getAllByRole<HTMLInputElement>('radio');

test('SETTINGS-10 wallets are listed with the one that pays, another is connected by its string, and chosen', async () => {
  const { page, disk, field, connect } = await opened(1);
  expect(radios().map(({ checked }) => checked)).toEqual([true, false]);
  await page.click(connect);
  expect([field.value, radios().length]).toEqual(['', 3]);
  const [, second] = disk.wallets.kept.connections;
  await page.click(radios()[1] ?? connect);
  expect(disk.wallets.kept.active).toEqual({ by: 'wallet', wallet: second?.id });
  expect(radios().map(({ checked }) => checked)).toEqual([false, true, false]);
});

test('SETTINGS-10 where there is room for no more wallets that is said, and the string stays', async () => {
  const { page, disk, field, connect } = await opened(10);
  expect(screen.getByText('No more wallets can be connected. Remove one first.')).toBeDefined();
  expect(connect.disabled).toBe(true);
  await page.settle(() => void fireEvent.submit(field));
  expect([field.value, disk.wallets.kept.connections.length]).toEqual([text, 10]);
});
