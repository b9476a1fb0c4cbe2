import { expect, test } from 'vitest';
import { inEnglish } from '../../../../tests/support/views/in-english.ts';
import {
  SIGNING_CODES,
  SIGNING_DETAILS,
  SIGNING_TOLD,
  signingFailure,
  signingMessage,
} from './signing-error.ts';

test('SIGN-02 the error codes are exactly these, and each has a text for users', () => {
  const listed =
    'no_nostr_extension, no_webln_extension, event_not_signed, invalid-nsec, pubkey-no-nsec, encrypt-no-nsec, decrypt-no-nsec, sign-no-nsec, event-sig-not-verified, not-secure-env, bad-cipher, no_socket';
  expect(SIGNING_CODES.toSorted()).toEqual(listed.split(', ').toSorted());
  const words = SIGNING_CODES.map((code) => inEnglish({ code }) ?? '');
  expect(words.filter((text) => text.length < 10 || /[_-]no|_/.test(text))).toEqual([]);
  expect(inEnglish({ code: 'invalid-nsec' })).toBe('Please enter a valid Nostr private key');
  expect(inEnglish({ code: 'no_nostr_extension' })).toBe(
    'Nostr extension is required to send events',
  );
});

test('a failure is shown as its detail if there is one, otherwise as its code', () => {
  expect(signingFailure('bad-cipher')).toEqual({ code: 'bad-cipher' });
  expect(signingMessage(signingFailure('bad-cipher'))).toEqual({ code: 'bad-cipher' });
  expect(signingMessage(signingFailure('bad-cipher', { code: 'key.form' }))).toEqual({
    code: 'key.form',
  });
});

test('SIGN-02 every detail that a stored log may hold stays known', () => {
  const known = {
    account: ['other', 'unbidden', 'left', 'signedOut'],
    act: ['signIn'],
    archive: ['noKey'],
    extension: ['silent', 'noPubkey', 'refused'],
    key: [
      'left',
      'erased',
      'unreadable',
      'unopened',
      'locked',
      'inText',
      'offer',
      'brokenLink',
      'address',
      'words',
      'password',
      'form',
      'noWorker',
    ],
    passkey: ['cancelled', 'failed'],
    pin: ['missing', 'unasked'],
    remote: ['unpaired', 'removed', 'givenUp', 'proxied', 'unclear', 'noPubkey'],
    signer: ['cancelled', 'silent', 'failed', 'slow'],
  };
  const codes = Object.entries(known).flatMap(([of, names]) =>
    names.map((name) => `${of}.${name}`),
  );
  expect(SIGNING_DETAILS.toSorted()).toEqual(codes.toSorted());
  expect(SIGNING_TOLD).toEqual(['extension.refusedFor', 'extension.lacks', 'remote.refused']);
});
