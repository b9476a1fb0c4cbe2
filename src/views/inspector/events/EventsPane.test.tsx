// @vitest-environment jsdom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createActor, createMachine, sendTo } from 'xstate';
import { millis } from '../../../events/core/time.ts';
import { followActors } from '../../../machines/inspector/history.ts';
import { EventsPane } from './EventsPane.tsx';
import { PaneEdge } from '../PaneEdge.tsx';
import { TracePane } from '../TracePane.tsx';
import { type Seen, useInspector } from '../use-inspector.ts';

afterEach(cleanup);

/** A history of three events: `ring` from outside, each of which asks a child. */
function house() {
  const bell = createMachine({ id: 'bell', on: { ask: {} } });
  const root = createActor(
    createMachine({
      id: 'house',
      invoke: { id: 'bell', src: bell },
      on: { ring: { actions: sendTo('bell', { type: 'ask', heard: [{ id: '7' }] }) } },
    }),
  ).start();
  const { history } = followActors(root, { now: () => millis(0) });
  const ring = () => root.send({ type: 'ring' });
  ring();
  ring();
  return {
    ring,
    seen: (): Seen => ({ ...history(), events: [...history().events], now: millis(0) }),
  };
}

function Panes({ seen }: { readonly seen: Seen }) {
  const inspected = useInspector(seen, undefined);
  return (
    <>
      <EventsPane {...inspected} isSequence={false} onSequence={() => {}} />
      <TracePane {...inspected} />
      <button type="button" onClick={inspected.goLive}>
        now
      </button>
    </>
  );
}

const all = (css: string, words = /^/) =>
  [...document.querySelectorAll<HTMLElement>(css)].filter((one) => words.test(one.textContent));
const one = (css: string, words = /^/) => {
  const [found] = all(css, words);
  if (!found) throw new Error(`there is no ${css}`);
  return found;
};
const types = () => all('[role=option]').map((row) => row.querySelector('bdi')?.textContent);

test('TOOL-05 a row says the payload, and the whole path of sender and receiver as its title', () => {
  render(<Panes seen={house().seen()} />);
  const row = one('[role=option]', /^ask/);
  expect(row.textContent).toContain('heard: [{id: 7}]');
  expect(row.title).toBe('house → bell');
});

test('TOOL-05 a type is hidden by the menu of a row, and shown again by the filter', () => {
  render(<Panes seen={house().seen()} />);
  expect(types()).toEqual(['ring', 'ask', 'ring', 'ask']);
  fireEvent.contextMenu(one('[role=option]', /^ask/));
  const menu = one('[role=menu]');
  fireEvent.keyDown(one('[role=menuitem]'), { key: 'ArrowDown' });
  expect(document.activeElement?.textContent).toBe('Only ask');
  fireEvent.keyDown(menu, { key: 'Escape' });
  expect(all('[role=menu]')).toEqual([]);
  fireEvent.click(one('[aria-label="More for ask"]'));
  fireEvent.click(one('[role=menuitem]', /Hide ask/));
  expect(types()).toEqual(['ring', 'ring']);
  const button = one('button', /^Filter, 1$/);
  fireEvent.click(button);
  fireEvent.click(one('button', /Show ask again/));
  expect(types()).toEqual(['ring', 'ask', 'ring', 'ask']);
  fireEvent.keyDown(button, { key: 'Escape' });
  expect(all('select')).toEqual([]);
});

test('TOOL-05 the causes of a chosen event stay while the inspector is live, until they are left', () => {
  const { ring, seen } = house();
  const { rerender } = render(<Panes seen={seen()} />);
  const first = () => one('[role=option]', /^ring/);
  fireEvent.click(first());
  const traced = () => one('[aria-current=step]').textContent;
  expect(traced()).toContain('ring');
  fireEvent.click(one('button', /^now$/));
  ring();
  rerender(<Panes seen={seen()} />);
  expect(traced()).toContain('ring');
  fireEvent.click(one('button', /Newest event/));
  expect(traced()).toContain('ask');
});

test('TOOL-05 ACCESS-02 the edge of a pane moves by arrow keys, within its limits', () => {
  const widths: number[] = [];
  const edge = (width: number, isFirst: boolean) => (
    <PaneEdge
      label="x"
      width={width}
      isFirst={isFirst}
      className=""
      onWidth={(next) => widths.push(next)}
    />
  );
  const { rerender } = render(edge(300, true));
  fireEvent.keyDown(one('[role=separator]'), { key: 'ArrowRight' });
  rerender(edge(300, false));
  fireEvent.keyDown(one('[role=separator]'), { key: 'ArrowRight' });
  rerender(edge(640, true));
  fireEvent.keyDown(one('[role=separator]'), { key: 'ArrowRight' });
  expect(widths).toEqual([320, 280, 640]);
});
