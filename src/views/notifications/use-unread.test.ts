import { expect, test } from 'vitest';
import { hasRisen } from './use-unread.ts';

test('NOTIF-04 a system message comes when the number of messages rises, not for those unread at the start', () => {
  expect([
    hasRisen(undefined, 5),
    hasRisen(5, 6),
    hasRisen(0, 1),
    hasRisen(6, 6),
    hasRisen(6, 2),
    hasRisen(2, undefined),
  ]).toEqual([false, true, true, false, false, false]);
});
