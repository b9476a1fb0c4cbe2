import { expect, test } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { millis, seconds } from '../../events/core/time.ts';
import { broughtBy } from './brought-by.ts';
import { followActors } from './history.ts';

test('TOOL-05 a note is traced to the first event that brought it to the read model', () => {
  const root = createActor(createMachine({ id: 'facts' })).start();
  const { history, stop } = followActors(root, { now: () => millis(0) });
  const [one, other] = [trusted({ content: 'one' }), trusted({ content: 'other' })];
  const hear = (...events: readonly unknown[]) =>
    root.send({ type: 'facts.received', events, claims: [], now: seconds(1) });
  root.send({ type: 'asked', id: one.id });
  for (const events of [[other], [other, one], [one]]) hear(...events);
  const { events } = history();
  expect(broughtBy(events, one.id)).toBe(events.at(-2));
  expect(broughtBy(events, 'f'.repeat(64))).toBeUndefined();
  stop();
});
