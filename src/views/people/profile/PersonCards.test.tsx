// @vitest-environment jsdom
import { profileEnglish } from '../../ui/strings/profile.ts';
import { profile as profileArabic } from '../../ui/strings/ar/profile.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { range } from '../../../../tests/support/connection/fake-cache.ts';
import {
  fetchViews,
  offers,
  renderedAccount,
} from '../../../../tests/support/views/rendered-account.tsx';
import { settle as settleFor } from '../../../../tests/support/views/rendered-app.tsx';
import { B } from '../../../../tests/support/account/session-world.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { seconds } from '../../../events/core/time.ts';

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(() =>
  Promise.all([
    fetchViews('/bookmarks'),
    import('../../app/Background.tsx'),
    import('./PersonCard.tsx'),
    import('../../reading/note/Attachment.tsx'),
  ]),
);

const BEN = trusted({
  kind: KIND.Metadata,
  pubkey: B,
  content: JSON.stringify({ name: 'ben', about: 'Maps of benches. https://a.example' }),
});

const PAGE = {
  url: 'https://page.example/story',
  title: 'A title',
  description: '',
  image: '',
  icon: '',
};

async function opened(content = 'hello') {
  const app = await renderedAccount('/bookmarks');
  world = app;
  const note = trusted({ pubkey: B, content, created_at: seconds(9) });
  await app.settle(() =>
    app.answer('mega_feed_directive', {
      events: [note, BEN],
      claims: [range([note.id], { since: 9, until: 9 }), { claim: 'previews', previews: [PAGE] }],
    }),
  );
  const link = within(screen.getByRole('article')).getByRole('link', { name: 'ben' });
  const wait = (ms: number) => settleFor(() => undefined, ms);
  // The page's background work starts after the content.
  await wait(700);
  const over = (target: Element, pointerType = 'mouse') =>
    app.settle(() => {
      for (const type of ['pointerover', 'pointermove'])
        fireEvent(target, new PointerEvent(type, { bubbles: true, pointerType }));
    });
  const card = () => document.querySelector<HTMLElement>('[data-card]');
  return { ...app, link, wait, over, card };
}

test('NOTE-01 hovering over a name opens a card with person, mutual follows and Follow until leaving', async () => {
  const { answer, settle, link, wait, over, card, isAsked } = await opened();
  await over(link, 'touch');
  await wait(900);
  expect(card()).toBeNull();
  // The page moved under a resting pointer.
  await settle(
    () =>
      void fireEvent(
        link,
        new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }),
      ),
  );
  await wait(900);
  expect(card()).toBeNull();
  await over(link);
  await wait(300);
  expect(card()).toBeNull();
  await wait(300);
  expect(card()?.textContent).toContain('ben');
  expect(card()?.textContent).toContain('Maps of benches. a.example');
  expect(card()?.querySelector('a[href^="http"]')).toBeNull();
  expect(offers(card() ?? document.body)).toEqual(['Looking up if you follow them (busy)']);
  const stats = {
    claim: 'userStats',
    pubkey: B,
    follows: 12,
    followers: 3_456,
    notes: 0,
    replies: 0,
    articles: 0,
    media: 0,
    zaps: 0,
    satszapped: 0,
    relays: 0,
    timeJoined: undefined,
  } as const;
  await settle(() => answer('user_profile', { events: [BEN], claims: [stats] }));
  expect(card()?.textContent).toMatch(/12 Following 3,456 Followers/);
  expect(isAsked('user_profile_followed_by')).toBe(true);
  await settle(() =>
    answer('user_profile_followed_by', {
      events: [trusted({ kind: KIND.Metadata, pubkey: 'f'.repeat(64), content: '{"name":"ada"}' })],
    }),
  );
  expect(card()?.textContent).toContain('Followed by ada');
  await over(card() ?? document.body);
  await wait(1_000);
  expect(card()).not.toBeNull();
  await over(document.body);
  await wait(400);
  expect(card()).toBeNull();
});

test('NOTE-01 NOTE-08 the card of a link closes the card of a person', async () => {
  const { link, wait, over } = await opened(`see ${PAGE.url}`);
  const person = () => screen.queryByRole('dialog', { name: 'ben' });
  await over(link);
  await wait(700);
  expect(person()).not.toBeNull();
  await over(screen.getByRole('link', { name: /A title/ }));
  await wait(400);
  expect(person()).toBeNull();
});

test('ACCESS-02 focus opens the card, too: Tab enters it and goes on, Esc hides it and restores the focus', async () => {
  const { link, wait, card, settle } = await opened();
  // jsdom has no visible keyboard focus.
  vi.spyOn(link, 'matches').mockReturnValue(true);
  await settle(() => link.focus());
  await wait(700);
  expect(card()?.getAttribute('aria-label')).toBe('ben');
  await settle(() => void fireEvent.keyDown(link, { key: 'Tab' }));
  expect(card()?.contains(document.activeElement)).toBe(true);
  await settle(
    () => void fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' }),
  );
  expect([card(), document.activeElement]).toEqual([null, link]);
});

test('PROFILE-02 one follower is named in the singular, in each language', () => {
  expect([0, 1, 2].map(profileEnglish.followersOf)).toEqual(['Followers', 'Follower', 'Followers']);
  expect([1, 2, 3, 11, 100].map(profileArabic.followersOf)).toEqual([
    'متابع',
    'متابعان',
    'متابعين',
    'متابعًا',
    'متابع',
  ]);
});
