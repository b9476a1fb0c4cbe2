import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seconds } from '../../core/time.ts';
import { type Device, LONGEST_LOG, plainLine, readDevice, readLog, withLog } from './device.ts';
import { bunkerUrl, readBunkerUrl } from '../signing/remote-signing.ts';
import { NO_PERMITS } from './permits.ts';
import { pressed } from '../../nostr/ours.ts';

const KEY = 'a1'.repeat(32);
const DEVICE: Device = {
  id: KEY,
  client: 'b2'.repeat(32),
  name: 'Phone',
  url: 'https://x.example',
  relays: [pressed('wss://r.example')],
  asked: { kinds: [7], ciphers: ['nip44_encrypt'] },
  permits: NO_PERMITS,
  since: seconds(5),
  log: [],
};

test('a stored device reads back without its permits; a corrupt one is skipped', () => {
  expect(
    readDevice(JSON.parse(JSON.stringify({ ...DEVICE, permits: { kinds: [1] }, log: [1] }))),
  ).toEqual(DEVICE);
  for (const change of [{ id: 'x' }, { client: 7 }, { relays: [] }, { relays: ['javascript:1'] }])
    expect(readDevice({ ...DEVICE, ...change })).toBeUndefined();
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(readDevice(value)).toBeUndefined();
    }),
  );
});

test('ACCOUNT-23 sign_event without a kind, stored by an earlier version, no longer means everyday posts', () => {
  const asked = { everyday: true, kinds: [0, 7], ciphers: ['nip44_encrypt'] };
  expect(readDevice({ ...DEVICE, asked })?.asked).toEqual({
    kinds: [7],
    ciphers: ['nip44_encrypt'],
  });
});

test('a log is read entry by entry, the last first, up to its maximum length', () => {
  const entry = { at: seconds(5), deed: { kind: 1 }, came: 'done', ref: 'r' } as const;
  expect(
    readLog([
      entry,
      { ...entry, deed: { kind: -1 } },
      { ...entry, came: 'x' },
      null,
      { ...entry, deed: { cipher: 'nip04_decrypt' } },
    ]),
  ).toEqual([entry, { ...entry, deed: { cipher: 'nip04_decrypt' } }]);
  for (const junk of [undefined, null, 'x', {}]) expect(readLog(junk)).toEqual([]);
  const long = Array.from({ length: 30 }, () => entry).reduce(
    (device) => withLog(device, [entry, entry, entry, entry]),
    DEVICE,
  );
  expect(long.log).toHaveLength(LONGEST_LOG);
});

test('a name of any form is shortened to one line', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.integer({ min: 1, max: 40 }),
      (text, times) => {
        const line = plainLine(text.repeat(times));
        expect([line.length <= 120, line.isWellFormed(), /\p{Cc}/u.test(line)]).toEqual([
          true,
          true,
          false,
        ]);
      },
    ),
  );
  for (const junk of [undefined, null, 7, {}, []]) expect(plainLine(junk)).toBe('');
});

test('BEYOND-12 the address of a signer (bunker://) reads back as it was built', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
      fc.uniqueArray(fc.domain(), { minLength: 1, maxLength: 3 }),
      (secret, hosts) => {
        const relays = hosts.map((host) => `wss://${host}`);
        const read = readBunkerUrl(bunkerUrl({ pubkey: KEY, relays, secret }));
        expect([read?.pubkey, read?.relays, read?.secret?.reveal()]).toEqual([KEY, relays, secret]);
      },
    ),
  );
});
