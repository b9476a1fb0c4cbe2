// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { NotificationSummary } from '../../events/notifications/groups.ts';
import { seconds } from '../../events/core/time.ts';
import { SummaryLine, SummarySide } from './Summary.tsx';

afterEach(cleanup);

const NOTHING: NotificationSummary = {
  gained: 0,
  lost: 0,
  likes: 0,
  mentions: 0,
  replies: 0,
  reposts: 0,
  zaps: 0,
  sats: 0,
  largest: 0,
};
const EVERYTHING = {
  gained: 1,
  lost: 2,
  likes: 3,
  mentions: 4,
  replies: 5,
  reposts: 6,
  zaps: 7,
  sats: 2_100,
  largest: 1_000,
};

test('NOTIF-03 column and line show followers gained and lost, likes, mentions, replies, reposts, zaps', () => {
  const summary = { seen: seconds(1), counts: EVERYTHING, isWhole: true };
  const { unmount } = render(<SummarySide summary={summary} />);
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Followers gained',
    'Followers lost',
    'Likes',
    'Mentions',
    'Replies',
    'Reposts',
    'Zaps',
  ]);
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '1',
    '2',
    '3',
    '4',
    '5',
    '6',
    '7',
  ]);
  expect(screen.getByText(/^2,100/)).toBeTruthy();
  unmount();
  render(<SummaryLine summary={summary} />);
  for (const fact of [
    '1 follower',
    '2 unfollowed',
    '3 likes',
    '4 mentions',
    '5 replies',
    '6 reposts',
    '7 zaps',
    '2,100 sats',
  ])
    expect(document.body.textContent).toContain(fact);
});

test('NOTIF-03 the line lists existing changes, and says that there are none only if that is true', () => {
  const { rerender } = render(
    <SummaryLine
      summary={{ seen: seconds(1), counts: { ...NOTHING, mentions: 1 }, isWhole: false }}
    />,
  );
  expect(document.body.textContent).toContain('1+ mention');
  expect(document.body.textContent).not.toContain('Nothing new');
  rerender(<SummaryLine summary={{ seen: seconds(1), counts: NOTHING, isWhole: true }} />);
  expect(document.body.textContent).toContain('Nothing new yet');
});
