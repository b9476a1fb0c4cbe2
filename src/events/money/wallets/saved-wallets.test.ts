import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Claim } from '../../connection/claims.ts';
import { RESULT } from '../../nostr/kinds.ts';
import { savedWalletsIn } from './saved-wallets.ts';

const sealed = (letter: string) => `${letter.repeat(22)}==?iv=${'A'.repeat(22)}==`;
const claims = (content: unknown): readonly Claim[] => [
  { claim: 'other', kind: RESULT.AppSubsettings, content },
];

test('SETTINGS-01 saved connections are pairs of name and encrypted text, each once; others are left out', () => {
  const nwcList = [
    ['Alby', sealed('A')],
    ['Twice', sealed('A')],
    [7, sealed('B')],
    [
      'In the clear',
      `nostr+walletconnect://${'a'.repeat(64)}?relay=wss://r.example&secret=${'b'.repeat(64)}`,
    ],
    ['None'],
    'odd',
  ];
  expect(savedWalletsIn(claims({ nwcList, nwcActive: [] }))).toEqual([
    { id: 'saved 0', name: 'Alby', sealed: sealed('A') },
    { id: 'saved 2', name: '', sealed: sealed('B') },
  ]);
  expect([
    savedWalletsIn([]),
    savedWalletsIn(claims([])),
    savedWalletsIn(claims({ nwcList: {} })),
  ]).toEqual([[], [], []]);
});

test('E-60 E-13 for any answer, the listed entries are short, encrypted and have distinct ids', () => {
  const pair = fc.tuple(
    fc.oneof(fc.string(), fc.jsonValue()),
    fc.oneof(fc.constantFrom(sealed('A'), sealed('C')), fc.jsonValue()),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.jsonValue(),
        fc.record({ nwcList: fc.array(fc.oneof(pair, fc.jsonValue()), { maxLength: 60 }) }),
      ),
      (content) => {
        const found = savedWalletsIn(claims(content));
        expect(found.length).toBeLessThanOrEqual(20);
        expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
        expect(
          found.every(
            (one) => [sealed('A'), sealed('C')].includes(one.sealed) && one.name.length <= 61,
          ),
        ).toBe(true);
      },
    ),
  );
});

test('E-60 twenty entries are read, each with at most 16,000 encrypted characters', () => {
  const iv = `?iv=${'A'.repeat(22)}==`;
  const found = (blocks: number) =>
    savedWalletsIn(claims({ nwcList: [['W', 'A'.repeat(64 * blocks) + iv]] })).length;
  expect([found(249), found(250)]).toEqual([1, 0]);
  const nwcList = Array.from({ length: 21 }, (_, nth) => [
    'n'.repeat(80),
    `${String(nth).padStart(22, 'A')}==${iv}`,
  ]);
  const all = savedWalletsIn(claims({ nwcList }));
  expect([all.length, all[0]?.name.length]).toEqual([20, 60]);
});
