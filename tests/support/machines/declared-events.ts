import type { ESTree } from 'vite';
import { sourceOf } from '../../../scripts/docs/source.ts';

type Type = ESTree.TSType | ESTree.TSInterfaceBody;

/**
 * Return the types of events that a machine's file declares as its contract (`types: { events }`).
 * Ends of children, which XState creates, are left out. `undefined` if it declares none.
 */
export function declaredEvents(path: string): readonly string[] | undefined {
  const setups = [...sourceOf(path).imports.values()].filter((one) =>
    one.path.endsWith('-setup.ts'),
  );
  for (const file of [path, ...setups.map((one) => one.path)]) {
    const [, name] = /\bevents: \{\} as (\w+)/.exec(sourceOf(file).text) ?? [];
    if (name !== undefined) return [...new Set(typesOf(file, name))].toSorted();
  }
  return undefined;
}

function typesOf(path: string, name: string): readonly string[] {
  const { types, imports } = sourceOf(path);
  const type = types.get(name);
  if (type) return eventTypes(path, type);
  const from = imports.get(name);
  if (!from) throw new Error(`${path}: no type ${name}`);
  return from.path.endsWith('.ts') ? typesOf(from.path, from.name) : [];
}

function eventTypes(path: string, type: Type): readonly string[] {
  switch (type.type) {
    case 'TSUnionType':
    case 'TSIntersectionType':
      return type.types.flatMap((one) => eventTypes(path, one));
    case 'TSParenthesizedType':
      return eventTypes(path, type.typeAnnotation);
    case 'TSTypeLiteral':
      return typeField(type.members);
    case 'TSInterfaceBody':
      return typeField(type.body);
    case 'TSTypeReference': {
      const name = type.typeName.type === 'Identifier' ? type.typeName.name : '';
      const [all, some] = (type.typeArguments?.params ?? []).slice(0, 2);
      if ((name === 'Extract' || name === 'Exclude') && all && some) {
        const named = new Set(eventTypes(path, some));
        return eventTypes(path, all).filter((one) => named.has(one) === (name === 'Extract'));
      }
      return typesOf(path, name);
    }
    // the scope routes the events of all features, and names none
    case 'TSIndexedAccessType':
      return [];
    default:
      throw new Error(`${path}: no events in ${type.type}`);
  }
}

/** Return the values of the property `type`. */
function typeField(members: readonly ESTree.TSSignature[]): readonly string[] {
  return members.flatMap((one) =>
    one.type === 'TSPropertySignature' &&
    one.key.type === 'Identifier' &&
    one.key.name === 'type' &&
    one.typeAnnotation
      ? literals(one.typeAnnotation.typeAnnotation)
      : [],
  );
}

function literals(type: ESTree.TSType): readonly string[] {
  if (type.type === 'TSUnionType') return type.types.flatMap(literals);
  return type.type === 'TSLiteralType' && type.literal.type === 'Literal'
    ? [String(type.literal.value)]
    : [];
}
