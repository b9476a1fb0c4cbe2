import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  needsCollection,
  realEvents,
  vectors,
} from '../../../../tests/support/events/real-events.ts';
import type { Tag } from '../../nostr/event.ts';
import { tokenize } from './content.ts';
import type { Token } from './content-token.ts';
import { runs } from '../../../../tests/support/runs.ts';

const NPUB = 'npub1xtscya34g58tk0z605fvr788k263gsu6cy9x0mhnm87echrgufzsevkk5s';
const PUBKEY = '32e1827635450ebb3c5a7d12c1f8e7b2b514439ac10a67eef3d9fd9c5c68e245';
const NEVENT =
  'nevent1qqsr0f9w78uyy09qwmjt0kv63j4l7sxahq33725lqyyp79whlfjurwspz4mhxue69uhh56nzv34hxcfwv9ehw6nyddhq0ag9xl';
const ID = '37a4aef1f8423ca076e4b7d99a8cabff40ddb8231f2a9f01081f15d7fa65c1ba';

const read = (content: string, tags: Tag[] = []) => tokenize({ content, tags });
const shape = (content: string, tags: Tag[] = []) =>
  read(content, tags).map((token) => `${token.type}:${token.text}`);
const joined = (tokens: readonly Token[]) => tokens.map((token) => token.text).join('');

const piece = fc.constantFrom(
  'https://a.b/c.jpg',
  'http://',
  'https://youtu.be/abcdefghijk',
  `nostr:${NPUB}`,
  `@${NPUB}`,
  'nostr:npub1',
  NEVENT,
  '#tag',
  '#[0]',
  '#[9]',
  '#',

  ':cat:',
  ':',
  '\n',
  '\r\n',
  ' ',
  '(',
  ')',
  '[',
  ']',
  'lnbc1',
  'cashuA',
  'www.',
  'a',
  'é',
  '語',
  '\u0301',
  '\ud83d',
  '👩‍👩‍👧',
  '\u202e',
  '\u0000',
);
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc
    .array(fc.oneof(piece, fc.string({ maxLength: 5 })), { maxLength: 40 })
    .map((parts) => parts.join('')),
);
const anyTags = fc.array(
  fc.oneof(
    fc.array(fc.string({ maxLength: 8 }), { maxLength: 4 }),
    fc.constantFrom(
      ['p', PUBKEY],
      ['e', ID],
      ['a', `30023:${PUBKEY}:x`],
      ['emoji', 'cat', 'https://a.b/cat.png'],
      ['emoji', '__proto__', 'https://a.b/c'],
      ['imeta'],
    ),
  ),
  { maxLength: 6 },
);

test('NOTE-02 INV-ISOLATE for any content and tags, the texts of the tokens joined are the content', () => {
  fc.assert(
    fc.property(texts, anyTags, (content, tags) => {
      const tokens = tokenize({ content, tags });
      expect(joined(tokens)).toBe(content);
      expect(tokens.every((token) => token.text !== '')).toBe(true);
      expect(
        tokens.some((token, i) => token.type === 'text' && tokens[i + 1]?.type === 'text'),
      ).toBe(false);
    }),
    { numRuns: runs(2_000) },
  );
});

test('NOTE-09 E-04 in any text a link has one of the allowed schemes and media only http', () => {
  const schemes = [
    'javascript:alert(1)',
    'data:text/html,x',
    'JaVaScRiPt:x',
    'vbscript:x',
    'blob:x',
    'file:///etc',
    '\u0001javascript:x',
    'java\tscript:x',
  ];
  fc.assert(
    fc.property(
      fc.array(fc.oneof(piece, fc.constantFrom(...schemes)), { maxLength: 20 }),
      (parts) => {
        for (const token of read(parts.join(''))) {
          if (token.type === 'link')
            expect(token.url).toMatch(/^(https?|mailto|lightning|bitcoin|magnet):/);
          if (token.type === 'image' || token.type === 'video')
            expect(token.url).toMatch(/^https?:/);
        }
      },
    ),
  );
});

test('NOTE-02 a note of many parts', () => {
  const tags = [
    ['p', PUBKEY],
    ['emoji', 'cat', 'https://a.b/cat.png'],
  ];
  expect(shape(`Hi nostr:${NPUB}, see https://a.b/c.jpg\n\n#Nostr :cat: #[0]`, tags)).toEqual([
    'text:Hi ',
    `profile:nostr:${NPUB}`,
    'text:, see ',
    'image:https://a.b/c.jpg',
    'linebreak:\n\n',
    'hashtag:#Nostr',
    'text: ',
    'emoji::cat:',
    'text: ',
    'profile:#[0]',
  ]);
});

test('NOTE-02 line ends are counted, and white space between them is part of the break', () => {
  expect(read('a\r\n \n\rb\n')).toEqual([
    { type: 'text', text: 'a' },
    { type: 'linebreak', text: '\r\n \n\r', count: 3 },
    { type: 'text', text: 'b' },
    { type: 'linebreak', text: '\n', count: 1 },
  ]);
});

test('E-44 beyond the work budget the rest is one text, and an ordinary note stays within it', () => {
  const many = `nostr:${NPUB} `.repeat(20_000);
  const tokens = read(many);
  expect(joined(tokens)).toBe(many);
  expect(tokens.length).toBeLessThan(10_000);
  expect(tokens[tokens.length - 1]?.text.length).toBeGreaterThan(100_000);
  expect(
    read(`nostr:${NPUB} `.repeat(1_000)).filter((token) => token.type === 'profile'),
  ).toHaveLength(1_000);
});

interface Peer {
  args: [string | { content: string; tags: Tag[] }];
  result: {
    type: string;
    text?: string;
    url?: string;
    value?: string;
    shortcode?: string;
    pointer?: { pubkey?: string; id?: string };
  }[];
}

test('NOTE-02 NIP-27 examples are read as by the peer library', () => {
  for (const { args, result } of vectors<{ cases: Peer[] }>('peer-nip27.json').cases) {
    const source = typeof args[0] === 'string' ? { content: args[0], tags: [] } : args[0];
    // two differences: relay addresses are no links here (NOTE-09), and #486 is a number unless a t
    // tag has it
    const own = result.filter(
      (block) => !['text', 'relay'].includes(block.type) && block.value !== '486',
    );
    const found = tokenize(source).filter(
      (token) => token.type !== 'text' && token.type !== 'linebreak',
    );
    expect(found.map(essence)).toEqual(
      own.map(
        (block) =>
          block.pointer?.pubkey ?? block.pointer?.id ?? block.shortcode ?? block.value ?? block.url,
      ),
    );
  }
});

test("NOTE-02 finds the emojis of the peer library's NIP-30 example at the same places", () => {
  for (const { args, result } of vectors<{
    cases: {
      args: [string];
      result: { shortcode: string; name: string; start: number; end: number }[];
    }[];
  }>('peer-nip30.json').cases) {
    // only declared shortcodes are emojis here, so the undeclared `joy` stays text
    const tags = result.map(({ name }) => ['emoji', name, `https://a.b/${name}.png`]);
    let at = 0;
    const places = read(args[0], tags).map((token) => ({
      token,
      start: at,
      end: (at += token.text.length),
    }));
    const emojis = places
      .filter(({ token }) => token.type === 'emoji')
      .map(({ token, start, end }) => [token.text, start, end]);
    expect(emojis).toEqual(result.map(({ shortcode, start, end }) => [shortcode, start, end]));
  }
});

const FILES = [
  'network-primal',
  'global-2024-03',
  'one-user-iris',
  'two-users-amethyst',
  'profiles-nostrdb',
  'misc',
  'test-keys',
];

test('NOTE-02 every real note is read completely, and so are mutations of it', (context) => {
  needsCollection(context);
  const notes = FILES.flatMap((file) => realEvents(`events-${file}.jsonl`)).filter(
    (event) => event.kind === 1,
  );
  const counts = new Map<string, number>();
  for (const note of notes) {
    const tokens = tokenize(note);
    expect(joined(tokens)).toBe(note.content);
    for (const token of tokens) counts.set(token.type, (counts.get(token.type) ?? 0) + 1);
  }
  expect(notes.length).toBeGreaterThan(2_000);
  for (const type of [
    'image',
    'video',
    'audio',
    'link',
    'embed',
    'hashtag',
    'profile',
    'event',
    'address',
    'emoji',
    'invoice',
  ]) {
    expect([type, counts.get(type) ?? 0]).not.toEqual([type, 0]);
  }
  const cut = fc.record({
    at: fc.nat(),
    length: fc.nat(20),
    with: fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 3 })),
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...notes),
      fc.array(cut, { minLength: 1, maxLength: 5 }),
      (note, cuts) => {
        const content = cuts.reduce((text, { at, length, with: put }) => {
          const place = at % (text.length + 1);
          return text.slice(0, place) + put + text.slice(place + length);
        }, note.content);
        expect(joined(tokenize({ content, tags: note.tags }))).toBe(content);
      },
    ),
    { numRuns: runs(1_000) },
  );
});

function essence(token: Token): string | undefined {
  switch (token.type) {
    case 'profile':
      return token.pubkey;
    case 'event':
      return token.id;
    case 'hashtag':
      return token.tag;
    case 'emoji':
      return token.shortcode;
    case 'link':
    case 'image':
    case 'video':
      return token.url;
    default:
      return undefined;
  }
}
