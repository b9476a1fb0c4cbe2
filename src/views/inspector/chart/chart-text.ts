import type { AnyStateMachine } from 'xstate';
import type { Chart, ChartEdge, ChartState, Reason } from './chart.ts';

/** Longer lists of reasons are shortened, so that an arrow stays readable. */
const MOST_REASONS = 4;

/** The words of a chart as text. Mermaid allows no colon in them. */
export interface TextWords {
  readonly reason: (reason: Reason) => string;
  readonly anyState: string;
  readonly noStates: string;
}

/** Return a chart in the notation of Mermaid. */
export function chartText(chart: Chart, say: TextWords): string {
  const [root] = chart.states;
  if (!root) throw new Error('a chart without states');
  const lines = ['stateDiagram-v2', ...inside(chart, root, '  ', say)];
  return (lines.length > 1 ? lines : [...lines, `  s: ${say.noStates}`]).join('\n');
}

/** Return the states in a state, and the arrows between them. */
function inside(
  chart: Chart,
  parent: ChartState,
  indent: string,
  say: TextWords,
): readonly string[] {
  const states = chart.states.filter((state) => state.parent === parent.key);
  const isDivided = parent.kind === 'parallel' && parent.parent !== undefined;
  const boxes = states.map((state) => box(chart, state, indent, say));
  const arrows = arrowsIn(chart, parent, say);
  return [
    ...(isDivided
      ? boxes.flatMap((lines, at) => (at > 0 ? [`${indent}--`, ...lines] : lines))
      : boxes.flat()),
    ...(parent.kind === 'parallel'
      ? []
      : states.filter(({ initial }) => initial).map(({ key }) => `${indent}[*] --> ${idOf(key)}`)),
    ...states
      .filter(({ kind }) => kind === 'final')
      .map(({ key }) => `${indent}${idOf(key)} --> [*]`),
    ...arrows.map((arrow) => `${indent}${arrow}`),
  ];
}

function box(chart: Chart, state: ChartState, indent: string, say: TextWords): readonly string[] {
  const content = inside(chart, state, `${indent}  `, say);
  const head = `${indent}state "${state.name}" as ${idOf(state.key)}`;
  return content.length > 0 ? [`${head} {`, ...content, `${indent}}`] : [head];
}

const idOf = (key: string) => `s_${key.replaceAll('.', '_')}`;
const ANY = 's_any';

/** Return the arrows between states of one box. Mermaid draws none from one box into another. */
function arrowsIn(chart: Chart, parent: ChartState, say: TextWords): readonly string[] {
  const arrows = new Map<string, string[]>();
  for (const edge of chart.edges) {
    const ends = endsIn(edge, parent);
    if (!ends) continue;
    const name = `${ends.from} --> ${ends.to}`;
    arrows.set(name, [
      ...(arrows.get(name) ?? []),
      ...edge.reasons.map((one) => `${ends.before}${say.reason(one)}${ends.after}`),
    ]);
  }
  const lines = [...arrows].map(
    ([name, reasons]) => `${name}: ${shortened(reasons).join('<br/>')}`,
  );
  return lines.some((line) => line.startsWith(ANY))
    ? [`state "${say.anyState}" as ${ANY}`, ...lines]
    : lines;
}

interface Ends {
  readonly from: string;
  readonly to: string;
  /** Names of the states inside of these boxes, in words. */
  readonly before: string;
  readonly after: string;
}

/** Return the ends of an arrow if it is drawn in this box: `undefined` if in another one. */
function endsIn({ from, to }: ChartEdge, parent: ChartState): Ends | undefined {
  const [source, target] = [from, to].map((key) => below(key, parent.key));
  if (target === undefined || source === undefined) return undefined;
  const [[outer = '', ...inner], [toOuter = '', ...toInner]] = [source, target];
  const key = (name: string) => idOf(parent.key === '' ? name : `${parent.key}.${name}`);
  const isInside = outer === toOuter && inner.length > 0 && toInner.length > 0;
  // drawn in an inner box
  if (isInside || (source.length === 0 && parent.key !== '') || target.length === 0)
    return undefined;
  return {
    from: source.length === 0 ? ANY : key(outer),
    to: key(toOuter),
    before: inner.length > 0 ? `${inner.join('.')} ` : '',
    after: toInner.length > 0 ? ` to ${toInner.join('.')}` : '',
  };
}

/** Return the path from one state to another one in it. `undefined` if it is not in it. */
function below(key: string, parent: string): readonly string[] | undefined {
  if (key === parent) return [];
  if (parent === '') return key.split('.');
  return key.startsWith(`${parent}.`) ? key.slice(parent.length + 1).split('.') : undefined;
}

function shortened(reasons: readonly string[]): readonly string[] {
  const all = [...new Set(reasons)];
  return all.length > MOST_REASONS + 1
    ? [...all.slice(0, MOST_REASONS), `and ${all.length - MOST_REASONS} more`]
    : all;
}

/**
 * Return the configuration of a machine as JSON, as Stately's editor reads it. A function in it is
 * named `inline`.
 */
export function machineAsJson({ config }: AnyStateMachine): string {
  return JSON.stringify(
    config,
    (_, value: unknown) =>
      typeof value === 'function' ? 'inline' : typeof value === 'bigint' ? String(value) : value,
    2,
  );
}
