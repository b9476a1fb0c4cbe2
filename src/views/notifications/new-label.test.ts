import { expect, test } from 'vitest';
import { english } from '../ui/strings/english.ts';

test("NOTIF-02 the label of the button for new notifications shows '99+' at 100", () => {
  const { unread } = english.app.nav;
  expect([1, 99, 100, 5_000].map(unread)).toEqual(['1 new', '99 new', '99+ new', '99+ new']);
});
