import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { type ESTree, type ParseResult, parseSync } from 'vite';

export const ROOT = resolve(import.meta.dirname, '../..');

type Comment = ParseResult['comments'][number];

/** A parsed source file. `path` is relative to the root. */
export interface Source {
  readonly path: string;
  readonly text: string;
  /** Values of the constants at the top level. */
  readonly constants: ReadonlyMap<string, ESTree.Expression>;
  readonly functions: ReadonlyMap<string, ESTree.Function>;
  readonly types: ReadonlyMap<string, ESTree.TSType | ESTree.TSInterfaceBody>;
  /** Imported names: the file, and the name in that file (`*` for all of it). */
  readonly imports: ReadonlyMap<string, { readonly path: string; readonly name: string }>;
  readonly comments: readonly Comment[];
}

const known = new Map<string, Source>();

/** Parse a source file of the repository. */
export function sourceOf(path: string): Source {
  const source = known.get(path) ?? readSource(path);
  known.set(path, source);
  return source;
}

function readSource(path: string): Source {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const { program, comments } = parseSync(path, text);
  const constants = new Map<string, ESTree.Expression>();
  const functions = new Map<string, ESTree.Function>();
  const types = new Map<string, ESTree.TSType | ESTree.TSInterfaceBody>();
  const imports = new Map<string, { path: string; name: string }>();
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') {
      const from = relative(ROOT, join(ROOT, dirname(path), statement.source.value));
      for (const one of statement.specifiers) {
        const name =
          one.type === 'ImportSpecifier' && one.imported.type === 'Identifier'
            ? one.imported.name
            : '*';
        imports.set(one.local.name, { path: from, name });
      }
    }
    const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (node?.type === 'VariableDeclaration')
      for (const { id, init } of node.declarations)
        if (id.type === 'Identifier' && init) constants.set(id.name, init);
    if (node?.type === 'FunctionDeclaration' && node.id) functions.set(node.id.name, node);
    if (node?.type === 'TSTypeAliasDeclaration') types.set(node.id.name, node.typeAnnotation);
    if (node?.type === 'TSInterfaceDeclaration') types.set(node.id.name, node.body);
  }
  return { path, text, constants, functions, types, imports, comments };
}

/** Return an expression without `as const`, `satisfies` and parentheses. */
export function bare(node: ESTree.Expression): ESTree.Expression {
  return node.type === 'TSAsExpression' ||
    node.type === 'TSSatisfiesExpression' ||
    node.type === 'ParenthesizedExpression'
    ? bare(node.expression)
    : node;
}

/** Entries of an object literal, with the position of each. */
export function entriesOf(
  node: ESTree.Expression | undefined,
): readonly { readonly name: string; readonly start: number; readonly value: ESTree.Expression }[] {
  const object = node && bare(node);
  if (object?.type !== 'ObjectExpression') return [];
  return object.properties.flatMap((one) =>
    one.type === 'Property' && one.key.type === 'Identifier'
      ? [{ name: one.key.name, start: one.start, value: one.value }]
      : [],
  );
}

/**
 * Text of the comment that ends right before a position, in one line. `undefined` if code or an
 * empty line is in between.
 */
export function commentBefore(source: Source, start: number): string | undefined {
  const { end } = lineCommentsBefore(source, start).at(-1) ?? { end: undefined };
  if (end === undefined) return undefined;
  const block = source.comments.find((one) => one.end === end && one.type === 'Block');
  return block && plain(block.value);
}

/** The comments that only whitespace separates from a position, in order. */
export function lineCommentsBefore(source: Source, start: number): readonly Comment[] {
  const found: Comment[] = [];
  let at = start;
  for (const one of source.comments.toReversed()) {
    if (one.end > at) continue;
    if (!/^\s*$/.test(source.text.slice(one.end, at))) break;
    found.unshift(one);
    at = one.start;
  }
  return found;
}

/** Return a comment's text in one line. */
export function plain(text: string): string {
  return text
    .replaceAll(/^\*/g, '')
    .replaceAll(/\n\s*\* ?/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Return the number that an expression of literals, named constants and operators has. */
export function numberIn(source: Source, expression: ESTree.Expression): number {
  const node = bare(expression);
  if (node.type === 'Literal' && typeof node.value === 'number') return node.value;
  if (node.type === 'Identifier') {
    const value = source.constants.get(node.name);
    if (value) return numberIn(source, value);
  }
  if (node.type === 'CallExpression') {
    const [value] = node.arguments;
    if (value && value.type !== 'SpreadElement') return numberIn(source, value);
  }
  if (node.type === 'BinaryExpression' && node.left.type !== 'PrivateIdentifier') {
    const [left, right] = [numberIn(source, node.left), numberIn(source, node.right)];
    if (node.operator === '*') return left * right;
    if (node.operator === '**') return left ** right;
    if (node.operator === '+') return left + right;
  }
  throw new Error(`${source.path}: no number: ${source.text.slice(node.start, node.end)}`);
}
