import { expect, test } from 'vitest';
import { hasRisen } from './use-unread.ts';

test('NOTIF-04 the system says that a message came where the number grew, and nothing of those that were unread when the page was opened', () => {
  expect([hasRisen(undefined, 5), hasRisen(5, 6), hasRisen(0, 1), hasRisen(6, 6), hasRisen(6, 2), hasRisen(2, undefined)]).toEqual([
    false,
    true,
    true,
    false,
    false,
    false,
  ]);
});
