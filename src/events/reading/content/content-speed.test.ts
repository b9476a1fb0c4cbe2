import { expect, test } from 'vitest';
import { growthOf } from '../../../../tests/support/cpu-time.ts';
import { blocksOf } from './note-blocks.ts';
import { tokenize } from './content.ts';

const NPUB = 'npub1xtscya34g58tk0z605fvr788k263gsu6cy9x0mhnm87echrgufzsevkk5s';
const TAGS = [
  ['p', '32e1827635450ebb3c5a7d12c1f8e7b2b514439ac10a67eef3d9fd9c5c68e245'],
  ['emoji', 'a', 'https://a.b/c.png'],
];

/** The most expensive input of each scanner. The first three froze other clients (E-44). */
const WORST = {
  'image of markdown': '![](http://',
  'image of markdown, parted': '![](http://a.b ',
  'unified invoice': 'bitcoin:lnbc1',
  'http only': 'http://',
  'refused url': 'http://[ ',
  'url glued on url': 'http://ahttp://b',
  'long url': `http://a.b/${'x'.repeat(4_000)} `,
  embed: 'https://www.youtube.com/watch?v=abcdefghijk ',
  mention: `nostr:${NPUB} `,
  'start of a mention': 'nostr:npub1',
  'mention with a bad checksum': `nostr:npub1${'q'.repeat(58)} `,
  'longest mention': `nostr:nevent1${'q'.repeat(4_900)} `,
  'account name': '@npub1',
  position: '#[0]',
  'number sign': '#',
  hashtag: '#ж',
  'digits of another script': `#${'٣'.repeat(119)} `,
  'marks before a hashtag': 'ab\u0301\u0301\u0301\u0301\u0301#',
  invoice: `lnbc1${'q'.repeat(200)} `,
  'start of an invoice': 'lnbc1',
  'lightning scheme': 'lightning:',
  ecash: `cashuA${'a'.repeat(70)} `,
  'start of ecash': 'cashuA',
  emoji: ':a:',
  colon: ':',
  brackets: '([',
  'closing brackets': '](',
  'line ends': '\n',
  'line ends and spaces': '\n ',
  spaces: ' ',
  'half a surrogate pair': '\ud83d',
  marks: 'a\u0301',
} as const;

test.for(Object.entries(WORST))('E-44 1 MB of: %s', ([, unit]) => {
  const { ms, perDoubling } = growthOf((share) => work(fill(unit, share * 1_000_000)));
  expect(ms).toBeLessThanOrEqual(100);
  expect(perDoubling).toBeLessThan(2.5);
});

function work(content: string): void {
  blocksOf(tokenize({ content, tags: TAGS }));
}

function fill(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}
