import type { Token as Source } from 'markdown-it';
import { decodeUri } from '../../nostr/nip19.ts';
import type { Inline, Mark } from './node.ts';

/** NIP-21 references in inline text, as the reader recognises them. */
export const REFERENCE = /nostr:(?:npub|nprofile|note|nevent|naddr)1[02-9ac-hj-np-z]+/gi;

/**
 * Convert inline tokens. `lines`: line ends are allowed; in headings and cells they become spaces.
 */
export function inlinesOf(sources: readonly Source[], lines: boolean): readonly Inline[] {
  const found: Inline[] = [];
  const open: Mark[] = [];
  for (const source of sources) {
    if (source.nesting > 0) {
      const mark = markOf(source);
      if (mark) open.push(mark);
    } else if (source.nesting < 0) {
      if (source.type !== 'link_close' || open.some(({ type }) => type === 'link')) open.pop();
    } else {
      found.push(...leaves(source, [...open], lines));
    }
  }
  return found;
}

/**
 * True if writing the tokens again would lose something: a link without text is invisible and has
 * no place in the tree.
 */
export function hasUnseen(sources: readonly Source[]): boolean {
  return sources.some((source, at) => source.nesting > 0 && (sources[at + 1]?.nesting ?? 0) < 0);
}

/** Split a text into plain text and NIP-21 references. */
export function withReferences(content: string, marks: readonly Mark[]): readonly Inline[] {
  const found: Inline[] = [];
  let at = 0;
  for (const match of content.matchAll(REFERENCE)) {
    const end = match.index + match[0].length;
    const glued = /^[\p{L}\p{N}]/u.test(content.slice(end));
    if (glued || decodeUri(match[0]) === undefined) continue;
    found.push(
      ...textOf(content.slice(at, match.index), marks),
      withMarks({ type: 'reference', attrs: { uri: match[0] } }, marks),
    );
    at = end;
  }
  found.push(...textOf(content.slice(at), marks));
  return found;
}

function leaves(source: Source, marks: readonly Mark[], lines: boolean): readonly Inline[] {
  switch (source.type) {
    case 'code_inline':
      return textOf(source.content, [...marks, { type: 'code' }]);
    case 'softbreak':
      return lines ? [withMarks({ type: 'soft_break' }, marks)] : textOf(' ', marks);
    case 'hardbreak':
      return lines ? [withMarks({ type: 'hard_break' }, marks)] : textOf(' ', marks);
    case 'image':
      return [withMarks({ type: 'image', attrs: imageOf(source) }, marks)];
    case 'footnote_ref':
      return [withMarks({ type: 'footnote_ref', attrs: { label: source.content } }, marks)];
    default:
      // the reader recognises no references inside a link
      return marks.some(({ type }) => type === 'link')
        ? textOf(source.content, marks)
        : withReferences(source.content, marks);
  }
}

function imageOf(source: Source): { src: string; alt: string; title: string } {
  return {
    src: attribute(source, 'src'),
    alt: plainText(source.children ?? []),
    title: attribute(source, 'title'),
  };
}

/** Return the plain text of inline tokens. For pictures, that is their alternative text. */
function plainText(sources: readonly Source[]): string {
  return sources
    .map((source) =>
      source.type === 'image'
        ? plainText(source.children ?? [])
        : source.type.endsWith('break')
          ? ' '
          : source.content,
    )
    .join('');
}

function markOf(source: Source): Mark | undefined {
  switch (source.type) {
    case 'em_open':
      return { type: 'em' };
    case 'strong_open':
      return { type: 'strong' };
    case 's_open':
      return { type: 'strike' };
    case 'link_open':
      return {
        type: 'link',
        attrs: { href: attribute(source, 'href'), title: attribute(source, 'title') },
      };
    default:
      return undefined;
  }
}

function attribute(source: Source, name: string): string {
  const value = source.attrGet(name);
  return typeof value === 'string' ? value : '';
}

function textOf(text: string, marks: readonly Mark[]): Inline[] {
  return text === ''
    ? []
    : [{ type: 'text', text, ...(marks.length > 0 && { marks: unique(marks) }) }];
}

function withMarks<A extends Inline>(atom: A, marks: readonly Mark[]): A {
  return marks.length > 0 ? { ...atom, marks: unique(marks) } : atom;
}

/** Remove repeated marks of one type, because nested emphasis is the same as emphasis. */
function unique(marks: readonly Mark[]): readonly Mark[] {
  return marks.filter(({ type }, at) => marks.findIndex((mark) => mark.type === type) === at);
}
