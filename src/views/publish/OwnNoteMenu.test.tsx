// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { elapse } from '../../../tests/support/clock.ts';
import { range } from '../../../tests/support/fake-cache.ts';
import { fetchViews, renderedAccount, toasts } from '../../../tests/support/rendered-account.tsx';
import { A, B } from '../../../tests/support/session-world.ts';
import { trusted } from '../../../tests/support/trusted.ts';
import { KIND, RESULT } from '../../events/kinds.ts';

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(() => fetchViews('/bookmarks'));

test('NOTE-13 a note is broadcast from its menu, and what came of it is said', async () => {
  world = await renderedAccount('/bookmarks');
  const { answer, click, clock, refuse, settle } = world;
  const note = trusted({ content: 'kept for later', created_at: 9 });
  await settle(() => answer('mega_feed_directive', { events: [note], claims: [range([note.id], { since: 9, until: 9 })] }));
  const broadcast = async () => {
    await click(within(screen.getByRole('article')).getByRole('button', { name: 'More' }));
    await click(screen.getByRole('menuitem', { name: 'Broadcast' }));
    // no relay of the account can be reached here
    await settle(() => elapse(clock, 8_100, 1_000));
  };
  await broadcast();
  await settle(() => refuse('broadcast_events'));
  expect(toasts()).toEqual(['We were unable to broadcast this note']);
  await broadcast();
  const responses = [['wss://one.example', JSON.stringify(['OK', note.id, true, ''])]];
  const claim = { claim: 'other', kind: RESULT.BroadcastResponses, content: [{ event_id: note.id, responses }] } as const;
  await settle(() => answer('broadcast_events', { claims: [claim] }));
  expect(toasts()).toContain('Note has been broadcasted to your relays');
});

test('STATE-03 until it is known what is muted, no entry of the menu claims that it is or is not; then they say so in the open menu', async () => {
  world = await renderedAccount('/bookmarks');
  const { answer, click, settle, versions } = world;
  const note = trusted({ pubkey: B, content: 'kept for later', created_at: 9 });
  await settle(() => answer('mega_feed_directive', { events: [note], claims: [range([note.id], { since: 9, until: 9 })] }));
  await click(within(screen.getByRole('article')).getByRole('button', { name: 'More' }));
  const entries = () =>
    screen
      .getAllByRole('menuitem')
      .filter(({ textContent }) => /mute/i.test(textContent))
      .map((item) => `${item.textContent}${item.ariaDisabled === 'true' ? ' (off)' : ''}`);
  expect(entries()).toEqual(['Mute or unmute thread (off)', 'Mute or unmute user (off)']);
  const muted = trusted({ pubkey: A, kind: KIND.MuteList, tags: [], created_at: 5 });
  await settle(() => versions.lives[0]?.report({ type: 'versions.found', events: [muted], now: 300 }));
  expect(entries()).toEqual(['Mute thread', 'Mute user']);
});
