// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { range } from '../../../../tests/support/connection/fake-cache.ts';
import {
  actorAt,
  endQuestion,
  type RenderedApp,
  renderedApp,
} from '../../../../tests/support/views/rendered-app.tsx';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { statsOf } from '../../../../tests/support/views/stats-samples.ts';
import { KIND, RESULT } from '../../../events/nostr/kinds.ts';

const NOTE = trusted({ content: 'worth a reaction' });
const LIKES = Array.from({ length: 20 }, (_, at) =>
  trusted({
    kind: KIND.Reaction,
    pubkey: at.toString(16).padStart(64, '0'),
    content: '+',
    tags: [['e', NOTE.id]],
  }),
);

let world: RenderedApp | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(async () => {
  await import('../note/NoteDialog.tsx');
});

/** Open the likes of a note from its menu as a visitor, before they are answered. */
async function opened() {
  const app = renderedApp(`/e/${NOTE.id}`);
  world = app;
  await app.settle(() => app.socket.opened());
  await app.settle(() => app.answer('thread_view', { events: [NOTE], claims: [range([NOTE.id])] }));
  await app.click(screen.getByRole('button', { name: 'More' }));
  await app.click(screen.getByRole('menuitem', { name: 'Reactions' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Reactions' }));
  const ends = (request: 'page' | 'more', how: 'notice' | 'timeout') => {
    const screens = actorAt(app.app, 'screens');
    const list =
      Object.keys(screens.getSnapshot().children).find((id) =>
        id.startsWith(`feed:likes:${NOTE.id}`),
      ) ?? '';
    return app.settle(() => endQuestion(app, actorAt(screens, list, request), { how }));
  };
  return { app, dialog, ends };
}

test('NOTE-14 a list that fails or is refused says so and can be requested again', async () => {
  const { app, dialog, ends } = await opened();
  await ends('page', 'timeout');
  expect(dialog.getByRole('alert').textContent).toContain('This list did not load');
  await app.click(dialog.getByRole('button', { name: 'Try again' }));
  await ends('page', 'notice');
  expect(dialog.getByRole('alert').textContent).toContain('This list is not available right now');
  await app.click(dialog.getByRole('button', { name: 'Try again' }));
  await app.settle(() => app.answer('event_actions'));
  expect(dialog.getByText('No likes yet')).toBeDefined();
});

test('NOTE-14 if the next page fails, the shown rows stay', async () => {
  const { app, dialog, ends } = await opened();
  await app.settle(() => app.answer('event_actions', { events: LIKES }));
  await app.click(dialog.getByRole('button', { name: 'Show more' }));
  await ends('more', 'timeout');
  expect(dialog.getAllByRole('listitem')).toHaveLength(20);
  expect(dialog.getByRole('alert').textContent).toContain('The next ones did not load');
});

test('NOTE-14 likes show emoji or custom pictures; plain likes show nothing; bad addresses stay words', async () => {
  const { app, dialog } = await opened();
  const like = (at: number, content: string, url?: string) =>
    trusted({
      kind: KIND.Reaction,
      pubkey: at.toString(16).padStart(64, '0'),
      content,
      tags: [['e', NOTE.id], ...(url === undefined ? [] : [['emoji', content.slice(1, -1), url]])],
    });
  const events = [
    like(1, '+'),
    like(2, '🔥'),
    like(3, ':gull:', 'https://e.example/gull.png'),
    like(4, ':bad:', 'javascript:alert(1)'),
  ];
  await app.settle(() => app.answer('event_actions', { events }));
  const rows = dialog.getAllByRole('listitem');
  expect(rows[1]?.textContent).toContain('🔥');
  expect(rows[2]?.querySelector('img[alt=":gull:"]')?.getAttribute('src')).toBe(
    'https://e.example/gull.png',
  );
  expect(rows[3]?.textContent).toContain(':bad:');
  expect(rows.map((row) => row.querySelectorAll('img').length)).toEqual([0, 0, 1, 0]);
});

test('NOTE-14 each of the four lists has its count; the count of reposts excludes quotes', async () => {
  const { app, dialog } = await opened();
  const stats = statsOf(NOTE.id, { likes: 3, reposts: 7, zaps: 2 });
  const count = {
    claim: 'other',
    kind: RESULT.NoteMentionsCount,
    content: { event_id: NOTE.id, count: 5 },
  } as const;
  await app.settle(() => app.answer('note_mentions_count', { claims: [stats, count] }));
  expect(dialog.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Likes3',
    'Zaps2',
    'Reposts2',
    'Quotes5',
  ]);
});

test('NOTE-14 NOTE-22 quotes are counted by the service, and have no count before it answers', async () => {
  const { app, dialog } = await opened();
  const tab = () => dialog.getByRole('tab', { name: /^Quotes/ }).textContent;
  expect(tab()).toBe('Quotes');
  const content = { event_id: NOTE.id, count: 12_345 };
  await app.settle(() =>
    app.answer('note_mentions_count', {
      claims: [{ claim: 'other', kind: RESULT.NoteMentionsCount, content }],
    }),
  );
  expect(tab()).toBe('Quotes12,345');
});

test('XMR-01 NOTE-14 Monero tips for the note are below the zaps, without tips for other events', async () => {
  const { app, dialog } = await opened();
  await app.settle(() => app.answer('event_actions'));
  await app.click(dialog.getByRole('tab', { name: /Zaps/ }));
  await app.settle(() => app.answer('event_zaps_by_satszapped', { claims: [range([])] }));
  const [author, fan] = [NOTE.pubkey, 'f'.repeat(64)];
  const tip = (kind: number, pubkey: string, tags: string[][], target = NOTE.id) =>
    trusted({
      kind,
      pubkey,
      content: 'for the bench',
      tags: [['e', target], ['amount', '800000000'], ...tags],
    });
  const asked = tip(KIND.MoneroZapRequest, fan, [['p', author]]);
  const sent = tip(KIND.MoneroZap, fan, [
    ['p', author],
    ['description', JSON.stringify(asked)],
  ]);
  const received = tip(KIND.MoneroZapReceipt, author, [
    ['P', fan],
    ['description', JSON.stringify(sent)],
  ]);
  const elsewhere = tip(KIND.MoneroZap, fan, [['p', author]], '9'.repeat(64));
  for (const events of [[asked], [sent, elsewhere], [received]])
    await app.settle(() => app.answer('event_actions', { events }));
  const tips = within(dialog.getByRole('region', { name: 'Monero tips' }));
  expect(tips.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    expect.stringMatching(/for the bench.*Received, says the recipient.*0.0008 XMR/),
  ]);
  expect(tips.getByText('1 tip confirmed by recipients: 0.0008 XMR')).toBeDefined();
  expect(dialog.getByText('No zaps yet')).toBeDefined();
});
