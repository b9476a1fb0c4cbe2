// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { range } from '../../../../tests/support/connection/fake-cache.ts';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { A } from '../../../../tests/support/account/session-world.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { notePath } from '../../../events/account/profile/profile-path.ts';
import type { Claim } from '../../../events/connection/claims.ts';
import { inSeconds } from '../../../events/core/time.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { now } from '../../ui/hooks/now.ts';

const NOTE = trusted({ pubkey: 'b'.repeat(64), content: 'the note', created_at: 1_000 });
const ZERO = { likes: 0, reposts: 0, zaps: 0, satszapped: 0, score: 0, score24h: 0, bookmarks: 0 };
const counts = (replies: number): Claim => ({ claim: 'stats', id: NOTE.id, ...ZERO, replies });
const REPLIED: Claim = {
  claim: 'actions',
  id: NOTE.id,
  liked: false,
  replied: true,
  reposted: false,
  zapped: false,
};
const own = (n: number, kind: number = KIND.Text): VerifiedEvent =>
  trusted({
    pubkey: A,
    kind,
    content: `own ${n}`,
    created_at: inSeconds(now()) + n,
    tags:
      kind === KIND.Comment
        ? [
            ['E', NOTE.id],
            ['K', '1'],
            ['e', NOTE.id],
            ['k', '1'],
          ]
        : [['e', NOTE.id, '', 'root']],
  });

let close = () => {};
afterEach(() => close());

/** Open the page of the note. Returns its count of replies, and a batch that arrives. */
async function page() {
  const path = notePath(NOTE.id);
  await fetchViews(path);
  const { answer, app, settle, close: end } = await renderedAccount(path);
  close = end;
  await settle(() =>
    answer('thread_view', { events: [NOTE], claims: [counts(3), range([NOTE.id])] }),
  );
  const shown = () =>
    Number(screen.getAllByRole('button', { name: /^Reply/ })[0]?.textContent?.match(/\d+/)?.[0]);
  const arrive = (events: readonly VerifiedEvent[], claims: readonly Claim[] = []) =>
    settle(() => app.send({ type: 'facts.received', events, claims, now: now() }));
  return { arrive, shown };
}

test('THREAD-01 each own reply and comment is counted at once, until the service counts it', async () => {
  const { arrive, shown } = await page();
  expect(shown()).toBe(3);
  await arrive([own(1)]);
  expect(shown()).toBe(4);
  await arrive([own(2, KIND.Comment)]);
  expect(shown()).toBe(5);
  await arrive([own(3)], [counts(4)]);
  expect(shown()).toBe(6);
  await arrive([], [counts(6), REPLIED]);
  expect(shown()).toBe(6);
  await arrive([], [counts(7), REPLIED]);
  expect(shown()).toBe(7);
});

test('THREAD-01 own replies that the service has counted already are not counted again', async () => {
  const { arrive, shown } = await page();
  const old = trusted({
    pubkey: A,
    content: 'old',
    created_at: 2_000,
    tags: [['e', NOTE.id, '', 'root']],
  });
  await arrive([old], [counts(3), REPLIED]);
  expect(shown()).toBe(3);
});
