import { assign, createActor, setup } from 'xstate';
import { expect, test } from 'vitest';
import { millis } from '../../events/core/time.ts';
import { eventsWhere, readCondition } from './condition.ts';
import { followActors } from './history.ts';

/** A door that opens twice, and crashes if it is kicked. Its parent goes on. */
function doors() {
  const door = setup({
    types: { events: {} as { type: 'push' } | { type: 'kick'; why: string } },
  }).createMachine({
    initial: 'shut',
    states: {
      shut: { on: { push: 'open' } },
      open: { initial: 'wide', states: { wide: {} }, on: { push: 'shut' } },
    },
    on: {
      kick: {
        actions: assign(() => {
          throw new Error('broken');
        }),
      },
    },
  });
  const root = createActor(
    setup({ actors: { door } }).createMachine({
      id: 'house',
      invoke: { id: 'front door', src: 'door', onError: {} },
    }),
  );
  const { history } = followActors(root, { now: () => millis(0) });
  root.start();
  const front = root.getSnapshot().children['front door'];
  for (let round = 0; round < 3; round++) front?.send({ type: 'push' });
  front?.send({ type: 'kick', why: 'the storm' });
  const found = (text: string) => {
    const condition = readCondition(text);
    return condition && eventsWhere(history(), condition).map(({ event }) => event.type);
  };
  return { found };
}

test('TOOL-05 TOOL-02 a history is searched for a state, an event, a text and a crash', () => {
  const { found } = doors();
  expect(found('state /front door open')).toEqual(['push', 'push']);
  expect(found('state front door open.wide')).toEqual(['push', 'push']);
  expect(found('state front door ajar')).toEqual([]);
  expect(found('event push')).toHaveLength(3);
  expect(found('text the STORM')).toEqual(['kick']);
  expect(found('crash')).toEqual(['xstate.error.actor.front door']);
  expect(found('crash /front door')).toHaveLength(1);
  expect(found('crash house')).toEqual([]);
});

test('TOOL-02 a condition of another form is refused', () => {
  for (const text of ['', 'state', 'state /door', 'event', 'text  ', 'when it breaks'])
    expect([text, readCondition(text)]).toEqual([text, undefined]);
});
