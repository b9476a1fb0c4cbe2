// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { range } from '../../../tests/support/fake-cache.ts';
import { fetchViews, renderedAccount } from '../../../tests/support/rendered-account.tsx';
import { A } from '../../../tests/support/session-world.ts';
import { trusted } from '../../../tests/support/trusted.ts';
import { notePath } from '../../events/account/verified-name.ts';
import { KIND, RESULT } from '../../events/kinds.ts';
import { seconds } from '../../events/time.ts';

const [LOUD, CALM] = ['b'.repeat(64), 'c'.repeat(64)];
const NOTE = trusted({ content: 'the opened note', created_at: 1_000 });
const reply = (pubkey: string, at: number) =>
  trusted({ pubkey, content: `reply ${at}`, created_at: at, tags: [['e', NOTE.id, '', 'root']] });
const NO_STATS = { likes: 0, reposts: 0, zaps: 0, satszapped: 0, score: 0, score24h: 0, bookmarks: 0 };
const mutes = trusted({ pubkey: A, kind: KIND.MuteList, tags: [['p', LOUD]], created_at: 900 });

let close = () => {};
afterEach(() => close());

/** The opened note with those replies, while its count claims `claimed`, as one sees it who muted LOUD. */
async function opened(replies: readonly ReturnType<typeof reply>[], claimed: number): Promise<string> {
  const path = notePath(NOTE.id);
  await fetchViews(path);
  const world = await renderedAccount(path);
  close = world.close;
  const ids = replies.map(({ id }) => id);
  const stats = { ...NO_STATS, claim: 'stats', id: NOTE.id, replies: claimed } as const;
  await world.settle(() => world.app.send({ type: 'facts.received', events: [mutes], claims: [], now: seconds(2_000) }));
  await world.settle(() => world.answer('thread_view', { events: [NOTE, ...replies], claims: [range(ids), range([NOTE.id]), stats] }));
  return document.querySelector('main')?.textContent ?? '';
}

test('THREAD-01 ACCOUNT-10 a thread says how many replies the own mute list hides, beside those that it shows', async () => {
  const words = await opened([reply(LOUD, 1_001), reply(CALM, 1_002), reply(LOUD, 1_003)], 3);
  expect(words).toContain('reply 1002');
  expect(words).not.toMatch(/reply 100[13]/);
  expect(words).toContain('Your mute list hides 2 replies.');
  expect(words).not.toContain('more is counted');
});

test('THREAD-01 where every reply is hidden the thread does not say that there is none; what the service kept back is told apart', async () => {
  const words = await opened([reply(LOUD, 1_001)], 3);
  expect(words).not.toContain('No replies yet');
  expect(words).toContain('No replies to show');
  expect(words).toContain(
    'Your mute list hides 1 reply. 2 more are counted, but not shown: filtered, deleted, or not sent by the service.',
  );
});

test('NOTE-22 an opened note says how long it is, how often it was quoted and kept, and with what it was written; a zero says nothing', async () => {
  const note = trusted({ content: 'three plain words https://x.example/page', created_at: 1_000, tags: [['client', 'Cora\ncle']] });
  const path = notePath(note.id);
  await fetchViews(path);
  const world = await renderedAccount(path);
  close = world.close;
  const stats = { ...NO_STATS, claim: 'stats', id: note.id, replies: 0 } as const;
  const details = () => [...(document.querySelector('main time')?.closest('ul')?.children ?? [])].slice(1).map((one) => one.textContent);
  await world.settle(() => world.answer('thread_view', { events: [note], claims: [range([]), range([note.id]), stats] }));
  expect(details()).toEqual(['3 words', 'via Cora cle']);
  const content = { event_id: note.id, count: 1 };
  await world.settle(() => world.answer('note_mentions_count', { claims: [{ claim: 'other', kind: RESULT.NoteMentionsCount, content }] }));
  await world.settle(() =>
    world.app.send({ type: 'facts.received', events: [], claims: [{ ...stats, bookmarks: 1_200 }], now: seconds(2_000) }),
  );
  expect(details()).toEqual(['3 words', '1 quote', '1,200 bookmarks', 'via Cora cle']);
});
