import fc from 'fast-check';
import { expect, test } from 'vitest';
import { growthOf } from '../../../../tests/support/cpu-time.ts';
import { realEvents } from '../../../../tests/support/events/real-events.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { inSeconds } from '../../core/time.ts';
import { countWords, hashtagsOf, readArticle, readingMinutes } from './article.ts';

const article = (tags: string[][], content = '') =>
  readArticle(trusted({ kind: 30_023, created_at: 1_000, tags, content }));

test('title, summary, cover, tags, address and times of an article', () => {
  const event = trusted({
    kind: 30_023,
    created_at: 1_000,
    tags: [
      ['d', 'my-post'],
      ['title', ' My\nPost '],
      ['summary', 'Short.\n'],
      ['image', 'https://x.example/a.png'],
      ['published_at', '900'],
      ['t', '#Nostr'],
      ['t', 'nostr'],
    ],
    content: '# My post\n\nsome words',
  });
  expect(readArticle(event)).toEqual({
    id: event.id,
    pubkey: event.pubkey,
    address: `30023:${event.pubkey}:my-post`,
    identifier: 'my-post',
    title: 'My Post',
    summary: 'Short.',
    image: 'https://x.example/a.png',
    publishedAt: 900,
    hashtags: ['nostr'],
    words: 4,
    source: event,
  });
});

test('an invalid publishing time, or one later than the edit, is replaced by the time of the edit', () => {
  const times = ['900', '1000', '1001', '900000', '-1', '0', 'yesterday', '', '1.5', '9e99'];
  expect(times.map((time) => article([['published_at', time]]).publishedAt)).toEqual([
    900,
    1_000,
    ...times.slice(2).map(() => 1_000),
  ]);
  expect(article([]).publishedAt).toBe(1_000);
});

test('INV-ISOLATE E-14 any tags and content make an article, E-08 of bounded texts', () => {
  const name = fc.constantFrom('d', 'title', 'summary', 'image', 'published_at', 't');
  const tags = fc.array(
    fc.tuple(name, fc.string({ unit: 'binary' })).map(([head, value]) => [head, value]),
  );
  fc.assert(
    fc.property(tags, fc.string({ unit: 'binary' }), (some, content) => {
      const read = article(some, content);
      expect(read.publishedAt).toBeLessThanOrEqual(1_000);
      expect([read.title, read.summary, read.image].every((text) => text.isWellFormed())).toBe(
        true,
      );
    }),
  );
  const long = article([
    ['title', 'x'.repeat(9_999)],
    ['summary', 'x'.repeat(9_999)],
  ]);
  expect([long.title.length, long.summary.length]).toEqual([512, 4_096]);
  expect(hashtagsOf({ tags: Array.from({ length: 500 }, (_, i) => ['t', `t${i}`]) })).toHaveLength(
    50,
  );
});

test('FEED-10 reading time is based on 238 words a minute, and is at least one minute', () => {
  expect([0, 1, 238, 239, 476, 2_380].map(readingMinutes)).toEqual([1, 1, 1, 2, 2, 10]);
});

test('FEED-10 words are separated by white space; two Chinese or Japanese characters are one word', () => {
  const table: ReadonlyArray<readonly [string, number]> = [
    ['', 0],
    [' \n\t\u00a0\u3000\u200b', 0],
    ['one', 1],
    [' one  two\nthree\u2003four ', 4],
    ["don't count-this twice", 3],
    ['слово и слово', 3],
    ['안녕하세요 세계', 2],
    ['日本語の文章', 3],
    ['これはNostrです', 4],
    ['| one | two |\n| --- | :-: |\n|three|four|', 4],
    ['# Head\n\n- item\n* other\n> said\n\n---', 4],
    ['![](https://x.example/a_b.png)\n\nword', 1],
    ['![ ](https://x.example/a.png)![](b.png) two words', 2],
    ['one![](a.png two ![](b.png)three', 3],
    ['![a red boat](https://x.example/a.png) ![] one!', 4],
    ['this – that · … “so” (yes)', 4],
  ];
  expect(table.map(([text]) => countWords(text))).toEqual(table.map(([, words]) => words));
});

test('counting gives the same result as splitting if all words are separated', () => {
  const word = fc.stringMatching(/^[.,!?-]{0,2}[a-zA-Z0-9][a-zA-Z0-9.,!?-]{0,9}$/);
  fc.assert(
    fc.property(fc.array(word), fc.constantFrom(' ', '\n', '\t ', '  '), (words, gap) => {
      expect(countWords(words.join(gap))).toBe(words.length);
    }),
  );
});

test('E-44 a megabyte is counted in linear time', () => {
  for (const unit of ['a', ' ', 'a ', '日', '\u3000a', '![', '![ ', '![](', '![](a)']) {
    expect(
      growthOf((share) => countWords(unit.repeat((share * 1_000_000) / unit.length))).ms,
    ).toBeLessThan(100);
  }
});

test('real articles have a title, an identifier and words', () => {
  const read = realEvents('events-articles.jsonl').map((event) => readArticle(trusted(event)));
  expect(
    read
      .filter((each) => each.title === '' || each.identifier === '' || each.words === 0)
      .map((each) => each.title),
  ).toEqual([]);
  expect(read.filter((each) => inSeconds(each.publishedAt) < 1_600_000_000)).toEqual([]);
});
