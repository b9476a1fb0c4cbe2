import fc from 'fast-check';
import { expect, test } from 'vitest';
import { growthOf } from '../../tests/support/cpu-time.ts';
import { readEmbed } from './oembed.ts';
import { charsetIn, decodePage } from './page-charset.ts';
import { readPageMeta } from './page-meta.ts';

/** Any code units, lone surrogates too. */
const text = fc
  .array(fc.nat(0xffff), { maxLength: 40 })
  .map((codes) => String.fromCharCode(...codes));

test('Open Graph comes before Twitter cards before the plain title, with any quotes and order', () => {
  const html = `<!DOCTYPE html><html><head><!-- <title>commented</title> -->
    <script>var s = "<title>script</title>";</script><style>a::before{content:"<title>"}</style>
    <TITLE>Plain &amp; simple</TITLE>
    <meta content='A &quot;fine&quot; page > others' property="og:title">
    <meta name=description content=short>
    <meta name="twitter:description" content="said elsewhere">
    <meta property="og:image" content="/cover.png"><link rel="shortcut icon" href="/i.ico">
    </head><body><meta property="og:description" content="from the body"></body>`;
  expect(readPageMeta(html)).toEqual({
    title: 'A "fine" page > others',
    description: 'said elsewhere',
    image: '/cover.png',
    icon: '/i.ico',
  });
});

test('character references are decoded as browsers do', () => {
  expect(
    readPageMeta(
      '<title>&#65;&#x42;&nbsp;&lt;b&gt; &unknown; &#0; &#x110000; &amp &#xD800;</title>',
    ).title,
  ).toBe('AB <b> &unknown; \uFFFD \uFFFD & \uFFFD');
});

test('NOTE-08 JSON-LD of the page itself counts, from the whole page, in its common shapes', () => {
  const page = (data: unknown) =>
    readPageMeta(
      `<title>Plain</title><script type="application/ld+json">{"@type":"Organization","name":"Shop"}
      </SCRIPT></head><body><script type='application/ld+json'>${JSON.stringify(data)}</script>`,
    );
  const said = { title: 'Bees & co', description: 'All about bees', image: '/bee.png', icon: '' };
  const article = {
    '@type': 'NewsArticle',
    headline: 'Bees &amp; co',
    description: 'All about bees',
  };
  for (const image of [
    '/bee.png',
    ['/bee.png', '/b.png'],
    { url: '/bee.png' },
    [{ url: '/bee.png' }],
  ])
    expect(page({ ...article, image })).toEqual(said);
  expect(
    page({
      '@graph': [
        { '@type': 'WebSite', name: 'X' },
        { ...article, image: '/bee.png' },
      ],
    }),
  ).toEqual(said);
  expect(page([{ ...article, '@type': ['Article'], thumbnailUrl: '/bee.png' }])).toEqual(said);
  expect(page({ '@type': 'BreadcrumbList', name: 'no' })).toMatchObject({ title: 'Plain' });
});

test('NOTE-08 a title may have a <, and values are one line that turns no text around', () => {
  const html = `<SCRIPT>"<title>no</title>"</SCRIPT><base href="/x/"><title>1 < 2\n  &mdash; \u202Eso</title>
    <link rel="alternate" type="application/json+oembed" href="e?a=1&amp;b=2">
    <link rel=image_src href=p.png>`;
  expect(readPageMeta(html)).toEqual({
    title: '1 < 2 \u2014 so',
    description: '',
    image: 'p.png',
    icon: '',
    base: '/x/',
    embed: 'e?a=1&b=2',
  });
});

test('NOTE-08 oEmbed gives title, author and picture, and anything else nothing', () => {
  expect(readEmbed({ type: 'photo', title: ' A\n', url: '/p.png' })).toEqual({
    title: 'A',
    author: '',
    image: '/p.png',
  });
  const none = { title: '', author: '', image: '' };
  for (const other of [undefined, null, [], 'x', { title: 1, url: '/p.png' }])
    expect(readEmbed(other)).toEqual(none);
});

test('NOTE-08 a page is decoded by its byte order mark, its header, its meta, then as UTF-8', () => {
  const bytes = (...parts: readonly (string | readonly number[])[]) =>
    Buffer.concat(
      parts.map((part) =>
        typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part),
      ),
    );
  const meta = '<meta charset="shift_jis">';
  const http = '<meta http-equiv=Content-Type content="text/html; charset=windows-1251">';
  expect(decodePage(bytes([0xef, 0xbb, 0xbf], [0xc3, 0xa9]), 'latin1')).toBe('\u00e9');
  expect(decodePage(bytes([0xff, 0xfe, 0x41, 0x00]), undefined)).toBe('A');
  expect(decodePage(bytes(meta, [0xe9]), 'iso-8859-1')).toBe(`${meta}\u00e9`);
  expect(decodePage(bytes(meta, [0x83, 0x65]), 'no-such-charset')).toBe(`${meta}\u30c6`);
  expect(decodePage(bytes(http, [0xcf]), undefined)).toBe(`${http}\u041f`);
  expect(decodePage(bytes('<meta charset=utf-16>', [0xc3, 0xa9]), undefined)).toContain('\u00e9');
  expect(decodePage(bytes([0xc3, 0xa9]), undefined)).toBe('\u00e9');
  expect(charsetIn('text/html; Charset="utf-8"')).toBe('utf-8');
  expect(charsetIn('text/html')).toBe(undefined);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), text, (any, header) => {
      expect(typeof decodePage(any, charsetIn(`text/html; charset=${header}`))).toBe('string');
    }),
  );
});

test('E-14 any text gives strings and never throws', () => {
  const piece = fc.constantFrom(
    '<',
    '>',
    '<meta ',
    '<title',
    'property=og:title ',
    'content=',
    '"',
    "'",
    '=',
    '<!--',
    '-->',
    '</head>',
    '<script>',
    '<script type=application/ld+json>{"@type":"Article","name":',
    '</script>',
    '<base href=',
    '&#',
    ';',
    'a',
    ' ',
  );
  const pages = fc.oneof(
    text,
    fc.array(piece, { maxLength: 40 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(pages, (html) => {
      expect(
        Object.values(readPageMeta(html)).every(
          (value) => typeof value === 'string' && value.length <= 1000,
        ),
      ).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test.each([
  '<',
  '<meta ',
  '<meta a="',
  '<title>',
  '<!--',
  '&',
  '<meta content=x ',
  '<script>',
  "<meta a='",
  '<a b=">',
  'application/ld+json',
  '<script type=application/ld+json>[',
  '<script type=application/ld+json></script>',
  '<title>&',
])('E-44 a megabyte of %j is read within 100 ms', (part) => {
  expect(
    growthOf((share) => void readPageMeta(part.repeat((share * 1_000_000) / part.length))).ms,
  ).toBeLessThan(100);
});
