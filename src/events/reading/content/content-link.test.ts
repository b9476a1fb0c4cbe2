import { expect, test } from 'vitest';
import { tokenize } from './content.ts';

const links = (content: string, home?: string) =>
  tokenize({ content, tags: [] }, home)
    .filter((token) => token.type !== 'text' && token.type !== 'linebreak')
    .map((token) => `${token.type} ${token.text}`);

test.for([
  ['Read https://a.b/c.', 'https://a.b/c'],
  ['(https://a.b/c)', 'https://a.b/c'],
  ['(see https://a.b/c).', 'https://a.b/c'],
  [
    'https://en.wikipedia.org/wiki/Iris_(mythology)',
    'https://en.wikipedia.org/wiki/Iris_(mythology)',
  ],
  [
    '(https://en.wikipedia.org/wiki/Iris_(mythology)), yes',
    'https://en.wikipedia.org/wiki/Iris_(mythology)',
  ],
  ['[text](https://a.b/c)[more](x)', 'https://a.b/c'],
  ['"https://a.b/c"', 'https://a.b/c'],
  ["'https://a.b/c'", 'https://a.b/c'],
  ['<https://a.b/c>', 'https://a.b/c'],
  ['**https://a.b/c**', 'https://a.b/c'],
  ['https://a.b/c?d=e&f=g#h, and', 'https://a.b/c?d=e&f=g#h'],
  ['https://a.b/c…', 'https://a.b/c'],
  ['見て。https://a.b/漢字？はい', 'https://a.b/漢字'],
  ['「https://a.b/c」', 'https://a.b/c'],
  ['wowhttps://a.b/c', 'https://a.b/c'],
  ['HTTPS://A.B/C', 'HTTPS://A.B/C'],
  ['https://a.b/\u202egpj', 'https://a.b/'],
  ['https://web.archive.org/web/https://a.b', 'https://web.archive.org/web/https://a.b'],
  ['www.a.b/c', 'www.a.b/c'],
  ['mailto:a@b.c?subject=d', 'mailto:a@b.c?subject=d'],
  ['magnet:?xt=urn:btih:c9e1', 'magnet:?xt=urn:btih:c9e1'],
  ['bitcoin:bc1qabc?amount=1', 'bitcoin:bc1qabc?amount=1'],
] as const)('NOTE-02 in %j the link is %j', ([content, text]) => {
  expect(links(content)).toEqual([`link ${text}`]);
});

test.for([
  'http://',
  'https://.',
  'https:// a',
  'ftp://a.b/c',
  'javascript:alert(1)',
  'data:text/html,<b>',
  'wss://relay.a.b',
  'https://name:secret@a.b/',
  'owww.a.b',
  'a@www.b.c',
  'www.',
  'xmailto:a@b.c',
  'name@host.example',
  'https://a.b:99999/',
])('NOTE-09 E-04 %j is text', (content) => {
  expect(links(content)).toEqual([]);
});

test('NOTE-02 pictures written without a gap are two', () => {
  expect(links('https://a.b/c.jpghttps://a.b/d.png')).toEqual([
    'image https://a.b/c.jpg',
    'image https://a.b/d.png',
  ]);
});

test('NOTE-02 `www.` gets https', () => {
  expect(tokenize({ content: 'www.a.b/c', tags: [] })).toEqual([
    { type: 'link', text: 'www.a.b/c', url: 'https://www.a.b/c' },
  ]);
});

test('E-24 media on a private host become links, except on our own origin', () => {
  expect(links('http://192.168.1.1/c.jpg http://localhost:4870/c.mp4')).toEqual([
    'link http://192.168.1.1/c.jpg',
    'link http://localhost:4870/c.mp4',
  ]);
  expect(links('http://127.0.0.1:4870/c.jpg', 'http://127.0.0.1:4870')).toEqual([
    'image http://127.0.0.1:4870/c.jpg',
  ]);
});

test('NOTE-04 an imeta tag gives the type of a link without extension', () => {
  const url = `https://a.b/${'0'.repeat(64)}`;
  const type = (mime: string) =>
    tokenize({ content: url, tags: [['imeta', `url ${url}`, `m ${mime}`]] })[0]?.type;
  expect(
    [
      'image/webp',
      'video/mp4',
      'application/x-mpegURL',
      'audio/mpeg',
      'text/html',
      'image/svg+xml',
    ].map(type),
  ).toEqual(['image', 'video', 'video', 'audio', 'link', 'link']);
});
