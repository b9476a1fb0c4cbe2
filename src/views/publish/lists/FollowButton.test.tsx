// @vitest-environment jsdom
import { act, cleanup, createEvent, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { accountScreen } from '../../../../tests/support/account/account-screen.tsx';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { seconds } from '../../../events/core/time.ts';
import { FollowButton } from './FollowButton.tsx';

const [ME, ANN] = ['a'.repeat(64), 'b'.repeat(64)];

afterEach(cleanup);

/** The button of somebody's profile, from the moment that the page is opened; what it says, and whether it can be pressed. */
async function opened() {
  const fake = accountScreen(ME, <FollowButton pubkey={ANN} />);
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
  /** What a press so many milliseconds from now wants of the list. */
  const press = (later: number) => {
    const click = createEvent.click(screen.getByRole('button'));
    Object.defineProperty(click, 'timeStamp', { value: performance.now() + later });
    act(() => void fireEvent(screen.getByRole('button'), click));
    const { lists } = fake.features();
    return lists
      ?.getSnapshot()
      .children['edit follows']?.getSnapshot()
      .context.queue.flatMap(({ intents }) => intents.map((one) => one.act));
  };
  return { ...fake, said: () => [...new Set(said)], read, wait, press };
}

/** A list that is kept here without somebody, whom another device followed since; the service answers with that only when it is told to. */
async function followedElsewhere() {
  const world = await opened();
  const kept = trusted({ pubkey: ME, kind: KIND.Contacts, tags: [['p', ME]], created_at: 100 });
  const newer = trusted({ pubkey: ME, kind: KIND.Contacts, tags: [['p', ANN]], created_at: 200 });
  act(() => world.versions.lives[0]?.report({ type: 'versions.found', events: [kept], now: seconds(300) }));
  // where the account's relays are
  act(() => world.answer('replaceable_event'));
  world.wait(2_100);
  return {
    ...world,
    button: screen.getByRole('button', { name: 'Follow' }),
    hear: () => act(() => world.answer('contact_list', { events: [newer] })),
  };
}

test('STATE-03 ACCOUNT-08 until it is known whether one follows, the button says neither and waits; what is kept is known without an answer', async () => {
  const { versions, said, read } = await opened();
  const kept = trusted({ pubkey: ME, kind: KIND.Contacts, tags: [['p', ANN]], created_at: 100 });
  expect(versions.lives).toHaveLength(1);
  act(() => versions.lives[0]?.report({ type: 'versions.found', events: [kept], now: seconds(300) }));
  read();
  expect(said()).toEqual(['neither, busy', 'Unfollow']);
});

test('STATE-03 where nothing is kept it is asked for at once, and an answer without a list means no', async () => {
  const { versions, said, read, isAsked, answer } = await opened();
  act(() => versions.lives[0]?.report({ type: 'versions.found', events: [], now: seconds(300) }));
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

test('STATE-03 what another device changed does not change the button under a pointer or the focus, and a press means what it says', async () => {
  const { button, hear, press } = await followedElsewhere();
  fireEvent.pointerEnter(button);
  fireEvent.focus(button);
  hear();
  fireEvent.pointerLeave(button);
  expect(screen.getByRole('button', { name: 'Follow' })).toBe(button);
  expect(press(10_000)).toEqual(['add']);
});

test('STATE-03 left alone, the button says what is so now', async () => {
  const { button, hear, press } = await followedElsewhere();
  fireEvent.pointerEnter(button);
  hear();
  fireEvent.pointerLeave(button);
  expect(screen.getByRole('button', { name: 'Unfollow' })).toBe(button);
  expect(press(1_000)).toEqual(['remove']);
});

test('STATE-03 a press on Follow never unfollows, though the words changed just before it', async () => {
  const { hear, press } = await followedElsewhere();
  hear();
  expect(screen.getByRole('button', { name: 'Unfollow' })).toBeDefined();
  expect(press(100)).toEqual(['add']);
});

test('STATE-03 what came of the own press is said at once, under the pointer too', async () => {
  const { button, press } = await followedElsewhere();
  fireEvent.pointerEnter(button);
  expect(press(0)).toEqual(['add']);
  expect(screen.getByRole('button', { name: 'Unfollow' })).toBe(button);
});
