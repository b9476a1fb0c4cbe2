// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { range } from '../../../../tests/support/connection/fake-cache.ts';
import {
  fetchViews,
  renderedAccount,
  toasts,
} from '../../../../tests/support/views/rendered-account.tsx';
import { A, B } from '../../../../tests/support/account/session-world.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { note1Of, npubOf } from '../../../events/nostr/nip19.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { seconds } from '../../../events/core/time.ts';

const copied: string[] = [];
let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
beforeAll(() => fetchViews('/bookmarks'));
beforeEach(() => {
  copied.length = 0;
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, {
      clipboard: { value: { writeText: async (text: string) => void copied.push(text) } },
    }),
  );
});
afterEach(() => {
  world?.close();
  world = undefined;
  vi.unstubAllGlobals();
});

/** Open the menu of a note by that account, with the mutes loaded. */
async function openMenu(pubkey: string) {
  world = await renderedAccount('/bookmarks');
  const { answer, click, settle, versions } = world;
  const note = trusted({ pubkey, content: 'kept for later', created_at: seconds(9) });
  await settle(() =>
    answer('mega_feed_directive', {
      events: [note],
      claims: [range([note.id], { since: 9, until: 9 })],
    }),
  );
  const muted = trusted({ pubkey: A, kind: KIND.MuteList, tags: [], created_at: seconds(5) });
  await settle(() =>
    versions.lives[0]?.report({ type: 'versions.found', events: [muted], now: seconds(300) }),
  );
  await click(within(screen.getByRole('article')).getByRole('button', { name: 'More' }));
  return { note, click };
}

const entries = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
const COPIES = [
  'Copy link',
  'Share by QR code',
  'Copy text',
  'Copy id',
  'Copy raw data',
  'Copy author’s public key',
];

test("NOTE-12 the menu of another's note has every reader and signed-in action, and none of the author's", async () => {
  await openMenu(B);
  expect(entries()).toEqual([
    'Reactions',
    ...COPIES,
    'Custom zap',
    'Broadcast',
    'Why do I see this?',
    'Mute thread',
    'Mute user',
    'Report',
  ]);
});

test('NOTE-12 the menu of an own note offers deletion, and neither mute nor report', async () => {
  await openMenu(A);
  expect(entries()).toEqual(
    expect.arrayContaining(['Reactions', ...COPIES, 'Broadcast', 'Request delete']),
  );
  expect(entries().filter((entry) => /user|Report|Zap/.test(entry))).toEqual([]);
});

test.each([
  [
    'Copy link',
    'Link to the note copied',
    (note: VerifiedEvent) => `${location.origin}/e/${note1Of(note.id)}`,
  ],
  ['Copy text', 'Text copied', (note: VerifiedEvent) => note.content],
  ['Copy id', 'Id copied', (note: VerifiedEvent) => note1Of(note.id)],
  ['Copy raw data', 'Raw data copied', (note: VerifiedEvent) => JSON.stringify(note)],
  [
    'Copy author’s public key',
    'Author’s public key copied',
    (note: VerifiedEvent) => npubOf(note.pubkey),
  ],
] as const)(
  'NOTE-12 %s holds what it says, and is confirmed by a toast of its own',
  async (entry, toast, text) => {
    const { note, click } = await openMenu(B);
    await click(screen.getByRole('menuitem', { name: entry }));
    expect([copied, toasts()]).toEqual([[text(note)], [toast]]);
  },
);
