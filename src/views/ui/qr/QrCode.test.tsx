// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { QrCode } from './QrCode.tsx';

afterEach(cleanup);

/** Modules on one side, and px of one module. */
function measure(text: string) {
  render(<QrCode text={text} label="code" />);
  const code = screen.getByRole('img', { name: 'code' });
  const side = Number(code.getAttribute('viewBox')?.split(' ')[2]);
  const width = Number(code.getAttribute('width'));
  cleanup();
  return { side, width, module: width / side };
}

test.each([
  ['an address', 'https://starling.example'],
  ['a public key', `nostr:npub1${'q'.repeat(58)}`],
  ['an invoice', `LNBC${'Q'.repeat(300)}`],
  ['a long invoice', `LNBC${'Q'.repeat(700)}`],
  ['ecash', `cashuB${'oQ'.repeat(220)}`],
])('NOTE-20 the QR code of %s has whole modules of 4 px or more, and fits a phone', (_, text) => {
  const { width, module } = measure(text);
  expect([Number.isInteger(module), module >= 4, width >= 184, width <= 350]).toEqual([
    true,
    true,
    true,
    true,
  ]);
});

test.each([600, 1_100])(
  'NOTE-21 a token of %i characters is too fine to draw, and a sentence says so',
  (length) => {
    render(<QrCode text={'oQ'.repeat(length / 2)} label="code" />);
    expect([screen.queryByRole('img'), screen.getByText(/too long for a QR code/)]).toEqual([
      null,
      expect.anything(),
    ]);
  },
);
