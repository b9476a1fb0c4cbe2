import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  bothPermits,
  CIPHER_METHODS,
  deviceActionsOf,
  type DeviceAction,
  EVERYDAY,
  additionalPermits,
  isEveryday,
  isNone,
  isPermittable,
  isPermitted,
  NO_PERMITS,
  type Permits,
  readAsked,
  readPermits,
  withEveryday,
  withPermit,
} from './permits.ts';

const kind = fc.oneof(fc.integer({ min: 0, max: 65_535 }), fc.constantFrom(...EVERYDAY));
const permits: fc.Arbitrary<Permits> = fc.record({
  kinds: fc.subarray([...EVERYDAY]),
  ciphers: fc.subarray([...CIPHER_METHODS]),
});
const deed: fc.Arbitrary<DeviceAction> = fc.oneof(
  fc.record({
    kind: fc.oneof(
      kind,
      fc.constantFrom(0, 3, 5, 62, 10_000, 10_002, 10_050, 22_242, 24_133, 27_235),
    ),
  }),
  fc.record({ cipher: fc.constantFrom(...CIPHER_METHODS) }),
);

test('ACCOUNT-23 a permit can list eight kinds of public posts and no other kind', () => {
  const everything: Permits = { kinds: Array.from({ length: 65_536 }, (_, at) => at), ciphers: [] };
  const passed = everything.kinds.filter((one) => isPermitted(everything, { kind: one }));
  expect(passed).toEqual([1, 6, 7, 16, 1018, 1111, 1311, 9802]);
  expect(
    everything.kinds.filter((one) =>
      isPermitted(withPermit(NO_PERMITS, { kind: one }), { kind: one }),
    ),
  ).toEqual(passed);
  expect(isPermitted(everything, { cipher: 'nip44_decrypt' })).toBe(false);
});

test('BEYOND-12 permitting one action permits no other action', () => {
  fc.assert(
    fc.property(permits, deed, deed, (before, allowed, other) => {
      const after = withPermit(before, allowed);
      expect(isPermitted(after, allowed)).toBe(isPermittable(allowed));
      expect(isPermitted(withPermit(after, allowed, false), allowed)).toBe(false);
      const isSame = JSON.stringify(allowed) === JSON.stringify(other);
      if (!isSame) expect(isPermitted(after, other)).toBe(isPermitted(before, other));
    }),
  );
});

test('the switch for everyday posts adds all of their kinds, or removes them', () => {
  fc.assert(
    fc.property(permits, (before) => {
      expect([isEveryday(withEveryday(before, true)), withEveryday(before, false).kinds]).toEqual([
        true,
        [],
      ]);
      expect(withEveryday(before, true).ciphers).toEqual(before.ciphers);
      expect(isEveryday(before)).toBe(before.kinds.length === EVERYDAY.length);
    }),
  );
});

test('the union permits every action of either side and nothing else', () => {
  fc.assert(
    fc.property(permits, permits, deed, (one, other, wanted) => {
      expect(isPermitted(bothPermits(one, other), wanted)).toBe(
        isPermitted(one, wanted) || isPermitted(other, wanted),
      );
    }),
  );
});

test('the further permits are those that are requested and not yet granted', () => {
  fc.assert(
    fc.property(permits, permits, deed, (asked, before, wanted) => {
      const further = additionalPermits(asked, before);
      expect(isPermitted(bothPermits(before, further), wanted)).toBe(
        isPermitted(bothPermits(before, asked), wanted),
      );
      expect(deviceActionsOf(further).filter((one) => isPermitted(before, one))).toEqual([]);
      expect(isNone(additionalPermits(asked, bothPermits(before, asked)))).toBe(true);
    }),
  );
});

test('stored permits read back; a value of another form permits nothing', () => {
  fc.assert(
    fc.property(permits, (one) => {
      expect(readPermits(JSON.parse(JSON.stringify(one)))).toEqual(one);
    }),
  );
  for (const junk of [
    undefined,
    null,
    'all',
    [],
    { everyday: 'yes', kinds: ['1', -1, 1.5, 70_000], ciphers: ['all'] },
  ])
    expect(isNone(readPermits(junk))).toBe(true);
});

test('ACCOUNT-23 permits that an earlier version kept are narrowed, and never widened', () => {
  const guarded = [0, 3, 5, 62, 10_000, 10_002, 10_050, 22_242, 23_194, 24_133, 24_242, 27_235];
  fc.assert(
    fc.property(fc.boolean(), fc.uniqueArray(kind), deed, (everyday, kinds, wanted) => {
      const now = readPermits({ everyday, kinds, ciphers: ['nip44_encrypt'] });
      const before =
        'cipher' in wanted
          ? wanted.cipher === 'nip44_encrypt'
          : kinds.includes(wanted.kind) || (everyday && !guarded.includes(wanted.kind));
      expect(isPermitted(now, wanted)).toBe(before && isPermittable(wanted));
    }),
  );
});

test('ACCOUNT-23 a client asks by name: sign_event without a kind asks for nothing that a permit can list', () => {
  expect(
    readAsked(
      'nip44_encrypt, sign_event:4,sign_event:7,sign_event:0,sign_event:7,describe,sign_event:x',
    ),
  ).toEqual({
    kinds: [7],
    ciphers: ['nip44_encrypt'],
  });
  expect(isNone(readAsked('sign_event'))).toBe(true);
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(readAsked(text).kinds.every((one) => text.includes(`sign_event:${one}`))).toBe(true);
    }),
  );
});
