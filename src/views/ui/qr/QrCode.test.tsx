// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { QrCode } from './QrCode.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

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

/** Make the window so wide, with so many pixels of the screen per px. */
function onScreen(width: number, density: number) {
  vi.stubGlobal('innerWidth', width);
  vi.stubGlobal('devicePixelRatio', density);
}

test.each([
  [600, 1],
  [1_100, 1],
  [2_600, 2],
  [2_954, 3],
])(
  'NOTE-21 a token of %i characters is too fine for a phone of %i pixels per px, which is said',
  (length, density) => {
    onScreen(390, density);
    render(<QrCode text={'oQ'.repeat(length / 2)} label="code" />);
    expect([screen.queryByRole('img'), screen.getByText(/too long for a QR code/)]).toEqual([
      null,
      expect.anything(),
    ]);
  },
);

test.each([
  [600, 390, 2],
  [1_000, 390, 2],
  [1_000, 390, 3],
  [2_952, 390, 3],
  [700, 1_280, 1],
])(
  'NOTE-21 a token of %i characters has a code in a window of %i px with %i pixels per px',
  (length, width, density) => {
    onScreen(width, density);
    const code = measure('oQ'.repeat(length / 2));
    const pixels = code.module * density;
    expect([Number.isInteger(Math.round(pixels * 1e6) / 1e6), pixels >= 4]).toEqual([true, true]);
    expect(code.width).toBeLessThanOrEqual(Math.min(440, width - 40));
  },
);
