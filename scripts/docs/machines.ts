import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type AnyStateMachine, StateMachine } from 'xstate';
import {
  type Chart,
  type ChartEdge,
  chartOf,
  type ChartState,
  type Reason,
} from '../../src/views/inspector/chart.ts';
import { commentBefore, ROOT, sourceOf } from './source.ts';

const FOLDER = 'src/machines';
/** Longer lists of reasons are shortened, so that an arrow stays readable. */
const MOST_REASONS = 4;

interface Machine {
  readonly id: string;
  readonly area: string;
  readonly path: string;
  /** First sentence of its comment. */
  readonly purpose: string;
  readonly machine: AnyStateMachine;
}

/** Return the pages of docs/machines: for each area one, by file name, and their index. */
export async function machinePages(): Promise<ReadonlyMap<string, string>> {
  const machines = await allMachines();
  const areas = Map.groupBy(machines, ({ area }) => area);
  return new Map([
    ['README.md', indexPage(areas)],
    ...[...areas].map(([area, own]) => [`${area}.md`, areaPage(area, own)] as const),
  ]);
}

async function allMachines(): Promise<readonly Machine[]> {
  const files = readdirSync(join(ROOT, FOLDER), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.machine.ts'))
    .toSorted();
  const found: Machine[] = [];
  for (const file of files) {
    const path = `${FOLDER}/${file}`;
    const exported = Object.entries<unknown>(await import(join(ROOT, path)));
    for (const [name, machine] of exported)
      if (machine instanceof StateMachine)
        found.push({
          id: machine.id,
          area: file.split('/')[0] ?? '',
          path,
          purpose: purposeOf(path, name),
          machine,
        });
  }
  return found.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function purposeOf(path: string, name: string): string {
  const source = sourceOf(path);
  const comment = commentBefore(source, source.text.indexOf(`export const ${name} `));
  if (comment === undefined) throw new Error(`${path}: ${name} has no comment`);
  return comment.split(/(?<=[.!?]) (?=[A-Z])/)[0] ?? comment;
}

const NOTE =
  '`npm run docs` writes this file from the code, and a test compares them. Do not edit it.';

function indexPage(areas: ReadonlyMap<string, readonly Machine[]>): string {
  return `# Machines

${NOTE}

Each lifecycle is one machine. Each area has a page with the charts of its machines.
The developer tools of the client show the same charts with the current state.

| Area | Machines |
|---|---|
${[...areas]
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(
    ([area, own]) =>
      `| [${area}](${area}.md) | ${own.map(({ id }) => `[${id}](${area}.md#${id.toLowerCase()})`).join(', ')} |`,
  )
  .join('\n')}

## How to read a chart

- A box in a box is a nested state. Boxes that are divided by a dashed line are active together.
- An arrow names the event, and the guard after \`if\`. \`after\` is a timer, \`done\` and \`failed\` are ends of a child.
- An arrow between states of different boxes is drawn between the boxes, and names the states.
- A loop at a box with \`to\` holds in every state inside of the box.
- An event without an arrow changes no state. The table above a chart names it, too.
`;
}

function areaPage(area: string, machines: readonly Machine[]): string {
  return `# Machines: ${area}

${NOTE} [How to read a chart](README.md#how-to-read-a-chart).

${machines.map(section).join('\n\n')}
`;
}

function section({ id, path, purpose, machine }: Machine): string {
  const chart = chartOf(machine);
  const events = eventsOf(machine).map((type) => `\`${type}\``);
  return `## ${id}

${purpose}

| Source | States | Events |
|---|---|---|
| \`${path}\` | ${chart.states.length - 1} | ${events.join(', ') || 'none'} |

\`\`\`mermaid
${chartText(chart)}
\`\`\``;
}

/** Return the events that a machine handles, without the ones of XState. */
function eventsOf(machine: AnyStateMachine): readonly string[] {
  const types: readonly string[] = machine.events;
  return types.filter((type) => !/^xstate\.|^$/.test(type)).toSorted();
}

/** Return a chart in the notation of Mermaid. */
export function chartText(chart: Chart): string {
  const [root] = chart.states;
  if (!root) throw new Error('a chart without states');
  const lines = ['stateDiagram-v2', ...inside(chart, root, '  ')];
  return (lines.length > 1 ? lines : [...lines, '  s: has no states']).join('\n');
}

/** Return the states in a state, and the arrows between them. */
function inside(chart: Chart, parent: ChartState, indent: string): readonly string[] {
  const states = chart.states.filter((state) => state.parent === parent.key);
  const isDivided = parent.kind === 'parallel' && parent.parent !== undefined;
  const boxes = states.map((state) => box(chart, state, indent));
  const arrows = arrowsIn(chart, parent);
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

function box(chart: Chart, state: ChartState, indent: string): readonly string[] {
  const content = inside(chart, state, `${indent}  `);
  const head = `${indent}state "${state.name}" as ${idOf(state.key)}`;
  return content.length > 0 ? [`${head} {`, ...content, `${indent}}`] : [head];
}

const idOf = (key: string) => `s_${key.replaceAll('.', '_')}`;
const ANY = 's_any';

/** Return the arrows between states of one box. Mermaid draws none from one box into another. */
function arrowsIn(chart: Chart, parent: ChartState): readonly string[] {
  const arrows = new Map<string, string[]>();
  for (const edge of chart.edges) {
    const ends = endsIn(edge, parent);
    if (!ends) continue;
    const name = `${ends.from} --> ${ends.to}`;
    arrows.set(name, [
      ...(arrows.get(name) ?? []),
      ...edge.reasons.map((one) => `${ends.before}${words(one)}${ends.after}`),
    ]);
  }
  const lines = [...arrows].map(
    ([name, reasons]) => `${name}: ${shortened(reasons).join('<br/>')}`,
  );
  return lines.some((line) => line.startsWith(ANY))
    ? [`state "any state" as ${ANY}`, ...lines]
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

/** Return the reason of a transition in words. Mermaid allows no colon. */
function words({ cause, guard }: Reason): string {
  return guard === undefined
    ? causeWords(cause)
    : `${causeWords(cause)} if ${guard === 'inline' ? 'a condition holds' : guard}`;
}

function causeWords(cause: Reason['cause']): string {
  switch (cause.type) {
    case 'event':
      return cause.name;
    case 'done':
    case 'failed':
      return `${cause.child} ${cause.type}`;
    case 'after':
      return `after ${cause.delay}${cause.ms === undefined || String(cause.ms) === cause.delay ? '' : ` (${cause.ms / 1_000} s)`}`;
    case 'always':
      return 'at once';
    case 'anything':
      return 'any other event';
  }
}
