import { expect, test } from 'vitest';
import {
  contents,
  elements,
  key,
  memberOf,
  NOW,
  openVillage,
  ranges,
  type Village,
} from '../../../tests/support/service/village.ts';
import { KIND, RESULT } from '../../../src/events/nostr/kinds.ts';
import { neventOf, note1Of, npubOf } from '../../../src/events/nostr/nip19.ts';

const find = async (village: Village, query: string, viewer = key(9)) =>
  elements(await village.ask('advanced_search', { query, user_pubkey: viewer }));

/** Notes by name, posted in that order a minute apart. */
function library(
  texts: Readonly<Record<string, readonly [n: number, content: string, tags?: string[][]]>>,
) {
  const village = openVillage();
  village.follow(9, 1);
  const entries = Object.entries(texts);
  const notes = new Map(
    entries.map(([name, [n, content, tags]], at) => [
      name,
      village.note(n, content, (entries.length - at) * 60, tags),
    ]),
  );
  const names = async (query: string) =>
    (await find(village, query)).map((id) => [...notes].find(([, note]) => note.id === id)?.[0]);
  const note = (name: string) => notes.get(name) ?? village.note(1, name);
  return { village, names, note };
}

test('words, phrases, exclusions, OR and groups', async () => {
  const { names } = library({
    cat: [1, 'a black cat sleeps'],
    dog: [2, 'the black dog barks'],
    both: [3, 'cat and dog, both BLACK'],
    umlaut: [4, 'Käse über alles'],
  });
  expect(await names('black')).toEqual(['both', 'dog', 'cat']);
  expect(await names('black cat')).toEqual(['both', 'cat']);
  expect(await names('"black cat"')).toEqual(['cat']);
  expect(await names('black -dog')).toEqual(['cat']);
  expect(await names('-"black"')).toEqual(['umlaut']);
  expect(await names('sleeps OR barks')).toEqual(['dog', 'cat']);
  expect(await names('black (sleeps OR barks)')).toEqual(['dog', 'cat']);
  expect(await names('kase')).toEqual(['umlaut']);
  expect(await names('nothing')).toEqual([]);
  expect(await names('&lt;black&gt;')).toEqual(['both', 'dog', 'cat']);
});

test('TRUST-09 a search has 20 parts at most: two words are one part, other terms count one or two', async () => {
  const { village, names } = library({
    cat: [1, 'a black cat sleeps'],
    dog: [2, 'the black dog barks', [['t', 'dogs']]],
  });
  const either = (count: number, part: (n: number) => string) =>
    `(${Array.from({ length: count }, (_, n) => part(n)).join(' OR ')})`;
  const tooMuch = [
    either(21, (n) => `url:x${n}`),
    either(7, (n) => `(to:${key(n + 1)} minlikes:1)`),
    either(20, (n) => `from:name${n}`),
  ];
  for (const query of tooMuch)
    for (const verb of ['search', 'advanced_search'])
      expect(await village.notice(verb, { query })).toBe('the search has more than 20 parts');
  expect(await names(either(20, (n) => `url:x${n}`))).toEqual([]);
  expect(await names(either(40, (n) => (n === 30 ? 'sleeps' : `x${n}`)))).toEqual(['cat']);
  expect(await names(`black ${either(60, (n) => `from:${key(n + 2)}`)}`)).toEqual(['dog']);
  expect(await names('-sleeps -nothing -#cats')).toEqual(['dog']);
  expect(await names('black -#cats -#dogs')).toEqual(['cat']);
});

test('hashtags, authors by every form of name, replies to and mentions of an account', async () => {
  const { village, names, note } = library({
    tagged: [1, 'one #Tea', [['t', 'tea']]],
    other: [2, 'two', [['p', key(4)]]],
  });
  village.profile(2, 'Benjamin');
  await village.store.putMembers([memberOf(key(1), { name: 'ann' })]);
  const answer = village.reply(3, note('tagged'), 'answer', 10);
  const pack = village.post(5, {
    kind: KIND.StarterPack,
    tags: [
      ['d', 'pack'],
      ['p', key(1)],
    ],
  });
  expect(pack.kind).toBe(KIND.StarterPack);
  expect(await names('#tea')).toEqual(['tagged']);
  expect(await names('-#tea one')).toEqual([]);
  for (const name of [key(2), npubOf(key(2)), 'Benjamin'])
    expect(await names(`from:${name}`), name).toEqual(['other']);
  for (const name of ['ann', 'ann@town.example'])
    expect(await names(`from:${name}`), name).toEqual(['tagged']);
  expect(await names('from:nobody')).toEqual([]);
  expect(await names(`(from:${key(1)} OR from:${key(2)})`)).toEqual(['other', 'tagged']);
  expect(await find(village, `to:${key(1)}`)).toEqual([answer.id]);
  expect(await names(`@${npubOf(key(4))}`)).toEqual(['other']);
  expect(await names(`following:${key(9)}`)).toEqual(['tagged']);
  expect(await names(`${note1Of(note('other').id)}`)).toEqual(['other']);
  expect(await find(village, `ref:${neventOf({ id: note('tagged').id })}`)).toEqual([answer.id]);
});

test('SEARCH-04 a hashtag is found as a tag, or in a text that has it with its sign and its word', async () => {
  const { names } = library({
    tagged: [1, 'one #Tea', [['t', 'tea']]],
    written: [2, 'Two cups of #Tea, please'],
    russian: [2, 'Три чашки #чай'],
    longer: [3, 'three #teapot'],
    // the index of words has no signs
    beside: [3, 'a #teapot for tea'],
    plain: [4, 'four tea'],
  });
  expect(new Set(await names('#tea'))).toEqual(new Set(['tagged', 'written', 'beside']));
  expect(await names('#tea cups')).toEqual(['written']);
  expect(await names('#tea orderby:likes')).toEqual([]);
  expect(await names('#чай')).toEqual(['russian']);
  expect(await names('#tea -please -teapot')).toEqual(['tagged']);
  expect(new Set(await names('(#tea OR #teapot)'))).toEqual(
    new Set(['beside', 'longer', 'tagged', 'written']),
  );
});

test('media, links, shapes and durations', async () => {
  const { village, names } = library({
    picture: [
      1,
      'https://media.example/tall.png',
      [['imeta', 'url https://media.example/tall.png', 'dim 100x200']],
    ],
    video: [2, 'https://media.example/wide.mp4'],
    sound: [3, 'https://media.example/song.mp3'],
    page: [4, 'https://page.example/Story'],
  });
  const row = {
    mime: 'video/mp4',
    width: 200,
    height: 100,
    duration: 42,
    hash: undefined,
    thumbnail: undefined,
    size: 1,
  };
  await village.store.putMedia([{ url: 'https://media.example/wide.mp4', ...row }]);
  expect(await names('filter:image')).toEqual(['picture']);
  expect(await names('filter:video')).toEqual(['video']);
  expect(await names('filter:audio')).toEqual(['sound']);
  expect(await names('filter:link')).toEqual(['page']);
  expect(await names('url:story')).toEqual(['page']);
  expect(await names('orientation:vertical')).toEqual(['picture']);
  expect(await names('orientation:horizontal')).toEqual(['video']);
  expect(await names('minduration:40')).toEqual(['video']);
  expect(await names('filter:video maxduration:41')).toEqual([]);
});

test('counters, scores, orders', async () => {
  const { village, names, note } = library({
    liked: [1, 'short'],
    zapped: [2, 'a little longer'],
    quiet: [3, 'nothing happens here'],
  });
  village.like(4, note('liked'));
  village.like(5, note('liked'));
  village.zap(4, note('zapped'), 500);
  village.reply(5, note('zapped'), 'x'.repeat(300), 1);
  expect(await names('minlikes:2')).toEqual(['liked']);
  expect(await names('maxlikes:1 post:root')).toEqual(['quiet', 'zapped']);
  expect(await names('minsatszapped:500')).toEqual(['zapped']);
  expect(await names('minlongreplies:1')).toEqual(['zapped']);
  expect(await names('mininteractions:1')).toEqual(['zapped', 'liked']);
  expect(await names('maxchars:5')).toEqual(['liked']);
  expect(await names('minscore:100')).toEqual(['zapped']);
  expect(await names(`zappedby:${key(4)}`)).toEqual(['zapped']);
  expect(await names('orderby:likes')).toEqual(['liked']);
  expect(await names('orderby:interactions')).toEqual(['zapped', 'liked']);
  const byScore = await village.ask('advanced_search', { query: 'orderby:score' });
  expect(ranges(byScore)).toMatchObject([
    { order_by: 'score', elements: [note('zapped').id, note('liked').id] },
  ]);
  expect(ranges(await village.ask('advanced_search', { query: 'orderby:colour' }))).toEqual([
    { order_by: 'colour', elements: [] },
  ]);
});

test('scopes refer to the viewer; an unknown one finds nothing', async () => {
  const { village, names, note } = library({
    followed: [1, 'a'],
    touched: [2, 'b'],
    stranger: [3, 'c', [['p', key(9)]]],
    network: [4, 'd'],
  });
  village.follow(1, 4);
  village.like(1, note('touched'));
  village.post(5, { kind: KIND.MuteList, tags: [['p', key(3)]] });
  expect(await names('scope:myfollows')).toEqual(['followed']);
  expect(await names('scope:mynetwork')).toEqual(['network', 'followed']);
  expect(await names('scope:myfollowsinteractions')).toEqual(['touched', 'followed']);
  expect(await names('scope:mynetworkinteractions')).toEqual(['network', 'touched', 'followed']);
  expect(await names('scope:notmyfollows')).toEqual(['network', 'stranger', 'touched']);
  expect(await names('scope:mutedbyothers')).toEqual(['stranger']);
  expect(await names('scope:mynotifications')).toEqual(['stranger']);
  expect(await names('scope:nowhere')).toEqual([]);
});

test('times: dates, and words like lastweek', async () => {
  const village = openVillage();
  const [old, fresh] = [village.note(1, 'tea', 10 * 86_400), village.note(1, 'tea', 3600)];
  expect(await find(village, 'tea since:yesterday')).toEqual([fresh.id]);
  expect(await find(village, 'tea since:lastmonth')).toEqual([fresh.id, old.id]);
  const day = new Date((NOW - 86_400) * 1000).toISOString().slice(0, 10);
  expect(await find(village, `tea until:${day}`)).toEqual([old.id]);
});

test('kinds: articles by publication, replies to a kind, people by name', async () => {
  const village = openVillage();
  village.profile(1, 'Annabel');
  const tags = (d: string, ago: number) => [
    ['d', d],
    ['title', 'On tea'],
    ['published_at', String(NOW - ago)],
  ];
  const early = village.post(
    1,
    { kind: KIND.LongForm, content: 'short', tags: tags('a', 500) },
    100,
  );
  const late = village.post(
    2,
    {
      kind: KIND.LongForm,
      content: 'word '.repeat(120),
      tags: [...tags('b', 300), ['summary', 's'], ['image', 'i']],
    },
    200,
  );
  const comment = village.post(3, {
    kind: KIND.Comment,
    content: 'hm',
    tags: [
      ['a', `30023:${key(1)}:a`],
      ['k', '30023'],
    ],
  });
  expect(await find(village, 'kind:30023 tea')).toEqual([late.id, early.id]);
  expect(await find(village, 'kind:30023 minwords:100 features:summary')).toEqual([late.id]);
  expect(await find(village, 'kind:30023 maxwords:99')).toEqual([early.id]);
  expect(await find(village, 'kind:1 repliestokind:30023')).toEqual([comment.id]);
  // a search that names no kind finds comments as it finds notes
  for (const query of ['hm', '', 'hm orderby:score'])
    expect(await find(village, query), query).toEqual(query.includes(':') ? [] : [comment.id]);
  expect(
    (await village.ask('advanced_search', { query: 'kind:0 anna' })).some(
      ({ result }) => result['pubkey'] === key(1),
    ),
  ).toBe(true);
});

test("articles and notes that the viewer's follows bookmarked", async () => {
  const { village, names, note } = library({ kept: [2, 'a'], other: [3, 'b'] });
  village.post(1, { kind: KIND.Bookmarks, tags: [['e', note('kept').id]] });
  expect(await names('features:bookmarked-by-follows')).toEqual(['kept']);
});

test('SEARCH-03 parse_advanced_search_query gives the form that writes a search', async () => {
  const village = openVillage();
  const query = `kind:30023 tea "green tea" -milk #art from:${key(1)} @ann since:2024-01-01 until:2024-02-01 scope:myfollows :) minwords:476 orderby:score`;
  expect(
    contents(await village.ask('parse_advanced_search_query', { query }), RESULT.ParsedSearchQuery),
  ).toMatchObject([
    {
      includes: 'tea green tea',
      excludes: 'milk',
      hashtags: '#art',
      postedBy: [key(1)],
      userMentions: ['ann'],
      replingTo: [],
      timeframe: 'custom',
      customTimeframe: { since: '2024-01-01', until: '2024-02-01' },
      sentiment: 'positive',
      kind: 'reads',
      scope: 'myfollows',
      sortBy: 'score',
      minWords: 2,
      maxWords: 0,
    },
  ]);
});

test('SEARCH-03 a search of signs alone finds nothing; beside a word they are ignored', async () => {
  const { names } = library({ duck: [2, 'tea with 🦆'], tea: [3, 'tea'] });
  for (const query of ['🦆', '%', '"🦆 🦆"', `🦆 from:${key(2)}`])
    expect(await names(query)).toEqual([]);
  expect(await names('tea 🦆')).toEqual(['tea', 'duck']);
});

test('an empty search is refused, one that looks odd is not', async () => {
  const village = openVillage();
  expect(await village.notice('search', { query: '  ' })).toBe('query is empty');
  for (const query of [
    "it's",
    'a,b',
    'unknown:prefix',
    '(((',
    '"',
    'since:never',
    '* AND NEAR(',
    'x OR',
    '\0',
    '-',
    '#',
    '@',
    ':)',
    '?',
  ])
    expect(ranges(await village.ask('search', { query })), query).toHaveLength(1);
  expect(village.logged).toEqual([]);
});

test('people by the beginnings of their names, the best followed first; or by key', async () => {
  const village = openVillage();
  village.profile(1, 'Ann Smith');
  village.profile(2, 'annette');
  village.profile(3, 'Bob');
  village.follow(5, 2);
  village.follow(6, 1, 2);
  const search = (query: string, payload = {}) => village.ask('user_search', { query, ...payload });
  const found = async (query: string, payload = {}) =>
    (await search(query, payload)).flatMap(({ kind, result }) =>
      kind === 0 ? [result['pubkey']] : [],
    );
  expect(await found('ann')).toEqual([key(2), key(1)]);
  expect(await found('Smi ANN')).toEqual([key(1)]);
  expect(await found('ann', { limit: 1 })).toEqual([key(2)]);
  expect(await found('ann', { pubkey: key(5) })).toEqual([key(2)]);
  expect(await found(npubOf(key(3)) ?? '')).toEqual([key(3)]);
  expect(await found(key(3))).toEqual([key(3)]);
  expect(contents(await search('ann'), RESULT.UserFollowerCounts)).toEqual([
    { [key(1)]: 1, [key(2)]: 2 },
  ]);
  for (const query of ['', '  ', '"', '*', 'ann"*', 'NOT'])
    expect(() => search(query), query).not.toThrow();
  expect(await search('')).toEqual([]);
  expect(village.logged).toEqual([]);
});
