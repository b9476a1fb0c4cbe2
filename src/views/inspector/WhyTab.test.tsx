// @vitest-environment jsdom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { assign, createActor, createMachine, sendTo, setup } from 'xstate';
import { millis } from '../../events/core/time.ts';
import { followActors } from '../../machines/inspector/history.ts';
import { ActorPane, type View } from './ActorPane.tsx';
import { useInspector } from './use-inspector.ts';

vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    disconnect() {}
  },
);
afterEach(cleanup);

/** Marks news as seen only if some wait and none was seen. It is to mark them if some wait. */
const news = setup({
  types: {
    context: {} as {
      readonly total: number;
      readonly seen: number | undefined;
      readonly at: number;
    },
  },
  actors: { bell: createMachine({ on: { ring: {} } }) },
  guards: { isDue: ({ context }) => context.total !== 0 && context.seen === undefined },
}).createMachine({
  id: 'news',
  invoke: { id: 'bell', src: 'bell' },
  on: { forward: { actions: sendTo('bell', { type: 'ring' }) }, ignore: {} },
  context: { total: 3, seen: 0, at: 0 },
  type: 'parallel',
  states: {
    place: { on: { opened: { actions: assign({ at: 1 }) } } },
    mark: {
      initial: 'idle',
      states: { idle: { on: { opened: { guard: 'isDue', target: 'pausing' } } }, pausing: {} },
    },
  },
});

function Pane() {
  const root = createActor(news).start();
  const { history } = followActors(root, { now: () => millis(0) });
  for (const type of ['opened', 'unknown', 'forward', 'ignore']) root.send({ type });
  return <Shown seen={{ ...history(), now: millis(0) }} />;
}
function Shown({ seen }: { readonly seen: Parameters<typeof useInspector>[0] }) {
  const [view, setView] = useState<View>('chart');
  return <ActorPane {...useInspector(seen, undefined)} view={view} onView={setView} />;
}
const all = (css: string, words = /^/) =>
  [...document.querySelectorAll<HTMLElement>(css)].filter((one) => words.test(one.textContent));
const tab = (words: RegExp) => fireEvent.click(all('[role=tab]', words)[0]!);

test('TOOL-05 Why? lists changes of an actor, and refused acts with the values that the guard read', () => {
  render(<Pane />);
  tab(/Why/);
  expect(all('h3').map((one) => one.textContent)).toEqual([
    'Why did nothing happen?',
    'Why is this on the screen?',
  ]);
  const [failed, changed] = all('section section').map((one) => one.textContent);
  expect(failed).toContain('Not mark.pausing: opened if isDue');
  expect(failed).toContain('It read total: 3, seen: 0');
  expect(failed).toContain('Text of the guard');
  expect(failed).toMatch(/unknown.*None of its states takes this event/);
  expect(changed).toMatch(/opened.*· at$/);
  expect(changed).not.toContain('unknown');
  expect(failed).toMatch(/ignore.*It took the event, and stayed the same/);
  expect(failed).not.toContain('forward');
});

test('TOOL-05 the changes by the chosen event are at the top of Context, the old value struck', () => {
  render(<Pane />);
  expect(all('[role=tabpanel]', /What changed/)).toEqual([]);
  tab(/Context/);
  const part = all('[role=tabpanel] > :first-child', /What changed/)[0];
  expect(part?.querySelector('li')?.textContent).toBe('at 0 → 1');
  expect(part?.querySelector('s')?.textContent).toBe('0');
});
