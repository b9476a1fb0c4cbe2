import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import type { Tag } from '../../nostr/event.ts';
import { KIND } from '../../nostr/kinds.ts';
import { npubOf } from '../../nostr/nip19.ts';
import { readArticle } from '../../reading/article/article.ts';
import { seconds } from '../../core/time.ts';
import {
  articleBaseOf,
  articleFault,
  type ArticleText,
  articleTextOf,
  BLANK_ARTICLE,
  buildArticle,
  isSameArticle,
  newIdentifier,
  normalArticle,
  picturesIn,
  readArticleText,
  slugOf,
} from './article-edit.ts';

const ME = 'a'.repeat(64);
const PEER = 'b'.repeat(64);
const words = fc.string({ unit: 'binary', maxLength: 40 });
const fileUrl = (name: string) => `https://media.example/${name}.png`;
const files: fc.Arbitrary<readonly Tag[]> = fc.array(
  fc
    .tuple(fc.constantFrom('a', 'b', 'c'), words)
    .map(([name, alt]): Tag => ['imeta', `url ${fileUrl(name)}`, 'm image/png', `alt ${alt}`]),
  { maxLength: 3 },
);
const pictures = fc.array(
  fc.tuple(fc.constantFrom('a', 'b'), words).map(([name, alt]) => `![${alt}](${fileUrl(name)})`),
  { maxLength: 3 },
);
const texts: fc.Arbitrary<ArticleText> = fc.record({
  title: words,
  summary: words,
  image: fc.oneof(words, fc.constant(fileUrl('c'))),
  hashtags: fc.array(words, { maxLength: 6 }),
  content: fc
    .tuple(fc.string({ unit: 'binary', maxLength: 200 }), pictures)
    .map(([text, more]) => [text, ...more].join('\n\n')),
  files,
});
const tags: fc.Arbitrary<readonly Tag[]> = fc.array(
  fc
    .tuple(fc.constantFrom('alt', 'zap', 'emoji', 'e', 'a', 'content-warning', 'x'), words)
    .map(([name, value]): Tag => [name, value]),
  { maxLength: 6 },
);

test('COMPOSE-06 NIP-92 each file in a text gets an imeta tag with its description; removed files get none', () => {
  const file = (name: string, ...more: readonly string[]): Tag => [
    'imeta',
    `url ${fileUrl(name)}`,
    'm image/png',
    ...more,
  ];
  const text = {
    ...BLANK_ARTICLE,
    title: 'T',
    image: fileUrl('cover'),
    content: `![A \\[grey\\] bird](${fileUrl('a')} "t") ![](<${fileUrl('b')}>)`,
    files: [
      file('a', 'alt old'),
      file('b', 'alt old'),
      file('cover', 'alt the quay'),
      file('gone'),
    ],
  };
  const draft = buildArticle(text, { identifier: 'x', base: undefined, now: seconds(9) });
  expect(draft.tags.filter(([name]) => name === 'imeta')).toEqual([
    file('a', 'alt A [grey] bird'),
    file('b'),
    file('cover', 'alt the quay'),
  ]);
  // imeta tags of another program stay if this text does not name their files
  const foreign = trusted({
    ...draft,
    pubkey: ME,
    created_at: 10,
    tags: [...draft.tags, file('elsewhere')],
  });
  expect(articleBaseOf(foreign).tags).toEqual([file('elsewhere')]);
  expect(articleTextOf(foreign).files).toHaveLength(3);
  expect(picturesIn(text.content)).toEqual([
    { source: fileUrl('a'), alt: 'A [grey] bird' },
    { source: fileUrl('b'), alt: '' },
  ]);
});

describe('COMPOSE-06 an article', () => {
  test('reads back as it was written, even with control characters in a picture description', () => {
    const text = {
      ...BLANK_ARTICLE,
      content: `![!\u0000¡](${fileUrl('a')})`,
      files: [['imeta', `url ${fileUrl('a')}`]],
    };
    const written = buildArticle(text, { identifier: 'x', base: undefined, now: seconds(9) });
    expect(written.content).toBe(`![!¡](${fileUrl('a')})`);
    expect(articleTextOf(written).files).toEqual([['imeta', `url ${fileUrl('a')}`, 'alt !¡']]);
    expect(isSameArticle(text, articleTextOf(written))).toBe(true);
    fc.assert(
      fc.property(texts, (text) => {
        const draft = buildArticle(text, { identifier: 'x', base: undefined, now: seconds(9) });
        expect(articleTextOf(draft)).toEqual(normalArticle(text));
        expect(isSameArticle(text, articleTextOf(draft))).toBe(true);
      }),
    );
  });

  test('keeps its identifier, its publication date and the tags of other programs over any edit', () => {
    fc.assert(
      fc.property(
        texts,
        texts,
        tags,
        fc.integer({ min: 1, max: 1_000 }),
        (text, next, more, published) => {
          const first = buildArticle(text, {
            identifier: 'the-lamps',
            base: undefined,
            now: seconds(published),
          });
          const event = trusted({
            ...first,
            pubkey: ME,
            created_at: 2_000,
            tags: [...first.tags, ...more],
          });
          const base = articleBaseOf(event);
          const edited = trusted({
            ...buildArticle(next, { identifier: 'other', base, now: seconds(3_000) }),
            pubkey: ME,
            created_at: 3_000,
          });
          const { identifier, publishedAt } = readArticle(edited);
          expect([identifier, publishedAt]).toEqual(['the-lamps', seconds(published)]);
          for (const tag of more) expect(edited.tags).toContainEqual(tag);
          // a second edit does not repeat them
          const again = buildArticle(next, {
            identifier: '',
            base: articleBaseOf(edited),
            now: seconds(4_000),
          });
          expect(again.tags).toEqual(edited.tags);
        },
      ),
    );
  });

  test('names only people that it still mentions, and this client only if the user allows it', () => {
    const npub = `nostr:${npubOf(PEER) ?? ''}`;
    const first = buildArticle(
      { ...BLANK_ARTICLE, content: `hello ${npub}` },
      { identifier: 'x', base: undefined, now: seconds(1), client: '1.0' },
    );
    expect(first.tags).toContainEqual(['p', PEER]);
    expect(first.tags.some(([name]) => name === 'client')).toBe(true);
    const base = articleBaseOf(trusted({ ...first, pubkey: ME }));
    const without = buildArticle(
      { ...BLANK_ARTICLE, content: 'hello' },
      { identifier: 'x', base, now: seconds(2) },
    );
    expect(without.tags.some(([name]) => name === 'p' || name === 'client')).toBe(false);
    // a p tag of another program stays
    const split = trusted({ ...first, pubkey: ME, tags: [...first.tags, ['p', ME, '', 'author']] });
    expect(
      buildArticle(BLANK_ARTICLE, { identifier: 'x', base: articleBaseOf(split), now: seconds(2) })
        .tags,
    ).toContainEqual(['p', ME, '', 'author']);
  });

  test('has no empty fields, and is not published without title or text', () => {
    const draft = buildArticle(
      { ...BLANK_ARTICLE, title: 'T', content: 'x' },
      { identifier: 'i', base: undefined, now: seconds(5) },
    );
    expect(draft).toEqual({
      kind: KIND.LongForm,
      content: 'x',
      tags: [
        ['d', 'i'],
        ['title', 'T'],
        ['published_at', '5'],
      ],
    });
    expect(articleFault({ ...BLANK_ARTICLE, title: ' ', content: 'x' })).toBe('noTitle');
    expect(articleFault({ ...BLANK_ARTICLE, title: 'T', content: ' \n' })).toBe('noText');
    expect(articleFault({ ...BLANK_ARTICLE, title: 'T', content: 'x'.repeat(524_289) })).toBe(
      'tooLong',
    );
  });

  test('E-47 only a valid stored text is read', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(readArticleText(JSON.parse(JSON.stringify(text)))).toEqual(text);
      }),
    );
    fc.assert(fc.property(fc.anything(), (junk) => void readArticleText(junk)));
    expect(readArticleText({ ...BLANK_ARTICLE, hashtags: [1] })).toBeUndefined();
  });
});

describe('COMPOSE-07 identifiers', () => {
  test.each([
    ['Hello World', 'hello-world'],
    ['The minute the lamps come on!', 'the-minute-the-lamps-come-on'],
    ['  a  -  b ', 'a-b'],
    ['Über Café', 'uber-cafe'],
    ['日本語の記事', ''],
    ['مقال بالعربية', ''],
    ['статья', ''],
    ['---', ''],
    ['🎉', ''],
    ['C++ & Go', 'c-go'],
  ])('%s', (title, slug) => expect(slugOf(title)).toBe(slug));

  test('consist of lower-case letters, digits and hyphens in every language, never of hyphens only', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.boolean(),
        fc.uuid(),
        (title, isFree, chance) => {
          const identifier = newIdentifier(title, isFree, chance);
          expect(identifier).toMatch(/^[a-z0-9-]+$/);
          expect(identifier).toMatch(/[a-z0-9]/);
          expect(identifier.length).toBeLessThanOrEqual(107);
        },
      ),
    );
  });

  test('get a short random suffix if the author has the same one, or if that is unknown', () => {
    expect(newIdentifier('Hello World', true, 'AbC-123-xyz')).toBe('hello-world');
    expect(newIdentifier('Hello World', false, 'AbC-123-xyz')).toBe('hello-world-abc123');
    expect(newIdentifier('日本語', true, 'AbC-123-xyz')).toBe('abc123');
  });
});
