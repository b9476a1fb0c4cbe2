// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { accountApp } from '../../../tests/support/account-app.ts';
import { elapse } from '../../../tests/support/clock.ts';
import { trusted } from '../../../tests/support/trusted.ts';
import { KIND } from '../../events/kinds.ts';
import { AppProvider } from '../app/app-context.ts';
import { FollowButton } from './FollowButton.tsx';

const [ME, ANN] = ['a'.repeat(64), 'b'.repeat(64)];

afterEach(cleanup);

/** The button of somebody's profile, from the moment that the page is opened; what it says, and whether it can be pressed. */
async function opened() {
  const fake = accountApp({ pubkey: ME, method: 'extension' });
  fake.app.start();
  act(() => fake.socket.connect());
  render(
    <AppProvider app={fake.app}>
      <MemoryRouter>
        <FollowButton pubkey={ANN} />
      </MemoryRouter>
    </AppProvider>,
  );
  const said: string[] = [];
  const read = () => {
    const button = screen.getByRole('button');
    const busy = button.getAttribute('aria-disabled') === 'true';
    const name = ['Follow', 'Unfollow'].find((word) => screen.queryByRole('button', { name: word }) === button) ?? 'neither';
    said.push(`${name}${busy ? ', busy' : ''}`);
  };
  read();
  await act(async () => undefined);
  await act(async () => undefined);
  read();
  const wait = (ms: number) => act(() => elapse(fake.clock, ms, 100));
  return { ...fake, said: () => [...new Set(said)], read, wait };
}

test('STATE-03 ACCOUNT-08 until it is known whether one follows, the button says neither and waits; what is kept is known without an answer', async () => {
  const { versions, said, read } = await opened();
  const kept = trusted({ pubkey: ME, kind: KIND.Contacts, tags: [['p', ANN]], created_at: 100 });
  expect(versions.lives).toHaveLength(1);
  act(() => versions.lives[0]?.report({ type: 'versions.found', events: [kept], now: 300 }));
  read();
  expect(said()).toEqual(['neither, busy', 'Unfollow']);
});

test('STATE-03 where nothing is kept it is asked for at once, and an answer without a list means no', async () => {
  const { versions, said, read, isAsked, answer } = await opened();
  act(() => versions.lives[0]?.report({ type: 'versions.found', events: [], now: 300 }));
  read();
  expect(isAsked('contact_list')).toBe(true);
  act(() => answer('contact_list'));
  read();
  expect(said()).toEqual(['neither, busy', 'Follow']);
});

test('STATE-03 INV-PROGRESS where nobody answers, the button can be pressed in the end', async () => {
  const { said, read, wait } = await opened();
  wait(2_100);
  read();
  wait(10_100);
  read();
  expect(said()).toEqual(['neither, busy', 'Follow']);
});
