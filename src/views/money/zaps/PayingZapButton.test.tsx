// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { range } from '../../../../tests/support/connection/fake-cache.ts';
import {
  fetchViews,
  renderedAccount,
  toasts,
} from '../../../../tests/support/views/rendered-account.tsx';
import { B } from '../../../../tests/support/account/session-world.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { seconds } from '../../../events/core/time.ts';
import { say } from '../../ui/strings/own-messages.ts';

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(() => fetchViews('/bookmarks'));

test('ZAP-03 an author without a lightning address cannot be zapped by button or menu, with a message', async () => {
  world = await renderedAccount('/bookmarks');
  const { answer, click, settle } = world;
  const profile = trusted({
    pubkey: B,
    kind: 0,
    content: '{"name":"Ben"}',
    created_at: seconds(8),
  });
  const note = trusted({ pubkey: B, content: 'given nothing', created_at: seconds(9) });
  await settle(() =>
    answer('mega_feed_directive', {
      events: [note, profile],
      claims: [range([note.id], { since: 9, until: 9 })],
    }),
  );
  const bolt = within(screen.getByRole('article')).getByRole('button', { name: 'Zap' });
  await click(bolt);
  expect(toasts()).toEqual(['Author of this note cannot be zapped']);
  expect([bolt.ariaLabel, bolt.ariaPressed, bolt.title]).toEqual([
    'Zap',
    'false',
    'Zap 42. Hold to choose.',
  ]);
  await click(within(screen.getByRole('article')).getByRole('button', { name: 'More' }));
  await click(screen.getByRole('menuitem', { name: 'Custom zap' }));
  expect(toasts()).toEqual(['Author of this note cannot be zapped']);
  expect(document.querySelector('dialog[open]')).toBeNull();
});

test('INV-SCOPE ZAP-03 a zap is pending only for the account that started it, for a minute', async () => {
  world = await renderedAccount('/bookmarks');
  const { answer, settle, features, clock } = world;
  const note = trusted({ pubkey: B, content: 'given by two', created_at: seconds(9) });
  await settle(() =>
    answer('mega_feed_directive', {
      events: [note],
      claims: [range([note.id], { since: 9, until: 9 })],
    }),
  );
  const bolt = () =>
    within(screen.getByRole('article')).getByRole('button', { name: /^Zap/ }).ariaLabel;
  expect(bolt()).toBe('Zap');
  const zap = { intent: 'i', target: note.id, sats: 7, base: 0 };
  await settle(() => features().pendingZaps?.send({ type: 'pendingZaps.begin', zap }));
  expect(bolt()).toBe('Zap on its way, 7');
  await settle(() => elapse(clock, 61_000, 1_000));
  expect(bolt()).toBe('Zap');
});

test('ZAP-03 the result of a zap has the documented words', () => {
  expect(say({}, { code: 'zap.failed', params: { payment: 'a' } })).toBe(
    'We were unable to send this Zap',
  );
  expect(say({}, { code: 'zap.done', params: { name: 'Ada' } })).toBe('Ada zapped successfully');
});
