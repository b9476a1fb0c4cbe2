import fc from 'fast-check';
import { expect, test } from 'vitest';
import { growthOf } from '../../tests/support/cpu-time.ts';
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

test('character references are decoded, and broken ones stay unchanged', () => {
  expect(
    readPageMeta(
      '<title>&#65;&#x42;&nbsp;&lt;b&gt; &unknown; &#0; &#x110000; &amp &#xD800;</title>',
    ).title,
  ).toBe('AB <b> &unknown; &#0; &#x110000; &amp &#xD800;');
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
])('E-44 a megabyte of %j is read within 100 ms', (part) => {
  expect(
    growthOf((share) => void readPageMeta(part.repeat((share * 1_000_000) / part.length))).ms,
  ).toBeLessThan(100);
});
