// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installTopLayer } from '../../../tests/support/views/top-layer.ts';
import type { MessageForm } from '../../events/messages/outgoing-message.ts';
import { MessageFormChoice } from './MessageFormChoice.tsx';

let undo = () => {};
beforeEach(() => {
  undo = installTopLayer();
});
afterEach(() => {
  cleanup();
  undo();
});

const outgoing = { form: 'nip17', reason: 'named', isNamed: true, isSending: false } as const;

async function draw(
  over: Partial<Parameters<typeof MessageFormChoice>[0]['outgoing']> = {},
  isProxied = false,
) {
  const choose = vi.fn<(form: MessageForm) => void>();
  render(
    <MessageFormChoice
      outgoing={{ ...outgoing, choose, ...over }}
      name="Rio"
      isProxied={isProxied}
    />,
  );
  fireEvent.click(screen.getByRole('button'));
  const items = over.isSending ? [] : await screen.findAllByRole('menuitemradio');
  return { choose, items, states: items.map((item) => item.getAttribute('aria-checked')) };
}

test('DM-09 the message format is shown with its reason, and can be changed for this peer', async () => {
  const { choose, items, states } = await draw();
  expect([screen.getByText('Relays can’t see who writes to whom.') !== null, states]).toEqual([
    true,
    ['true', 'false'],
  ]);
  if (items[1]) fireEvent.click(items[1]);
  expect(choose.mock.calls).toEqual([['nip04']]);
});

test('DM-09 a peer without relays cannot get private messages, with that reason; no choice while sending', async () => {
  const { choose, items } = await draw({ form: 'nip04', reason: 'unnamed', isNamed: false });
  expect(
    screen.getByText(
      'Rio has no inbox for private messages yet. The text is encrypted, but everybody can see who writes to whom.',
    ),
  ).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Old form' }).title).toMatch(
    /^Old form, for people without an inbox .* everybody can see who writes to whom$/,
  );
  if (items[0]) fireEvent.click(items[0]);
  expect([
    items[0]?.getAttribute('aria-disabled') ?? items[0]?.hasAttribute('disabled'),
    choose.mock.calls,
  ]).toEqual([expect.anything(), []]);
  cleanup();
  await draw({ isSending: true });
  expect(screen.queryByRole('menuitemradio')).toBeNull();
});

test('DM-09 with all traffic through the caching service private messages wait, and old ones do not', async () => {
  const waits = () =>
    screen.queryByText('Waits while everything goes through the caching service.') !== null;
  await draw({}, true);
  expect(waits()).toBe(true);
  cleanup();
  await draw({ form: 'nip04', reason: 'unnamed', isNamed: false }, true);
  expect(waits()).toBe(false);
});
