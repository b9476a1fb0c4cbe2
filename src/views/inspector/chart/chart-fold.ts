import type { Chart, ChartEdge } from './chart.ts';

/** Charts with more states begin with the groups folded that are not current. */
const LARGE = 20;

/** Return the keys of the groups that can be folded: those with states in them, but the root. */
export function groupsOf({ states }: Chart): readonly string[] {
  const parents = new Set(states.map(({ parent }) => parent));
  return states.flatMap(({ key }) => (key !== '' && parents.has(key) ? [key] : []));
}

/** Return the groups of a large chart that are folded at first. `active`: keys of its states. */
export function foldedAtFirst(chart: Chart, active: readonly string[]): ReadonlySet<string> {
  const groups = chart.states.length > LARGE ? groupsOf(chart) : [];
  return new Set(groups.filter((key) => !active.includes(key)));
}

/** Return the state that stands for a state: itself, or the outermost folded group around it. */
export function shownKey(key: string, folded: ReadonlySet<string>): string {
  const names = key.split('.');
  const above = names.map((_, at) => names.slice(0, at + 1).join('.'));
  return above.find((one) => folded.has(one)) ?? key;
}

/** Return a chart without the states in folded groups. Their transitions are those of the group. */
export function foldChart({ states, edges }: Chart, folded: ReadonlySet<string>): Chart {
  const shown = (key: string) => shownKey(key, folded);
  const merged = new Map<string, ChartEdge>();
  for (const { from, to, reasons } of edges) {
    const [start, end] = [shown(from), shown(to)];
    // within a folded group
    if (start === end && (from !== to || from !== start)) continue;
    const name = `${start}>${end}`;
    const before = merged.get(name)?.reasons ?? [];
    const all = new Map([...before, ...reasons].map((one) => [JSON.stringify(one), one]));
    merged.set(name, { from: start, to: end, reasons: [...all.values()] });
  }
  return {
    states: states.filter(({ key }) => shown(key) === key),
    edges: [...merged.values()],
  };
}
