import fc from 'fast-check';
import { expect, test } from 'vitest';
import { growthOf } from '../../../../tests/support/cpu-time.ts';
import { npubOf } from '../../nostr/nip19.ts';
import { blocksOfHtml } from './html.ts';
import { readText, writeText } from './article-markdown.ts';

const NPUB = `nostr:${npubOf('32e1827635450ebb3c5a7d12c1f8e7b2b514439ac10a67eef3d9fd9c5c68e245')}`;
const markdownOf = (html: string) => writeText(readText(''), blocksOfHtml(html)).text;

test.each([
  ['<p>One <b>two</b> <i>three</i></p><p>four</p>', 'One **two** *three*\n\nfour'],
  ['<h2>Head</h2>text', '## Head\n\ntext'],
  ['<ul><li>a<ul><li>b</ul><li>c</ul>', '- a\n  - b\n- c'],
  ['<ol start="3"><li><p>a</p></li><li>b</li></ol>', '3. a\n4. b'],
  [
    '<ul><li><input type="checkbox" checked> done</li><li><label><input type="checkbox"> open</label></li></ul>',
    '- [x] done\n- [ ] open',
  ],
  ['<blockquote><p>q</p></blockquote><hr>', '> q\n\n---'],
  ['<pre><code class="language-js">a &lt; b\n  c\n</code></pre>', '```js\na < b\n  c\n```'],
  ['<p>a<br>b</p>', 'a\\\nb'],
  [
    '<a href="https://a.b/c">link</a> <a href="javascript:alert(1)">none</a>',
    '[link](https://a.b/c) none',
  ],
  [
    '<img src="https://a.b/c.png" alt="A bird"><img src="data:image/png;base64,x" alt="shown">',
    '![A bird](https://a.b/c.png)shown',
  ],
  [
    '<table><tr><th>a<th>b<tr><td>1<td align="right">2</table>',
    '| a | b |\n| --- | --- |\n| 1 | 2 |',
  ],
  ['<script>alert(1)</script><style>b{}</style>text<iframe src="https://x.y"></iframe>', 'text'],
  [
    '<b style="font-weight:normal"><span style="font-weight:700">bold</span> plain</b>',
    '**bold** plain',
  ],
  [`<p>hi ${NPUB}</p><span data-uri="${NPUB}">@somebody</span>`, `hi ${NPUB}\n\n${NPUB}`],
  ['a<img src="data:image/png;base64,' + 'x'.repeat(20_000) + '">b', 'ab'],
  ['2 < 3 & 4 &amp; 5 &copy;', '2 < 3 & 4 & 5 ©'],
  ['<!--StartFragment--><p onclick="x">a</p><!--EndFragment-->', 'a'],
])('COMPOSE-06 pasted HTML %j becomes %j', (html, markdown) => {
  expect(markdownOf(html)).toBe(markdown);
});

const bits = fc.constantFrom(
  '<p>',
  '</p>',
  '<b>',
  '</b>',
  '<li>',
  '<ul>',
  '</ul>',
  '<table>',
  '<tr>',
  '<td>',
  '</table>',
  '<a href="javascript:x">',
  '<img src=x onerror=y>',
  '<',
  '>',
  '"',
  "'",
  '=',
  '<!--',
  '-->',
  '<script>',
  '</script>',
  '<pre>',
  '</pre>',
  '<br>',
  '&lt;',
  '&#0;',
  '__proto__',
  '<x __proto__=1 constructor=2>',
  'a',
  ' ',
);

test('COMPOSE-06 E-02 any HTML is read, and its links lead only to the web', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(bits, fc.string({ maxLength: 5 })), { maxLength: 60 }),
      (parts) => {
        const blocks = blocksOfHtml(parts.join(''));
        expect(JSON.stringify(blocks)).not.toMatch(/"(?:href|src)":"(?!https?:|mailto:|nostr:)/i);
      },
    ),
    { numRuns: 500 },
  );
});

test.for([
  '<',
  '<p>',
  '<b><i>',
  '<ul><li>',
  '<a href="',
  '<table><tr><td>',
  '<!--',
  '<blockquote>',
  '&amp;',
  '<script>',
])('E-44 HTML of: %j', (unit) => {
  const part = unit.repeat(Math.ceil(4_000 / unit.length));
  expect(
    growthOf((share) => blocksOfHtml(part.repeat(share * 4)), Infinity).perDoubling,
  ).toBeLessThan(3);
});
