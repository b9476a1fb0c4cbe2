import type { ESTree } from 'vite';
import { sourceOf } from './source.ts';

const PARAMETERS = 'src/events/connection/verb-parameters.ts';

/** Names of the parameter sets that several verbs share. */
export const parameterSets = (): readonly string[] => [...sourceOf(PARAMETERS).types.keys()];

/** Return the parameters of a set of `verb-parameters.ts`. */
export function setText(name: string): string {
  const type = sourceOf(PARAMETERS).types.get(name);
  if (!type) throw new Error(`no parameter set ${name}`);
  return type.type === 'TSInterfaceBody' ? membersText(type.body) : parametersText(type);
}

/** Return the parameters of a payload type. Sets are named in italics. */
export function parametersText(type: ESTree.TSType): string {
  switch (type.type) {
    case 'TSIntersectionType':
      return type.types.map(parametersText).join(', ');
    case 'TSUnionType':
      return type.types.map(parametersText).join('; or ');
    case 'TSParenthesizedType':
      return parametersText(type.typeAnnotation);
    case 'TSTypeLiteral':
      return membersText(type.members);
    case 'TSTypeReference':
      return referenceText(type);
    default:
      throw new Error(`no parameters: ${type.type}`);
  }
}

function referenceText({ typeName, typeArguments }: ESTree.TSTypeReference): string {
  const name = typeName.type === 'Identifier' ? typeName.name : '';
  const [first, second] = typeArguments?.params ?? [];
  if (name === 'Readonly' && first) return parametersText(first);
  if (name === 'Partial' && first) return parametersText(first).replaceAll('`: ', '?`: ');
  if (name === 'Pick' && second)
    return literalsOf(second)
      .map((one) => `\`${one}?\``)
      .join(', ');
  if (name === 'Record' && first?.type === 'TSTypeOperator') return recordText(first);
  if (name === 'Record') return 'none';
  return name === 'Nothing' ? 'none' : `*${name}*`;
}

/** `Record<keyof Set, ...>`: the parameters of that set. */
function recordText({ typeAnnotation: of }: ESTree.TSTypeOperator): string {
  return of.type === 'TSTypeReference' && of.typeName.type === 'Identifier'
    ? setText(of.typeName.name)
    : 'none';
}

function membersText(members: readonly ESTree.TSSignature[]): string {
  return members
    .flatMap((one) =>
      one.type === 'TSPropertySignature' && one.key.type === 'Identifier' && one.typeAnnotation
        ? [
            `\`${one.key.name}${one.optional ? '?' : ''}\`: ${typeText(one.typeAnnotation.typeAnnotation)}`,
          ]
        : [],
    )
    .join(', ');
}

/** Return the name of a value's type, in words. */
function typeText(type: ESTree.TSType): string {
  switch (type.type) {
    case 'TSStringKeyword':
      return 'string';
    case 'TSNumberKeyword':
      return 'number';
    case 'TSBooleanKeyword':
      return 'boolean';
    case 'TSLiteralType':
      return literalsOf(type)
        .map((one) => `"${one}"`)
        .join('');
    case 'TSUnionType':
      return type.types
        .filter((one) => one.type !== 'TSUndefinedKeyword')
        .map(typeText)
        .join(' or ');
    case 'TSTypeOperator':
      return typeText(type.typeAnnotation);
    case 'TSArrayType':
      return `list of ${typeText(type.elementType)}`;
    case 'TSTypeReference':
      return type.typeName.type === 'Identifier' && type.typeName.name === 'SignedEvent'
        ? 'signed event'
        : parametersText(type);
    default:
      throw new Error(`no name for ${type.type}`);
  }
}

/** Return the strings of a literal type, or of a union of them. */
function literalsOf(type: ESTree.TSType): readonly string[] {
  if (type.type === 'TSUnionType') return type.types.flatMap(literalsOf);
  return type.type === 'TSLiteralType' && type.literal.type === 'Literal'
    ? [String(type.literal.value)]
    : [];
}
