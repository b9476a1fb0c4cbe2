import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRelayInfo, relayInfoUrl } from './relay-info.ts';

const HOME = 'http://127.0.0.1:4860';

test('RELAY-09 a relay document is read: clipped texts, sorted unique NIPs, and active limits', () => {
  const said = {
    name: ' Harbour ',
    description: 'd'.repeat(5_000),
    software: 'https://example.com/relay',
    version: '1.2',
    supported_nips: [42, 1, 11, 1, '9', -1, 1.5, null],
    limitation: {
      max_message_length: 65_536,
      auth_required: true,
      payment_required: false,
      max_limit: 0,
      max_event_tags: '9',
      other: 5,
    },
  };
  expect(readRelayInfo(said)).toEqual({
    name: 'Harbour',
    description: 'd'.repeat(1_000),
    software: 'https://example.com/relay 1.2',
    nips: [1, 11, 42],
    limits: [
      ['max_message_length', 65_536],
      ['auth_required', true],
    ],
  });
  expect(readRelayInfo({})).toEqual({
    name: '',
    description: '',
    software: '',
    nips: [],
    limits: [],
  });
});

test('INV-ISOLATE any document is read or ignored, within the maximum sizes', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.jsonValue(),
        fc.object({ key: fc.constantFrom('name', 'supported_nips', 'limitation') }),
      ),
      (value) => {
        const info = readRelayInfo(value);
        if (!info) return;
        expect([info.name.length <= 100, info.nips.length <= 200, info.limits.length <= 9]).toEqual(
          [true, true, true],
        );
      },
    ),
  );
});

test('E-24 TRUST-04 the document is fetched over https from the public internet, or over http from home', () => {
  expect(relayInfoUrl('wss://relay.example/path', HOME)).toBe('https://relay.example/path');
  expect(relayInfoUrl('ws://127.0.0.1:4860', HOME)).toBe('http://127.0.0.1:4860/');
  expect(relayInfoUrl('ws://localhost:4860', HOME)).toBe('http://localhost:4860/');
  const refused = [
    'ws://relay.example',
    'ws://127.0.0.1:9999',
    'ws://localhost:9999',
    'wss://10.0.0.1',
    'wss://printer.local',
    'https://relay.example',
    'x',
  ];
  expect(refused.map((url) => relayInfoUrl(url, HOME))).toEqual(refused.map(() => undefined));
  expect(relayInfoUrl('ws://127.0.0.1:4860', 'https://starling.example')).toBeUndefined();
});
