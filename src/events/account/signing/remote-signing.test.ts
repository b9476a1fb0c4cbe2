import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seconds } from '../../core/time.ts';
import { CIPHER_METHODS } from '../devices/permits.ts';
import {
  type ConnectOffer,
  connectUrl,
  readBunkerUrl,
  readConnectUrl,
  readRemoteAnswer,
  remoteRequest,
} from './remote-signing.ts';
import { pressed } from '../../nostr/ours.ts';
import { runs } from '../../../../tests/support/runs.ts';

const KEY = 'a1'.repeat(32);
const RELAY = pressed('wss://relay.example.com');

describe('bunker://', () => {
  test('ACCOUNT-02 names a signer, its relays and perhaps a secret', () => {
    const read = readBunkerUrl(
      `bunker://${KEY}?relay=wss%3A%2F%2Frelay.example.com&relay=wss://two.example/x&secret=a%20b`,
    );
    expect(read).toMatchObject({ pubkey: KEY, relays: [RELAY, 'wss://two.example/x'] });
    expect(read?.secret?.reveal()).toBe('a b');
    expect(readBunkerUrl(`bunker://${KEY}?relay=${RELAY}`)?.secret).toBeUndefined();
    expect(
      readBunkerUrl(`BUNKER://${KEY.toUpperCase()}/?relay=ws://192.168.1.2:7777`)?.relays,
    ).toEqual(['ws://192.168.1.2:7777']);
  });

  test('relays go through the url policy, at most 5, none twice', () => {
    const many = Array.from({ length: 9 }, (_, i) => `relay=wss://r${i}.example`).join('&');
    expect(readBunkerUrl(`bunker://${KEY}?${many}`)?.relays).toHaveLength(5);
    expect(
      readBunkerUrl(
        `bunker://${KEY}?relay=${RELAY}&relay=${RELAY}/&relay=https://x.example&relay=javascript:1`,
      )?.relays,
    ).toEqual([RELAY]);
  });

  test('anything else gives undefined, and nothing throws', () => {
    const bad = [
      '',
      'bunker://',
      `bunker://${KEY}`,
      `bunker://${KEY}?relay=`,
      `bunker://${KEY.slice(2)}?relay=${RELAY}`,
      `bunker:${KEY}?relay=${RELAY}`,
      `bunker://${KEY}?relay=${RELAY}&x=${'y'.repeat(5_000)}`,
    ];
    for (const text of bad) expect(readBunkerUrl(text), text.slice(0, 90)).toBeUndefined();
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readBunkerUrl(`bunker://${text}`)).toBeUndefined();
        expect(readConnectUrl(`nostrconnect://${KEY}?${text}`)).toBeUndefined();
      }),
    );
  });
});

test('ACCOUNT-02 a signer can read our nostrconnect:// address', () => {
  const secretText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
  const word = fc.stringMatching(/^[\p{L}\p{N}]{1,20}$/u);
  const asked = { kinds: [], ciphers: CIPHER_METHODS };
  fc.assert(
    fc.property(secretText, word, fc.webUrl({ size: 'xsmall' }), (secret, name, url) => {
      const offer: ConnectOffer = {
        clientPubkey: KEY,
        relays: [RELAY, pressed('wss://b.example')],
        secret,
        name,
        url,
      };
      expect(readConnectUrl(connectUrl(offer))).toEqual({ ...offer, asked });
    }),
    { numRuns: runs(100) },
  );
  expect(
    connectUrl({
      clientPubkey: KEY,
      relays: [RELAY],
      secret: 's',
      name: 'Starling',
      url: 'https://x.example',
    }),
  ).toBe(
    `nostrconnect://${KEY}?relay=wss%3A%2F%2Frelay.example.com&secret=s&perms=sign_event%2Cnip04_encrypt%2Cnip04_decrypt%2Cnip44_encrypt%2Cnip44_decrypt&name=Starling&url=https%3A%2F%2Fx.example`,
  );
});

describe('requests', () => {
  const params = (call: Parameters<typeof remoteRequest>[1]) =>
    JSON.parse(remoteRequest('7', call));

  test('have the form of NIP-46', () => {
    expect(
      params({
        method: 'connect',
        pubkey: KEY,
        secret: 's',
        app: { name: 'Starling', url: 'https://x.example' },
      }),
    ).toEqual({
      id: '7',
      method: 'connect',
      params: [
        KEY,
        's',
        'sign_event,nip04_encrypt,nip04_decrypt,nip44_encrypt,nip44_decrypt',
        '{"name":"Starling","url":"https://x.example"}',
      ],
    });
    expect(params({ method: 'get_public_key' })).toEqual({
      id: '7',
      method: 'get_public_key',
      params: [],
    });
    expect(params({ method: 'nip44_encrypt', peer: KEY, text: 'hi' }).params).toEqual([KEY, 'hi']);
    const template = { kind: 1, content: 'hi', tags: [['t', 'x']], created_at: seconds(5) };
    expect(JSON.parse(params({ method: 'sign_event', template }).params[0])).toEqual(template);
  });
});

describe('answers', () => {
  test('are a result, an error, or the address of an approval page', () => {
    expect(readRemoteAnswer('{"id":"1","result":"ack"}')).toEqual({ id: '1', result: 'ack' });
    expect(readRemoteAnswer('{"id":"1","result":""}')).toEqual({ id: '1', result: '' });
    expect(readRemoteAnswer('{"id":"1","result":null,"error":"no"}')).toEqual({
      id: '1',
      error: 'no',
    });
    expect(
      readRemoteAnswer('{"id":"1","result":"auth_url","error":"https://x.example/allow"}'),
    ).toEqual({
      id: '1',
      challenge: 'https://x.example/allow',
    });
  });

  test('E-04 the approval page has a secure web address, or the answer is ignored', () => {
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      'http://x.example',
      'https://a@x.example',
      '',
      'x',
    ]) {
      expect(
        readRemoteAnswer(JSON.stringify({ id: '1', result: 'auth_url', error: url })),
        url,
      ).toBeUndefined();
    }
  });

  test('of other shapes are ignored', () => {
    for (const text of [
      '',
      'null',
      '[]',
      '{}',
      '{"id":1,"result":"x"}',
      '{"id":"1"}',
      '{"id":"1","result":{"a":1}}',
      '{"id":"1","error":{}}',
      '{"result":"x"}',
      '{"__proto__":{"id":"1"},"result":"x"}',
    ]) {
      expect(readRemoteAnswer(text), text).toBeUndefined();
    }
    expect(readRemoteAnswer(JSON.stringify({ id: '1', error: 'x'.repeat(9_999) }))).toEqual({
      id: '1',
      error: 'x'.repeat(300),
    });
    expect(
      readRemoteAnswer(JSON.stringify({ id: '1', result: 'x'.repeat(2_000_000) })),
    ).toBeUndefined();
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(readRemoteAnswer(text)).toBeUndefined();
      }),
    );
  });
});
