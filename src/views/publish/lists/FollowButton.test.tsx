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

/** Open a profile with its follow button. Return the button's label and whether it is enabled. */
async function opened() {
  const fake = accountScreen(ME, <FollowButton pubkey={ANN} />);
  const said: string[] = [];
  const read = () => {
    const button = screen.getByRole('button');
    const busy = button.getAttribute('aria-disabled') === 'true';
    const name =
      ['Follow', 'Unfollow'].find(
        (word) => screen.queryByRole('button', { name: word }) === button,
      ) ?? 'neither';
    said.push(`${name}${busy ? ', busy' : ''}`);
  };
  read();
  await act(async () => undefined);
  await act(async () => undefined);
  read();
  const wait = (ms: number) => act(() => elapse(fake.clock, ms, 100));
  /** Press the button that many milliseconds from now, and return the resulting list edit. */
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

/**
 * The list on this device lacks a person that another device has followed since. The service
 * returns the newer list on request of the test.
 */
async function followedElsewhere() {
  const world = await opened();
  const kept = trusted({ pubkey: ME, kind: KIND.Contacts, tags: [['p', ME]], created_at: 100 });
  const newer = trusted({ pubkey: ME, kind: KIND.Contacts, tags: [['p', ANN]], created_at: 200 });
  act(() =>
    world.versions.lives[0]?.report({ type: 'versions.found', events: [kept], now: seconds(300) }),
  );
  // The lookup of the account's relays.
  act(() => world.answer('replaceable_event'));
  world.wait(2_100);
  return {
    ...world,
    button: screen.getByRole('button', { name: 'Follow' }),
    hear: () => act(() => world.answer('contact_list', { events: [newer] })),
  };
}

test('STATE-03 ACCOUNT-08 the button is neutral until the follow state is known; a saved list suffices', async () => {
  const { versions, said, read } = await opened();
  const kept = trusted({ pubkey: ME, kind: KIND.Contacts, tags: [['p', ANN]], created_at: 100 });
  expect(versions.lives).toHaveLength(1);
  act(() =>
    versions.lives[0]?.report({ type: 'versions.found', events: [kept], now: seconds(300) }),
  );
  read();
  expect(said()).toEqual(['neither, busy', 'Unfollow']);
});

test('STATE-03 without a saved list it is requested at once, and an answer without a list means no', async () => {
  const { versions, said, read, isAsked, answer } = await opened();
  act(() => versions.lives[0]?.report({ type: 'versions.found', events: [], now: seconds(300) }));
  read();
  expect(isAsked('contact_list')).toBe(true);
  act(() => answer('contact_list'));
  read();
  expect(said()).toEqual(['neither, busy', 'Follow']);
});

test('BEYOND-05 a follow that waits for the network shows as done, and can be taken back', async () => {
  const world = await followedElsewhere();
  act(() => world.features().network?.send({ type: 'network.wentOffline' }));
  expect(world.press(1_000)).toEqual(['add']);
  world.wait(500);
  expect(screen.getByRole('button', { name: 'Unfollow' }).ariaDisabled).toBeNull();
  expect(world.press(3_000)).toEqual(['add', 'remove']);
  expect(screen.getByRole('button', { name: 'Follow' }).ariaDisabled).toBeNull();
});

test('STATE-03 INV-PROGRESS if no source answers, the button can be pressed in the end', async () => {
  const { said, read, wait } = await opened();
  wait(2_100);
  read();
  wait(10_100);
  read();
  expect(said()).toEqual(['neither, busy', 'Follow']);
});

test('STATE-03 a change elsewhere leaves a hovered or focused button alone, and a press does as labelled', async () => {
  const { button, hear, press } = await followedElsewhere();
  fireEvent.pointerEnter(button);
  fireEvent.focus(button);
  hear();
  fireEvent.pointerLeave(button);
  expect(screen.getByRole('button', { name: 'Follow' })).toBe(button);
  expect(press(10_000)).toEqual(['add']);
});

test('STATE-03 the button shows the current state once it is no longer hovered or focused', async () => {
  const { button, hear, press } = await followedElsewhere();
  fireEvent.pointerEnter(button);
  hear();
  fireEvent.pointerLeave(button);
  expect(screen.getByRole('button', { name: 'Unfollow' })).toBe(button);
  expect(press(1_000)).toEqual(['remove']);
});

test('STATE-03 a press on Follow never unfollows, even if the label changed just before it', async () => {
  const { hear, press } = await followedElsewhere();
  hear();
  expect(screen.getByRole('button', { name: 'Unfollow' })).toBeDefined();
  expect(press(100)).toEqual(['add']);
});

test("STATE-03 the result of the user's own press is shown at once, even under the pointer", async () => {
  const { button, press } = await followedElsewhere();
  fireEvent.pointerEnter(button);
  expect(press(0)).toEqual(['add']);
  expect(screen.getByRole('button', { name: 'Unfollow' })).toBe(button);
});
