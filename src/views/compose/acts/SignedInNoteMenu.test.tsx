// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { range } from '../../../../tests/support/connection/fake-cache.ts';
import {
  fetchViews,
  renderedAccount,
  toasts,
} from '../../../../tests/support/views/rendered-account.tsx';
import { A, B } from '../../../../tests/support/account/session-world.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND, RESULT } from '../../../events/nostr/kinds.ts';
import type { OutboxEntryDraft } from '../../../events/publish/outbox/outbox-entry.ts';
import { seconds } from '../../../events/core/time.ts';
import { pressed } from '../../../events/nostr/ours.ts';

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(() => fetchViews('/bookmarks'));

test('NOTE-13 a note is broadcast from its menu, and the result is shown', async () => {
  world = await renderedAccount('/bookmarks');
  const { answer, click, clock, refuse, settle } = world;
  const note = trusted({ content: 'kept for later', created_at: seconds(9) });
  await settle(() =>
    answer('mega_feed_directive', {
      events: [note],
      claims: [range([note.id], { since: 9, until: 9 })],
    }),
  );
  const broadcast = async () => {
    await click(within(screen.getByRole('article')).getByRole('button', { name: 'More' }));
    await click(screen.getByRole('menuitem', { name: 'Broadcast' }));
    // No relay of the account is reachable here.
    await settle(() => elapse(clock, 8_100, 1_000));
  };
  await broadcast();
  await settle(() => refuse('broadcast_events'));
  expect(toasts()).toEqual(['We were unable to broadcast this note']);
  await broadcast();
  const responses = [['wss://one.example', JSON.stringify(['OK', note.id, true, ''])]];
  const claim = {
    claim: 'other',
    kind: RESULT.BroadcastResponses,
    content: [{ event_id: note.id, responses }],
  } as const;
  await settle(() => answer('broadcast_events', { claims: [claim] }));
  expect(toasts()).toContain('Note has been broadcasted to your relays');
});

test('ACCOUNT-17 STATE-03 a like of an earlier visit is marked at once, without the service', async () => {
  world = await renderedAccount('/bookmarks');
  const { answer, log, settle } = world;
  const note = trusted({ pubkey: B, content: 'kept for later', created_at: seconds(9) });
  await settle(() =>
    answer('mega_feed_directive', {
      events: [note],
      claims: [range([note.id], { since: 9, until: 9 })],
    }),
  );
  const heart = () => within(screen.getByRole('article')).getByRole('button', { name: /^Like/ });
  expect([heart().ariaPressed, heart().ariaLabel]).toEqual(['false', 'Like']);
  const template = pressed({
    pubkey: A,
    kind: KIND.Reaction,
    content: '+',
    tags: [['e', note.id]],
    created_at: seconds(20),
  });
  const lines: readonly OutboxEntryDraft[] = [
    { job: 'j', type: 'intended', account: A, wish: { type: 'event', draft: template } },
    { job: 'j', type: 'drafted', template, relays: [pressed('wss://one.example')] },
    { job: 'j', type: 'signed', event: trusted(template) },
    { job: 'j', type: 'answered', relay: pressed('wss://one.example'), accepted: true },
  ];
  await settle(() =>
    log.lives[0]?.report({
      type: 'store.opened',
      entries: lines.map((line) => ({ ...line, at: seconds(20) })),
      now: seconds(30),
    }),
  );
  expect([heart().ariaPressed, heart().ariaLabel]).toEqual(['true', 'Like, 1']);
});

test('ACCOUNT-13 INV-NO-LOSS a bookmark is added, also before the own bookmarks are known', async () => {
  world = await renderedAccount('/bookmarks');
  const { answer, click, features, settle } = world;
  const note = trusted({ content: 'kept for later', created_at: seconds(9) });
  await settle(() =>
    answer('mega_feed_directive', {
      events: [note],
      claims: [range([note.id], { since: 9, until: 9 })],
    }),
  );
  const button = () =>
    within(screen.getByRole('article')).getByRole('button', { name: /bookmark/i });
  expect([button().ariaPressed, button().ariaBusy]).toEqual([null, 'true']);
  for (const _ of ['press', 'press again']) await click(button());
  const editor = features().lists?.getSnapshot().children['edit bookmarks'];
  expect(editor?.getSnapshot().context.queue.map(({ intents }) => intents)).toEqual([
    [expect.objectContaining({ act: 'add', tag: ['e', note.id] })],
  ]);
});

test('STATE-03 the open menu claims nothing about mutes until they are known, and then shows them', async () => {
  world = await renderedAccount('/bookmarks');
  const { answer, click, settle, versions } = world;
  const note = trusted({ pubkey: B, content: 'kept for later', created_at: seconds(9) });
  await settle(() =>
    answer('mega_feed_directive', {
      events: [note],
      claims: [range([note.id], { since: 9, until: 9 })],
    }),
  );
  await click(within(screen.getByRole('article')).getByRole('button', { name: 'More' }));
  const entries = () =>
    screen
      .getAllByRole('menuitem')
      .filter(({ textContent }) => /mute/i.test(textContent))
      .map((item) => `${item.textContent}${item.ariaDisabled === 'true' ? ' (off)' : ''}`);
  expect(entries()).toEqual(['Mute or unmute thread (off)', 'Mute or unmute user (off)']);
  const muted = trusted({ pubkey: A, kind: KIND.MuteList, tags: [], created_at: seconds(5) });
  await settle(() =>
    versions.lives[0]?.report({ type: 'versions.found', events: [muted], now: seconds(300) }),
  );
  expect(entries()).toEqual(['Mute thread', 'Mute user']);
});

test('NOTE-01 an own reply is marked and counted as soon as it exists, without the service', async () => {
  world = await renderedAccount('/bookmarks');
  const { answer, settle } = world;
  const note = trusted({ pubkey: B, content: 'kept for later', created_at: seconds(9) });
  const reply = (pubkey: string) =>
    trusted({
      pubkey,
      content: `by ${pubkey}`,
      tags: [['e', note.id, '', 'root']],
      created_at: seconds(10),
    });
  await settle(() =>
    answer('mega_feed_directive', {
      events: [note],
      referenced: [reply(B)],
      claims: [range([note.id], { since: 9, until: 9 })],
    }),
  );
  const button = () => within(screen.getByRole('article')).getByRole('button', { name: /^Reply/ });
  expect([button().ariaPressed, button().ariaLabel]).toEqual(['false', 'Reply']);
  await settle(() =>
    world?.app.getSnapshot().children.facts?.send({
      type: 'facts.received',
      events: [reply(A)],
      claims: [],
      now: seconds(30),
    }),
  );
  expect([button().ariaPressed, button().ariaLabel]).toEqual(['true', 'Reply, 1']);
});

test('NOTE-01 an own comment on an article is marked and counted as soon as it exists', async () => {
  world = await renderedAccount('/bookmarks');
  const { answer, settle } = world;
  const tags = [['d', 'on-tides']];
  const article = trusted({ pubkey: B, kind: KIND.LongForm, content: '# Tides', tags });
  await settle(() =>
    answer('mega_feed_directive', {
      events: [article],
      claims: [range([article.id], { since: 0, until: 9 })],
    }),
  );
  const button = () => within(screen.getByRole('article')).getByRole('button', { name: /^Reply/ });
  expect(button().ariaLabel).toBe('Reply');
  const address = `${KIND.LongForm}:${B}:on-tides`;
  const comment = trusted({
    pubkey: A,
    kind: KIND.Comment,
    content: 'Lovely table',
    tags: [
      ['A', address],
      ['K', '30023'],
      ['a', address],
      ['k', '30023'],
    ],
    created_at: seconds(20),
  });
  await settle(() =>
    world?.app.getSnapshot().children.facts?.send({
      type: 'facts.received',
      events: [comment],
      claims: [],
      now: seconds(30),
    }),
  );
  expect([button().ariaPressed, button().ariaLabel]).toEqual(['true', 'Reply, 1']);
});

test('NOTE-12 only the author of an article can edit it or request its deletion from its menu', async () => {
  for (const pubkey of [A, B]) {
    world = await renderedAccount('/bookmarks');
    const { answer, click, settle } = world;
    const article = trusted({
      pubkey,
      kind: KIND.LongForm,
      content: '# Tides',
      tags: [
        ['d', 'on-tides'],
        ['title', 'On tides'],
      ],
    });
    await settle(() =>
      answer('mega_feed_directive', {
        events: [article],
        claims: [range([article.id], { since: 9, until: 9 })],
      }),
    );
    await click(screen.getByRole('button', { name: 'More' }));
    const offered = screen.getAllByRole('menuitem').map(({ textContent }) => textContent ?? '');
    expect(
      offered.filter((one) => ['Edit article', 'Request delete', 'Report'].includes(one)),
    ).toEqual(pubkey === A ? ['Edit article', 'Request delete'] : ['Report']);
    if (pubkey === A) {
      await click(screen.getByRole('menuitem', { name: 'Edit article' }));
      expect(location.pathname).toMatch(/^\/reads\/edit\/naddr1/);
    }
    world.close();
    world = undefined;
  }
});
