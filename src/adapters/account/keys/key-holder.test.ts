import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { saying } from '../../../../tests/support/views/in-english.ts';
import { generateSeedWords } from 'nostr-tools/nip06';
import { getPublicKey } from 'nostr-tools/pure';
import { encrypt as encryptNip04 } from 'nostr-tools/nip04';
import { decrypt as openLocked, encrypt as lock } from 'nostr-tools/nip49';
import { describe, expect, test } from 'vitest';
import { vectors } from '../../../../tests/support/events/real-events.ts';
import { sealKeys } from '../../../../tests/support/account/test-keys.ts';
import { LOG_N, readLockedKey } from '../../../events/account/keys/locked-key.ts';
import { mnemonicKey, unknownWordPlace } from '../../../events/account/keys/mnemonic.ts';
import { encodeBech32 } from '../../../events/nostr/bech32.ts';
import { bytesOf, hexOf } from '../../../events/core/hex.ts';
import { secretKeyOf } from '../../../events/nostr/nip19.ts';
import { settingsDraft } from '../../../events/account/signing/request-drafts.ts';
import { seconds } from '../../../events/core/time.ts';
import { checkPure } from '../../../events/nostr/verify-pure.ts';
import { deviceSeal } from './device-seal.ts';
import { openKeyHolder } from './key-holder.ts';
import type { KeyAnswer } from './key-worker-protocol.ts';
import { isLong } from '../../../../tests/support/runs.ts';

const SECRET = '67dea2ed018072d675f5415ecfaed7d2597555e202d85b3d65ea4e58d2d92ffa';
const NSEC = 'nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5';
const ME = getPublicKey(bytesOf(SECRET));
const OTHER = getPublicKey(bytesOf('22'.repeat(32)));
const TEMPLATE = {
  kind: 1,
  content: 'hello',
  tags: [['t', 'x']],
  created_at: seconds(1_700_000_000),
};

function start() {
  let count = 0;
  const chance = (size: number) => new Uint8Array(size).fill(++count);
  const seal = deviceSeal(sealKeys().box, {
    subtle: crypto.subtle,
    getRandomValues: crypto.getRandomValues.bind(crypto),
  });
  return openKeyHolder({
    chance,
    seal,
    mnemonicKey: async () => mnemonicKey,
    unknownWordPlace: async () => unknownWordPlace,
    newWords: async () => generateSeedWords(),
  });
}

const codeOf = (answer: KeyAnswer) => (answer.ok ? 'ok' : answer.failure.code);

describe('opening', () => {
  test('ACCOUNT-02 an nsec, hex or mnemonic opens its key and gives the public key only', async () => {
    const ask = start();
    expect(await ask({ do: 'open', key: { from: 'nsec', text: NSEC } })).toEqual({
      ok: true,
      pubkey: ME,
    });
    expect(await ask({ do: 'open', key: { from: 'hex', text: SECRET } })).toEqual({
      ok: true,
      pubkey: ME,
    });
    const text = 'zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong';
    expect(await ask({ do: 'open', key: { from: 'mnemonic', text } })).toEqual({
      ok: true,
      pubkey: 'ed6b4c4479c2a9a74dc2fb0757163e25dc0a4e13407263952bfc6c56525f5cfd',
    });
  });

  test('ACCOUNT-02 SIGN-07 an invalid key gives invalid-nsec, and invalid words their fault', async () => {
    const ask = start();
    const zero = '0'.repeat(64);
    for (const key of [
      { from: 'nsec' as const, text: '' },
      { from: 'nsec' as const, text: NSEC.slice(0, -1) },
      { from: 'hex' as const, text: zero },
      { from: 'hex' as const, text: 'f'.repeat(64) },
      { from: 'nsec' as const, text: encodeBech32('nsec', bytesOf(zero)) },
    ]) {
      expect(codeOf(await ask({ do: 'open', key })), key.text).toBe('invalid-nsec');
    }
    expect(await ask({ do: 'open', key: { from: 'mnemonic', text: 'zoo '.repeat(12) } })).toEqual({
      ok: false,
      failure: {
        code: 'invalid-nsec',
        detail: saying('Invalid backup words: one of them is wrong, or their order is'),
      },
    });
    const text = `zoo autoo ${'zoo '.repeat(10)}`;
    expect(await ask({ do: 'open', key: { from: 'mnemonic', text } })).toEqual({
      ok: false,
      failure: {
        code: 'invalid-nsec',
        detail: saying('Invalid backup words: word 2 is not in the word list'),
      },
    });
  });

  test('a new key is random and different each time', async () => {
    const ask = start();
    const one = await ask({ do: 'open', key: { from: 'new' } });
    const two = await ask({ do: 'open', key: { from: 'new' } });
    expect(one).toEqual({ ok: true, pubkey: getPublicKey(new Uint8Array(32).fill(1)) });
    expect(two).not.toEqual(one);
  });

  test('ACCOUNT-07 a key of twelve new words exports them with its nsec only while it is open', async () => {
    const ask = start();
    const made = await ask({ do: 'open', key: { from: 'new-words' } });
    const pubkey = made.ok ? (made.pubkey ?? '') : '';
    const exported = await ask({ do: 'export', pubkey });
    const { text = '', words = '' } = exported.ok ? exported : {};
    expect(words.split(' ')).toHaveLength(12);
    expect(hexOf(mnemonicKey(words) ?? new Uint8Array())).toBe(
      hexOf(secretKeyOf(text) ?? new Uint8Array(1)),
    );
    await ask({ do: 'close', pubkey });
    expect(codeOf(await ask({ do: 'export', pubkey }))).toBe('sign-no-nsec');
    // opened by its nsec it is the same key, without its words
    expect(await ask({ do: 'open', key: { from: 'nsec', text } })).toEqual({ ok: true, pubkey });
    expect(await ask({ do: 'export', pubkey })).toEqual({ ok: true, text });
  });

  test('E-30 an ncryptsec opens with its password; one that was locked too weakly is locked again', async () => {
    const { cases } = vectors<{
      cases: {
        group: string;
        password: string;
        private_key: string;
        ncryptsec: string;
        key_security_byte: 0 | 1 | 2;
      }[];
    }>('nip49.json');
    const [weak] = cases;
    const ask = start();
    if (!weak) throw new Error('no case');
    const answer = await ask({
      do: 'open',
      key: { from: 'locked', ncryptsec: weak.ncryptsec, pin: weak.password },
    });
    const text = answer.ok ? (answer.text ?? '') : '';
    expect(readLockedKey(text)).toEqual({ logN: LOG_N, security: weak.key_security_byte });
    expect(hexOf(openLocked(text, weak.password))).toBe(weak.private_key);
  });

  test('E-30 a lock costs LOG_N, and the worker sets no other cost', async () => {
    const ask = start();
    await ask({ do: 'open', key: { from: 'hex', text: SECRET } });
    const answer = await ask({ do: 'lock', pubkey: ME, pin: '1234' });
    expect(readLockedKey(answer.ok ? (answer.text ?? '') : '')).toEqual({
      logN: LOG_N,
      security: 0,
    });
    expect(readFileSync(join(import.meta.dirname, 'key.worker.ts'), 'utf8')).not.toContain('logN');
  });

  test('E-31 a wrong or empty password opens nothing', async () => {
    const ask = start();
    const ncryptsec = lock(bytesOf(SECRET), 'right', 1, 2);
    for (const pin of ['wrong', ''])
      expect(codeOf(await ask({ do: 'open', key: { from: 'locked', ncryptsec, pin } }))).toBe(
        'invalid-nsec',
      );
    expect(codeOf(await ask({ do: 'sign', pubkey: ME, template: TEMPLATE }))).toBe('sign-no-nsec');
  });

  test('TRUST-05 a key that this device sealed opens for its account only; the stored text hides it', async () => {
    const ask = start();
    await ask({ do: 'open', key: { from: 'nsec', text: NSEC } });
    const answer = await ask({ do: 'seal', pubkey: ME });
    const sealed = answer.ok ? (answer.text ?? '') : '';
    expect(Buffer.from(sealed.slice(2), 'base64').toString('hex')).not.toContain(
      SECRET.slice(0, 16),
    );
    expect(await ask({ do: 'open', key: { from: 'sealed', pubkey: ME, sealed } })).toEqual({
      ok: true,
      pubkey: ME,
    });
    expect(codeOf(await ask({ do: 'open', key: { from: 'sealed', pubkey: OTHER, sealed } }))).toBe(
      'invalid-nsec',
    );
    expect(codeOf(await start()({ do: 'open', key: { from: 'sealed', pubkey: ME, sealed } }))).toBe(
      'invalid-nsec',
    );
    for (const junk of [
      '',
      '2:',
      '2:AAAA',
      `1:${sealed.slice(2)}`,
      `3:${sealed.slice(2)}`,
      sealed.slice(0, -4),
    ]) {
      expect(
        codeOf(await ask({ do: 'open', key: { from: 'sealed', pubkey: ME, sealed: junk } })),
        junk,
      ).toBe('invalid-nsec');
    }
  });
});

describe('using', () => {
  test('SIGN-03 signs the given event, and its signature verifies', async () => {
    const ask = start();
    await ask({ do: 'open', key: { from: 'nsec', text: NSEC } });
    const answer = await ask({ do: 'sign', pubkey: ME, template: TEMPLATE });
    const event = answer.ok ? answer.event : undefined;
    expect(event).toMatchObject({ ...TEMPLATE, pubkey: ME });
    expect(event && checkPure(event)).toBe(true);
    expect(event && (await ask({ do: 'verify', event }))).toEqual({ ok: true, event });
    expect(event && codeOf(await ask({ do: 'verify', event: { ...event, content: 'x' } }))).toBe(
      'event-sig-not-verified',
    );
  });

  test('SIGN-04 encrypts and decrypts by both schemes', async () => {
    const ask = start();
    await ask({ do: 'open', key: { from: 'nsec', text: NSEC } });
    await ask({ do: 'open', key: { from: 'hex', text: '22'.repeat(32) } });
    for (const scheme of ['nip04', 'nip44'] as const) {
      const made = await ask({ do: 'encrypt', scheme, pubkey: ME, peer: OTHER, text: 'héllo' });
      const text = made.ok ? (made.text ?? '') : '';
      expect(await ask({ do: 'decrypt', scheme, pubkey: OTHER, peer: ME, text })).toEqual({
        ok: true,
        text: 'héllo',
      });
      expect(
        codeOf(await ask({ do: 'decrypt', scheme, pubkey: OTHER, peer: ME, text: 'junk' })),
      ).toBe('bad-cipher');
      expect(
        codeOf(await ask({ do: 'encrypt', scheme, pubkey: ME, peer: 'junk', text: 'x' })),
      ).toBe('bad-cipher');
    }
  });

  test.runIf(isLong)(
    'SIGN-04 encrypts for a hundred peers with their shared keys; a closed key answers none',
    async () => {
      const ask = start();
      await ask({ do: 'open', key: { from: 'nsec', text: NSEC } });
      const letters = Array.from({ length: 100 }, (_, at) => {
        const key = bytesOf((at + 1).toString(16).padStart(64, '0'));
        return { peer: getPublicKey(key), text: encryptNip04(key, ME, `letter ${at}`) };
      });
      for (const round of [letters, letters.toReversed()])
        for (const { peer, text } of round)
          expect(await ask({ do: 'decrypt', scheme: 'nip04', pubkey: ME, peer, text })).toEqual({
            ok: true,
            text: `letter ${letters.findIndex((one) => one.peer === peer)}`,
          });
      await ask({ do: 'close', pubkey: ME });
      const [{ peer, text } = { peer: '', text: '' }] = letters;
      expect(codeOf(await ask({ do: 'decrypt', scheme: 'nip04', pubkey: ME, peer, text }))).toBe(
        'decrypt-no-nsec',
      );
    },
  );

  test('E-33 SIGN-02 without a key nothing happens: sign-no-nsec, encrypt-no-nsec, decrypt-no-nsec', async () => {
    const ask = start();
    await ask({ do: 'open', key: { from: 'hex', text: '22'.repeat(32) } });
    const cipher = { scheme: 'nip44' as const, pubkey: ME, peer: OTHER, text: 'x' };
    expect(codeOf(await ask({ do: 'sign', pubkey: ME, template: TEMPLATE }))).toBe('sign-no-nsec');
    expect(codeOf(await ask({ do: 'encrypt', ...cipher }))).toBe('encrypt-no-nsec');
    expect(codeOf(await ask({ do: 'decrypt', ...cipher }))).toBe('decrypt-no-nsec');
    for (const task of ['export', 'seal'] as const)
      expect(codeOf(await ask({ do: task, pubkey: ME }))).toBe('sign-no-nsec');
  });

  test('a key is wiped when its last holder has closed it', async () => {
    const ask = start();
    for (let i = 0; i < 2; i++) await ask({ do: 'open', key: { from: 'nsec', text: NSEC } });
    const sign = async () => codeOf(await ask({ do: 'sign', pubkey: ME, template: TEMPLATE }));
    await ask({ do: 'close', pubkey: ME });
    expect(await sign()).toBe('ok');
    await ask({ do: 'close', pubkey: ME });
    expect(await sign()).toBe('sign-no-nsec');
    await ask({ do: 'close', pubkey: ME });
    await ask({ do: 'open', key: { from: 'nsec', text: NSEC } });
    expect(await sign()).toBe('ok');
  });
});

test('E-32 TRUST-05 of all tasks only export returns the key, and exactly the key', async () => {
  const ask = start();
  const answers: KeyAnswer[] = [
    await ask({ do: 'open', key: { from: 'nsec', text: NSEC } }),
    await ask({ do: 'seal', pubkey: ME }),
    await ask({ do: 'lock', pubkey: ME, pin: '1234' }),
    await ask({ do: 'sign', pubkey: ME, template: TEMPLATE }),
    await ask({ do: 'encrypt', scheme: 'nip04', pubkey: ME, peer: OTHER, text: 'x' }),
    await ask({ do: 'open', key: { from: 'nsec', text: `${NSEC}x` } }),
    await ask({ do: 'open', key: { from: 'hex', text: `${SECRET}0` } }),
  ];
  expect(JSON.stringify(answers)).not.toMatch(
    new RegExp(`${NSEC.slice(4, 30)}|${SECRET.slice(0, 20)}`),
  );
  expect(await ask({ do: 'export', pubkey: ME })).toEqual({ ok: true, text: NSEC });
});

test('INV-IDENTITY a key that unseals to another account is not opened', async () => {
  const open = () => Promise.resolve(bytesOf('22'.repeat(32)));
  const seal = { seal: () => Promise.resolve(''), open, forget: () => Promise.resolve() };
  const ask = openKeyHolder({
    chance: (size) => new Uint8Array(size).fill(1),
    seal,
    mnemonicKey: async () => mnemonicKey,
    unknownWordPlace: async () => unknownWordPlace,
    newWords: async () => generateSeedWords(),
  });
  expect(
    codeOf(await ask({ do: 'open', key: { from: 'sealed', pubkey: ME, sealed: '2:x' } })),
  ).toBe('invalid-nsec');
  for (const pubkey of [ME, OTHER])
    expect(codeOf(await ask({ do: 'sign', pubkey, template: TEMPLATE }))).toBe('sign-no-nsec');
  expect(await ask({ do: 'open', key: { from: 'sealed', pubkey: OTHER, sealed: '2:x' } })).toEqual({
    ok: true,
    pubkey: OTHER,
  });
});

test('a failed seal is reported, and the key stays valid', async () => {
  const seal = {
    seal: () => Promise.reject(new Error(SECRET)),
    open: () => Promise.reject(new Error(SECRET)),
    forget: () => Promise.reject(new Error(SECRET)),
  };
  const ask = openKeyHolder({
    chance: (size) => new Uint8Array(size).fill(1),
    seal,
    mnemonicKey: () => Promise.reject(new Error('offline')),
    unknownWordPlace: async () => unknownWordPlace,
    newWords: () => Promise.reject(new Error('offline')),
  });
  await ask({ do: 'open', key: { from: 'nsec', text: NSEC } });
  const answers = [
    await ask({ do: 'seal', pubkey: ME }),
    await ask({ do: 'open', key: { from: 'sealed', pubkey: ME, sealed: 'x' } }),
    await ask({ do: 'open', key: { from: 'mnemonic', text: 'zoo' } }),
    await ask({ do: 'reseal', pubkey: ME, sealed: 'x' }),
    await ask({ do: 'forget', pubkey: ME }),
  ];
  expect(answers.map(codeOf)).toEqual(Array(5).fill('not-secure-env'));
  expect(JSON.stringify(answers)).not.toContain(SECRET);
});

describe('BEYOND-03 TRUST-05 a sealed key that stays closed', () => {
  const sealedKey = async () => {
    const ask = start();
    await ask({ do: 'open', key: { from: 'nsec', text: NSEC } });
    const answer = await ask({ do: 'seal', pubkey: ME });
    await ask({ do: 'close', pubkey: ME });
    return { ask, sealed: answer.ok ? (answer.text ?? '') : '' };
  };
  const reading = { ...settingsDraft(), created_at: seconds(1_700_000_000) };

  test('signs reads of the own settings, and does nothing else before, meanwhile or after', async () => {
    const { ask, sealed } = await sealedKey();
    const signing = ask({ do: 'read', pubkey: ME, sealed, template: reading });
    const meanwhile = await ask({ do: 'sign', pubkey: ME, template: TEMPLATE });
    const answer = await signing;
    expect(answer).toMatchObject({
      ok: true,
      event: { pubkey: ME, kind: 30_078, content: reading.content },
    });
    expect([meanwhile, await ask({ do: 'export', pubkey: ME })].map(codeOf)).toEqual([
      'sign-no-nsec',
      'sign-no-nsec',
    ]);
  });

  test('does not sign other events, events of another account, or damaged events', async () => {
    const { ask, sealed } = await sealedKey();
    const save = { ...reading, tags: [['d', 'Starling', 'set_app_settings']] };
    expect(codeOf(await ask({ do: 'read', pubkey: ME, sealed, template: TEMPLATE }))).toBe(
      'event_not_signed',
    );
    expect(codeOf(await ask({ do: 'read', pubkey: ME, sealed, template: save }))).toBe(
      'event_not_signed',
    );
    expect(codeOf(await ask({ do: 'read', pubkey: OTHER, sealed, template: reading }))).toBe(
      'invalid-nsec',
    );
    expect(
      codeOf(await ask({ do: 'read', pubkey: ME, sealed: sealed.slice(0, -4), template: reading })),
    ).toBe('invalid-nsec');
  });
});
