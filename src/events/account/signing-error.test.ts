import { expect, test } from 'vitest';
import { SIGNING_ERRORS, signingFailure } from './signing-error.ts';

test('SIGN-02 the error codes are exactly these, each with words for people', () => {
  const listed =
    'no_nostr_extension, no_webln_extension, event_not_signed, invalid-nsec, pubkey-no-nsec, encrypt-no-nsec, decrypt-no-nsec, sign-no-nsec, event-sig-not-verified, not-secure-env, bad-cipher, no_socket';
  expect(Object.keys(SIGNING_ERRORS).toSorted()).toEqual(listed.split(', ').toSorted());
  expect(Object.values(SIGNING_ERRORS).filter((text) => text.length < 10 || /[_-]no|_/.test(text))).toEqual([]);
  expect(SIGNING_ERRORS['invalid-nsec']).toBe('Please enter a valid Nostr private key');
  expect(SIGNING_ERRORS.no_nostr_extension).toBe('Nostr extension is required to send events');
});

test('a failure carries the words of its code, or more exact ones', () => {
  expect(signingFailure('bad-cipher')).toEqual({ code: 'bad-cipher', text: SIGNING_ERRORS['bad-cipher'] });
  expect(signingFailure('bad-cipher', 'other').text).toBe('other');
});
