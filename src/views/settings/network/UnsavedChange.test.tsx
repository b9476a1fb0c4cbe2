// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { relayListWorld } from '../../../../tests/support/lists/relay-list-world.ts';
import { AppProvider } from '../../ui/hooks/app-context.ts';
import { NetworkScreen } from './NetworkScreen.tsx';

afterEach(cleanup);

const [DEAD, LIVE] = ['wss://dead.example', 'wss://live.example'];

async function page() {
  const dead = new Set([DEAD, LIVE]);
  const it = await relayListWorld(dead, ['r', DEAD, 'write'], ['r', LIVE, 'read']);
  render(
    <AppProvider app={it.app}>
      <NetworkScreen />
    </AppProvider>,
    { wrapper: MemoryRouter },
  );
  const mine = within(screen.getByRole('region', { name: 'My relays' }));
  return {
    ...it,
    dead,
    mine,
    box: () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Write to live.example' }),
    run: (rounds: number) => act(() => it.run(rounds)),
  };
}

test('RELAY-07 a failed change of the relay list is shown until a later one is saved', async () => {
  const { mine, box, run, dead, socket } = await page();
  expect(mine.queryByRole('alert')).toBeNull();
  fireEvent.click(box());
  await run(80);
  expect([mine.getByRole('alert').textContent, box().checked]).toEqual([
    expect.stringContaining('Your last change is not saved. No relay accepted it.'),
    false,
  ]);
  dead.delete(LIVE);
  // the service's connection has ended meanwhile, because the test answers no heartbeat
  act(() => socket.connect());
  fireEvent.click(mine.getByRole('button', { name: 'Try again' }));
  await run(40);
  expect([mine.queryByRole('alert'), box().checked]).toEqual([null, true]);
}, 20_000);

test('RELAY-07 a change that waits for the network is shown beside the list', async () => {
  const { mine, box, run, features } = await page();
  act(() => features().network?.send({ type: 'network.wentOffline' }));
  fireEvent.click(box());
  await run(5);
  expect(mine.getByText(/^Your last change is not saved yet/)).toBeTruthy();
});
