import { expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import type { Tag } from '../../nostr/event.ts';
import { signingPreview } from './signing-preview.ts';

const ALICE = 'a'.repeat(64);
const BOB = 'b'.repeat(64);

const view = (
  kind: number,
  tags: readonly Tag[],
  content = '',
  before?: { tags?: readonly Tag[]; content?: string },
) => signingPreview({ kind, tags, content }, before && trusted({ kind, pubkey: ALICE, ...before }));
const tagsOf = (rows: ReadonlyArray<{ readonly tag: Tag }> = []) => rows.map(({ tag }) => tag);

test('ACCOUNT-23 a list shows the entries that are added and removed against the newest version', () => {
  const { replacement, isTold } = view(3, [['p', BOB]], '', { tags: [['p', ALICE]] });
  expect([
    replacement?.list,
    tagsOf(replacement?.diff.added),
    tagsOf(replacement?.diff.removed),
  ]).toEqual(['follows', [['p', BOB]], [['p', ALICE]]]);
  expect([replacement?.isFirst, replacement?.kept, isTold]).toEqual([false, 0, true]);
});

test('ACCOUNT-23 a list without a known version says so, and every entry counts as added', () => {
  const { replacement } = view(10_000, [['p', BOB]]);
  expect([replacement?.isFirst, tagsOf(replacement?.diff.added)]).toEqual([true, [['p', BOB]]]);
});

test.each([
  ['x', 'x', 'same'],
  ['', 'x', 'added'],
  ['x', 'y', 'changed'],
  ['x', '', 'removed'],
] as const)('ACCOUNT-23 a private part of %j that becomes %j is %s', (before, after, sealed) => {
  const shown = view(10_000, [], after, { content: before });
  expect([shown.replacement?.sealed, shown.isSealed, shown.text]).toEqual([
    sealed,
    after !== '',
    undefined,
  ]);
});

test('ACCOUNT-23 any other event that replaces one is compared tag by tag', () => {
  const { replacement, text, isTold } = view(
    31_990,
    [
      ['d', 'x'],
      ['web', 'https://evil.example'],
    ],
    'about',
    {
      tags: [
        ['d', 'x'],
        ['web', 'https://good.example'],
      ],
    },
  );
  expect([tagsOf(replacement?.diff.added), tagsOf(replacement?.diff.removed)]).toEqual([
    [['web', 'https://evil.example']],
    [['web', 'https://good.example']],
  ]);
  expect([text, isTold]).toEqual(['about', false]);
});

test('ACCOUNT-23 a profile shows each field that changes, before and after', () => {
  const before = JSON.stringify({ name: 'jun', lud16: 'jun@a.example', about: 'same' });
  const { replacement, text } = view(
    0,
    [],
    JSON.stringify({ name: 'jun', lud16: 'eve@b.example', about: 'same', bot: true }),
    {
      content: before,
    },
  );
  expect(replacement?.fields).toEqual([
    { field: 'lud16', from: 'jun@a.example', to: 'eve@b.example' },
    { field: 'bot', from: undefined, to: 'true' },
  ]);
  expect(text).toBeUndefined();
  expect(view(0, [], 'no JSON').text).toBe('no JSON');
});

test('ACCOUNT-23 a sign-in shows the host as a browser reads it, the address and the method', () => {
  const url = 'https://bank.example@evil.example/login';
  expect(
    view(27_235, [
      ['u', url],
      ['method', 'DELETE'],
    ]).rows,
  ).toEqual([
    { label: 'server', value: 'evil.example' },
    { label: 'address', value: url },
    { label: 'method', value: 'DELETE' },
  ]);
  expect(
    view(22_242, [
      ['relay', 'wss://b\u0430nk.example'],
      ['challenge', 'c'],
    ]).rows[0],
  ).toEqual({
    label: 'server',
    value: 'xn--bnk-6cd.example',
  });
});

test('ACCOUNT-23 a media token shows the action, the servers, the number of files and the expiry', () => {
  expect(
    view(
      24_242,
      [
        ['t', 'delete'],
        ['x', 'h'],
        ['x', 'i'],
        ['expiration', '99'],
      ],
      'Delete',
    ).rows,
  ).toEqual([
    { label: 'action', value: 'delete' },
    { label: 'server', value: '' },
    { label: 'files', value: '2' },
    { label: 'until', value: '99' },
  ]);
  expect(view(24_242, [['server', 'https://m.example/']]).rows).toContainEqual({
    label: 'server',
    value: 'm.example',
  });
});

test('ACCOUNT-23 a relay list shows every relay with its use', () => {
  const tags: Tag[] = [
    ['r', 'wss://a.example'],
    ['r', 'wss://b.example', 'read'],
    ['r', 'wss://c.example', 'write'],
  ];
  expect(view(10_002, tags).rows.map(({ label, value }) => `${label} ${value}`)).toEqual([
    'both wss://a.example',
    'reads wss://b.example',
    'writes wss://c.example',
  ]);
});

test('ACCOUNT-23 a deletion shows every event and every address that it deletes', () => {
  const { targets, text } = view(
    5,
    [
      ['e', 'x'],
      ['a', `3:${ALICE}:`],
      ['k', '1'],
    ],
    'why',
  );
  expect([targets, text]).toEqual([
    [
      { by: 'id', value: 'x' },
      { by: 'address', value: `3:${ALICE}:` },
    ],
    'why',
  ]);
});

test('ACCOUNT-23 a text is shown whole, an encrypted one is marked, and unknown kinds show their tags', () => {
  const long = 'x'.repeat(100_000);
  expect(view(1, [['p', BOB]], long)).toMatchObject({ text: long, isSealed: false, isTold: true });
  expect(view(4, [['p', BOB]], 'cipher')).toMatchObject({
    text: undefined,
    isSealed: true,
    people: [BOB],
  });
  expect(view(9999, [['x', 'y']], 'text')).toMatchObject({ text: 'text', isTold: false });
});

test('ACCOUNT-23 a zap request shows the recipient, the sats, and a malformed amount unchanged', () => {
  expect(
    view(9734, [
      ['p', BOB],
      ['amount', '21000'],
    ]),
  ).toMatchObject({ people: [BOB], rows: [{ label: 'sats', value: '21' }] });
  for (const value of ['2e9', '9'.repeat(30)])
    expect(view(9734, [['amount', value]]).rows).toEqual([{ label: 'sats', value }]);
});

test('ACCOUNT-23 for any kind, the accounts that get its zaps are shown, each once', () => {
  const tags = [
    ['zap', BOB, 'wss://r.example', '1'],
    ['zap', BOB],
    ['zap', 'nobody'],
  ];
  for (const kind of [1, 30_023, 9802]) expect(view(kind, tags, 'text').zapped).toEqual([BOB]);
});
