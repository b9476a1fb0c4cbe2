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

test('ACCOUNT-23 the content of every encrypted kind is marked, also of a list with a private part', () => {
  for (const kind of [
    4, 13, 1059, 7375, 7376, 10_013, 17_375, 23_194, 23_195, 24_133, 31_234, 10_000, 10_003,
  ]) {
    expect(view(kind, [], 'cipher')).toMatchObject({
      isSealed: true,
      text: undefined,
      isTold: true,
    });
    expect(view(kind, [])).toMatchObject({ isSealed: false, text: undefined });
  }
  expect(view(3, [], 'relays')).toMatchObject({ isSealed: false, text: 'relays', isTold: true });
});

test('ACCOUNT-23 of texts, sign-ins and references everything important is shown without the tags', () => {
  const told = [1, 1111, 1311, 9802, 42, 5, 6, 16, 7, 1018, 9734, 22_242, 27_235, 24_242];
  for (const kind of told) expect([kind, view(kind, [], 'x').isTold]).toEqual([kind, true]);
  for (const kind of [0, 30_023, 31_990, 1984, 20_000])
    expect([kind, view(kind, [], 'x').isTold]).toEqual([kind, false]);
  for (const kind of [5, 6, 16, 7, 1018, 9734])
    expect(view(kind, [['e', 'x'], ['p', BOB], ['a']]).targets).toEqual([
      { by: 'id', value: 'x' },
      { by: 'address', value: '' },
    ]);
  expect(view(1, [['e', 'x']]).targets).toEqual([]);
});

test('ACCOUNT-23 a profile with a single change shows that change in place of the text', () => {
  const { replacement, text } = view(0, [], '{"name":"ben"}', { content: '{"name":"ann"}' });
  expect([replacement?.fields, text]).toEqual([
    [{ field: 'name', from: 'ann', to: 'ben' }],
    undefined,
  ]);
  expect(view(0, [], '{"name":"ann"}', { content: '{"name":"ann"}' }).text).toBe('{"name":"ann"}');
});

test('ACCOUNT-23 an address without a host is shown as it is, without a server', () => {
  const rows = (url: string) => view(22_242, [['relay', url]]).rows;
  expect(rows('nonsense')).toEqual([{ label: 'address', value: 'nonsense' }]);
  expect(rows('mailto:a@b.example')).toEqual([{ label: 'address', value: 'mailto:a@b.example' }]);
  expect(rows('wss://r.example/x')).toEqual([
    { label: 'server', value: 'r.example' },
    { label: 'address', value: 'wss://r.example/x' },
  ]);
});

test('ACCOUNT-23 relays, answers and titles are shown by their own rows', () => {
  const rows = (kind: number, ...tags: Tag[]) =>
    view(kind, tags).rows.map(({ label, value }) => `${label} ${value}`);
  for (const kind of [10_050, 62])
    expect(rows(kind, ['relay', 'wss://r.example'], ['r', 'x'])).toEqual(['relay wss://r.example']);
  expect(rows(1018, ['response', 'a'], ['response', 'b'])).toEqual(['choice a', 'choice b']);
  for (const kind of [30_023, 30_024])
    expect(rows(kind, ['summary', 's'], ['title', 't'], ['d', 'x'])).toEqual([
      'title t',
      'summary s',
    ]);
  expect(rows(1, ['title', 't'])).toEqual([]);
  expect(
    view(9734, [
      ['p', BOB],
      ['p', BOB],
      ['p', 'x'],
    ]).people,
  ).toEqual([BOB]);
  expect(view(1, [['p', BOB]]).people).toEqual([]);
});

test('ACCOUNT-23 the entries that stay are counted, also where one changes', () => {
  const before = {
    tags: [
      ['p', ALICE],
      ['p', BOB, 'wss://a.example'],
    ],
  };
  const { replacement } = view(
    3,
    [
      ['p', ALICE],
      ['p', BOB, 'wss://b.example'],
      ['p', 'c'.repeat(64)],
    ],
    '',
    before,
  );
  expect([replacement?.kept, replacement?.diff.changed.length]).toEqual([1, 1]);
});

test('ACCOUNT-23 of the tags of a list only its entries are counted as entries that stay', () => {
  const before = {
    tags: [
      ['d', 'mutelists'],
      ['title', 'Filters'],
      ['p', ALICE],
    ],
  };
  const { replacement } = view(30_000, [...before.tags, ['p', BOB]], '', before);
  expect([replacement?.list, replacement?.kept]).toEqual(['filterLists', 1]);
});
