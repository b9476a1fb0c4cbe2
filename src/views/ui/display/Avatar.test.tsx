// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { Avatar } from './Avatar.tsx';
import { hueOf, initialOf } from './avatar-face.ts';

afterEach(cleanup);

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

test('LIMIT-04 avatars have the sizes nano to xxxl, each a token with its pixels', () => {
  const tokens = read('../styles/tokens.css');
  const css = read('./Avatar.module.css');
  const sizes = { nano: 16, xs: 24, s: 32, m: 44, l: 56, xl: 80, xxl: 112, xxxl: 144 };
  for (const [name, pixels] of Object.entries(sizes)) {
    expect(tokens).toMatch(new RegExp(`--avatar-${name}: ${pixels}px`));
    expect(css).toContain(`var(--avatar-${name})`);
  }
});

test('a picture that fails to load leaves the letter on the color of the key', () => {
  const { rerender } = render(
    <Avatar pubkey="0a0b0c" name="Ada" src={['https://a.example/1.png']} label="Ada" />,
  );
  const face = screen.getByRole('img', { name: 'Ada' });
  const picture = face.querySelector('img');
  expect([
    picture?.getAttribute('loading'),
    picture?.getAttribute('decoding'),
    picture?.alt,
  ]).toEqual(['lazy', 'async', '']);
  if (picture) fireEvent.error(picture);
  expect(face.querySelector('img')).toBeNull();
  expect(face.textContent).toBe('A');
  rerender(<Avatar pubkey="0a0b0c" name="Ada" src={['https://a.example/2.png']} label="Ada" />);
  expect(face.querySelector('img')?.src).toBe('https://a.example/2.png');
});

test('the color is stable for a key and a hue for any text; the letter is one grapheme of the name', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(hueOf(text)).toBe(hueOf(text));
      expect(hueOf(text)).toBeGreaterThanOrEqual(0);
      expect(hueOf(text)).toBeLessThan(360);
      expect([...new Intl.Segmenter('en').segment(initialOf(text))].length).toBeLessThanOrEqual(2);
    }),
  );
  expect([initialOf('  élan'), initialOf('🐦 bird'), initialOf('👩‍👩‍👧'), initialOf('')]).toEqual([
    'É',
    'B',
    '👩‍👩‍👧',
    '',
  ]);
  // a letter and a combining accent are one grapheme
  expect([initialOf('e\u0301lan'), initialOf('ada'), initialOf('x'), initialOf('7up')]).toEqual([
    'E\u0301',
    'A',
    'X',
    '7',
  ]);
});

test('MEDIA-04 if the first address of a picture fails the next one is tried, then the letter is shown', () => {
  render(
    <Avatar
      pubkey="0a0b0c"
      name="Ada"
      src={['https://a.example/small.png', 'https://a.example/1.png']}
      label="Eve"
    />,
  );
  const face = screen.getByRole('img', { name: 'Eve' });
  const fail = () => fireEvent.error(face.querySelector('img') ?? face);
  fail();
  expect(face.querySelector('img')?.src).toBe('https://a.example/1.png');
  fail();
  expect(face.querySelector('img')).toBeNull();
});

test('MEDIA-04 a copy of our service that failed is tried again later by itself, a foreign picture not', async () => {
  await import('./failed-picture.ts');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const copy = `${location.origin}/media-cache?s=s&a=1&u=x`;
  render(<Avatar pubkey="0a0b0c" name="Pia" src={[copy]} label="Pia" />);
  render(<Avatar pubkey="0a0b0c" name="Eve" src={['https://a.example/1.png']} label="Eve" />);
  const [own, foreign] = ['Pia', 'Eve'].map((name) => screen.getByRole('img', { name }));
  const shown = () => [own, foreign].map((face) => face?.querySelector('img')?.src);
  const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const fail = () => {
    for (const face of [own, foreign]) fireEvent.error(face?.querySelector('img') ?? document);
  };
  fail();
  await after(19_999);
  expect(shown()).toEqual([undefined, undefined]);
  await after(1);
  expect(shown()).toEqual([copy, undefined]);
  fail();
  await after(39_999);
  expect(shown()).toEqual([undefined, undefined]);
  await after(1);
  expect(shown()).toEqual([copy, undefined]);
});

test('MEDIA-04 a face that failed offline is shown once the network is back, however long that takes', async () => {
  await import('./failed-picture.ts');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => online.mockRestore());
  const copy = `${location.origin}/media-cache?s=s&a=1&u=offline`;
  const foreign = 'https://a.example/offline.png';
  render(<Avatar pubkey="0a0b0c" name="Noor" src={[copy]} label="Noor" />);
  render(<Avatar pubkey="0a0b0c" name="Ivo" src={[foreign]} label="Ivo" />);
  const faces = ['Noor', 'Ivo'].map((name) => screen.getByRole('img', { name }));
  const shown = () => faces.map((face) => face.querySelector('img')?.src);
  for (const face of faces) fireEvent.error(face.querySelector('img') ?? expect.fail());
  await act(() => vi.advanceTimersByTimeAsync(3_600_000));
  expect(shown()).toEqual([undefined, undefined]);
  online.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(shown()).toEqual([copy, foreign]);
});
