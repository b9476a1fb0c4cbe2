import fc from 'fast-check';
import { expect, test } from 'vitest';
import { vectors } from '../../../tests/support/events/real-events.ts';
import {
  isPrivateHost,
  ownRelayUrl,
  relayKey,
  safeMediaUrl,
  safeRelayUrl,
  safeUrl,
} from './url.ts';
import { runs } from '../../../tests/support/runs.ts';

/**
 * Disguises of the same address: letter case, white space and control characters before, after and
 * inside.
 */
const disguises = [
  (url: string) => url,
  (url: string) => url.toUpperCase(),
  (url: string) => url[0]?.toUpperCase() + url.slice(1),
  (url: string) => ` ${url}`,
  (url: string) => `\t${url}`,
  (url: string) => `\u0001${url}`,
  (url: string) => `\u00a0${url}`,
  (url: string) => `\u200b${url}`,
  (url: string) => `${url.slice(0, 4)}\t${url.slice(4)}`,
  (url: string) => `${url.slice(0, 4)}\n${url.slice(4)}`,
  (url: string) => `${url.slice(0, 4)}\r\n${url.slice(4)}`,
  (url: string) => `${url.slice(0, 4)}\u0000${url.slice(4)}`,
  (url: string) => url.replace(':', '&colon;'),
  (url: string) => url.replace(':', '%3a'),
  (url: string) => url.replace(':', '\uff1a'),
];

const hostile = [
  'javascript:alert(1)',
  'javascript://example.com/%0aalert(1)',
  'javascript:/*https://example.com*/alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml;base64,PHN2Zz4=',
  'vbscript:msgbox(1)',
  'blob:https://example.com/5a5d-11ee',
  'filesystem:https://example.com/x',
  'file:///etc/passwd',
  'about:blank#x',
  'ftp://example.com/a',
  'view-source:https://example.com',
  'intent://example.com#Intent;scheme=http;end',
  'feed:https://example.com',
];

test('E-04 NOTE-09 210 disguised addresses: none becomes a link, a picture or a relay', () => {
  const table = hostile.flatMap((url) => disguises.map((disguise) => disguise(url)));
  expect(table).toHaveLength(210);
  const through = table.filter(
    (url) => safeUrl(url) ?? safeMediaUrl(url) ?? safeRelayUrl(url) ?? ownRelayUrl(url),
  );
  expect(through).toEqual([]);
});

test('E-04 a text that is not an address stays text', () => {
  const texts = [
    '',
    ' ',
    'x',
    'example.com',
    'www.example.com',
    '//example.com/a',
    '/a',
    '#a',
    '?a',
    'http://',
    'https://',
    'http:///',
    'https://exa mple.com',
    'https://[::1',
    'https://example.com:99999',
    'https://a@example.com/',
    'https://example.com@evil.example/',
    'https://user:word@example.com/',
    'https://%00.example/',
    `https://example.com/${'a'.repeat(8_200)}`,
  ];
  expect(texts.filter((text) => safeUrl(text))).toEqual([]);
});

test('NOTE-09 E-04 allowed schemes become links, written as the URL parser writes them', () => {
  const table: ReadonlyArray<readonly [string, string]> = [
    ['https://example.com', 'https://example.com/'],
    ['HTTPS://EXAMPLE.COM/Path?Q=1#Frag', 'https://example.com/Path?Q=1#Frag'],
    ['http://example.com:80/', 'http://example.com/'],
    ['https://example.com:8443/a', 'https://example.com:8443/a'],
    ['https:example.com', 'https://example.com/'],
    ['https:\\\\example.com\\a', 'https://example.com/a'],
    ['  https://example.com/a\n', 'https://example.com/a'],
    ['https://exa\nmple.com/a', 'https://example.com/a'],
    ['https://example.com/a/../b', 'https://example.com/b'],
    ['https://example.com/"onclick="x', 'https://example.com/%22onclick=%22x'],
    ['https://example.com/<script>', 'https://example.com/%3Cscript%3E'],
    ['https://b\u00fccher.example/', 'https://xn--bcher-kva.example/'],
    ['https://\u0430pple.example/', 'https://xn--pple-43d.example/'],
    ['https://example\u3002com/', 'https://example.com/'],
    ['http://localhost:3000/note', 'http://localhost:3000/note'],
    ['mailto:ann@example.com?subject=hi', 'mailto:ann@example.com?subject=hi'],
    ['MAILTO:ann@example.com', 'mailto:ann@example.com'],
    ['lightning:lnbc1xyz', 'lightning:lnbc1xyz'],
    ['bitcoin:bc1q?amount=1', 'bitcoin:bc1q?amount=1'],
    ['nostr:npub1xyz', 'nostr:npub1xyz'],
    ['magnet:?xt=urn:btih:abc', 'magnet:?xt=urn:btih:abc'],
  ];
  expect(table.map(([text]) => safeUrl(text))).toEqual(table.map(([, url]) => url));
});

test('TRUST-04 a text that passes the url policy has an allowed scheme and no space, and passes again', () => {
  const allowed = ['http:', 'https:', 'mailto:', 'lightning:', 'bitcoin:', 'nostr:', 'magnet:'];
  const text = fc.oneof(
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.string({ unit: 'binary' }),
    fc
      .tuple(fc.constantFrom(...hostile, 'https://', 'http:', 'wss://', 'mailto:'), fc.string())
      .map(([head, tail]) => head + tail),
  );
  fc.assert(
    fc.property(text, (each) => {
      const url = safeUrl(each);
      if (url === undefined) return;
      expect(allowed).toContain(new URL(url).protocol);
      expect(safeUrl(url)).toBe(url);
      expect(url).not.toMatch(/[\t\n\r]/);
      const media = safeMediaUrl(each);
      if (media !== undefined) expect(media).toBe(url);
    }),
    { numRuns: runs(2_000) },
  );
});

const privateHosts = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'router',
  'nas.local',
  'printer.lan',
  'x.internal',
  'x.home.arpa',
  'x.intranet',
  '127.0.0.1',
  '127.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '\uff11\uff12\uff17.0.0.1',
  '0.0.0.0',
  '0',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.168.0.1',
  '192.168.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.9',
  '224.0.0.1',
  '255.255.255.255',
  '[::1]',
  '::1',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:192.168.1.1]',
  '[::ffff:10.0.0.1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::10.1.2.3]',
  '[2002:7f00:1::]',
  '[2002:c0a8:101::1]',
  '[2001:0:4136:e378::]',
  '[2001:db8::1]',
  '[fc00::1]',
  '[fd12:3456:789a::1]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[100::1]',
];
const unreadable = [
  '',
  'a b',
  'x/y',
  'x:80',
  'x.example:80',
  'x.example?',
  '[::1',
  '256.256.256.256',
];

test('E-24 private, local, reserved and unreadable hosts in every notation', () => {
  expect([...privateHosts, ...unreadable].filter((host) => !isPrivateHost(host))).toEqual([]);
});

test('E-24 hosts next to private ranges and ordinary names are public', () => {
  const hosts = [
    'example.com',
    'EXAMPLE.com.',
    'xn--bcher-kva.example',
    'local.example.com',
    'localhost.example.com',
    'notlocalhost.com',
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.1',
    '169.253.0.1',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.0.1',
    '198.20.0.1',
    '223.255.255.255',
    '[2606:4700:4700::1111]',
    '[::ffff:1.1.1.1]',
    '[64:ff9b::1.1.1.1]',
    '[2002:101:101::]',
    'abcdefgh.onion',
  ];
  expect(hosts.filter(isPrivateHost)).toEqual([]);
});

test('E-24 no private host is loaded or connected to, with any scheme and port', () => {
  const hosts = privateHosts.filter((host) => host !== '::1');
  const urls = hosts.flatMap((host) => [
    `https://${host}/a.png`,
    `http://${host}:8080/a.png`,
    `wss://${host}`,
    `ws://${host}:7777/x`,
  ]);
  expect(urls.filter((url) => safeMediaUrl(url) ?? safeRelayUrl(url))).toEqual([]);
});

test('E-24 any IPv4 address in decimal, hexadecimal or mapped is judged like its dotted form', () => {
  fc.assert(
    fc.property(fc.nat(0xffffffff), (address) => {
      const dotted = [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join('.');
      const isPrivate = isPrivateHost(dotted);
      expect(isPrivateHost(String(address))).toBe(isPrivate);
      expect(isPrivateHost(`0x${address.toString(16)}`)).toBe(isPrivate);
      expect(isPrivateHost(`[::ffff:${dotted}]`)).toBe(isPrivate);
    }),
  );
});

test('TRUST-04 the origin of this app may serve media, and no other private host may', () => {
  const home = 'http://localhost:3000';
  const own = [
    'http://localhost:3000/a.png',
    'http://localhost:4000/a.png',
    'http://127.0.0.1:4000/a.png',
    'http://[::1]:4000/a.png',
  ];
  expect(own.map((url) => safeMediaUrl(url, home))).toEqual(own);
  expect(own.filter((url) => safeMediaUrl(url))).toEqual([]);
  expect(safeMediaUrl('http://192.168.0.7/a.png', home)).toBeUndefined();
  expect(safeMediaUrl('http://192.168.0.7:3000/a.png', 'http://192.168.0.7:3000')).toBe(
    'http://192.168.0.7:3000/a.png',
  );
  expect(safeMediaUrl('http://192.168.0.7:8080/a.png', 'http://192.168.0.7:3000')).toBeUndefined();
  expect(safeMediaUrl('http://localhost:3000/a.png', 'https://starling.example')).toBeUndefined();
  expect(safeMediaUrl('javascript:alert(1)', home)).toBeUndefined();
  expect(safeRelayUrl('ws://localhost:3000/', home)).toBe('ws://localhost:3000');
  expect(safeMediaUrl('http://localhost/', 'no origin')).toBeUndefined();
});

test('NOTE-18 relays: only wss and ws, no name or password, no fragment, one spelling', () => {
  const table: ReadonlyArray<readonly [string, string | undefined]> = [
    ['wss://Relay.Example', 'wss://relay.example'],
    ['wss://relay.example/', 'wss://relay.example'],
    ['wss://relay.example:443/', 'wss://relay.example'],
    ['ws://relay.example:80', 'ws://relay.example'],
    ['WSS://relay.example/Inbox/#x', 'wss://relay.example/Inbox/'],
    ['wss://relay.example/?key=1', 'wss://relay.example/?key=1'],
    ['ws://abc.onion', 'ws://abc.onion'],
    ['https://relay.example', undefined],
    ['relay.example', undefined],
    ['wss://a:b@relay.example', undefined],
    ['wss://localhost', undefined],
    ['wss://', undefined],
  ];
  expect(table.map(([text]) => safeRelayUrl(text))).toEqual(table.map(([, url]) => url));
});

test('RELAY-06 urls compare with and without a trailing slash', () => {
  const same = [
    'wss://relay.example',
    'wss://relay.example/',
    'WSS://RELAY.example:443//',
    ' wss://relay.example',
  ];
  expect(new Set(same.map(relayKey)).size).toBe(1);
  expect(relayKey('wss://relay.example/inbox/')).toBe(relayKey('wss://relay.example/inbox'));
  expect(relayKey('wss://relay.example/inbox')).not.toBe(relayKey('wss://relay.example/Inbox'));
  expect(relayKey('ws://relay.example')).not.toBe(relayKey('wss://relay.example'));
  expect(relayKey('no url/')).toBe('no url');
});

test('RELAY-07 the user may name a relay at home, but only with ws or wss', () => {
  expect(['ws://localhost:7777', 'wss://10.0.0.1/'].map(ownRelayUrl)).toEqual([
    'ws://localhost:7777',
    'wss://10.0.0.1',
  ]);
  expect(['http://relay.example', 'relay.example', '', 'wss:/'].filter(ownRelayUrl)).toEqual([]);
});

interface Normalised {
  cases: ReadonlyArray<{ args: readonly [string]; result?: string; throws?: string }>;
}

test('vectors: url normalisation compared with a peer that accepts more forms', () => {
  const { cases } = vectors<Normalised>('peer-utils.json');
  const ours = Object.fromEntries(cases.map(({ args: [url] }) => [url, safeRelayUrl(url)]));
  expect(ours).toEqual({
    // The same relay. We omit the slash of an empty path, as most relay lists do.
    'wss://example.com': 'wss://example.com',
    // The peer turns web addresses and bare hosts into relays. Here, a hint without ws or wss names
    // no relay (NOTE-18).
    'http://example.com//path': undefined,
    'example.com/': undefined,
    // The peer sorts parameters. A relay may depend on their order, so they are kept.
    'wss://example.com?z=1&a=2': 'wss://example.com/?z=1&a=2',
    'http://': undefined,
  });
});
