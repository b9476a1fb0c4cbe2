// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { range } from '../../../../tests/support/connection/fake-cache.ts';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { npubOf } from '../../../events/nostr/nip19.ts';

const [ME, IRIS, OTHER] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
];
const PATH = `/p/${npubOf(IRIS)}`;
const PROFILE = trusted({ pubkey: IRIS, kind: KIND.Metadata, content: '{"name":"iris"}' });

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(() => fetchViews('/p/x'));

const blocked = (by: { pubkey?: string; group?: string }) => ({
  events: [PROFILE],
  claims: [{ claim: 'filtering', action: 'block', pubkey: by.pubkey, group: by.group }] as const,
});

test("PROFILE-04 PROFILE-09 a visitor has no mutes: a group's block is hidden per the filter settings", async () => {
  world = await renderedAccount(PATH, { accounts: [], current: '' });
  const { settle, answer } = world;
  await settle(() => answer('user_profile', blocked({ group: 'primal_spam' })));
  expect(screen.queryByText('You muted this account, so its notes are not shown.')).toBeNull();
  expect(screen.getByText('This account is hidden per your filter settings.')).toBeDefined();
});

test('INV-SCOPE PROFILE-04 content that one account chose to reveal stays hidden for the next account', async () => {
  const accounts = [ME, OTHER].map((pubkey) => ({ pubkey, method: 'extension' as const }));
  world = await renderedAccount(PATH, { accounts });
  const { settle, click, answer, session } = world;
  await settle(() => answer('user_profile', blocked({ pubkey: ME })));
  await click(screen.getByRole('button', { name: 'Show anyway' }));
  expect(screen.queryByRole('button', { name: 'Show anyway' })).toBeNull();
  await settle(() => session().send({ type: 'session.switch', pubkey: OTHER }));
  await settle(() => answer('user_profile', blocked({ pubkey: OTHER })));
  expect(screen.getByRole('button', { name: 'Show anyway' })).toBeDefined();
});

test('PROFILE-04 the content stays while the profile header is requested again', async () => {
  world = await renderedAccount(PATH);
  const { settle, click, answer, refuse, isAsked } = world;
  const note = trusted({ pubkey: IRIS, content: 'being read', created_at: 1_000 });
  await settle(() =>
    answer('mega_feed_directive', {
      events: [note],
      claims: [range([note.id], { since: 1_000, until: 1_000 })],
    }),
  );
  await settle(() => refuse('user_profile'));
  const waits = () => screen.getByText('being read').closest('[class*=waits]');
  expect(waits()).toBeNull();
  await click(screen.getByRole('button', { name: /again/i }));
  expect([isAsked('user_profile'), waits()]).toEqual([true, null]);
});
