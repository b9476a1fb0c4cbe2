// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { range } from '../../../tests/support/connection/fake-cache.ts';
import { elapse } from '../../../tests/support/machines/clock.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { fetchViews, renderedAccount } from '../../../tests/support/views/rendered-account.tsx';
import { seconds } from '../../events/core/time.ts';
import { KIND } from '../../events/nostr/kinds.ts';
import { pressed } from '../../events/nostr/ours.ts';
import { FOLLOWS_SPEC } from '../../events/reading/feed/home.ts';
import { A } from '../../../tests/support/account/session-world.ts';

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(() => fetchViews('/home'));

const said = () => screen.queryByText(/^You follow nobody yet\./) !== null;

test('FEED-08 the feed of an account without follows says that its notes are from others', async () => {
  world = await renderedAccount('/home');
  const { answer, app, clock, settle, socket } = world;
  const note = trusted({ pubkey: 'e'.repeat(64), content: 'of a stranger', created_at: 9 });
  await settle(() =>
    answer('mega_feed_directive', {
      events: [note],
      claims: [range([note.id], { since: 9, until: 9 })],
    }),
  );
  expect(screen.queryByText('of a stranger')).not.toBeNull();
  // its lists may still come
  expect(said()).toBe(false);
  const asked = () => socket.open().map(({ query }) => query.verb);
  for (let look = 0; look < 30 && !asked().includes('contact_list'); look++)
    await settle(() => elapse(clock, 1_000));
  expect(said()).toBe(false);
  await settle(() => answer('contact_list'));
  expect(said()).toBe(true);
  const follows = trusted({
    pubkey: 'a'.repeat(64),
    kind: KIND.Contacts,
    tags: [['p', note.pubkey]],
    created_at: 10,
  });
  await settle(() =>
    app.send({ type: 'facts.received', events: [follows], claims: [], now: seconds(20) }),
  );
  expect(said()).toBe(false);
});

test('FEED-03 a new own note is on the feed of the follows, and not on a feed chosen after it', async () => {
  world = await renderedAccount('/home');
  const { app, log, settle } = world;
  const template = pressed({
    pubkey: A,
    kind: 1,
    tags: [],
    content: 'mine',
    created_at: seconds(9),
  });
  const event = trusted({ ...template });
  const { kind, tags, content } = template;
  const entries = [
    {
      type: 'intended',
      account: A,
      wish: { type: 'event', draft: pressed({ kind, tags, content }) },
    },
    { type: 'drafted', template, relays: [] },
    { type: 'signed', event },
  ] as const;
  await settle(() =>
    log.report({
      type: 'store.opened',
      entries: entries.map((entry) => ({ ...entry, job: 'j', at: seconds(9) })),
      now: seconds(99),
    }),
  );
  const own = () =>
    app.getSnapshot().children.screens?.getSnapshot().children['feed:home']?.getSnapshot().context
      .own;
  expect(own()).toEqual([event.id]);
  const choose = (selectedHomeFeed: string) =>
    settle(() =>
      app
        .getSnapshot()
        .children.settings?.send({ type: 'settings.change', change: { selectedHomeFeed } }),
    );
  await choose('{"id":"most-zapped","kind":"notes","hours":24}');
  expect(own()).toEqual([]);
  await choose(FOLLOWS_SPEC);
  expect(own()).toEqual([event.id]);
});
