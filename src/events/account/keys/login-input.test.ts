import fc from 'fast-check';
import { expect, test } from 'vitest';
import { vectors } from '../../../../tests/support/events/real-events.ts';
import { keyInFile, readLoginInput } from './login-input.ts';

const HEX = '67dea2ed018072d675f5415ecfaed7d2597555e202d85b3d65ea4e58d2d92ffa';
const NSEC = 'nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5';
const NPUB = 'npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg';
const WORDS = 'zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong';

test('ACCOUNT-02 an nsec is recognised in either case and with white space around it, and wrapped at once', () => {
  for (const typed of [NSEC, NSEC.toUpperCase(), `\n ${NSEC}\t`]) {
    const read = readLoginInput(typed);
    expect(read.type).toBe('key');
    if (read.type === 'key') expect(read.nsec.reveal()).toBe(typed.trim());
    expect(JSON.stringify(read)).not.toMatch(/nsec1vl/i);
  }
});

test('ACCOUNT-02 an npub, alone or as a uri, and an nprofile are read-only', () => {
  const pubkey = '7e7e9c42a91bfef19fa929e5fda1b72e0ebc1a4c1141673e2794234d86addf4e';
  expect(readLoginInput(NPUB)).toEqual({ type: 'public', pubkey });
  expect(readLoginInput(`nostr:${NPUB}`)).toEqual({ type: 'public', pubkey });
});

test('ACCOUNT-02 bare hex may be either key, so it is wrapped like a secret key', () => {
  for (const typed of [HEX, HEX.toUpperCase()]) {
    const read = readLoginInput(typed);
    expect(read.type === 'hex' && read.hex.reveal()).toBe(HEX);
    expect(JSON.stringify(read)).not.toContain(HEX);
  }
});

test('ACCOUNT-02 bunker uris, offers and mnemonics are recognised as such', () => {
  expect(readLoginInput(`bunker://${HEX}?relay=wss://r.example`)).toMatchObject({
    type: 'bunker',
    pointer: { pubkey: HEX },
  });
  expect(readLoginInput(`nostrconnect://${HEX}?relay=wss://r.example&secret=x`)).toEqual({
    type: 'offer',
  });
  const read = readLoginInput(` ${WORDS.toUpperCase()} `);
  expect(read.type === 'mnemonic' && read.words.reveal()).toBe(WORDS);
});

test('ACCOUNT-02 a signer link without a valid key or a usable relay is recognised as such', () => {
  for (const typed of [
    'bunker://',
    ' Bunker://abc ',
    `bunker://${HEX}`,
    `bunker://${HEX}?relay=http://r.example`,
    `bunker://${HEX.slice(1)}?relay=wss://r.example`,
    `bunker://${HEX}?relay=wss://r.example&secret=${'x'.repeat(4_000)}`,
  ])
    expect(readLoginInput(typed), typed).toEqual({ type: 'brokenLink' });
  expect(readLoginInput('bunker:abc')).toEqual({ type: 'invalid' });
});

test('ACCOUNT-02 a public address is recognised; text that only looks similar is not', () => {
  for (const typed of ['zoe@example.com', ' _@b.example ', 'Zoë@münchen.de'])
    expect(readLoginInput(typed), typed).toEqual({ type: 'address' });
  for (const typed of ['zoe@example', '@example.com', 'a b@example.com', 'https://a@b.example'])
    expect(readLoginInput(typed), typed).toEqual({ type: 'invalid' });
});

test('SIGN-07 words of a wrong number are distinguished from an invalid key', () => {
  for (const typed of [
    'zoo zoo zoo',
    WORDS.slice(0, WORDS.lastIndexOf(' ')),
    `${WORDS} zoo`,
    'zoo '.repeat(500),
  ])
    expect(readLoginInput(typed), typed).toMatchObject({ type: 'words' });
  for (const typed of ['zoo zoo', 'zoo 1 zoo', `zoo zoo ${HEX}`])
    expect(readLoginInput(typed), typed).toEqual({ type: 'invalid' });
});

test('ACCOUNT-02 an ncryptsec is recognised before its password is known', () => {
  const { cases } = vectors<{ cases: { group: string; ncryptsec: string; reason?: string }[] }>(
    'nip49.json',
  );
  for (const { ncryptsec, reason } of cases)
    expect(readLoginInput(ncryptsec)).toEqual(
      reason === 'bech32 checksum' ? { type: 'invalid' } : { type: 'locked', ncryptsec },
    );
});

test('ACCOUNT-02 everything else is invalid: broken keys, keys as uris, notes, words', () => {
  const bad = [
    '',
    ' ',
    'hello',
    NSEC.slice(0, -1),
    `${NSEC}x`,
    `nostr:${NSEC}`,
    NSEC.replace('v', 'V'),
    HEX.slice(1),
    `${HEX}0`,
    'note1fntxtkcy9pjwucqwa9mddn7v03wwwsu9j330jj350nvhpky2tuaspk6nqc',
    'zoo zoo',
  ];
  for (const typed of bad) expect(readLoginInput(typed), typed).toEqual({ type: 'invalid' });
});

test('ACCOUNT-02 numbered words are a mnemonic; with a wrong number they are not, in a file either', async () => {
  const numbered = WORDS.split(' ').map((word, at) => `${at + 1}. ${word}`);
  for (const end of [' ', '\n', '\t']) {
    const read = readLoginInput(numbered.join(end));
    expect(read.type === 'mnemonic' && read.words.reveal()).toBe(WORDS);
  }
  const wrong = numbered.with(2, '2. zoo').join('\n');
  expect(readLoginInput(wrong)).toEqual({ type: 'misnumbered', place: 3 });
  for (const text of [numbered.join('\n'), wrong])
    expect((await keyInFile(new Blob([text])))?.reveal()).toBe(text);
});

test('ACCOUNT-02 any text is read without an error', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
      expect(['invalid', 'words', 'misnumbered']).toContain(readLoginInput(typed).type);
    }),
  );
});

test('SIGN-07 words of a wrong number are counted', () => {
  for (const count of [3, 11, 13, 25])
    expect(readLoginInput('abandon '.repeat(count))).toEqual({ type: 'words', count });
});

test('ACCOUNT-02 a file that was saved as text gives its key; another file gives none', async () => {
  for (const text of [NSEC, WORDS])
    expect((await keyInFile(new Blob([`${text}\n`])))?.reveal()).toBe(`${text}\n`);
  for (const text of [NPUB, 'STARLING\u0001', 'a list of words', `${WORDS}${' '.repeat(5_000)}`])
    expect(await keyInFile(new Blob([text])), text).toBeUndefined();
});
