import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { readMutes, withVersions } from './mutes.ts';

const key = (digit: string) => digit.repeat(64);

test('a mute list: users, words, hashtags and threads of its public part', () => {
  const tags = [
    ['p', key('a')],
    ['p', 'nobody'],
    ['word', ' Spam '],
    ['word', 'spam'],
    ['word', ''],
    ['t', 'NSFW'],
    ['e', key('e')],
    ['e', 'x'],
    ['word'],
    [],
  ];
  expect(readMutes(tags)).toEqual({
    users: new Set([key('a')]),
    words: new Set(['spam']),
    hashtags: new Set(['nsfw']),
    threads: new Set([key('e')]),
  });
  expect(readMutes([['p', key('b')]]).users).toEqual(new Set([key('b')]));
});

test('INV-ISOLATE E-14 any tags make a mute list of keys and words', () => {
  // threads in `a` and `i` tags are not named by keys
  const name = fc.oneof(
    fc.constantFrom('p', 'r', 'e', 't', 'word'),
    fc.string().filter((one) => one !== 'a' && one !== 'i'),
  );
  const value = fc.oneof(
    fc.constantFrom(key('a'), 'wss://r.example/', 'read'),
    fc.webUrl(),
    fc.string({ unit: 'binary' }),
  );
  const tags = fc.array(
    fc.tuple(name, fc.array(value, { maxLength: 3 })).map(([head, rest]) => [head, ...rest]),
  );
  fc.assert(
    fc.property(tags, (some) => {
      const { users, threads, words, hashtags } = readMutes(some);
      expect([...users, ...threads].filter((each) => !/^[0-9a-f]{64}$/.test(each))).toEqual([]);
      expect(
        [...words, ...hashtags].filter((text) => text === '' || text !== text.trim().toLowerCase()),
      ).toEqual([]);
    }),
  );
});

test('ACCOUNT-21 muting one version of an article, or its address, mutes all known versions', () => {
  const article = (content: string, d = 'x') =>
    trusted({ kind: 30_023, content, tags: [['d', d]], pubkey: key('a') });
  const [first, second, other] = [article('1'), article('2'), article('3', 'y')];
  const note = trusted({ content: 'note' });
  const address = `30023:${key('a')}:x`;
  const versions = [first, second, other, note];
  const threadsOf = (tags: readonly string[][]) => withVersions(readMutes(tags), versions).threads;
  const all = new Set([address, first.id, second.id]);
  expect(threadsOf([['e', first.id]])).toEqual(all);
  expect(threadsOf([['a', address]])).toEqual(all);
  expect(
    threadsOf([
      ['e', note.id],
      ['a', address],
    ]),
  ).toEqual(new Set([note.id, ...all]));
  const mutes = readMutes([['e', note.id]]);
  expect(withVersions(mutes, versions)).toBe(mutes);
});
