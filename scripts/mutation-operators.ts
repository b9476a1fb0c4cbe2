import { stripTypeScriptTypes } from 'node:module';
import { parseSync, Visitor } from 'vite';

/**
 * One change of a file that some test should notice. `start` and `end`: the range in `code` that
 * `text` replaces. `line` counts from 1.
 */
export interface Mutant {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly line: number;
  readonly what: string;
}

interface Place {
  readonly start: number;
  readonly end: number;
}

const OPPOSITES: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '-': '+',
  '*': '/',
  '/': '*',
};
const METHODS: Readonly<Record<string, string>> = {
  every: 'some',
  some: 'every',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  max: 'min',
  min: 'max',
};
/** Methods that return their receiver in a similar form. */
const PASSING = new Set([
  'filter',
  'slice',
  'toSorted',
  'sort',
  'toReversed',
  'reverse',
  'trim',
  'toLowerCase',
  'toUpperCase',
]);
/** Properties that only the compiler or people read. */
const SILENT = new Set(['types', 'description']);

/** Return the JavaScript of a source, with each character at its original position. */
export function codeOf(source: string): string {
  return stripTypeScriptTypes(source);
}

function collect(code: string) {
  const found: Mutant[] = [];
  const textOf = ({ start, end }: Place) => code.slice(start, end);
  const put = ({ start, end }: Place, text: string, what: string): void => {
    const line = code.slice(0, start).split('\n').length;
    found.push({
      start,
      end,
      text,
      line,
      what: `${what}: ${textOf({ start, end }).split('\n')[0]?.slice(0, 90)}`,
    });
  };
  const decide = (test: Place, outcomes: readonly string[]): void => {
    for (const outcome of outcomes) put(test, outcome, `always ${outcome}`);
  };
  /** Remove this part of an enumeration and the comma after it. */
  const drop = (part: Place, what: string): void => {
    const comma = /^\s*,/.exec(code.slice(part.end))?.[0].length ?? 0;
    put({ start: part.start, end: part.end + comma }, '', what);
  };
  return { found, textOf, put, decide, drop };
}

/**
 * Return all mutants of a code without types, from top to bottom. Leaves out code that cannot
 * change behaviour (types, comments, displayed strings).
 */
export function mutantsOf(code: string): readonly Mutant[] {
  const { found, textOf, put, decide, drop } = collect(code);
  const silent: Place[] = [];
  new Visitor({
    IfStatement: ({ test }) => decide(test, ['true', 'false']),
    ConditionalExpression: ({ test }) => decide(test, ['true', 'false']),
    WhileStatement: ({ test }) => decide(test, ['false']),
    ForStatement: ({ test }) => test && decide(test, ['false']),
    LogicalExpression(node) {
      if (node.operator !== '??') put(node, textOf(node.right), 'only the right side');
      put(node, textOf(node.left), 'only the left side');
    },
    BinaryExpression({ left, right, operator }) {
      const between = code.slice(left.end, right.start);
      const other = OPPOSITES[operator];
      if (other)
        put(
          { start: left.end, end: right.start },
          between.replace(operator, other),
          `${other} after ${textOf(left)} in place of`,
        );
    },
    UnaryExpression(node) {
      if (node.operator === '!' || node.operator === '-')
        put(node, textOf(node.argument), `without ${node.operator}`);
    },
    ExpressionStatement(node) {
      if (!('directive' in node && node.directive)) put(node, ';', 'without the statement');
    },
    ReturnStatement(node) {
      if (!node.argument) put(node, ';', 'goes on');
    },
    ThrowStatement: (node) => put(node, ';', 'does not throw'),
    ContinueStatement: (node) => put(node, ';', 'goes on'),
    BreakStatement: (node) => put(node, ';', 'goes on'),
    ArrayExpression({ elements }) {
      for (const element of elements) if (element) drop(element, 'without the element');
    },
    ObjectExpression({ properties }) {
      for (const property of properties) drop(property, 'without the property');
    },
    Property(node) {
      if (node.key.type === 'Identifier' && SILENT.has(node.key.name)) silent.push(node);
    },
    AssignmentPattern: (node) => put(node, textOf(node.left), 'without the default'),
    Literal(node) {
      // a difference of one millisecond is not noticeable
      if (typeof node.value === 'number')
        put(node, String(node.value < 1_000 ? node.value + 1 : 2 * node.value), 'more than');
      if (typeof node.value === 'boolean') put(node, String(!node.value), 'the opposite of');
    },
    CallExpression(node) {
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      const { name } = callee.property;
      const other = METHODS[name];
      if (other) put(callee.property, other, `${other} for`);
      if (PASSING.has(name))
        put({ start: callee.object.end, end: node.end }, '', 'without the call');
    },
  }).visit(parseSync('code.js', code).program);
  const isLoud = ({ start, end }: Place) =>
    !silent.some((place) => place.start <= start && end <= place.end + 1);
  return found.filter(isLoud).toSorted((a, b) => a.start - b.start || a.end - b.end);
}
