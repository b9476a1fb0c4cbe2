import { describe, expect, test } from 'vitest';
import {
  deviceOf,
  HOME,
  ME,
  opening,
  signing,
  startDevices,
} from '../../../../tests/support/account/devices-machine.ts';
import type { DeviceCall } from '../../../events/account/devices/device-request.ts';
import { EVERYDAY, readAsked, readPermits } from '../../../events/account/devices/permits.ts';
import { secretOf } from '../../../events/account/keys/secret.ts';
import { seconds } from '../../../events/core/time.ts';

const NOW = 1_700_000_000;

describe('ACCOUNT-23 TRUST-07 a permit lists its actions', () => {
  const PERILOUS = [0, 2, 3, 4, 5, 13, 20, 40, 62, 1059, 1068, 1984, 7375, 7376, 9321, 9734, 9735];
  const kinds = [
    ...PERILOUS,
    10_000,
    10_002,
    10_019,
    13_194,
    17_375,
    19_999,
    22_242,
    23_194,
    24_133,
    24_242,
    27_235,
  ];
  const addressed = [30_000, 30_023, 30_078, 31_234, 34_550, 39_999, 40_000];

  test('every kind outside the list needs a question, even if an earlier version stored it', () => {
    const all = [...kinds, ...addressed];
    const kept = readPermits({ everyday: true, kinds: all, ciphers: [] });
    for (const kind of all) {
      const it = startDevices([deviceOf('1', kept)]);
      it.ask('a', signing(kind));
      expect([kind, it.asked(), it.requests()]).toEqual([kind, ['a'], []]);
      it.decide('a', 'always');
      it.signed('a');
      it.ask('b', signing(kind));
      expect([kind, it.asked()]).toEqual([kind, ['a', 'b']]);
    }
  });

  test('a device with sign_event but no kind is asked about, and so is each kind that it named', () => {
    const it = startDevices([deviceOf('1', readAsked('sign_event,sign_event:5,sign_event:10002'))]);
    it.ask('a', signing(1));
    it.decide('a', 'once');
    it.ask('b', signing(5));
    expect(it.asked()).toEqual(['a', 'b']);
  });

  test('text that the account encrypted to itself needs a question each time, other text does not', () => {
    const it = startDevices([deviceOf('1', { ciphers: ['nip04_decrypt', 'nip44_decrypt'] })]);
    it.ask('other', opening());
    it.settle('other', { ok: true, text: 'hello' });
    for (const method of ['nip04_decrypt', 'nip44_decrypt'] as const)
      it.ask(method, { do: 'cipher', method, peer: ME, text: secretOf('a wallet') });
    expect([it.asked(), it.requests().map(({ id }) => id)]).toEqual([['nip04_decrypt'], ['other']]);
    it.decide('nip04_decrypt', 'always');
    expect(it.connection.told().some(({ type }) => type === 'devicePort.permit')).toBe(false);
  });

  test('a proof for the caching service is refused and logged without a question', () => {
    const it = startDevices([deviceOf('1', { kinds: EVERYDAY })]);
    const tags = [
      ['relay', HOME],
      ['challenge', 'c'],
      ['d', 'Starling', 'direct_messages'],
    ];
    it.ask('a', {
      do: 'sign',
      template: { kind: 30_078, content: '', tags, created_at: seconds(9) },
    });
    expect([it.asked(), it.requests(), it.answers()]).toEqual([
      [],
      [],
      [['a', { error: 'refused' }]],
    ]);
    expect(it.context().devices[0]?.log).toMatchObject([
      { ref: 'a', came: 'refused', deed: { kind: 30_078 } },
    ]);
  });

  const post = (kind: number, fields: { tags?: string[][]; at?: number }): DeviceCall => ({
    do: 'sign',
    template: {
      kind,
      content: '+',
      tags: fields.tags ?? [],
      created_at: seconds(fields.at ?? NOW),
    },
  });

  test.each([
    ['whose zaps go to somebody else', { tags: [['zap', 'c'.repeat(64), 'wss://r.example', '1']] }],
    ['dated a year ahead', { at: NOW + 31_536_000 }],
    ['dated a day back', { at: NOW - 86_400 }],
  ])('a permitted post %s needs a question each time', (_, fields) => {
    for (const kind of EVERYDAY) {
      const it = startDevices([deviceOf('1', { kinds: EVERYDAY })]);
      it.later(NOW);
      it.ask('plain', post(kind, {}));
      it.ask('odd', post(kind, fields));
      expect([kind, it.asked(), it.requests().map(({ id }) => id)]).toEqual([
        kind,
        ['odd'],
        ['plain'],
      ]);
      it.decide('odd', 'always');
      expect(it.connection.told().some(({ type }) => type === 'devicePort.permit')).toBe(false);
    }
  });
});
