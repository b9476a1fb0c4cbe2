import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type AnyStateMachine, StateMachine } from 'xstate';
import { chartOf, type Reason } from '../../src/views/inspector/chart/chart.ts';
import { chartText, type TextWords } from '../../src/views/inspector/chart/chart-text.ts';
import { commentBefore, ROOT, sourceOf } from './source.ts';

const FOLDER = 'src/machines';
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
${chartText(chart, WORDS)}
\`\`\``;
}

/** Return the events that a machine handles, without the ones of XState. */
function eventsOf(machine: AnyStateMachine): readonly string[] {
  const types: readonly string[] = machine.events;
  return types.filter((type) => !/^xstate\.|^$/.test(type)).toSorted();
}

/** The words of the charts in the documents. */
export const WORDS: TextWords = {
  reason: words,
  anyState: 'any state',
  noStates: 'has no states',
};

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
