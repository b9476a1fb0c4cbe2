import fc from 'fast-check';
import { expect, test } from 'vitest';
import { vectors } from '../../../tests/support/data.ts';
import { signed } from '../../../tests/support/signed.ts';
import type { SignedEvent } from '../event.ts';
import { KIND } from '../kinds.ts';
import { checkPure } from '../verify-pure.ts';
import { verifyWith } from '../verify.ts';
import { authorizationOf, readAuthorization } from './http-auth.ts';

const verify = verifyWith(checkPure);
const NOW = 1_700_000_000;

test('MEDIA-02 a header is base64 for NIP-98, and base64url without padding for Blossom (BUD-11); both are read in either form', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 12 }), fc.constantFrom(KIND.HttpAuth, KIND.BlossomAuth), (content, kind) => {
      const event = { ...signed({ kind, created_at: NOW }), content: content.toWellFormed() };
      const { id, pubkey, tags, sig } = event;
      const bytes = Buffer.from(JSON.stringify({ id, pubkey, created_at: NOW, kind, tags, content: event.content, sig }));
      expect(authorizationOf(event)).toBe(`Nostr ${bytes.toString(kind === KIND.BlossomAuth ? 'base64url' : 'base64')}`);
      for (const form of ['base64', 'base64url'] as const) expect(readAuthorization(`Nostr ${bytes.toString(form)}`)).toEqual(event);
    }),
  );
});

test('no header, an empty one and junk are no token', () => {
  for (const header of ['', 'Nostr', 'Nostr ', 'Nostr !!!', 'Nostr e30=', 'Bearer abcd', `Nostr ${'A'.repeat(100_000)}`])
    expect(readAuthorization(header), header.slice(0, 20)).toBeUndefined();
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(readAuthorization(text)).toBeUndefined();
      expect(readAuthorization(`Nostr ${btoa(encodeURI(text.toWellFormed()))}`)).toBeUndefined();
    }),
  );
});

test('vectors: every header gives its event, and its event the header', () => {
  const found = vectors<{ cases: { event: SignedEvent; header?: string }[] }>('auth-events.json').cases.filter(
    ({ header }) => header !== undefined,
  );
  expect(found.length).toBe(11);
  for (const { event, header = '' } of found) {
    expect(readAuthorization(header)).toEqual(event);
    expect(readAuthorization(authorizationOf(event))).toEqual(event);
    expect(verify(event)).toBe(event);
  }
});
