import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trusted } from '../../../tests/support/events/trusted.ts';
import type { Draft, Tag } from '../nostr/event.ts';
import { KIND } from '../nostr/kinds.ts';
import { decodeUri, naddrOf, neventOf, note1Of, nprofileOf, npubOf } from '../nostr/nip19.ts';
import { tokenize } from '../reading/content/content.ts';
import { mentionsOf, quotesOf } from '../reading/content/mentions.ts';
import { replyTarget, rootOf } from '../facts/references.ts';
import { EVENT_LIMITS, readEvent } from '../nostr/event-shape.ts';
import { audienceOf, buildAnswer, buildNote, faultOf, quoteUri, withQuote } from './build-note.ts';
import { postable } from './text-tags.ts';
import { runs } from '../../../tests/support/runs.ts';

const key = (digit: string) => digit.repeat(64);
const [me, ann, bob, eve] = [key('1'), key('a'), key('b'), key('e')];
const RELAY = 'wss://relay.example.com';
const npub = `nostr:${npubOf(ann)}`;
const nprofile = `nostr:${nprofileOf(bob, [RELAY])}`;
const nevent = `nostr:${neventOf({ id: key('c'), relays: [RELAY], author: eve, kind: 1 })}`;
const naddr = `nostr:${naddrOf({ kind: 30_023, pubkey: bob, identifier: 'a:b', relays: [RELAY] })}`;

const entities = [
  npub,
  nprofile,
  nevent,
  naddr,
  `nostr:${note1Of(key('d'))}`,
  npub.slice(6),
  `@${npub.slice(6)}`,
];
const near = [
  'nostr:npub1mistyped',
  `${npub.slice(0, -1)}q`,
  'nostr:nevent1',
  'nostr:',
  'nsec1',
  '#tag',
  '#Ätsch',
  '#1',
  '#[0]',
  ':cat:',
  ':dog:',
];
const other = [
  'https://a.example/b.jpg',
  ' ',
  '\n',
  '\r\n',
  '\u0000',
  '\ud83d',
  '\u202e',
  '👩‍👩‍👧',
  '語',
  'a',
];
const piece = fc.constantFrom(...entities, ...near, ...other);
const text = fc.oneof(
  fc
    .array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 30 })
    .map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 300 }),
);
const written = fc.record({
  text,
  emojis: fc.constant(new Map([['cat', 'https://a.example/cat.png']])),
  files: fc.constant([['imeta', 'url https://a.example/b.jpg', 'm image/jpeg']]),
});

/** Check the event as a relay would: it must be well-formed. */
const asEvent = (draft: Draft) => readEvent({ ...trusted({ ...draft, pubkey: me }) });
const names = (draft: Draft, name: string) =>
  draft.tags.flatMap((tag) => (tag[0] === name ? [tag[1]] : []));
const reads = ({ content, tags }: Draft) => tokenize({ content, tags });

test('any string can be posted, and the typed text is the signed text', () => {
  fc.assert(
    fc.property(written, (typed) => {
      const draft = buildNote(typed, me);
      expect(asEvent(draft)).toBeDefined();
      expect(draft.content).toBe(postable(typed.text));
      expect(postable(draft.content)).toBe(draft.content);
      const isPlain =
        typed.text.isWellFormed() &&
        Array.from(typed.text).every((char) => char >= ' ' || '\t\n\r'.includes(char));
      if (isPlain && !typed.text.includes('\u007f')) expect(draft.content).toBe(typed.text);
    }),
    { numRuns: 500 },
  );
});

test('every reference in the text has a tag, and every tag has a reference in the text', () => {
  fc.assert(
    fc.property(written, (typed) => {
      // an old reader takes #[0] for the first tag, even if it refers to another one
      fc.pre(!typed.text.includes('#['));
      const draft = buildNote(typed, me);
      const tokens = reads(draft);
      const found = (name: string) => new Set(names(draft, name));
      const profiles = tokens.flatMap((token) =>
        token.type === 'profile' && token.pubkey !== me ? [token.pubkey] : [],
      );
      const authors = tokens.flatMap((token) =>
        token.type === 'event'
          ? (token.author ?? [])
          : token.type === 'address'
            ? (token.address.split(':')[1] ?? [])
            : [],
      );
      const quoted = tokens.flatMap((token) =>
        token.type === 'event' ? [token.id] : token.type === 'address' ? [token.address] : [],
      );
      const tags = tokens.flatMap((token) =>
        token.type === 'hashtag' ? [token.tag.toLowerCase()] : [],
      );
      const emojis = tokens.flatMap((token) => (token.type === 'emoji' ? [token.shortcode] : []));
      expect(found('p')).toEqual(new Set([...profiles, ...authors]));
      expect(found('q')).toEqual(new Set(quoted));
      expect(found('t')).toEqual(new Set(tags));
      expect(found('emoji')).toEqual(new Set(emojis));
      expect(new Set(mentionsOf({ ...draft, content: '' }))).toEqual(found('p'));
      expect(new Set(quotesOf({ ...draft, content: '' }).map((quote) => quote.key))).toEqual(
        found('q'),
      );
      expect(buildNote({ ...typed, text: draft.content }, me)).toEqual(draft);
    }),
    { numRuns: runs(500) },
  );
});

test('NIP-18 an event that is named twice is quoted once, in its first form', () => {
  const again = `nostr:${note1Of(key('c'))}`;
  const quotes = (text: string) => buildNote({ text }).tags.filter(([name]) => name === 'q');
  expect(quotes(`${nevent} ${again}`)).toEqual([['q', key('c'), RELAY, eve]]);
  expect(quotes(`${again} ${nevent}`)).toEqual([['q', key('c')]]);
});

test('a note has tags for its mentions, quotes, hashtags, emojis and files', () => {
  const draft = buildNote({
    text: `hi ${npub} and ${nprofile} #Nostr #nostr :cat: :dog: https://a.example/b.jpg ${nevent} ${naddr}`,
    emojis: new Map([
      ['cat', 'https://a.example/cat.png'],
      ['cow', 'https://a.example/cow.png'],
    ]),
    files: [
      ['imeta', 'url https://a.example/b.jpg', 'm image/jpeg'],
      ['imeta', 'url https://a.example/gone.jpg'],
    ],
    warning: 'loud',
  });
  expect(draft.kind).toBe(1);
  expect(draft.tags).toEqual([
    ['p', ann],
    ['p', bob, RELAY],
    ['p', eve],
    ['q', key('c'), RELAY, eve],
    ['q', `30023:${bob}:a:b`, RELAY, bob],
    ['t', 'nostr'],
    ['emoji', 'cat', 'https://a.example/cat.png'],
    ['imeta', 'url https://a.example/b.jpg', 'm image/jpeg'],
    ['content-warning', 'loud'],
  ]);
});

test('a flood of references stays in the text and adds only a limited number of tags', () => {
  const many = Array.from(
    { length: 300 },
    (_, n) => `nostr:${npubOf(n.toString(16).padStart(64, '0'))} #t${n}`,
  ).join(' ');
  const draft = buildNote({ text: many });
  expect(names(draft, 'p')).toHaveLength(100);
  expect(names(draft, 't')).toHaveLength(100);
  expect(draft.content).toBe(many);
});

const note = (fields: {
  tags?: readonly Tag[];
  pubkey?: string;
  kind?: number;
  content?: string;
}) => trusted({ pubkey: ann, ...fields });

test('a reply to a first note marks it as root and notifies its author (NIP-10)', () => {
  const parent = note({ tags: [['p', bob]] });
  const draft = buildAnswer({ text: 'yes' }, { event: parent, relays: [RELAY] }, me);
  expect(draft.kind).toBe(1);
  expect(draft.tags).toEqual([
    ['e', parent.id, RELAY, 'root', ann],
    ['p', ann],
    ['p', bob],
  ]);
});

test('a reply within a thread marks root and reply; a relay hint that is not public is left out', () => {
  const root = note({ content: 'root' });
  const parent = note({
    pubkey: bob,
    tags: [
      ['e', root.id, RELAY, 'root', ann],
      ['p', me],
    ],
  });
  const draft = buildAnswer(
    { text: `and ${nprofile}` },
    { event: parent, relays: ['ws://192.168.0.1'] },
    me,
  );
  expect(draft.tags).toEqual([
    ['e', root.id, RELAY, 'root', ann],
    ['e', parent.id, '', 'reply', bob],
    ['p', bob],
  ]);
});

test('a reply under a note below an article keeps the article as root', () => {
  const parent = note({ tags: [['a', `30023:${bob}:x`, RELAY, 'root']] });
  expect(buildAnswer({ text: 'x' }, { event: parent }, me).tags.slice(0, 2)).toEqual([
    ['a', `30023:${bob}:x`, RELAY, 'root'],
    ['e', parent.id, '', 'reply', ann],
  ]);
});

test('the answer to an article or a comment is a comment (NIP-22)', () => {
  const article = note({ kind: 30_023, pubkey: bob, tags: [['d', 'x']] });
  const first = buildAnswer({ text: 'well' }, { event: article, relays: [RELAY] }, me);
  expect(first).toEqual({
    kind: KIND.Comment,
    content: 'well',
    tags: [
      ['A', `30023:${bob}:x`, RELAY],
      ['K', '30023'],
      ['P', bob, RELAY],
      ['a', `30023:${bob}:x`, RELAY],
      ['e', article.id, RELAY, bob],
      ['k', '30023'],
      ['p', bob, RELAY],
    ],
  });
  const comment = note({ kind: KIND.Comment, tags: first.tags, pubkey: me });
  expect(buildAnswer({ text: 'so' }, { event: comment }, me).tags).toEqual([
    ['A', `30023:${bob}:x`, RELAY],
    ['K', '30023'],
    ['P', bob, RELAY],
    ['e', comment.id, '', me],
    ['k', '1111'],
    ['p', me],
  ]);
});

const anyTags = fc.array(
  fc.oneof(
    fc.constantFrom<string[]>(
      ['e', key('c')],
      ['e', key('c'), RELAY, 'root'],
      ['e', key('d'), '', 'reply', eve],
      ['e', key('d'), '', 'mention'],
      ['e', 'junk', '', 'root'],
      ['a', `30023:${bob}:x`, '', 'root'],
      ['A', `30023:${bob}:x`],
      ['E', key('c'), '', eve],
      ['K', '1'],
      ['K', 'x'],
      ['I', 'https://a.example'],
      ['p', me],
      ['p', bob],
      ['p', 'junk'],
      ['d', 'x'],
      [],
    ),
    fc.array(fc.string({ maxLength: 8 }), { maxLength: 5 }),
  ),
  { maxLength: 8 },
);

test('NOTE-19 an answer to any event reads back as an answer to it, in the same thread', () => {
  const kinds = fc.constantFrom(0, 1, 3, 6, 20, 1111, 1068, 9802, 10_003, 30_023, 31_990);
  fc.assert(
    fc.property(written, kinds, anyTags, fc.constantFrom(me, ann), (typed, kind, tags, pubkey) => {
      const parent = trusted({ kind, tags, pubkey });
      const draft = buildAnswer(typed, { event: parent, relays: [RELAY] }, me);
      expect(asEvent(draft)).toBeDefined();
      expect(draft.kind).toBe(kind === 1 ? 1 : 1111);
      const target = replyTarget(draft);
      expect([
        parent.id,
        `${kind}:${pubkey}:${kind >= 30_000 ? (tags.find(([name]) => name === 'd')?.[1] ?? '') : ''}`,
      ]).toContain(target?.key);
      const known = rootOf(parent);
      if (kind === 1 || kind === 1111) expect(rootOf(draft)?.key).toBe(known?.key ?? parent.id);
      else expect(rootOf(draft)?.key).toBe(target?.key);
      const told = draft.tags.flatMap(([name, pubkeyTold]) => (name === 'p' ? [pubkeyTold] : []));
      expect(new Set(told).size).toBe(told.length);
      if (kind === 1) expect(told).not.toContain(me);
      if (pubkey === ann) expect(told).toContain(ann);
    }),
    { numRuns: runs(500) },
  );
});

test('the audience of an answer can be read and reduced before the answer is built', () => {
  const crowd = Array.from({ length: 500 }, (_, n) => n.toString(16).padStart(64, '0'));
  const parent = note({ tags: crowd.map((pubkey) => ['p', pubkey]) });
  expect(audienceOf(parent)).toEqual([ann, ...crowd]);
  expect(names(buildAnswer({ text: 'hm' }, { event: parent }, me, [ann]), 'p')).toEqual([ann]);
});

test('a quote adds a uri, a q tag and the author; quoting twice adds it once', () => {
  const quoted = note({ content: 'wise' });
  const body = withQuote('look', { event: quoted, relays: [RELAY] });
  expect(withQuote(body, { event: quoted, relays: [RELAY] })).toBe(body);
  const draft = buildNote({ text: body }, me);
  expect(draft.tags).toEqual([
    ['p', ann],
    ['q', quoted.id, RELAY, ann],
  ]);
  expect(quotesOf(draft).map((quote) => quote.key)).toEqual([quoted.id]);
  const article = note({ kind: 30_023, tags: [['d', 'x']] });
  expect(
    quotesOf(buildNote({ text: withQuote('', { event: article }) })).map((quote) => quote.key),
  ).toEqual([`30023:${ann}:x`]);
  const long = note({ kind: 30_023, tags: [['d', 'x'.repeat(300)]] });
  expect(quoteUri({ event: long }).startsWith('nostr:nevent1')).toBe(true);
});

test('an empty note and an oversized note give different faults before signing', () => {
  expect(faultOf(buildNote({ text: ' \n ' }))).toBe('empty');
  expect(faultOf(buildNote({ text: 'a'.repeat(600_000) }))).toBe('too-large');
  expect(faultOf(buildNote({ text: 'a' }))).toBeUndefined();
  const fault = (content: string, tags: string[][] = []) => faultOf({ kind: 1, content, tags });
  const { content, tags, tagCharacters } = EVENT_LIMITS;
  expect([fault('a'.repeat(content)), fault('a'.repeat(content + 1))]).toEqual([
    undefined,
    'too-large',
  ]);
  const many = (count: number) => Array.from({ length: count }, () => ['t']);
  expect([fault('a', many(tags)), fault('a', many(tags + 1))]).toEqual([undefined, 'too-large']);
  const long = (length: number) => [['t', 'a'.repeat(length - 1)]];
  expect([fault('a', long(tagCharacters)), fault('a', long(tagCharacters + 1))]).toEqual([
    undefined,
    'too-large',
  ]);
});

test('NOTE-18 a quote names at most three relays, each once and only wss and ws', () => {
  const quoted = trusted({ content: 'quoted' });
  const relays = [
    'wss://a.example',
    'https://b.example',
    'wss://a.example/',
    'ws://c.example',
    'wss://10.0.0.1',
    'wss://d.example',
    'wss://e.example',
  ];
  const entity = decodeUri(quoteUri({ event: quoted, relays }));
  expect(entity).toMatchObject({
    type: 'nevent',
    id: quoted.id,
    relays: ['wss://a.example', 'ws://c.example', 'wss://d.example'],
  });
});
