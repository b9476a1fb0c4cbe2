import { expect, test } from 'vitest';
import type { Rules } from './recorded-events.ts';
import { LEAVING } from './recording-rules.ts';

test('TOOL-02 TRUST-05 a rule of an unknown type or field does not compile', () => {
  const wrong: Rules[] = [
    // @ts-expect-error there is no such event
    { 'screen.moved': [] },
    // @ts-expect-error the event has no such field
    { 'session.adopt': ['words'] },
    // @ts-expect-error a field deep inside is misspelled
    { 'settings.change': ['mesage'] },
    // @ts-expect-error the same within what a port reports
    { 'store.opened': ['entry'] },
    // @ts-expect-error data without a type has two known fields
    { 'feed.select': ['texts'] },
    // @ts-expect-error the same in an intent
    { 'compose.open': ['words'] },
  ];
  const right: Rules[] = [LEAVING, { 'socket.batch': ['content'] }, { 'store.opened': ['tags'] }];
  expect([wrong.length, right.length]).toEqual([6, 3]);
});
