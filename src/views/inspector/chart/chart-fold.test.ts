import { setup } from 'xstate';
import { expect, test } from 'vitest';
import { machines } from '../../../../tests/support/machines/walks.ts';
import { settingsEnglish } from '../../ui/strings/settings.ts';
import { type Chart, chartOf } from './chart.ts';
import { foldChart, foldedAtFirst, groupsOf, shownKey } from './chart-fold.ts';
import { layoutChart } from './chart-layout.ts';
import { chartWords } from './chart-words.ts';
import { isLong } from '../../../../tests/support/runs.ts';

const house = chartOf(
  setup({}).createMachine({
    id: 'house',
    initial: 'ground',
    states: {
      ground: {
        initial: 'hall',
        on: { leave: 'street', ring: { target: 'ground', reenter: true } },
        states: {
          hall: { on: { go: 'kitchen', leave: '#house.street' } },
          kitchen: { initial: 'table', states: { table: { on: { go: '#house.ground.hall' } } } },
        },
      },
      street: { on: { enter: 'ground.kitchen' } },
    },
  }),
);
const ways = (folded: readonly string[]) => {
  const { states, edges } = foldChart(house, new Set(folded));
  return {
    states: states
      .map(({ key }) => key)
      .join(' ')
      .trim(),
    edges: edges.map(({ from, to, reasons }) => `${from}>${to} ${reasons.length}`),
  };
};

test('TOOL-05 a folded group stands for its states, and their transitions are its own', () => {
  expect(groupsOf(house)).toEqual(['ground', 'ground.kitchen']);
  expect(ways(['ground'])).toEqual({
    states: 'ground street',
    edges: ['ground>street 1', 'ground>ground 1', 'street>ground 1'],
  });
  expect(ways(['ground.kitchen']).states).toBe('ground ground.hall ground.kitchen street');
  expect(ways(['ground.kitchen']).edges).toContain('ground.kitchen>ground.hall 1');
  expect(ways([])).toEqual(ways(['nothing']));
  expect(foldChart(house, new Set()).states).toEqual(house.states);
});

test('TOOL-05 a current state is marked on the outermost folded group around it', () => {
  const folded = new Set(['ground', 'ground.kitchen']);
  expect(shownKey('ground.kitchen.table', folded)).toBe('ground');
  expect(shownKey('street', folded)).toBe('street');
  expect(shownKey('ground.kitchen.table', new Set(['ground.kitchen']))).toBe('ground.kitchen');
});

test.runIf(isLong)(
  'TOOL-05 large charts begin with the groups folded that are not current, and are smaller so',
  () => {
    const large = machines.map(([, machine]) => chartOf(machine)).filter(isLarge);
    expect(large.length).toBeGreaterThan(3);
    for (const chart of large) {
      const [group = ''] = groupsOf(chart);
      const folded = foldedAtFirst(chart, [group]);
      expect(folded.has(group)).toBe(false);
      expect(folded.size).toBe(groupsOf(chart).length - 1);
      const areas = [chart, foldChart(chart, folded)].map((one) => {
        const { width, height } = layoutChart(one, chartWords(one, settingsEnglish.devtools));
        return width * height;
      });
      expect(areas[1]).toBeLessThan(areas[0] ?? 0);
    }
    expect(foldedAtFirst(house, []).size).toBe(0);
  },
);

const isLarge = ({ states }: Chart) => states.length > 20;
