import { expect, test } from 'vitest';
import { growthOf } from '../../../../tests/support/cpu-time.ts';
import { plainWords } from './plain-words.ts';

test.for([
  ['*This leaflet is dry.* Keep it', 'This leaflet is dry. Keep it'],
  ['**Bold**, _thin_ and `code`', 'Bold, thin and code'],
  ['***both*** ~~gone~~', 'both gone'],
  ['# Title\n> quoted\n- a point', 'Title\nquoted\na point'],
  ['a [link](https://example.com/a) and ![cat](https://example.com/c.png)', 'a link and cat'],
  ['2 * 3 snake_case a*b #tag', '2 * 3 snake_case a*b #tag'],
  ['no marks', 'no marks'],
  ['', ''],
] as const)('FEED-10 the preview of %j is %j', ([markdown, plain]) => {
  expect(plainWords(markdown)).toBe(plain);
});

test('E-44 worst cases take time in proportion to their length', () => {
  for (const worst of ['[', '![](', '*', '> ', '_a', '`~*_'])
    expect(growthOf((share) => plainWords(worst.repeat(share * 2_000))).ms, worst).toBeLessThan(
      400,
    );
});
