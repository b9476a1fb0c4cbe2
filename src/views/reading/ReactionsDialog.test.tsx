// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { range } from '../../../tests/support/fake-cache.ts';
import { actorAt, endQuestion, type RenderedApp, renderedApp } from '../../../tests/support/rendered-app.tsx';
import { trusted } from '../../../tests/support/trusted.ts';
import { KIND, RESULT } from '../../events/kinds.ts';

const NOTE = trusted({ content: 'worth a reaction' });
const LIKES = Array.from({ length: 20 }, (_, at) =>
  trusted({ kind: KIND.Reaction, pubkey: at.toString(16).padStart(64, '0'), content: '+', tags: [['e', NOTE.id]] }),
);

let world: RenderedApp | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(async () => {
  await import('./ReactionsDialog.tsx');
});

/** The likes of a note that a visitor has opened from its menu; they are not answered yet. */
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
    const list = Object.keys(screens.getSnapshot().children).find((id) => id.startsWith(`feed:likes:${NOTE.id}`)) ?? '';
    return app.settle(() => endQuestion(app, actorAt(screens, list, request), { how }));
  };
  return { app, dialog, ends };
}

test('NOTE-14 a list that does not come, or that the service refuses, says so and is asked for again', async () => {
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

test('NOTE-14 where the next page fails, what is shown stays', async () => {
  const { app, dialog, ends } = await opened();
  await app.settle(() => app.answer('event_actions', { events: LIKES }));
  await app.click(dialog.getByRole('button', { name: 'Show more' }));
  await ends('more', 'timeout');
  expect(dialog.getAllByRole('listitem')).toHaveLength(20);
  expect(dialog.getByRole('alert').textContent).toContain('The next ones did not load');
});

test('NOTE-14 NOTE-22 its quotes are counted as the service says, and not before it says so', async () => {
  const { app, dialog } = await opened();
  const tab = () => dialog.getByRole('tab', { name: /^Quotes/ }).textContent;
  expect(tab()).toBe('Quotes');
  const content = { event_id: NOTE.id, count: 12_345 };
  await app.settle(() => app.answer('note_mentions_count', { claims: [{ claim: 'other', kind: RESULT.NoteMentionsCount, content }] }));
  expect(tab()).toBe('Quotes12,345');
});
