import { expect, test } from 'vitest';
import type { NamedRules, Rules } from './recorded-events.ts';
import { LEAVING, NAMED } from './recording-rules.ts';

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
  const misnamed: NamedRules[] = [
    // @ts-expect-error there is no such event
    { 'signer.answer': { open: [] } },
    // @ts-expect-error the event has no such field
    { 'signer.answered': { open: ['ids'] } },
    // @ts-expect-error the same for a field that leaves once it is published
    { 'compose.write': { open: [], published: ['words'] } },
    // @ts-expect-error the same for a field that leaves with all its fields
    { 'store.opened': { open: [], whole: { stored: [] } } },
    // @ts-expect-error the same for the output of a port
    { 'xstate.done.actor.invoice': { open: ['invoices'] } },
  ];
  const named: NamedRules[] = [NAMED];
  expect([misnamed.length, named.length]).toEqual([5, 1]);
  const both = Object.keys(NAMED).filter((type) => Object.hasOwn(LEAVING, type));
  expect(both).toEqual([]);
});
