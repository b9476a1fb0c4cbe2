// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { accountScreen } from '../../../../tests/support/account/account-screen.tsx';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { installLayout } from '../../../../tests/support/views/fake-layout.ts';
import { KIND, RESULT } from '../../../events/nostr/kinds.ts';
import { shortNpub } from '../../../events/nostr/nip19.ts';
import { seconds } from '../../../events/core/time.ts';
import { PeopleList } from './PeopleList.tsx';

const [ME, ANN, BEN] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string];

let undo: () => void;
beforeAll(() => {
  undo = installLayout({ viewport: 600, row: 60 });
});
afterEach(cleanup);
afterAll(() => undo());

test.each([
  [5, [BEN]],
  [Infinity, [ANN, BEN]],
])(
  'SEARCH-03 of at most %s suggestions, a part omits the people that the user follows',
  async (most, named) => {
    const view = <PeopleList order={{ of: 'suggested' }} label="People" most={most} />;
    const fake = accountScreen(ME, view);
    await act(async () => elapse(fake.clock, 2_000, 250));
    const follows = (at: number, ...people: readonly string[]) =>
      trusted({
        pubkey: ME,
        kind: KIND.Contacts,
        tags: people.map((pubkey) => ['p', pubkey]),
        created_at: at,
      });
    const find = (...events: ReturnType<typeof follows>[]) =>
      act(() => fake.versions.report({ type: 'versions.found', events, now: seconds(300) }));
    await act(async () => undefined);
    find(follows(100, ANN));
    act(() =>
      fake.answer('get_suggested_users', {
        claims: [
          {
            claim: 'other',
            kind: RESULT.SuggestedUsersByCategory,
            content: [{ group: 'Birds', members: [{ pubkey: ANN }, { pubkey: BEN }] }],
          },
        ],
      }),
    );
    await act(async () => undefined);
    const shown = () =>
      [ANN, BEN].filter((one) => document.body.textContent.includes(shortNpub(one)));
    expect(shown()).toEqual(named);
    // who is followed now stays
    fireEvent.click(screen.getAllByRole('button', { name: 'Follow' }).at(-1) ?? document.body);
    find(follows(200, ANN, BEN));
    expect(shown()).toEqual(named);
  },
);
