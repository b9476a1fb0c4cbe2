// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { withTopLayer } from '../../../../tests/support/views/top-layer.ts';
import { DEFAULT_ZAPS } from '../../../events/settings/zap-settings.ts';
import type { PayerChoice } from '../payments/PayerPicker.tsx';
import { ZapDialog, type ZapShare } from './ZapDialog.tsx';
import { SelectBox } from '../../ui/controls/Select.tsx';

beforeAll(() => SelectBox.preload());

withTopLayer();

const person = (name: string, weight = 1): ZapShare => ({
  pubkey: name.padEnd(64, '0'),
  name,
  picture: [],
  address: `${name}@pay.example`,
  weight,
  isNutzap: false,
});
const ADA = person('ada', 9);
const NOOR = person('noor');
const onZap = vi.fn();
const onChoose = vi.fn();
const PAYERS: PayerChoice = {
  options: [
    { id: 'wallet x', name: 'Home wallet', sats: 48_210 },
    { id: 'shown', name: 'Another wallet, by QR code' },
  ],
  chosen: 'wallet x',
  onChoose,
  left: { sats: 3_760, limit: 5_000 },
};

beforeEach(() => {
  onZap.mockClear();
  onChoose.mockClear();
});

function open(more: Partial<Parameters<typeof ZapDialog>[0]> = {}) {
  render(
    <ZapDialog
      person={ADA}
      shares={[ADA]}
      options={DEFAULT_ZAPS.zapConfig}
      start={{ sats: 42, message: 'Onward' }}
      payers={PAYERS}
      isPlay={false}
      inMoney={(sats) => `€${sats / 1_000}`}
      onZap={onZap}
      onClose={() => {}}
      {...more}
    />,
  );
  return screen.getByRole('dialog');
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const main = () => within(screen.getByRole('dialog')).getAllByRole('button').at(-1);

test('ZAP-01 six amounts and a field: the button repeats the sum, and nothing is sent before it is pressed', () => {
  open();
  expect(screen.getAllByRole('radio').map((one) => one.ariaLabel)).toEqual([
    '21 sats',
    '420 sats',
    '1,000 sats',
    '5,000 sats',
    '10,000 sats',
    '100,000 sats',
  ]);
  expect(screen.getByLabelText<HTMLInputElement>('Another amount').value).toBe('42');
  fireEvent.click(screen.getByRole('radio', { name: '1,000 sats' }));
  expect(screen.getByLabelText<HTMLInputElement>('Another amount').value).toBe('');
  fireEvent.change(screen.getByLabelText('Message, seen by everyone'), {
    target: { value: 'For the gulls ' },
  });
  expect(onZap).not.toHaveBeenCalled();
  press('Zap 1,000 sats');
  expect(onZap).toHaveBeenCalledExactlyOnceWith({ sats: 1_000, message: 'For the gulls' });
  expect(screen.getByText('about €1')).toBeDefined();
});

test('ZAP-01 TRUST-05 a message with a private key is refused in its field', () => {
  open();
  fireEvent.change(screen.getByLabelText('Message, seen by everyone'), {
    target: { value: `nsec1${'q'.repeat(58)}` },
  });
  expect(screen.getByText(/^This contains a private key/)).toBeDefined();
  expect(main()).toHaveProperty('disabled', true);
});

test('ZAP-01 BEYOND-06 an invalid amount, or one above the budget, is refused and the button says why', () => {
  open();
  const field = screen.getByLabelText('Another amount');
  for (const value of ['2', '21', '210']) fireEvent.change(field, { target: { value } });
  expect([main()?.textContent, document.activeElement?.isConnected]).toEqual([
    'Zap 210 sats',
    true,
  ]);
  fireEvent.change(field, { target: { value: '' } });
  expect(main()?.textContent).toBe('Choose an amount');
  for (const value of ['x1e9', '1.5', '2e3', '1,000', '0']) {
    fireEvent.change(screen.getByLabelText('Another amount'), { target: { value } });
    expect([main()?.textContent, main()?.hasAttribute('disabled')]).toEqual([
      'Choose an amount',
      true,
    ]);
    if (value !== '0')
      expect(screen.getByRole('alert').textContent).toMatch(/^Use whole sats, digits only/);
  }
  fireEvent.change(screen.getByLabelText('Another amount'), { target: { value: '٢١' } });
  expect(main()?.textContent).toBe('Zap 21 sats');
  fireEvent.change(screen.getByLabelText('Another amount'), { target: { value: '9000000' } });
  expect(screen.getByRole('alert').textContent).toBe('Choose up to 1,000,000 sats');
  fireEvent.click(screen.getByRole('radio', { name: '5,000 sats' }));
  expect(main()?.textContent).toBe('Above today’s budget');
  expect(main()).toHaveProperty('disabled', true);
  expect(screen.getByText('3,760 of 5,000 sats left in today’s budget')).toBeDefined();
});

test('ZAP-02 ECASH-01 ecash of mints with enough balance is offered; otherwise another payer is needed', () => {
  const ecash = (mint: string, most: number) => ({
    id: `ecash ${mint}`,
    name: `Ecash of ${mint}`,
    sats: most,
    most,
  });
  const options = [ecash('small.example', 30), ecash('large.example', 500), ...PAYERS.options];
  open({ payers: { ...PAYERS, options, chosen: 'ecash large.example', left: undefined } });
  const offered = () => {
    fireEvent.click(screen.getByRole('combobox', { name: 'Paid by' }));
    const names = screen
      .getAllByRole('option', { hidden: true })
      .map(({ textContent }) => textContent);
    fireEvent.click(screen.getByRole('combobox', { name: 'Paid by' }));
    return names;
  };
  expect(offered()).toEqual([
    'Ecash of large.example500 sats',
    'Home wallet48,210 sats',
    'Another wallet, by QR code',
  ]);
  fireEvent.change(screen.getByLabelText('Another amount'), { target: { value: '30' } });
  expect(offered()[0]).toBe('Ecash of small.example30 sats');
  fireEvent.change(screen.getByLabelText('Another amount'), { target: { value: '501' } });
  expect([main()?.textContent, main()?.hasAttribute('disabled'), offered()]).toEqual([
    'Choose another way to pay',
    true,
    ['Ecash of large.example500 sats', 'Home wallet48,210 sats', 'Another wallet, by QR code'],
  ]);
});

test('BEYOND-06 the highest fee of a mint is shown before its ecash pays, and counts against the budget', () => {
  const id = 'ecash https://mint.example';
  const options = [{ id, name: 'Ecash of mint.example', sats: 5_000, most: 5_000 }];
  open({ payers: { ...PAYERS, options, chosen: id, left: { sats: 420, limit: 5_000 } } });
  expect([screen.getByText('Fee of the mint: 10 sats at most'), main()?.textContent]).toEqual([
    expect.anything(),
    'Zap 42 sats',
  ]);
  fireEvent.click(screen.getByRole('radio', { name: '420 sats' }));
  expect([screen.getByText('Fee of the mint: 13 sats at most'), main()?.textContent]).toEqual([
    expect.anything(),
    'Above today’s budget',
  ]);
});

test('ZAP-02 several recipients are listed with their shares, in whole sats that add up', () => {
  open({ shares: [ADA, NOOR], start: { sats: 1_001, message: '' }, isPartial: true });
  const group = screen.getByRole('region', { name: 'Shares' });
  expect(
    within(group)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Aada90 %901', 'Nnoor10 %100']);
  expect(group.textContent).toContain('have no lightning address');
});

test('play sats are labelled wherever they are named', () => {
  const box = open({ isPlay: true, start: { sats: 21, message: '' }, inMoney: () => undefined });
  expect(main()?.textContent).toBe('Zap 21 play sats');
  expect(box.textContent).not.toMatch(/\d sats/);
});

test('BEYOND-06 the highest fee of a mint is shown and held to the budget for each share of a zap', () => {
  const shares = ['ada', 'noor', 'mila', 'iris', 'robin'].map((name) => person(name));
  const mint = { id: 'ecash https://mint.example', name: 'mint.example' };
  const ecash = (sats: number): PayerChoice => ({
    options: [mint],
    chosen: mint.id,
    onChoose,
    left: { sats, limit: 500 },
  });
  open({ shares, start: { sats: 100, message: '' }, payers: ecash(149) });
  expect(screen.getByText('Fee of the mint: 50 sats at most')).toBeDefined();
  expect(main()?.textContent).toBe('Above today’s budget');
  cleanup();
  open({ shares, start: { sats: 100, message: '' }, payers: ecash(150) });
  expect(main()?.textContent).toBe('Zap 100 sats');
});

test('ZAP-01 a long pasted text is read as a whole and never cut', () => {
  open();
  const field = screen.getByLabelText<HTMLInputElement>('Another amount');
  expect(field.maxLength).toBe(-1);
  fireEvent.change(field, { target: { value: `${' '.repeat(23)}1000` } });
  press('Zap 1,000 sats');
  expect(onZap).toHaveBeenCalledExactlyOnceWith({ sats: 1_000, message: 'Onward' });
});

test('ZAP-01 an amount above the known balance is named before the press, which stays possible', () => {
  const payers = { ...PAYERS, left: undefined };
  open({ payers, start: { sats: 48_211, message: '' } });
  expect(screen.getByText('Not enough: it holds 48,210 sats.')).toBeDefined();
  expect(main()?.hasAttribute('disabled')).toBe(false);
  cleanup();
  open({ payers, start: { sats: 48_210, message: '' } });
  expect(screen.queryByText(/Not enough/)).toBeNull();
});
