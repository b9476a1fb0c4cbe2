// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { RESULT } from '../../../events/nostr/kinds.ts';
import { seconds } from '../../../events/core/time.ts';
import type { WalletTransaction } from '../../../events/money/wallets/nwc-call.ts';
import { A } from '../../../../tests/support/account/session-world.ts';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import {
  CONNECTION,
  type MoneyAnswers,
  moneyDisk,
  moneyPorts,
} from '../../../../tests/support/money/money-world.ts';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(() => fetchViews('/settings/nwc'));

const text = `nostr+walletconnect://${'9'.repeat(64)}?relay=wss://r.example&secret=${'8'.repeat(64)}`;

async function opened(wallets: number, answers: MoneyAnswers = {}) {
  const connections = Array.from({ length: wallets }, (_, at) => ({ ...CONNECTION, id: `w${at}` }));
  const disk = moneyDisk({ connections });
  const { logic, calls, wants } = moneyPorts(disk, answers);
  const page = await renderedAccount('/settings/nwc', { machines: { money: logic } });
  world = page;
  await page.settle(() => undefined);
  const field = screen.getByLabelText<HTMLInputElement>('Connection string');
  await page.settle(() => void fireEvent.input(field, { target: { value: text } }));
  return {
    page,
    disk,
    calls,
    wants,
    field,
    connect: screen.getByRole<HTMLButtonElement>('button', { name: 'Connect' }),
  };
}
const radios = () => screen.getAllByRole<HTMLInputElement>('radio');

test('SETTINGS-10 wallets are listed with the paying one; another is connected by its string and chosen', async () => {
  const { page, disk, field, connect } = await opened(1);
  expect(radios().map(({ checked }) => checked)).toEqual([true, false]);
  await page.click(connect);
  expect([field.value, radios().length]).toEqual(['', 3]);
  const [, second] = disk.wallets.kept.connections;
  await page.click(radios()[1] ?? connect);
  expect(disk.wallets.kept.active).toEqual({ by: 'wallet', wallet: second?.id });
  expect(radios().map(({ checked }) => checked)).toEqual([false, true, false]);
});

test('SETTINGS-10 a full list of wallets is reported, and the string stays', async () => {
  const { page, disk, field, connect } = await opened(10);
  expect(screen.getByText('No more wallets can be connected. Remove one first.')).toBeDefined();
  expect(connect.disabled).toBe(true);
  await page.settle(() => void fireEvent.submit(field));
  expect([field.value, disk.wallets.kept.connections.length]).toEqual([text, 10]);
});

const moved = (more: Partial<WalletTransaction>): WalletTransaction => ({
  type: 'outgoing',
  state: 'settled',
  hash: 'a'.repeat(64),
  preimage: undefined,
  amountMsats: 21_000,
  feesMsats: 0,
  description: '',
  at: seconds(1_700_000_000),
  ...more,
});

test('WALLET-01 two wallets each show their balance and payments, and only one pays', async () => {
  const { page, calls, connect } = await opened(2);
  const [first] = calls.filter(({ call }) => call.method === 'list_transactions');
  const balances = calls.filter(({ call }) => call.method === 'get_balance');
  const transactions = [
    moved({ description: 'Zap for Ann' }),
    moved({ type: 'incoming', amountMsats: 1_500_000, hash: 'b'.repeat(64) }),
  ];
  await page.settle(() => first?.answer({ method: 'list_transactions', transactions }));
  await page.settle(() =>
    balances.forEach(({ answer }, at) =>
      answer({ method: 'get_balance', balanceMsats: (at + 1) * 5_000 }),
    ),
  );
  expect([screen.getByText('5 sats'), screen.getByText('10 sats')]).toHaveLength(2);
  await page.click(screen.getAllByRole('button', { name: /^Options of/ })[0] ?? connect);
  await page.click(screen.getByRole('menuitem', { name: 'Recent payments' }));
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows.filter((row) => /sats/.test(row))).toEqual([
    expect.stringMatching(/^Zap for Ann.*− 21 sats$/),
    expect.stringMatching(/^Received.*\+ 1,500 sats$/),
  ]);
  expect(screen.getAllByText('Pays')).toHaveLength(1);
});

test('RELAY-08 opening the page wants the permission to connect each wallet', async () => {
  const { wants } = await opened(2, { isBarred: true });
  expect(new Set(wants)).toEqual(new Set(['w0', 'w1']));
});

test('BEYOND-06 a budget is saved exactly as typed, and only if it is a whole number of sats', async () => {
  const { page, disk } = await opened(0);
  const field = screen.getByLabelText<HTMLInputElement>('All payments in a day');
  const save = screen.getByRole('button', { name: 'Save' });
  for (const value of ['1.5', '2e3', '1,000']) {
    await page.settle(() => void fireEvent.input(field, { target: { value } }));
    expect([field.value, save.hasAttribute('disabled')]).toEqual([value, true]);
    expect(screen.getByText(/^Use whole sats, digits only/)).toBeDefined();
  }
  await page.settle(() => void fireEvent.input(field, { target: { value: '٢١' } }));
  await page.click(save);
  expect(disk.wallets.kept.limits.perDay).toBe(21_000);
});

test('WALLET-01 INV-PROGRESS a wallet that times out is reported as silent; its late answer still counts', async () => {
  const { page, calls } = await opened(1);
  expect(screen.queryByText('No answer')).toBeNull();
  await page.settle(() => elapse(page.clock, 21_000, 1_000));
  expect(screen.getByText('No answer')).toBeDefined();
  await page.settle(() =>
    calls
      .find(({ call }) => call.method === 'get_balance')
      ?.answer({ method: 'get_balance', balanceMsats: 7_000 }),
  );
  expect([screen.queryByText('No answer'), screen.getByText('7 sats')]).toEqual([
    null,
    expect.anything(),
  ]);
});

test('SETTINGS-01 wallets of other programs are looked up on a press, without prompts; one is connected', async () => {
  const { page, disk } = await opened(0);
  const sealed = `${'A'.repeat(22)}==?iv=${'A'.repeat(22)}==`;
  expect(screen.queryByRole('button', { name: 'Connect Alby' })).toBeNull();
  await page.click(screen.getByRole('button', { name: 'Look for them' }));
  const { signer } = page.keys;
  const [proof] = signer.open();
  await page.settle(() => proof && signer.approve(proof));
  await page.settle(() =>
    page.answer('get_app_subsettings', {
      claims: [
        {
          claim: 'other',
          kind: RESULT.AppSubsettings,
          content: { nwcList: [['Alby', sealed]], nwcActive: [] },
        },
      ],
    }),
  );
  await page.click(screen.getByRole('button', { name: 'Connect Alby' }));
  const [prompt] = signer.open();
  expect(prompt?.act).toEqual({ do: 'decrypt', scheme: 'nip04', peer: A, text: sealed });
  await page.settle(() =>
    signer.report({ type: 'signer.answered', id: prompt?.id ?? '', answer: { text } }),
  );
  expect(disk.wallets.kept.connections.map(({ wallet }) => wallet)).toEqual(['9'.repeat(64)]);
  expect(screen.queryByRole('button', { name: 'Connect Alby' })).toBeNull();
});
