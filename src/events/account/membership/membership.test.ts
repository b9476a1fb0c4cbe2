import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Claim } from '../../connection/claims.ts';
import { RESULT } from '../../nostr/kinds.ts';
import { leadersIn } from './leaderboard.ts';
import { statusIn } from './membership.ts';

const [ANN, BOB] = ['a'.repeat(64), 'b'.repeat(64)];
const claim = (kind: (typeof RESULT)[keyof typeof RESULT], content: unknown): Claim => ({
  claim: 'other',
  kind,
  content,
});
const status = (content: unknown) => statusIn([claim(RESULT.MembershipStatus, content)]);

test('MEMBER-01 MEMBER-02 a status is read field by field; missing or malformed fields are undefined', () => {
  expect(
    status({
      tier: 'premium-legend',
      name: 'ann',
      nostr_address: 'ann@here.example',
      expires_on: 1_760_000_000,
      renews_on: null,
      used_storage: 1_048_576,
      donated_btc: '0.01',
    }),
  ).toEqual({
    tier: 'premium-legend',
    name: 'ann',
    address: 'ann@here.example',
    expiresOn: 1_760_000_000,
    renewsOn: undefined,
    usedStorage: 1_048_576,
    donated: 1_000_000,
  });
  expect(status({})).toMatchObject({
    tier: 'free',
    donated: undefined,
    usedStorage: undefined,
    name: undefined,
  });
  expect(
    ['21000000', '0.00000001', '0.123456789', '-1', '1e3', 7].map(
      (btc) => status({ donated_btc: btc })?.donated,
    ),
  ).toEqual([2_100_000_000_000_000, 1, undefined, undefined, undefined, undefined]);
  expect([status('free'), statusIn([])]).toEqual([undefined, undefined]);
  fc.assert(fc.property(fc.anything(), (content) => void status(content)));
});

test('MEMBER-03 a leaderboard lists each account once, with index, sats and dates, in the given order', () => {
  const legends = [
    { index: 2, pubkey: BOB, donated_btc: '1000000', last_donation: 1_700_000_000 },
    { index: 1, pubkey: ANN, donated_btc: 2_000_000, last_donation: 1_600_000_000 },
    { index: 3, pubkey: 'x', donated_btc: '1' },
    { index: 0, pubkey: ANN },
    { index: '4', pubkey: ANN },
    null,
  ];
  expect(leadersIn([claim(RESULT.LegendLeaderboard, legends)], 'legends')).toEqual([
    {
      index: 2,
      pubkey: BOB,
      sats: 1_000_000,
      lastDonation: 1_700_000_000,
      premiumSince: undefined,
    },
    {
      index: 1,
      pubkey: ANN,
      sats: 2_000_000,
      lastDonation: 1_600_000_000,
      premiumSince: undefined,
    },
  ]);
  const members = [{ index: 1, pubkey: ANN, premium_since: 1_500_000_000, donated_btc: '0.5' }];
  expect(leadersIn([claim(RESULT.PremiumLeaderboard, members)], 'members')).toMatchObject([
    { premiumSince: 1_500_000_000, sats: undefined },
  ]);
  expect(leadersIn([claim(RESULT.PremiumLeaderboard, members)], 'legends')).toEqual([]);
  const many = Array.from({ length: 1_000 }, (_, at) => ({
    index: at + 1,
    pubkey: at.toString(16).padStart(64, '0'),
  }));
  expect(leadersIn([claim(RESULT.LegendLeaderboard, many)], 'legends')).toHaveLength(300);
  fc.assert(
    fc.property(
      fc.anything(),
      (content) => void leadersIn([claim(RESULT.LegendLeaderboard, content)], 'legends'),
    ),
  );
});
