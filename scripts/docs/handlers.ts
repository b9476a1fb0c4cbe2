import { type ESTree, Visitor } from 'vite';
import { bare, entriesOf, numberIn, type Source, sourceOf } from './source.ts';

const REGISTRY = 'service/cache/answer-verb.ts';

/** A function or constant of a file. */
interface Place {
  readonly source: Source;
  readonly name: string;
}

/** The facts about a verb that its implementation in the service states. */
export interface Handler {
  readonly form: 'answer' | 'stream' | 'slow';
  /** Functions of `signed-request.ts` that it calls. */
  readonly proofs: readonly string[];
  /** Entries of a page without `limit`, and at most. `isCapped`: a larger limit is lowered. */
  readonly page:
    | { readonly limit: number; readonly max: number; readonly isCapped: boolean }
    | undefined;
}

const PROOFS = new Set([
  'signedRequest',
  'savedRequest',
  'privateRequest',
  'requireParty',
  'walletRequest',
]);

/** Return all implemented verbs with the facts about them. */
export function handlers(): ReadonlyMap<string, Handler> {
  const registry = sourceOf(REGISTRY);
  const forms = { VERBS: 'answer', STREAMS: 'stream', SLOW_VERBS: 'slow' } as const;
  return new Map(
    Object.entries(forms).flatMap(([table, form]) =>
      entriesOf(registry.constants.get(table)).map(
        ({ name, value }) => [name, { form, ...factsOf(registry, value) }] as const,
      ),
    ),
  );
}

function factsOf(registry: Source, value: ESTree.Expression): Omit<Handler, 'form'> {
  const start = placeOf(registry, value);
  const proofs = new Set<string>();
  let page: Handler['page'];
  // in the order of distance, so that the rules that a caller passes win over a default
  const places = start ? [start] : [];
  const seen = new Set<ESTree.Function>();
  for (const { source, name } of places) {
    const body = source.functions.get(name);
    if (!body || seen.has(body)) continue;
    seen.add(body);
    const { calls, rules } = contentOf(source, body);
    page ??= rules[0];
    for (const call of calls) {
      if (PROOFS.has(call)) proofs.add(call);
      else places.push(...calledFrom(source, call));
    }
  }
  return { proofs: [...proofs], page };
}

/** The function that an entry of the registry names: `module.name`, `name` or `wrapper(...)`. */
function placeOf(registry: Source, value: ESTree.Expression): Place | undefined {
  const node = bare(value);
  if (node.type === 'CallExpression') {
    const [first] = node.arguments;
    if (first?.type === 'MemberExpression') return placeOf(registry, first);
    return node.callee.type === 'MemberExpression' ? placeOf(registry, node.callee) : undefined;
  }
  if (node.type === 'MemberExpression' && node.object.type === 'Identifier') {
    const from = registry.imports.get(node.object.name);
    const name = node.property.type === 'Identifier' ? node.property.name : '';
    return from && { source: sourceOf(from.path), name };
  }
  return node.type === 'Identifier' ? calledFrom(registry, node.name)[0] : undefined;
}

/** A function that a file declares, or imports from a file of verbs. */
function calledFrom(source: Source, name: string): readonly Place[] {
  if (source.functions.has(name)) return [{ source, name }];
  const from = source.imports.get(name);
  return from?.path.startsWith('service/cache/verbs/')
    ? [{ source: sourceOf(from.path), name: from.name }]
    : [];
}

/** Names of the called functions, and the paging rules that a function contains. */
function contentOf(
  source: Source,
  body: ESTree.Function,
): { readonly calls: readonly string[]; readonly rules: readonly NonNullable<Handler['page']>[] } {
  const calls: string[] = [];
  const rules: NonNullable<Handler['page']>[] = [];
  const add = (node: ESTree.Expression | undefined) => {
    const rule = node && rulesIn(source, node);
    if (rule) rules.push(rule);
  };
  new Visitor({
    CallExpression: ({ callee }) => void (callee.type === 'Identifier' && calls.push(callee.name)),
    Identifier: ({ name }) => add(source.constants.get(name)),
    ObjectExpression: (node) => add(node),
  }).visit({
    type: 'Program',
    body: [body],
    sourceType: 'module',
    hashbang: null,
    start: 0,
    end: 0,
  });
  return { calls, rules };
}

function rulesIn(source: Source, node: ESTree.Expression): Handler['page'] {
  const fields = new Map(entriesOf(node).map(({ name, value }) => [name, value]));
  const [limit, max] = [fields.get('limit'), fields.get('max')];
  return limit && max
    ? { limit: numberIn(source, limit), max: numberIn(source, max), isCapped: fields.has('capped') }
    : undefined;
}
