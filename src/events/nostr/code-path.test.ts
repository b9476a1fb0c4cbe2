import { nip19 } from 'nostr-tools';
import { expect, test } from 'vitest';
import { secretKey } from '../../../tests/support/events/signed.ts';
import { pathOfCode } from './code-path.ts';

const KEY = 'a'.repeat(64);
const CODES = [
  [nip19.npubEncode(KEY), '/p/'],
  [nip19.nprofileEncode({ pubkey: KEY }), '/p/'],
  [nip19.noteEncode(KEY), '/e/'],
  [nip19.neventEncode({ id: KEY }), '/e/'],
  [nip19.naddrEncode({ kind: 39_089, pubkey: KEY, identifier: 'pack' }), '/a/'],
] as const;

test('ROUTE-04 a bare code has the path of its screen, also after nostr:', () => {
  for (const [code, path] of CODES) {
    expect(pathOfCode(code)).toBe(`${path}${code}`);
    expect(pathOfCode(`nostr:${code}`)).toBe(`${path}${code}`);
  }
});

test('ROUTE-16 a name, a broken code and a secret key have no such path', () => {
  const secret = nip19.nsecEncode(secretKey(1));
  const [[code]] = CODES;
  for (const text of ['', 'ada', 'npub1', `${code}q`, secret, `nostr:${secret}`])
    expect(pathOfCode(text)).toBeUndefined();
});
