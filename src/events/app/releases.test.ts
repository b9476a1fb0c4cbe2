import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Claim } from '../connection/claims.ts';
import { RESULT } from '../nostr/kinds.ts';
import { seconds } from '../core/time.ts';
import { newReleases, releasesIn, seenReleases } from './releases.ts';

const said = (content: unknown): Claim => ({ claim: 'other', kind: RESULT.Releases, content });
const FEBRUARY = Date.UTC(2024, 1, 2) / 1_000;
const BOTH = {
  ios: { date: '2024-02-02', version: '1.2.3' },
  android: { date: '2024-03-01T00:00:00Z', version: '2.0' },
};

test('MEMBER-04 releases are read with their versions and dates, from the newest claim', () => {
  const read = releasesIn([said({ ios: { date: '2020-01-01', version: '1' } }), said(BOTH)]);
  expect(read).toEqual({
    ios: { version: '1.2.3', at: seconds(FEBRUARY) },
    android: { version: '2.0', at: seconds(Date.UTC(2024, 2, 1) / 1_000) },
  });
});

test('MEMBER-04 claims without a version or date, or with other content, give no release and no error', () => {
  const wrong = [
    undefined,
    null,
    [],
    'x',
    { pubkey: 'a' },
    { ios: { version: '1' } },
    { ios: { version: ' ', date: '2024-01-01' } },
  ];
  for (const content of [...wrong, { ios: { version: '1', date: 'soon' }, android: 4 }])
    expect(releasesIn([said(content)])).toEqual({});
  expect(
    releasesIn([said({ ios: { version: `1\n${'9'.repeat(99)}`, date: '2024-02-02' } })]).ios
      ?.version,
  ).toBe(`1 ${'9'.repeat(38)}`);
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true }), (content) => {
      expect(Object.keys(releasesIn([said(content)])).length).toBeLessThanOrEqual(2);
    }),
  );
});

test('MEMBER-04 a release is new from its date until it is shown, if its version is not the stored one', () => {
  const releases = releasesIn([said(BOTH)]);
  expect(newReleases(releases, undefined, seconds(FEBRUARY - 1))).toEqual([]);
  expect(newReleases(releases, undefined, seconds(FEBRUARY))).toEqual(['ios']);
  expect(newReleases(releases, { ios: '1.2.2' }, seconds(FEBRUARY))).toEqual(['ios']);
  expect(newReleases(releases, { ios: '1.2.3' }, seconds(FEBRUARY))).toEqual([]);
  const seen = seenReleases(releases, { android: '1.9' }, seconds(FEBRUARY));
  expect(seen).toEqual({ ios: '1.2.3', android: '1.9' });
  // a release that was announced before its date counts when the date has come
  expect(newReleases(releases, seen, seconds(FEBRUARY + 100 * 86_400))).toEqual(['android']);
  // any other version counts as new, also an older one
  expect(
    newReleases(
      releasesIn([said({ ios: { date: '2024-02-02', version: '1.2.2' } })]),
      seen,
      seconds(FEBRUARY),
    ),
  ).toEqual(['ios']);
});

test('MEMBER-04 a shown release is never new again, for any stored value', () => {
  const version = fc.constantFrom('1', '2', '3');
  const release = fc.option(
    fc.record({ version, date: fc.constantFrom('2024-01-01', '2024-01-03') }),
    { nil: undefined },
  );
  const stored = fc.oneof(
    fc.constant(undefined),
    fc.dictionary(fc.constantFrom('ios', 'android', 'x'), version),
    fc.anything(),
  );
  fc.assert(
    fc.property(release, release, stored, (ios, android, kept) => {
      const now = seconds(Date.UTC(2024, 0, 2) / 1_000);
      const releases = releasesIn([said({ ios, android })]);
      expect(newReleases(releases, seenReleases(releases, kept, now), now)).toEqual([]);
    }),
  );
});
