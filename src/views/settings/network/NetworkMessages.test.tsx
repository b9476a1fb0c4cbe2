// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { runningAccount } from '../../../../tests/support/account/account-screen.tsx';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { verified } from '../../../../tests/support/connection/fake-cache.ts';
import type { ListIntent } from '../../../events/account/lists/list-intents.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { seconds } from '../../../events/core/time.ts';
import { AppProvider } from '../../ui/hooks/app-context.ts';
import { NetworkMessages } from './NetworkMessages.tsx';

afterEach(cleanup);

const ME = 'a'.repeat(64);

/** Render an account with a relay list, whose lists load as the test answers. */
async function world() {
  const it = await runningAccount(ME);
  const list = verified({
    id: '1'.repeat(64),
    pubkey: ME,
    kind: KIND.RelayList,
    tags: [
      ['r', 'wss://one.example'],
      ['r', 'wss://two.example', 'write'],
      ['r', 'wss://dead.example'],
    ],
  });
  act(() => it.answer('replaceable_event', { events: [list] }));
  render(
    <AppProvider app={it.app}>
      <NetworkMessages />
    </AppProvider>,
    { wrapper: MemoryRouter },
  );
  return {
    found: (...urls: string[]) =>
      act(() =>
        it.app.send({
          type: 'facts.received',
          events: [
            verified({
              id: '2'.repeat(64),
              pubkey: ME,
              kind: KIND.DirectMessageRelays,
              tags: [...urls.map((url) => ['relay', url]), ['x', 'y']],
            }),
          ],
          claims: [],
          now: seconds(9),
        }),
      ),
    /** Answer all list requests with empty results. */
    look: async () => {
      await act(async () => elapse(it.clock, 3_000, 250));
      for (const verb of [
        'contact_list',
        'mutelist',
        'get_bookmarks',
        'replaceable_event',
        'replaceable_event',
      ]) {
        act(() => it.answer(verb, {}));
        await act(async () => undefined);
      }
    },
    /** These relays connect. */
    connect: (...urls: string[]) =>
      act(() => {
        for (const life of it.sockets.lives)
          if (urls.includes(life.input.url)) life.report({ type: 'socket.opened' });
      }),
    edits: (): readonly ListIntent[] =>
      it
        .features()
        .lists?.getSnapshot()
        .children['edit messageRelays']?.getSnapshot()
        .context.queue.flatMap(({ intents }) => intents) ?? [],
  };
}
const button = (name: string) => screen.getByRole('button', { name });
const said = () => screen.getByRole('status').textContent;

test('DM-09 STATE-03 the ability to receive messages is shown once known; else own relays are offered', async () => {
  const { look, edits, connect } = await world();
  expect([said(), screen.queryByRole('button', { name: /^Use/ })]).toEqual([
    'Looking for your list',
    null,
  ]);
  await look();
  expect(said()).toMatch(/^You can’t receive private messages yet/);
  expect(screen.queryByRole('button', { name: /^Use/ })).toBeNull();
  // A message would not be found on a relay that the account only writes to, or that is dead.
  connect('wss://one.example', 'wss://two.example');
  fireEvent.click(button('Use one.example'));
  expect(edits()).toEqual([{ act: 'add', tag: ['relay', 'wss://one.example'] }]);
  // INV-OUTCOME: no relay has accepted the event yet.
  expect(said()).toBe('Saving');
});

test("DM-09 RELAY-07 relays are added and removed in the list's editor, each once; wrong addresses stay", async () => {
  const { found, edits } = await world();
  found('wss://inbox.example', 'wss://inbox.example/', 'junk');
  expect([said(), screen.getAllByRole('listitem').map(({ textContent }) => textContent)]).toEqual([
    'You can receive private messages.',
    ['inbox.example'],
  ]);
  const field = screen.getByLabelText<HTMLInputElement>('Address of a relay for private messages');
  const add = (text: string) => {
    fireEvent.change(field, { target: { value: text } });
    fireEvent.click(button('Add for private messages'));
  };
  add('https://inbox.example');
  expect(screen.getByRole('alert').textContent).toBe('Invalid url');
  add('wss://INBOX.example');
  expect([screen.getByRole('alert').textContent, edits()]).toEqual(['Already in your list', []]);
  add('wss://other.example');
  fireEvent.click(button('Remove inbox.example for private messages'));
  expect(edits()).toEqual([
    { act: 'add', tag: ['relay', 'wss://other.example'] },
    { act: 'remove', tag: ['relay', 'wss://inbox.example'] },
  ]);
});
