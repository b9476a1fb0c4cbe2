import { expect, test } from 'vitest';
import { isPayload } from './cipher-payload.ts';

/** Return this many bytes in base64. */
const bytes = (size: number) =>
  'A'.repeat(Math.ceil((size * 4) / 3)) + '='.repeat((3 - (size % 3)) % 3);

test('SIGN-04 NIP-04: whole blocks and a 16-byte iv, and nothing else', () => {
  const is = (text: string) => isPayload('nip04', text);
  expect([16, 32, 48].map((size) => is(`${bytes(size)}?iv=${bytes(16)}`))).toEqual([
    true,
    true,
    true,
  ]);
  expect([0, 1, 15, 17, 31].map((size) => is(`${bytes(size)}?iv=${bytes(16)}`))).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
  expect([0, 15, 17, 32].map((size) => is(`${bytes(16)}?iv=${bytes(size)}`))).toEqual([
    false,
    false,
    false,
    false,
  ]);
  const whole = `${bytes(16)}?iv=${bytes(16)}`;
  for (const text of [
    '',
    bytes(16),
    `${whole}?iv=${bytes(16)}`,
    `?iv=${bytes(16)}`,
    `${whole} `,
    whole.replace('A', '%'),
  ])
    expect(is(text)).toBe(false);
  const most = Math.floor((512 * 1024 - 28) / 64) * 48;
  expect([is(`${bytes(most)}?iv=${bytes(16)}`), is(`${bytes(most + 48)}?iv=${bytes(16)}`)]).toEqual(
    [true, false],
  );
});

test('SIGN-04 NIP-44: 99 to 65,603 bytes, of which the first is 2', () => {
  const is = (text: string) => isPayload('nip44', text);
  expect([99, 100, 65_603].map((size) => is(bytes(size)))).toEqual([true, true, true]);
  expect([0, 96, 98, 65_604, 65_606].map((size) => is(bytes(size)))).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
  expect([is(`B${bytes(99).slice(1)}`), is(`${bytes(99).slice(1)}%`)]).toEqual([false, false]);
});
