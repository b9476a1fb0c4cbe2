import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  datedAway,
  deviceActionOf,
  deviceAnswer,
  type DeviceCall,
  readDeviceRequest,
} from './device-request.ts';
import { CIPHER_METHODS } from './permits.ts';
import { readRemoteAnswer, remoteRequest } from '../signing/remote-signing.ts';
import { seconds } from '../../core/time.ts';

const ME = 'a1'.repeat(32);
const PEER = 'b2'.repeat(32);
const read = (method: string, params: unknown, id: unknown = '7') =>
  readDeviceRequest(JSON.stringify({ id, method, params }), ME);
const plain = (call: DeviceCall | undefined) => JSON.parse(JSON.stringify(call));

test('BEYOND-12 a request from our own client (NIP-46) is read by our signer', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 60 }),
      fc.integer({ min: 0, max: 65_535 }),
      fc.string(),
      (id, kind, content) => {
        const template = { kind, content, tags: [['t', content]], created_at: seconds(5) };
        const sign = readDeviceRequest(remoteRequest(id, { method: 'sign_event', template }), ME);
        expect(sign).toEqual({ id, call: { do: 'sign', template } });
        for (const method of CIPHER_METHODS) {
          const call = readDeviceRequest(
            remoteRequest(id, { method, peer: PEER, text: content }),
            ME,
          )?.call;
          expect(
            call?.do === 'cipher' && [
              call.method,
              call.peer,
              call.text.reveal(),
              deviceActionOf(call),
            ],
          ).toEqual([method, PEER, content, { cipher: method }]);
        }
      },
    ),
  );
  const connect = readDeviceRequest(
    remoteRequest('1', {
      method: 'connect',
      pubkey: PEER,
      secret: 's',
      app: { name: ' Star\n ling ', url: 'https://x.example' },
    }),
    ME,
  )?.call;
  expect(connect).toMatchObject({
    do: 'connect',
    name: 'Star ling',
    url: 'https://x.example',
    asked: { kinds: [] },
  });
  expect(connect?.do === 'connect' && connect.secret.reveal()).toBe('s');
});

test('a method of every signer is read; a request with an unknown method has no call', () => {
  for (const method of ['get_public_key', 'ping', 'get_relays', 'switch_relays', 'logout'])
    expect(read(method, [])).toEqual({ id: '7', call: { do: method } });
  expect(read('create_account', [])).toEqual({ id: '7', call: undefined });
  expect(read('constructor', undefined)).toEqual({ id: '7', call: undefined });
});

test('E-34 an event of another author or of a wrong shape is refused; a right author is accepted', () => {
  const event = { kind: 1, content: 'x', tags: [], created_at: 5 };
  const call = (value: unknown) =>
    read('sign_event', [typeof value === 'string' ? value : JSON.stringify(value)])?.call;
  expect(call({ ...event, pubkey: ME })).toEqual({ do: 'sign', template: event });
  const bad = [
    { ...event, pubkey: PEER },
    { ...event, pubkey: 7 },
    { ...event, kind: '1' },
    { ...event, kind: 70_000 },
    { ...event, tags: [[1]] },
    { ...event, tags: [{}] },
    { ...event, content: undefined },
    { ...event, created_at: 1.5 },
    { ...event, content: 'x'.repeat(600_000) },
    null,
    [],
    '{',
  ];
  for (const one of bad) expect([one, call(one)]).toEqual([one, undefined]);
});

test('E-34 a text to encrypt needs a peer, who is 64 hex digits, and the text itself', () => {
  const call = (params: readonly unknown[]) => read('nip44_encrypt', params)?.call;
  expect(call([PEER, ''])?.do).toBe('cipher');
  for (const params of [[PEER], [PEER, 7], ['', 'x'], [PEER.slice(2), 'x'], [`${PEER}b2`, 'x']])
    expect([params, call(params)]).toEqual([params, undefined]);
});

test('BEYOND-12 ids, secrets and names of clients are read up to their limits, and no further', () => {
  expect(read('ping', [], 'x'.repeat(128))?.id).toBe('x'.repeat(128));
  expect(read('ping', [], 'x'.repeat(129))).toBeUndefined();
  const connect = (secret: string, name: string) => {
    const call = read('connect', [PEER, secret, '', name])?.call;
    return call?.do === 'connect' ? call : undefined;
  };
  expect(connect('s'.repeat(600), '')?.secret.reveal()).toBe('s'.repeat(512));
  expect(connect('', 'null')).toMatchObject({ name: '', url: '' });
  const padded = (length: number) => `{"name":"Star"${' '.repeat(length - 15)}}`;
  expect(connect('', padded(2048))?.name).toBe('Star');
  expect(connect('', padded(2049))?.name).toBe('');
});

test('E-28 junk and oversized text give no request and no error', () => {
  const junk = [
    '',
    'null',
    '[]',
    '{}',
    '{"id":7,"method":"ping"}',
    '{"id":"","method":"ping"}',
    '{"id":"1"}',
  ];
  for (const text of junk) expect([text, readDeviceRequest(text, ME)]).toEqual([text, undefined]);
  expect(read('ping', [], 'x'.repeat(200))).toBeUndefined();
  expect(
    readDeviceRequest(`{"id":"1","method":"ping","params":["${'x'.repeat(600_000)}"]}`, ME),
  ).toBeUndefined();
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(readDeviceRequest(text, ME)).toBeUndefined();
    }),
  );
  fc.assert(
    fc.property(fc.string(), fc.anything(), (method, params) => {
      const request = readDeviceRequest(
        JSON.stringify({ id: '1', method, params: params ?? null }) ?? '',
        ME,
      );
      expect(request?.id).toBe('1');
    }),
  );
});

test('TRUST-05 no secret and no text to encrypt gets into JSON', () => {
  expect(JSON.stringify(plain(read('nip44_encrypt', [PEER, 'very private'])?.call))).not.toContain(
    'private',
  );
  expect(JSON.stringify(plain(read('connect', [PEER, 'hush'])?.call))).not.toContain('hush');
});

test('our own client can read the answers', () => {
  expect(readRemoteAnswer(deviceAnswer('1', { result: 'ack' }))).toEqual({
    id: '1',
    result: 'ack',
  });
  expect(readRemoteAnswer(deviceAnswer('1', { error: 'refused' }))).toEqual({
    id: '1',
    error: 'refused',
  });
});

test('ACCOUNT-23 a date is away from the request by more than an hour before, or far ahead', () => {
  const at = 1_700_000_000;
  const away = (created: number) => datedAway(seconds(created), seconds(at));
  expect([away(at), away(at - 3_600), away(at - 3_601)]).toEqual([undefined, undefined, 'past']);
  expect(away(at + 86_400)).toBe('future');
});
