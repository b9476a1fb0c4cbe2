// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { accountScreen } from '../../../../tests/support/account/account-screen.tsx';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { seconds } from '../../../events/core/time.ts';
import { FollowAll } from './FollowAll.tsx';

const [ME, ANN, BEN, CLEO, DEE] = ['a', 'b', 'c', 'd', 'e'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
  string,
  string,
];

afterEach(cleanup);

const list = (at: number, ...people: readonly string[]) =>
  trusted({
    pubkey: ME,
    kind: KIND.Contacts,
    tags: people.map((pubkey) => ['p', pubkey]),
    created_at: at,
  });

/** Render a list of people for a user who follows these. */
async function shown(people: readonly string[], ...follows: readonly string[]) {
  const fake = accountScreen(ME, <FollowAll pubkeys={people} />);
  await act(async () => undefined);
  await act(async () => undefined);
  act(() =>
    fake.versions.lives[0]?.report({
      type: 'versions.found',
      events: [list(100, ...follows)],
      now: seconds(300),
    }),
  );
  act(() => fake.answer('replaceable_event'));
  act(() => elapse(fake.clock, 2_100, 100));
  const editor = () => fake.features().lists?.getSnapshot().children['edit follows'];
  return {
    ...fake,
    said: () =>
      screen
        .queryAllByRole('button')
        .map(
          ({ textContent, ariaDisabled }) =>
            `${textContent}${ariaDisabled === 'true' ? ', busy' : ''}`,
        ),
    press: () => act(() => void fireEvent.click(screen.getByRole('button'))),
    /** Return the people of each edit that the list received. */
    wanted: () =>
      editor()
        ?.getSnapshot()
        .context.queue.map(({ intents }) =>
          intents.map(({ act: what, tag }) => `${what} ${tag[1]?.[0]}`),
        ) ?? [],
  };
}

test('PROFILE-07 INV-SERIAL Follow all makes one edit of all people not yet followed, never oneself', async () => {
  const { said, press, wanted } = await shown([ANN, BEN, ME, CLEO], BEN, DEE);
  expect(said()).toEqual(['Follow all (2 people)']);
  press();
  expect(wanted()).toEqual([['add b', 'add d']]);
  expect(said()).toEqual(['Follow all (2 people), busy']);
});

test('PROFILE-07 Follow all is absent if everybody is followed, or if there are no other people', async () => {
  expect((await shown([ANN, BEN, ME], ANN, BEN)).said()).toEqual([]);
  cleanup();
  expect((await shown([ME, ANN], BEN)).said()).toEqual([]);
});
