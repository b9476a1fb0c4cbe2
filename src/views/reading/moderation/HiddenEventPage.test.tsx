// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { range } from '../../../../tests/support/connection/fake-cache.ts';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { A } from '../../../../tests/support/account/session-world.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { articlePath, notePath } from '../../../events/account/profile/profile-path.ts';
import type { Tag } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { DEFAULT_VIEWER } from '../../../events/reading/feed/home.ts';
import { seconds } from '../../../events/core/time.ts';

const AUTHOR = 'b'.repeat(64);
const NOTE = trusted({ pubkey: AUTHOR, content: 'the opened note', created_at: 1_000 });
const REPLY = trusted({
  pubkey: AUTHOR,
  content: 'a reply',
  created_at: 1_001,
  tags: [['e', NOTE.id, '', 'root']],
});
const ADDRESS = { kind: KIND.LongForm, pubkey: AUTHOR, identifier: 'm' };
const ARTICLE = trusted({
  pubkey: AUTHOR,
  kind: KIND.LongForm,
  content: 'the body',
  created_at: 1_000,
  tags: [
    ['d', 'm'],
    ['title', 'The bridge'],
  ],
});

let close = () => {};
afterEach(() => close());

/** Render a page for an account whose mute list has these entries. */
async function page(path: string, tags: readonly Tag[]) {
  await fetchViews(path);
  const world = await renderedAccount(path);
  close = world.close;
  const mutes = trusted({ pubkey: A, kind: KIND.MuteList, tags, created_at: 900 });
  await world.settle(() =>
    world.app.send({ type: 'facts.received', events: [mutes], claims: [], now: seconds(2_000) }),
  );
  return world;
}
const text = () => document.querySelector('main')?.textContent ?? '';
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test.each([
  ['e', NOTE.id, 'You muted this thread.'],
  ['word', 'Opened', 'You muted the word “opened”.'],
  ['p', AUTHOR, 'You muted npub1'],
])(
  'ACCOUNT-21 the page of a note that is muted by %s says so and shows it on request',
  async (name, value, said) => {
    const { settle, answer } = await page(notePath(NOTE.id), [[name, value]]);
    await settle(() =>
      answer('thread_view', {
        events: [NOTE, REPLY],
        claims: [range([REPLY.id]), range([NOTE.id])],
      }),
    );
    expect(text()).toContain('This is muted');
    expect(text()).toContain(said);
    expect(text()).not.toMatch(/the opened note|a reply|deleted/);
    expect(screen.queryAllByRole('button', { name: 'Unmute' })).toHaveLength(name === 'p' ? 1 : 0);
    press('Show it anyway');
    expect(text()).toContain(said);
    expect(text()).toContain('the opened note');
    expect(text()).toContain('a reply');
  },
);

test.each([['e', ARTICLE.id] as const, ['a', `30023:${AUTHOR}:m`] as const])(
  'ACCOUNT-21 the page of an article muted by an %s tag says so and never that the article was deleted',
  async (name, value) => {
    const { settle, answer } = await page(articlePath(ADDRESS), [[name, value]]);
    await settle(() =>
      answer('long_form_content_thread_view', { events: [ARTICLE], claims: [range([ARTICLE.id])] }),
    );
    await vi.waitFor(() => expect(text()).toContain('You muted this thread.'));
    expect(text()).not.toMatch(/the body|cannot be found|deleted/);
    press('Show it anyway');
    expect(text()).toContain('The bridge');
  },
);

test('ACCOUNT-21 a muted page that the service withholds says so, and can be requested without an account', async () => {
  const { settle, answer, socket } = await page(notePath(NOTE.id), [['e', NOTE.id]]);
  await settle(() => answer('thread_view', { events: [], claims: [] }));
  expect(text()).toContain('This is muted');
  expect(text()).not.toContain('deleted');
  await settle(() => press('Show it anyway'));
  const again = socket.open().find(({ query }) => query.verb === 'thread_view');
  expect(again?.query.payload).toMatchObject({ event_id: NOTE.id, user_pubkey: DEFAULT_VIEWER });
  await settle(() =>
    answer('thread_view', { events: [NOTE], claims: [range([]), range([NOTE.id])] }),
  );
  expect(text()).toContain('You muted this thread.');
  press('Show it anyway');
  expect(text()).toContain('the opened note');
});
