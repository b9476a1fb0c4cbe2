import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createActor, createMachine, fromCallback, fromPromise, sendTo } from 'xstate';
import { expect, test } from 'vitest';
import { millis } from '../../events/core/time.ts';
import { followActors } from './history.ts';
import { isPortReport } from './port-reports.ts';

test('TOOL-02 a replayed report belongs to its port and to its command, not to the user', () => {
  const root = createActor(
    createMachine({
      id: 'cache',
      invoke: [
        { id: 'socket', src: fromCallback(() => undefined) },
        { id: 'code', src: fromPromise(() => new Promise(() => {})) },
      ],
      on: {
        'cache.ask': {
          actions: sendTo('socket', ({ event }) =>
            Object.assign({}, event, { type: 'socket.send' }),
          ),
        },
      },
    }),
  ).start();
  const { history } = followActors(root, { now: () => millis(0) });
  root.send({ type: 'cache.ask', id: 'one' });
  root.send({ type: 'cache.ask', id: 'two' });
  // as a replay plays entries: without a sender
  root.send({ type: 'socket.batch', frames: [{ id: 'one' }] });
  root.send({ type: 'xstate.done.actor.code' });
  const { events } = history();
  const found = events.map(({ event, origin, from }) => [event.type, origin, from?.id]);
  expect(found).toEqual([
    ['cache.ask', 'outside', undefined],
    ['socket.send', 'actor', 'cache'],
    ['cache.ask', 'outside', undefined],
    ['socket.send', 'actor', 'cache'],
    ['socket.batch', 'answer', 'socket'],
    ['xstate.done.actor.code', 'answer', 'code'],
  ]);
  expect(events[4]?.cause).toBe(events[1]);
});

test('TOOL-02 no event of a view counts as the report of a port', () => {
  const folder = resolve(import.meta.dirname, '../../views');
  const types = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .flatMap((text) => [...text.matchAll(/type: '([a-z]\w*\.\w+)'/gi)])
    .flatMap(([, type]) => type ?? []);
  expect(types.length).toBeGreaterThan(200);
  expect([...new Set(types.filter(isPortReport))]).toEqual([]);
});
