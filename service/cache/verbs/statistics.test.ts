import { expect, test } from 'vitest';
import {
  contents,
  idsOf,
  key,
  memberOf,
  NOW,
  openVillage,
} from '../../../tests/support/service/village.ts';
import { KIND, RESULT } from '../../../src/events/nostr/kinds.ts';

const HOUR = 3_600;

test('LIMIT-02 the notes of a sidebar are those of its hours, by score or by sats', async () => {
  const village = openVillage();
  const notes = [0.5, 2, 6, 18, 30].map((hours, n) => village.note(n + 1, 'note', hours * HOUR));
  for (const [n, note] of notes.entries()) {
    village.like(10, note);
    if (n % 2 === 0) village.zap(11, note, 100 - n);
  }
  const shown = async (selector: string) =>
    new Set(idsOf(await village.ask('scored', { selector }), KIND.Text));
  const first = (count: number) => new Set(notes.slice(0, count).map(({ id }) => id));
  expect(await shown('trending_1h')).toEqual(first(1));
  expect(await shown('trending_4h')).toEqual(first(2));
  expect(await shown('classic_trending_12h')).toEqual(first(3));
  expect(await shown('trending_24h')).toEqual(first(4));
  expect(await shown('mostzapped_12h')).toEqual(new Set([notes[0]?.id, notes[2]?.id]));
  for (const selector of ['', 'trending', 'best_24h', 'trending_2h'])
    expect(await village.ask('scored', { selector })).toEqual([]);
});

test('LIMIT-02 a sidebar shows the best 24 notes', async () => {
  const village = openVillage();
  for (let n = 0; n < 30; n++) village.like(10, village.note(20 + n, 'note', 60 + n));
  const said = await village.ask('scored', { selector: 'trending_1h' });
  expect(idsOf(said, KIND.Text)).toHaveLength(24);
});

test('a greeting is a note that begins with one as a word of its own, in any case', async () => {
  const village = openVillage();
  const [texts, others] = [
    ['gm', ' GM, all', 'Good Morning!', 'gm2'],
    ['gmail is down', 'say gm', 'good mornings', 'hello'],
  ];
  const notes = [...texts, ...others].map((text, n) => village.note(n + 1, text, 60 + n));
  for (const note of notes) village.like(20, note);
  const shown = async (selector: string) =>
    new Set(idsOf(await village.ask('scored', { selector }), KIND.Text));
  expect(await shown('gm_trending_4h')).toEqual(new Set(notes.slice(0, 4).map(({ id }) => id)));
  expect(await shown('trending_4h')).toEqual(new Set(notes.slice(4).map(({ id }) => id)));
});

test('a sidebar comes with names and media of its authors, without counts and rankings', async () => {
  const village = openVillage();
  village.profile(1, 'ann');
  await village.store.putMembers([memberOf(key(1), { name: 'ann' })]);
  const url = 'https://media.example/a.png';
  const row = { mime: 'image/png', duration: 0, hash: undefined, thumbnail: undefined, size: 1 };
  await village.store.putMedia([{ url, width: 4, height: 3, ...row }]);
  const quoted = village.note(2, 'quoted', 2 * 86_400);
  const note = village.note(1, `look ${url}`, 60, [['e', quoted.id, '', 'mention']]);
  village.like(5, note);
  const said = await village.ask('scored', { selector: 'trending_4h' });
  expect(idsOf(said, KIND.Text)).toEqual([note.id]);
  expect(idsOf(said, KIND.Metadata)).toHaveLength(1);
  expect(contents(said, RESULT.MediaInfo)).toMatchObject([{ event_id: note.id }]);
  expect(contents(said, RESULT.VerifiedUsersDict)).toEqual([{ [key(1)]: 'ann' }]);
  const kinds = said.map(({ kind }) => kind);
  expect(kinds).toContain(RESULT.Referenced);
  for (const kind of [RESULT.Range, RESULT.NoteStats, RESULT.LinkMetadata, RESULT.UserScores])
    expect(kinds).not.toContain(kind);
});

test('EXPLORE-01 the legend counts follows, the network around them, and all accounts', async () => {
  const village = openVillage();
  village.follow(1, 2, 3);
  village.follow(2, 4);
  village.follow(4, 5);
  const said = await village.ask('explore_legend_counts', { pubkey: key(1) });
  expect(said[0]?.result).toMatchObject({ kind: RESULT.LegendCounts, pubkey: key(1) });
  expect(said[0]?.content).toMatchObject({ your_follows: 2 });
  expect(Object.keys(Object(said[0]?.content))).toEqual([
    'your_follows',
    'your_inner_network',
    'your_outer_network',
    'all_users',
  ]);
});

test('articles_stats counts articles, drafts for the kind and sats; top_article is the best one', async () => {
  const village = openVillage();
  const article = (d: string) =>
    village.post(
      1,
      {
        kind: KIND.LongForm,
        tags: [
          ['d', d],
          ['published_at', String(NOW)],
        ],
      },
      90,
    );
  const [liked, zapped] = [article('a'), article('b')];
  village.like(5, liked);
  village.like(6, liked);
  village.zap(5, zapped, 21);
  for (const [d, kind] of [
    ['x', '30023'],
    ['y', '30023'],
    ['z', '1'],
  ] as const)
    village.post(1, {
      kind: KIND.Draft,
      tags: [
        ['d', d],
        ['k', kind],
      ],
    });
  const stats = async (payload: Record<string, unknown>) =>
    contents(
      await village.ask('articles_stats', { pubkey: key(1), ...payload }),
      RESULT.ArticlesStats,
    );
  expect(await stats({})).toEqual([{ articles: 2, drafts: 2, satszapped: 21 }]);
  expect(await stats({ kind: 1 })).toEqual([{ articles: 2, drafts: 1, satszapped: 21 }]);
  const top = async (by: unknown) => village.ask('top_article', { pubkey: key(1), by });
  expect(idsOf(await top('satszapped'), KIND.LongForm)).toEqual([zapped.id]);
  expect(idsOf(await top('interactions'), KIND.LongForm)).toEqual([liked.id]);
  expect(contents(await top('interactions'), RESULT.NoteStats)).toMatchObject([{ likes: 2 }]);
  expect(await top('size')).toEqual([]);
});
