import { describe, expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fakeAsker, request } from '../../../../tests/support/account/fake-signer.ts';
import { A, B, startSession } from '../../../../tests/support/account/session-world.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import type { Account } from '../../../events/account/account.ts';
import {
  markReadQuery,
  membershipQuery,
  privateQuery,
  rateQuery,
  reportQuery,
  saveSettingsQuery,
  saveSubsettingsQuery,
  lastSeenQuery,
  settingsQuery,
  subsettingsQuery,
} from '../../../events/account/signing/signed-query.ts';
import type { EventTemplate } from '../../../events/account/signing/signed-answer.ts';
import { pressed } from '../../../events/nostr/ours.ts';

const extension: Account = { pubkey: A, method: 'extension' };
const withPin: Account = { pubkey: B, method: 'key', lock: 'pin' };
const onDevice: Account = { pubkey: B, method: 'key', lock: 'device' };
const inPage: Account = { pubkey: B, method: 'key', lock: 'page' };
const OTHER_PRIVILEGED = [
  saveSettingsQuery('{}'),
  saveSubsettingsQuery('user-home-feeds', '[]'),
  markReadQuery(undefined),
  membershipQuery(B),
  rateQuery('USD'),
  reportQuery(A, 'somebody'),
  privateQuery('wss://here.example', undefined, { verb: 'get_directmsgs', payload: {} }),
];

const asQuiet = (asked: ReturnType<typeof request>) =>
  asked.type === 'sign.request' ? { ...asked, request: { ...asked.request, quiet: true } } : asked;
const READINGS: readonly EventTemplate[] = [
  settingsQuery().draft,
  ...(['user-home-feeds', 'user-reads-feeds', 'user-nwc'] as const).map(
    (subkey) => subsettingsQuery(subkey).draft,
  ),
  lastSeenQuery(undefined).draft,
];

describe('BEYOND-03 SETTINGS-01 NOTIF-05 a closed key without a PIN', () => {
  test('it signs own settings reads and the seen marker silently, in order, and stays closed', async () => {
    const world = startSession([onDevice], B);
    const asker = fakeAsker();
    for (const [at, template] of READINGS.entries())
      world.send(
        asQuiet(request(asker.ref, String(at), { do: 'sign', template: pressed(template) }, B)),
      );
    for (const template of READINGS) {
      expect(world.promises.all.at(-1)).toMatchObject({
        port: 'signOwnReading',
        input: { pubkey: B, template },
      });
      await world.promises.answer(trusted({ ...template, pubkey: B }));
      await Promise.resolve();
    }
    expect(asker.settled.map(({ id, outcome }) => [id, outcome.ok])).toEqual(
      READINGS.map((_, at) => [String(at), true]),
    );
    expect([world.where(), world.signer.prompts, world.signer.lives]).toEqual([
      { present: 'locked' },
      [],
      [],
    ]);
  });

  const OTHER_ACTS = [
    ...OTHER_PRIVILEGED.map(({ draft }) => ({ do: 'sign', template: draft }) as const),
    ...READINGS.flatMap(near).map(
      (template) => ({ do: 'sign', template: pressed(template) }) as const,
    ),
    ...(['encrypt', 'decrypt'] as const).map(
      (act) => ({ do: act, scheme: 'nip44', peer: B, text: 'x' }) as const,
    ),
  ];

  test('it opens for other quiet requests, however similar, and the key then stays open', async () => {
    for (const act of OTHER_ACTS) {
      const world = startSession([onDevice], B);
      world.send(asQuiet(request(fakeAsker().ref, '1', act, B)));
      expect(world.promises.waiting(), JSON.stringify(act)).toEqual(['openDevice']);
      await world.promises.answer(true);
      expect(world.where(), JSON.stringify(act)).toEqual({ present: 'ready' });
    }
  });

  test('it signs, encrypts and decrypts nothing for a request that leaves a closed key closed', () => {
    for (const act of OTHER_ACTS) {
      const world = startSession([onDevice], B);
      const asker = fakeAsker();
      const asked = asQuiet(request(asker.ref, '1', act, B));
      if (asked.type !== 'sign.request') throw new Error('not a request');
      world.send({ ...asked, request: { ...asked.request, onlyIfOpen: true } });
      expect(
        [world.promises.waiting(), asker.settled.map(({ outcome }) => outcome.ok), world.where()],
        JSON.stringify(act),
      ).toEqual([[], [false], { present: 'locked' }]);
    }
  });

  test('INV-SCOPE it reads nothing for another account, and with a PIN nothing at all', () => {
    const [template] = READINGS;
    if (!template) throw new Error('nothing is read');
    for (const [account, pubkey] of [
      [onDevice, A],
      [withPin, B],
      [inPage, B],
    ] as const) {
      const world = startSession([account], B);
      const asker = fakeAsker();
      world.send(
        asQuiet(request(asker.ref, '1', { do: 'sign', template: pressed(template) }, pubkey)),
      );
      expect([world.promises.waiting(), asker.settled.map(({ outcome }) => outcome.ok)]).toEqual([
        [],
        [false],
      ]);
    }
  });

  test('INV-QUEUE waiting requests are settled once when the account leaves or they are cancelled', () => {
    const [first, second] = READINGS;
    if (!first || !second) throw new Error('nothing is read');
    const world = startSession([onDevice, extension], B);
    const asker = fakeAsker();
    world.send(asQuiet(request(asker.ref, '1', { do: 'sign', template: pressed(first) }, B)));
    world.send(asQuiet(request(asker.ref, '2', { do: 'sign', template: pressed(second) }, B)));
    world.send({ type: 'sign.cancel', id: '2', from: asker.ref });
    world.send({ type: 'session.switch', pubkey: A });
    elapse(world.clock, 2_000, 100);
    expect(asker.settled.map(({ id, outcome }) => [id, outcome.ok])).toEqual([
      ['2', false],
      ['1', false],
    ]);
    expect([world.where(), world.promises.waiting()]).toEqual([{ present: 'ready' }, []]);
  });
});

/** Return copies of the template, each with one change. */
function near(template: EventTemplate): readonly EventTemplate[] {
  const { kind, content, tags } = template;
  const [, name = '', purpose = ''] = tags[0] ?? [];
  return [
    { kind: 1, content, tags },
    { kind: 30_023, content, tags },
    { kind, content: `${content} `, tags },
    { kind, content: '{"theme":"ice"}', tags },
    { kind, content, tags: [] },
    { kind, content, tags: [...tags, ['p', A]] },
    { kind, content, tags: [['d', name, `${purpose}_2`]] },
    { kind, content, tags: [['d', 'another app', purpose]] },
    {
      kind,
      content,
      tags: [
        [
          'd',
          name,
          purpose.startsWith('get_') ? purpose.replace('get_', 'set_') : `set_${purpose}`,
        ],
      ],
    },
  ];
}
