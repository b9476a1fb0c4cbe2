import { type AnyStateMachine, setup } from 'xstate';
import { describe, expect, test } from 'vitest';
import { machines } from '../../../../tests/support/machines/walks.ts';
import { settingsEnglish } from '../../ui/strings/settings.ts';
import { activeKeys, chartOf, innermost } from './chart.ts';
import { type Area, layoutChart } from './chart-layout.ts';
import { chartWords, reasonWords, stateLines } from './chart-words.ts';

const say = settingsEnglish.devtools;

const door = setup({
  delays: { linger: 2_000, ever: () => 1 },
  guards: { isFree: () => true },
}).createMachine({
  id: 'door',
  initial: 'closed',
  on: { alarm: '.locked' },
  states: {
    closed: { on: { push: { guard: 'isFree', target: 'open' }, knock: {} } },
    open: {
      initial: 'ajar',
      after: { linger: 'closed' },
      states: {
        ajar: { always: { guard: () => true, target: 'wide' } },
        wide: { on: { push: { target: 'wide', reenter: true } } },
      },
    },
    locked: { type: 'final' },
  },
});

describe('a chart', () => {
  const chart = chartOf(door);

  test('TOOL-01 has every state with its kind and place', () => {
    expect(
      chart.states.map(({ key, kind, parent, initial }) => [key, kind, parent, initial]),
    ).toEqual([
      ['', 'compound', undefined, false],
      ['closed', 'atomic', '', true],
      ['open', 'compound', '', false],
      ['open.ajar', 'atomic', 'open', true],
      ['open.wide', 'atomic', 'open', false],
      ['locked', 'final', '', false],
    ]);
  });

  test('TOOL-01 has every transition, including immediate ones, with its cause', () => {
    const ways = chart.edges.map(({ from, to, reasons }) => [
      from,
      to,
      reasons.map((reason) => reasonWords(reason, say)).join('; '),
    ]);
    expect(ways).toEqual([
      ['', 'locked', 'alarm'],
      ['closed', 'open', 'push if isFree'],
      ['open', 'closed', 'after 2 s'],
      ['open.ajar', 'open.wide', 'at once if a condition holds'],
      ['open.wide', 'open.wide', 'push'],
    ]);
    expect(chart.states[1]?.stays).toEqual([
      { cause: { type: 'event', name: 'knock' }, guard: undefined },
    ]);
  });

  test('TOOL-01 has an alternative in words', () => {
    expect(chart.states.map((state) => stateLines(chart, state, say))).toEqual([
      ['alarm: to locked'],
      ['stays: knock', 'push if isFree: to open'],
      ['after 2 s: to closed'],
      ['at once if a condition holds: to open.wide'],
      ['again: push'],
      [],
    ]);
  });
});

test('the active states of a value, from the outermost, and the innermost of them', () => {
  expect(activeKeys('idle')).toEqual(['idle']);
  expect(activeKeys({ live: { connected: 'fresh' } })).toEqual([
    'live',
    'live.connected',
    'live.connected.fresh',
  ]);
  expect(innermost({ pages: 'ready', news: 'resting' })).toEqual(['pages.ready', 'news.resting']);
  expect(activeKeys({})).toEqual([]);
  expect(activeKeys(undefined)).toEqual([]);
});

describe.each([...machines, ['door', door] as [string, AnyStateMachine]])(
  'the drawing of %s',
  (_, machine) => {
    const chart = chartOf(machine);
    const drawing = layoutChart(chart, chartWords(chart, say));
    const group = (key: string) => drawing.frames.find(({ state }) => state.key === key);

    test('TOOL-01 shows every state once, and all transitions between two states as one arrow', () => {
      expect(drawing.boxes.map(({ state }) => state.key)).toEqual(
        chart.states.map(({ key }) => key),
      );
      const drawn = drawing.arrows.flatMap(({ edge }) => (edge ? [`${edge.from}>${edge.to}`] : []));
      const ways = chart.edges
        .filter(({ from, to }) => from !== to)
        .map(({ from, to }) => `${from}>${to}`);
      expect(drawn.toSorted()).toEqual(ways.toSorted());
      for (const { points } of drawing.arrows) expect(points.length).toBeGreaterThan(1);
    });

    test('TOOL-01 boxes do not overlap, each is in the frame of its group, and all are in the picture', () => {
      for (const [at, one] of drawing.boxes.entries())
        for (const other of drawing.boxes.slice(at + 1))
          expect(apart(one, other), `${one.state.key} and ${other.state.key}`).toBe(true);
      for (const box of drawing.boxes) {
        // The only state of a machine is in no group.
        if (box.state.parent === undefined && drawing.boxes.length === 1) continue;
        const frame = group(box.state.key) ?? group(box.state.parent ?? '');
        expect(frame && inside(box, frame), box.state.key).toBe(true);
      }
      const page = { x: 0, y: 0, width: drawing.width, height: drawing.height };
      expect([...drawing.boxes, ...drawing.frames].every((one) => inside(one, page))).toBe(true);
    });
  },
);

function apart(a: Area, b: Area): boolean {
  return (
    a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
  );
}

function inside(a: Area, b: Area): boolean {
  return (
    a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width && a.y + a.height <= b.y + b.height
  );
}
