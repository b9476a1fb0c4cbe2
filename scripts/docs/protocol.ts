import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as shapes from '../../src/events/connection/answer-shape.ts';
import { ALSO_CALLED, PRIVATE_PURPOSE } from '../../src/events/connection/purposes.ts';
import { VERB_TABLE } from '../../src/events/connection/verb-table.ts';
import { KIND, RESULT } from '../../src/events/nostr/kinds.ts';
import { boundRows } from './bounds.ts';
import { type Handler, handlers } from './handlers.ts';
import { parametersText, parameterSets, setText } from './parameters.ts';
import {
  bare,
  commentBefore,
  entriesOf,
  lineCommentsBefore,
  plain,
  ROOT,
  sourceOf,
} from './source.ts';

type Shape = shapes.AnswerShape;

const VERBS = 'src/events/connection/verb-table.ts';
const SETS = 'src/events/connection/verb-parameters.ts';
const SHAPES = 'src/events/connection/answer-shape.ts';
const KINDS = 'src/events/nostr/kinds.ts';
const READERS = 'src/events/connection/results.ts';

/** Answer shapes with a name, largest first. */
const NAMED: readonly {
  readonly name: string;
  readonly constant: string;
  readonly shape: Shape;
}[] = [
  { name: 'Page of posts', constant: 'PAGE', shape: shapes.PAGE },
  { name: 'Posts', constant: 'POSTS', shape: shapes.POSTS },
  { name: 'Feeds', constant: 'FEEDS', shape: shapes.FEEDS },
  { name: 'People', constant: 'PEOPLE', shape: shapes.PEOPLE },
];

const PROOF_WORDS: Readonly<Record<string, string>> = {
  signedRequest: 'signed',
  savedRequest: 'once',
  privateRequest: 'bound',
  requireParty: 'party',
  walletRequest: 'wallet',
};

/** Return docs/protocol.md. */
export function protocolDocument(): string {
  return `${[intro(), proofs(), ...sections(), sets(), answers(), results(), bounds()].join('\n\n')}\n`;
}

const intro = () => `# Protocol of the caching service

\`npm run docs\` writes this file from the code, and a test compares them. Do not edit it.

The client opens a WebSocket at \`/v1\` and sends a verb with its parameters:

\`\`\`
["REQ", "<id>", {"cache": ["<verb>", {<parameters>}]}]
["CLOSE", "<id>"]
\`\`\`

The service answers with signed events and unsigned results, and then with \`EOSE\`:

\`\`\`
["EVENT", "<id>", {<event or result>}]
["EVENTS", "<id>", [<event or result>, ...]]
["NOTICE", "<id>", "<reason>"]
["EOSE", "<id>"]
\`\`\`

- \`set_primal_protocol\` with \`compression\` "zlib" turns on compressed \`EVENTS\` frames.
- A refused request gets a \`NOTICE\` with a reason, and \`EOSE\`.
- A stream continues after \`EOSE\` until \`CLOSE\`. A slow verb waits for other servers and delays no other request.
- \`POST /api\` with \`["<verb>", {<parameters>}]\` returns the results as a JSON list, or \`{"error": "<reason>"}\`.
- Public keys and ids are 64 lower-case hex digits. Times are in seconds. Unknown parameters are ignored.

The relay of the service is at \`/\`. It follows NIP-01, and its NIP-11 document states its limits.`;

const proofs = () => `## Proofs

Some verbs need a signed event of the account. It is of kind ${KIND.Settings}, and its \`d\` tag names the purpose: \`["d", "<client>", "<purpose>"]\`.
\`POST /api\` accepts a NIP-98 header in its place.

The purpose is the name of the verb, or begins with it and \`_\`. Proofs for private data have the purpose \`${PRIVATE_PURPOSE}\`. Other purposes that count:
${otherPurposes()}.

| Proof | Meaning |
|---|---|
| signed | signed within the last minutes for this verb |
| once | as *signed*. A signature that names no connection is accepted once |
| bound | as *signed*. It also names this service (\`relay\`) and this connection (\`challenge\`) |
| party | a bound proof for private data, of an account that the answer concerns. Once for each connection |
| wallet | a signed wallet operation of the last minutes |

\`report_user\` and \`report_note\` also accept a report (kind ${KIND.ReportContent}) of any age.
A refusal that begins with \`auth-required:\` ends with the challenge of the connection.`;

function otherPurposes(): string {
  return Object.entries(ALSO_CALLED)
    .map(([verb, purposes]) => `\`${purposes.join('`, `')}\` for \`${verb}\``)
    .join(', ');
}

/** One table for each group of verbs in the table of the code. */
function sections(): readonly string[] {
  const source = sourceOf(VERBS);
  const served = handlers();
  const found: string[] = [
    `## Verbs

- The page column shows the entries of a page without \`limit\`, and the largest \`limit\`. "Capped" lowers a larger one; otherwise it is refused.
- *Names* in italics are [parameter sets](#parameter-sets) and [parts of answers](#parts-of-answers).`,
  ];
  for (const { name, start, value } of entriesOf(source.constants.get('VERB_TABLE'))) {
    const lines = lineCommentsBefore(source, start).filter(({ type }) => type === 'Line');
    const text = plain(lines.map((one) => one.value).join(' '));
    // a comment that begins in lower case is about the next verbs only
    if (/^[A-Z]/.test(text)) {
      const [title = '', rest = ''] = text.split(/(?<=\.) (.*)/);
      found.push(
        [`### ${title.replace(/\.$/, '')}`, ...(rest ? [rest] : []), VERB_HEAD].join('\n\n'),
      );
    }
    const node = bare(value);
    const [type] = node.type === 'CallExpression' ? (node.typeArguments?.params ?? []) : [];
    if (!type) throw new Error(`${name} has no parameters`);
    const note = commentBefore(source, start);
    const parameters = [parametersText(type), ...(note ? [note] : [])].join('. ');
    const last = found.pop() ?? '';
    found.push(`${last}\n${verbRow(name, parameters, served.get(name))}`);
  }
  return found;
}

const VERB_HEAD = `| Verb | Parameters | Answer | Page | Proof |
|---|---|---|---|---|`;

function verbRow(name: string, parameters: string, handler: Handler | undefined): string {
  const shape = Object.entries(VERB_TABLE).find(([verb]) => verb === name)?.[1];
  const { form = 'answer', proofs: used = [], page } = handler ?? {};
  const answer = `${form === 'answer' ? '' : `${form}: `}${shape ? shapeText(shape) : ''}`;
  const paging = page
    ? `${number(Math.min(page.limit, page.max))}, ${page.isCapped ? 'capped' : 'at most'} ${number(page.max)}`
    : '';
  const proof = used.map((one) => PROOF_WORDS[one] ?? one).join(' or ');
  return `| \`${name}\` | ${parameters} | ${answer} | ${paging} | ${proof} |`;
}

const number = (value: number) => value.toLocaleString('en');

/** Return an answer's content: the largest named part, and further events and results. */
function shapeText({ events, results: kinds }: Shape): string {
  const part = NAMED.find(
    ({ shape }) =>
      (shape.events === 'all' ? events === 'all' : includes(events, shape.events)) &&
      includes(kinds, shape.results),
  );
  const { events: own, results: few } = part?.shape ?? shapes.NOTHING;
  const more = [
    ...eventNames(events).filter((one) => !eventNames(own).includes(one)),
    ...kinds.filter((kind) => !few.includes(kind)).map(resultName),
  ];
  return [...(part ? [`*${part.name}*`] : []), ...more].join(', ') || 'nothing';
}

const includes = (all: Shape['events'], some: readonly number[]) =>
  all === 'all' || some.every((one) => all.includes(one));

function eventNames(kinds: Shape['events']): readonly string[] {
  if (kinds === 'all') return ['events of all kinds'];
  return kinds.map((kind) => `${nameIn(KIND, kind)} (${kind})`);
}

const resultName = (kind: number) => `\`${nameIn(RESULT, kind)}\``;

function nameIn(table: Readonly<Record<string, number>>, kind: number): string {
  return Object.entries(table).find(([, value]) => value === kind)?.[0] ?? String(kind);
}

const sets = () => `## Parameter sets

| Set | Parameters | Meaning |
|---|---|---|
${parameterSets()
  .filter((name) => name !== 'Nothing')
  .map((name) => `| *${name}* | ${setText(name)} | ${noteOf(SETS, name)} |`)
  .join('\n')}`;

const answers = () => `## Parts of answers

| Part | Events | Results | Meaning |
|---|---|---|---|
${NAMED.map(
  ({ name, constant, shape }) =>
    `| *${name}* | ${eventNames(shape.events).join(', ')} | ${shape.results.map(resultName).join(', ')} | ${noteOf(SHAPES, constant)} |`,
).join('\n')}`;

/** Text of the comment above an exported declaration. */
function noteOf(path: string, name: string): string {
  const source = sourceOf(path);
  const start = source.text.search(new RegExp(`export (?:interface|type|const) ${name}\\b`));
  return commentBefore(source, start) ?? '';
}

function results(): string {
  const readers = new Map(readersOf());
  const uses = new Map(usesOfResults());
  const rows = Object.entries(RESULT).map(([name, kind]) => {
    const reader =
      readers.get(name) ??
      uses
        .get(name)
        ?.map((file) => `\`${file}\``)
        .join(', ');
    return `| ${kind} | \`${name}\` | ${reader ?? 'not read by the client'} |`;
  });
  return `## Result kinds

Results are unsigned claims of the service. \`${READERS}\` parses the ones with a function as their reader.
Others name the files that parse or create them in the client. ${noteOf(KINDS, 'RESULT').replace(/^.*?\. /, '')}

| Kind | Name | Reader |
|---|---|---|
${rows.join('\n')}`;
}

/** Result names with the function that parses them. */
function readersOf(): readonly (readonly [string, string])[] {
  const source = sourceOf(READERS);
  const start = source.text.indexOf('const READERS');
  const table = source.text.slice(start, source.text.indexOf(']);', start));
  return [...table.matchAll(/\[RESULT\.(\w+), (\w+)?/g)].map(([, name = '', reader]) => [
    name,
    `\`${reader ?? 'referencedEvent'}\``,
  ]);
}

/** Result names with the files of the client that use them, without the tables of the protocol. */
function usesOfResults(): readonly (readonly [string, readonly string[]])[] {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => `src/${file}`)
    .filter(
      (file) =>
        /\.tsx?$/.test(file) &&
        !/\.test\.tsx?$/.test(file) &&
        ![VERBS, SHAPES, KINDS, READERS].includes(file),
    )
    .toSorted();
  const texts = files.map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));
  return Object.keys(RESULT).flatMap((name) => {
    const users = texts.filter(({ text }) => new RegExp(`\\bRESULT\\.${name}\\b`).test(text));
    return users.length > 0 ? [[name, users.map(({ file }) => file)] as const] : [];
  });
}

const bounds = () => `## Bounds

Beyond a bound a request is refused with a NOTICE, unless the table says otherwise.

| Bound | Source |
|---|---|
${boundRows().join('\n')}`;
