import { expect, test } from 'vitest';
import {
  elements,
  key,
  openVillage,
  type Village,
} from '../../../tests/support/service/village.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';

const ME = 9;
const LATEST = { spec: '{"id":"all-notes","kind":"notes"}', user_pubkey: key(ME) };
const TRENDING = {
  spec: '{"id":"global-trending","kind":"notes","hours":24}',
  user_pubkey: key(ME),
};
const flood = Array.from({ length: 21 }, (_, at) => ['t', `topic${at}`]);

/** Notes of a village: one of each kind that a filter hides, all of them liked. */
function town() {
  const village = openVillage();
  const notes = {
    plain: village.note(1, 'plain', 90),
    spam: village.note(2, 'buy this', 80, flood),
    nsfw: village.note(3, 'look', 70, [['t', 'nsfw']]),
    muted: village.note(4, 'muted', 60),
    listed: village.note(5, 'listed', 50),
  };
  for (const note of Object.values(notes)) village.like(7, note, 10);
  village.post(ME, { kind: KIND.MuteList, tags: [['p', key(4)]] });
  village.post(6, { kind: KIND.MuteList, tags: [['p', key(5)]] });
  const using = ['p', key(6), '', '', '["trending"]'];
  village.post(ME, { kind: KIND.CategorizedPeople, tags: [['d', 'mutelists'], using] });
  const names = new Map(Object.entries(notes).map(([name, { id }]) => [id, name]));
  const seen = async (payload: Record<string, unknown>) =>
    elements(await village.ask('mega_feed_directive', payload)).map(
      (id) => names.get(String(id)) ?? '',
    );
  return {
    village,
    notes,
    seen: async () => ({
      latest: (await seen(LATEST)).toSorted(),
      trending: (await seen(TRENDING)).toSorted(),
    }),
  };
}

const choose = (village: Village, content: unknown) =>
  village.store.saveSettings(
    key(ME),
    JSON.stringify({ kind: KIND.Settings, pubkey: key(ME), content: JSON.stringify(content) }),
  );

test('SETTINGS-08 default settings hide spam and mutes everywhere, and NSFW in ranked results', async () => {
  const { seen } = town();
  expect(await seen()).toEqual({ latest: ['listed', 'nsfw', 'plain'], trending: ['plain'] });
});

test('SETTINGS-08 saved settings apply at once: each filter in its scope, and none without moderation', async () => {
  const { village, seen } = town();
  const rule = (name: string, ...scopes: string[]) => ({ name, scopes });
  await choose(village, {
    contentModeration: [rule('primal_spam', 'trending'), rule('primal_nsfw')],
  });
  expect(await seen()).toEqual({
    latest: ['listed', 'nsfw', 'plain', 'spam'],
    trending: ['nsfw', 'plain'],
  });
  await choose(village, {
    contentModeration: [
      rule('primal_spam', 'content'),
      rule('primal_nsfw', 'content'),
      rule('my', 'trending'),
    ],
  });
  expect(await seen()).toEqual({
    latest: ['listed', 'muted', 'nsfw', 'plain'],
    trending: ['nsfw', 'plain'],
  });
  const all = ['listed', 'muted', 'nsfw', 'plain', 'spam'];
  await choose(village, { applyContentModeration: false });
  expect(await seen()).toEqual({ latest: all, trending: all });
  await choose(village, { applyContentModeration: 'off', contentModeration: [] });
  expect(await seen()).toEqual({ latest: ['listed', 'nsfw', 'plain'], trending: ['plain'] });
});

test("SETTINGS-08 allowlisted accounts are not hidden by filters or other users' lists", async () => {
  const { village, seen } = town();
  const allowed = [2, 3, 5].map((n) => ['p', key(n)]);
  village.post(ME, { kind: KIND.CategorizedPeople, tags: [['d', 'allowlist'], ...allowed] });
  expect(await seen()).toEqual({
    latest: ['listed', 'nsfw', 'plain', 'spam'],
    trending: ['listed', 'nsfw', 'plain', 'spam'],
  });
});

test('SETTINGS-08 the sidebar, recommended people and authors, and reasons follow the same settings', async () => {
  const { village, notes } = town();
  const ask = async (verb: string, payload: Record<string, unknown>) =>
    village.ask(verb, { user_pubkey: key(ME), ...payload });
  const ids = async () =>
    (await ask('scored', { selector: 'trending_24h' }))
      .filter(({ kind }) => kind === KIND.Text)
      .map(({ result }) => Object(result).id);
  expect(await ids()).toEqual([notes.plain.id]);
  const reason = async (n: number) =>
    (await ask('search_filterlist', { pubkey: key(n) })).some(({ kind }) => kind === 10_000_131);
  expect([await reason(4), await reason(5)]).toEqual([true, false]);
  await choose(village, { applyContentModeration: false });
  expect((await ids()).length).toBe(5);
  expect(await reason(4)).toBe(false);
});
