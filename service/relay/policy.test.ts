import { expect, test } from 'vitest';
import { signed } from '../../tests/support/events/signed.ts';
import { bytesOf, policyViolation, POLICY } from './policy.ts';
import { relayInformation } from './relay-information.ts';

const KINDS = [
  [0, 3],
  [16, 16],
] as const;

test('NIP-11 by default every kind is taken, up to the size of a message', () => {
  expect(POLICY).toEqual({
    kinds: undefined,
    eventBytes: 4_194_304,
    publishing: 'all',
    account: { events: 3_000, bytes: 268_435_456 },
    address: { events: 12_000, bytes: 2_147_483_648 },
  });
  expect(policyViolation(signed({ kind: 65_535 }), POLICY.eventBytes, POLICY)).toBeUndefined();
  expect(policyViolation(signed({}), POLICY.eventBytes + 1, POLICY)).toBe(
    'invalid: too large: 4194305 bytes, at most 4194304 are taken',
  );
});

test('NIP-11 a policy of kinds holds for an event and for one that is repeated in it', () => {
  const misfit = (kind: number, inner?: number) => {
    const content = inner === undefined ? '' : JSON.stringify(signed({ kind: inner }));
    return policyViolation(signed({ kind, content }), 1, { ...POLICY, kinds: KINDS });
  };
  for (const kind of [0, 3, 16]) expect(misfit(kind)).toBeUndefined();
  for (const kind of [4, 15, 17])
    expect(misfit(kind)).toBe(`blocked: events of kind ${kind} are not taken here`);
  expect(misfit(16, 3)).toBeUndefined();
  expect(misfit(16, 4)).toBe('blocked: events of kind 4 are not taken here');
});

test('NIP-11 the size of an event is that of its JSON in UTF-8', () => {
  const event = signed({ content: 'Käse' });
  expect(bytesOf(event)).toBe(Buffer.byteLength(JSON.stringify(event)));
});

test('NIP-11 the information names the limits, and writes are restricted by kinds or accounts', () => {
  const limits = (policy: Partial<typeof POLICY>) =>
    relayInformation('1', { ...POLICY, ...policy })['limitation'];
  expect(limits({})).toEqual({
    max_message_length: 4_194_304,
    max_subscriptions: 100,
    max_filters: 20,
    max_open_filters: 500,
    max_open_values: 60_000,
    max_filter_values: 20_000,
    max_filter_tags: 16,
    max_limit: 1_000,
    max_subid_length: 64,
    max_event_tags: 16_384,
    max_content_length: 524_288,
    default_limit: 1_000,
    created_at_upper_limit: 900,
    auth_required: false,
    payment_required: false,
    restricted_writes: false,
    max_event_bytes: 4_194_304,
    events_per_minute: { account: 3_000, address: 12_000 },
    bytes_per_day: { account: 268_435_456, address: 2_147_483_648 },
  });
  expect(limits({ publishing: 'allowed' })).toMatchObject({ restricted_writes: true });
  expect(limits({ kinds: KINDS })).toMatchObject({ restricted_writes: true });
});

test('NIP-11 the information names the software and the NIPs, and how long each kind is kept', () => {
  expect(relayInformation('1.2', POLICY)).toMatchObject({
    name: 'Starling',
    software: 'starling',
    version: '1.2',
    supported_nips: [1, 9, 11, 40, 42, 45, 50, 70, 77],
  });
  expect(relayInformation('1', POLICY)).not.toHaveProperty('retention');
  expect(relayInformation('1', { ...POLICY, kinds: KINDS })['retention']).toEqual([
    { kinds: KINDS, time: null },
    {
      kinds: [
        [4, 15],
        [17, 65_535],
      ],
      time: 0,
    },
  ]);
});
