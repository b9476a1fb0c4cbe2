import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { getPublicKey } from 'nostr-tools/pure';
import { v2 } from 'nostr-tools/nip44';
import { describe, expect, test } from 'vitest';
import { vectors } from '../../../../tests/support/events/real-events.ts';
import { bytesOf, hexOf } from '../../core/hex.ts';
import type { SignedEvent } from '../../nostr/event.ts';
import { parseJson } from '../../core/json.ts';
import { checkPure } from '../../nostr/verify-pure.ts';
import { verifyWith } from '../../nostr/verify.ts';
import { isNip44Payload } from './cipher-payload.ts';
import { conversationKey, decryptNip44, encryptNip44 } from './nip44.ts';

type Case = Record<string, string> & { group: string; '0'?: number; '1'?: number; repeat?: number };

const KEY = bytesOf('7a1ccf5ce5a08e380f590de0c02776623b85a61ae67cfb6a017317e505b7cb51');
const NONCE = bytesOf('a0'.repeat(32));

describe('SIGN-04 official NIP-44 v2 vectors', () => {
  const cases = (group: string) =>
    vectors<{ cases: Case[] }>('nip44.json').cases.filter((one) => one.group === `v2.${group}`);

  test('conversation keys', () => {
    for (const one of cases('valid.get_conversation_key')) {
      const key = conversationKey(bytesOf(one['sec1'] ?? ''), one['pub2'] ?? '');
      expect(key && hexOf(key)).toBe(one['conversation_key']);
    }
    for (const one of cases('invalid.get_conversation_key'))
      expect(
        conversationKey(bytesOf(one['sec1'] ?? ''), one['pub2'] ?? ''),
        one['note'],
      ).toBeUndefined();
  });

  test('texts to payloads and back', () => {
    const found = cases('valid.encrypt_decrypt');
    expect(found.length).toBe(3);
    for (const one of found) {
      const key =
        conversationKey(bytesOf(one['sec1'] ?? ''), getPublicKey(bytesOf(one['sec2'] ?? ''))) ??
        new Uint8Array();
      expect(hexOf(key)).toBe(one['conversation_key']);
      expect(encryptNip44(key, one['plaintext'] ?? '', bytesOf(one['nonce'] ?? ''))).toBe(
        one['payload'],
      );
      expect(decryptNip44(key, one['payload'] ?? '')).toBe(one['plaintext']);
    }
  });

  test('message keys and padding: the payload shows the derived values', () => {
    for (const one of cases('valid.get_message_keys')) {
      const [key, nonce] = [bytesOf(one['conversation_key'] ?? ''), bytesOf(one['nonce'] ?? '')];
      const payload = Buffer.from(encryptNip44(key, 'x', nonce) ?? '', 'base64');
      const mac = createHmac(
        one['hmac_key'] ?? '',
        Buffer.concat([nonce, payload.subarray(33, -32)]),
      );
      expect(hexOf(payload.subarray(-32))).toBe(mac);
    }
    for (const { '0': length = 0, '1': padded = 0 } of cases('valid.calc_padded_len')) {
      expect(v2.utils.calcPaddedLen(length)).toBe(padded);
      const payload = encryptNip44(KEY, 'a'.repeat(length), NONCE) ?? '';
      expect(Buffer.from(payload, 'base64').length).toBe(1 + 32 + 2 + padded + 32);
    }
  });

  test('wrong payloads are refused', () => {
    for (const one of cases('invalid.decrypt'))
      expect(
        decryptNip44(bytesOf(one['conversation_key'] ?? ''), one['payload'] ?? ''),
        one['note'],
      ).toBeUndefined();
  });

  test('the long text exceeds the limit of SIGN-04, as others refuse the long form of the library', () => {
    for (const one of cases('valid.encrypt_decrypt_long_msg')) {
      const text = (one['letter'] ?? '').repeat(one.repeat ?? 0);
      expect(Buffer.byteLength(text)).toBeGreaterThan(65_535);
      expect(
        encryptNip44(bytesOf(one['conversation_key'] ?? ''), text, bytesOf(one['nonce'] ?? '')),
      ).toBeUndefined();
      expect(v2.encrypt(text, KEY, NONCE).length).toBeGreaterThan(87_472);
      expect(decryptNip44(KEY, v2.encrypt(text, KEY, NONCE))).toBeUndefined();
    }
  });
});

test('SIGN-04 limits: text 1 to 65,535 bytes, payload 132 to 87,472 characters, 99 to 65,603 bytes', () => {
  expect(encryptNip44(KEY, '', NONCE)).toBeUndefined();
  expect(encryptNip44(KEY, 'a'.repeat(65_536), NONCE)).toBeUndefined();
  expect(encryptNip44(KEY, 'ф'.repeat(32_768), NONCE)).toBeUndefined();
  const smallest = encryptNip44(KEY, 'a', NONCE) ?? '';
  const largest = encryptNip44(KEY, 'a'.repeat(65_535), NONCE) ?? '';
  expect([smallest.length, largest.length]).toEqual([132, 87_472]);
  expect([Buffer.from(smallest, 'base64').length, Buffer.from(largest, 'base64').length]).toEqual([
    99, 65_603,
  ]);
  expect(decryptNip44(KEY, largest)).toBe('a'.repeat(65_535));
  expect([isNip44Payload(smallest), isNip44Payload(largest)]).toEqual([true, true]);
  expect(
    [smallest.slice(4), `${largest}AAAA`, `#${smallest}`, smallest.replace('A', 'B'), ''].filter(
      isNip44Payload,
    ),
  ).toEqual([]);
});

test('SIGN-04 any text is decrypted again, and one changed character is detected', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 }),
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.nat(),
      (text, nonce, at) => {
        const payload = encryptNip44(KEY, text, nonce) ?? '';
        expect(decryptNip44(KEY, payload)).toBe(text.replace(/^\uFEFF/, ''));
        const i = at % (payload.length - 2);
        const changed = `${payload.slice(0, i)}${payload[i] === 'x' ? 'y' : 'x'}${payload.slice(i + 1)}`;
        expect(decryptNip44(KEY, changed)).toBeUndefined();
      },
    ),
    { numRuns: 60 },
  );
});

test('SIGN-04 junk is refused and nothing throws', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), fc.string({ maxLength: 70 }), (payload, peer) => {
      expect(decryptNip44(KEY, payload)).toBeUndefined();
      expect(conversationKey(KEY, peer)).toBeUndefined();
    }),
  );
  expect(encryptNip44(KEY, 'a', new Uint8Array(31))).toBeUndefined();
  expect(encryptNip44(new Uint8Array(3), 'a', NONCE)).toBeUndefined();
});

/** HMAC-SHA-256 by its definition (RFC 2104), with a key in hex. */
function createHmac(key: string, bytes: Buffer): string {
  const block = Buffer.concat([Buffer.from(key, 'hex'), Buffer.alloc(64)]).subarray(0, 64);
  const pad = (byte: number) => block.map((one) => one ^ byte);
  const hash = (...parts: Uint8Array[]) =>
    createHash('sha256').update(Buffer.concat(parts)).digest();
  return hexOf(hash(pad(0x5c), hash(pad(0x36), bytes)));
}

interface Wrapped {
  readonly name?: string;
  readonly recipient_private_key: string;
  readonly gift_wrap: SignedEvent;
  readonly seal: SignedEvent;
  readonly rumor: object | null;
}

test('SIGN-04 vectors of NIP-59: wraps and seals open with the right NIP-44 key and with no other', () => {
  const { cases } = vectors<{ cases: Wrapped[] }>('nip59-giftwrap.json');
  const verify = verifyWith(checkPure);
  expect(cases.length).toBeGreaterThan(5);
  for (const { name, recipient_private_key, gift_wrap, seal, rumor } of cases) {
    const opened = (key: string, { pubkey, content }: SignedEvent) => {
      const shared = conversationKey(bytesOf(key), pubkey);
      return shared && decryptNip44(shared, content);
    };
    expect(verify(gift_wrap), name).toBeDefined();
    expect(JSON.parse(opened(recipient_private_key, gift_wrap) ?? ''), name).toEqual(seal);
    expect(opened('11'.repeat(32), gift_wrap), name).toBeUndefined();
    const inner = opened(recipient_private_key, seal);
    if (name === 'seal pubkey swapped')
      expect([verify(seal), inner]).toEqual([undefined, undefined]);
    else {
      expect(verify(seal), name).toBeDefined();
      expect(parseJson(inner ?? ''), name).toEqual(rumor ?? undefined);
    }
  }
});
