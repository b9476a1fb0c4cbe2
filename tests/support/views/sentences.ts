import { parseSync, Visitor } from 'vite';

/** Text in source code that a person could read. */
export interface Sentence {
  /** From 1. */
  readonly line: number;
  /** With `…` for parameters. */
  readonly text: string;
}

/** Attributes that hold names, never texts. */
const NAMES: ReadonlySet<string> = new Set([
  'rel',
  'sandbox',
  'allow',
  'sizes',
  'href',
  'src',
  'className',
]);
/**
 * Functions with selectors or media queries as arguments, and functions whose texts developers read
 * in the console.
 */
const CALLS: ReadonlySet<string> = new Set([
  'closest',
  'matches',
  'matchMedia',
  'querySelector',
  'querySelectorAll',
  'Error',
  'TypeError',
  'warn',
  'useMedia',
  'addEventListener',
]);

/** Two words beside each other, or one that begins a sentence. */
const WORDS = /\p{L}{2,}[,.;:!?’']*\s+\p{L}+/u;
const WORD = /^\p{Lu}\p{Ll}{2,}(?:[.!?:…]|$)/u;

/** Find texts for people in the source of a module: strings, templates and JSX text. */
export function sentencesIn(file: string, code: string): readonly Sentence[] {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file} cannot be read`);
  const spared = new Set<number>();
  const found: Sentence[] = [];
  const spare = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('type' in node && 'start' in node && typeof node.start === 'number') spared.add(node.start);
    for (const part of Object.values(node)) spare(part);
  };
  const read = (start: number, text: string): void => {
    const words = text.trim();
    if (spared.has(start) || !(WORDS.test(words) || WORD.test(words))) return;
    found.push({ line: code.slice(0, start).split('\n').length, text: words });
  };
  const spareCall = ({
    callee,
    arguments: given,
  }: {
    readonly callee: object;
    readonly arguments: readonly object[];
  }): void => {
    const named = 'property' in callee ? callee.property : callee;
    const name =
      typeof named === 'object' && named !== null && 'name' in named ? String(named.name) : '';
    if (CALLS.has(name)) for (const one of given) spare(one);
  };
  new Visitor({
    ImportDeclaration: spare,
    CallExpression: spareCall,
    NewExpression: spareCall,
    JSXAttribute: (node) => {
      if (node.name.type === 'JSXIdentifier' && NAMES.has(node.name.name)) spare(node.value);
    },
    Literal: (node) => {
      if (typeof node.value === 'string') read(node.start, node.value);
    },
    TemplateLiteral: (node) =>
      read(node.start, node.quasis.map(({ value }) => value.cooked ?? value.raw).join(' … ')),
    JSXText: (node) => read(node.start, node.value),
  }).visit(program);
  return found;
}
