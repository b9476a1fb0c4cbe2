import { expect, test } from 'vitest';
import { KIND, RESULT } from '../../../src/events/nostr/kinds.ts';
import {
  contents,
  elements,
  key,
  openVillage,
  requestFor,
} from '../../../tests/support/service/village.ts';
import { unseenCounts } from '../results/notification-results.ts';

const [ANN, BEN, CAT] = [1, 2, 3];
const ADDRESS = `30023:${key(CAT)}:m`;

/** Ann comments on an article of Cat's, Ben answers and likes the comment. */
async function discussion() {
  const village = openVillage();
  for (const n of [ANN, BEN, CAT]) village.profile(n, `person ${n}`);
  await village.ask('set_app_settings', {
    settings_event: requestFor('set_app_settings', ANN, {}),
  });
  const article = (at: number) =>
    village.post(
      CAT,
      {
        kind: KIND.LongForm,
        content: 'body',
        tags: [
          ['d', 'm'],
          ['title', 'T'],
        ],
      },
      at,
    );
  const v1 = article(900);
  const comment = (by: number, version: string, tags: string[][], ago: number) =>
    village.post(
      by,
      {
        kind: KIND.Comment,
        content: 'c',
        tags: [['A', ADDRESS], ['E', version], ['K', '30023'], ['P', key(CAT)], ...tags],
      },
      ago,
    );
  const mine = comment(
    ANN,
    v1.id,
    [
      ['a', ADDRESS],
      ['e', v1.id],
      ['k', '30023'],
      ['p', key(CAT)],
    ],
    800,
  );
  const answer = (version: string, ago: number) =>
    comment(
      BEN,
      version,
      [
        ['e', mine.id],
        ['k', '1111'],
        ['p', key(ANN)],
      ],
      ago,
    );
  const told = async () =>
    contents(await village.ask('get_notifications', { pubkey: key(ANN) }), RESULT.Notification)
      .length;
  const count = async () =>
    Object.values(await unseenCounts(village.store, key(ANN))).reduce((sum, one) => sum + one, 0);
  return {
    village,
    v1,
    article,
    comment,
    mine,
    answer,
    news: async () => [await told(), await count()],
  };
}

test.each([['e'], ['a']])(
  'ACCOUNT-21 NOTIF-04 a thread muted by an %s tag is in no list and no count, also for later versions',
  async (by) => {
    const { village, v1, article, mine, answer, news } = await discussion();
    answer(v1.id, 700);
    village.like(BEN, mine, 690);
    expect(await news()).toEqual([2, 2]);
    village.post(ANN, { kind: KIND.MuteList, tags: [[by, by === 'e' ? v1.id : ADDRESS]] }, 600);
    expect(await news()).toEqual([0, 0]);
    const v2 = article(500);
    answer(v2.id, 400);
    expect(await news()).toEqual([0, 0]);
  },
);

test("ACCOUNT-21 NOTIF-04 a muted thread silences replies to and likes of the reader's notes in it", async () => {
  const { village, news } = await discussion();
  const root = village.note(CAT, 'root', 600);
  const mine = village.reply(ANN, root, 'mine', 590);
  village.like(BEN, mine, 580);
  village.reply(BEN, mine, 'answer', 570);
  village.zap(BEN, mine, 21, 560);
  expect((await news())[1]).toBe(3);
  village.post(ANN, { kind: KIND.MuteList, tags: [['e', root.id]] }, 500);
  expect(await news()).toEqual([0, 0]);
});

test('ACCOUNT-21 feeds filter hashtags and words as the client does: by text, sign, case, composition', async () => {
  const village = openVillage();
  const hidden = [
    village.note(BEN, 'a note about #ANIME', 100),
    village.note(BEN, 'x', 90, [['t', '#anime']]),
    village.note(BEN, 'the year #2024', 80),
    village.note(BEN, 'CAFE\u0301', 70),
  ];
  const shown = village.note(BEN, '#animetour in 2024', 60);
  village.follow(CAT, BEN);
  const feed = async () =>
    elements(
      await village.ask('mega_feed_directive', {
        spec: JSON.stringify({ id: 'latest', kind: 'notes' }),
        user_pubkey: key(CAT),
      }),
    );
  expect(await feed()).toEqual(expect.arrayContaining([...hidden, shown].map(({ id }) => id)));
  const tags = [
    ['t', '#Anime'],
    ['t', '2024'],
    ['word', 'café'],
  ];
  village.post(CAT, { kind: KIND.MuteList, tags });
  const left = new Set(await feed());
  expect([...hidden, shown].map(({ id }) => left.has(id))).toEqual([
    false,
    false,
    false,
    false,
    true,
  ]);
});
