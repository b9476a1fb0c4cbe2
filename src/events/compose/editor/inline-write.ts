import { isBreak, sameMark } from './normal-form.ts';
import type { Atom, Inline, Mark } from './node.ts';

/** Style of writing inline text. `strict`: escape every character that Markdown could interpret. */
export interface Hand {
  readonly strict: boolean;
  readonly em: '*' | '_';
}

/** A piece of source: text, the opening or closing sign of emphasis, or anything else. */
interface Piece {
  readonly kind: 'text' | 'open' | 'close' | 'other';
  readonly source: string;
}

/**
 * Write inline text in its normal form as Markdown. `cell`: inside a table cell, where a bar ends
 * the cell.
 */
export function writeInlines(parts: readonly Inline[], hand: Hand, cell: boolean): string {
  const pieces = piecesOf(parts, [], hand, cell);
  const text = pieces
    .map((piece, at) => (piece.kind === 'text' ? besideSigns(pieces, at, hand) : piece.source))
    .join('');
  return text
    .split('\n')
    .map((line, at) => escapedStart(line, at === 0))
    .join('\n');
}

function piecesOf(
  parts: readonly Inline[],
  open: readonly Mark[],
  hand: Hand,
  cell: boolean,
): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  while (at < parts.length) {
    const part = parts[at]!;
    const next = longest(parts, at, open);
    if (!next) {
      pieces.push(leaf(part, open, hand, cell));
      at++;
      continue;
    }
    const run = parts.slice(at, next.end);
    const [before, inner, after] =
      next.mark.type === 'link' ? [[], run, []] : hugged(run, next.mark);
    pieces.push(...piecesOf(before, open, hand, cell));
    if (inner.length > 0)
      pieces.push(
        ...wrapped(next.mark, piecesOf(inner, [...open, next.mark], hand, cell), hand, cell),
      );
    pieces.push(...piecesOf(after, open, hand, cell));
    at = next.end;
  }
  return pieces;
}

type Run = readonly Inline[];

/**
 * Split off the spaces at both ends of a run, because emphasis cannot begin or end with a space.
 * They lose the mark.
 */
function hugged(run: Run, mark: Mark): readonly [before: Run, inner: Run, after: Run] {
  const inner = [...run];
  const before: Inline[] = [];
  const after: Inline[] = [];
  const bare = (part: Inline): Inline => ({
    ...part,
    marks: part.marks?.filter((one) => one.type !== mark.type) ?? [],
  });
  while (inner[0]) {
    const [blank, rest] = parted(inner[0], /^\s+/);
    if (!blank) break;
    before.push(bare(blank));
    inner.splice(0, 1, ...(rest ? [rest] : []));
  }
  for (let last = inner.at(-1); last; last = inner.at(-1)) {
    const [blank, rest] = parted(last, /\s+$/);
    if (!blank) break;
    after.unshift(bare(blank));
    inner.splice(-1, 1, ...(rest ? [rest] : []));
  }
  return [before, inner, after];
}

/** Split a part into the space at one end and the rest. */
function parted(
  part: Inline,
  end: RegExp,
): readonly [blank: Inline | undefined, rest: Inline | undefined] {
  if (isBreak(part)) return [part, undefined];
  if (part.type !== 'text' || part.marks?.some(({ type }) => type === 'code'))
    return [undefined, part];
  const blank = end.exec(part.text)?.[0] ?? '';
  const rest = part.text.replace(end, '');
  return [
    blank === '' ? undefined : { ...part, text: blank },
    rest === '' ? undefined : { ...part, text: rest },
  ];
}

/** Return the longest mark that begins here, and its end. Code is not a mark to nest. */
function longest(
  parts: readonly Inline[],
  from: number,
  open: readonly Mark[],
): { readonly mark: Mark; readonly end: number } | undefined {
  let found: { readonly mark: Mark; readonly end: number } | undefined;
  for (const mark of parts[from]?.marks ?? []) {
    if (mark.type === 'code' || open.some((other) => sameMark(other, mark))) continue;
    let end = from + 1;
    while (parts[end]?.marks?.some((other) => sameMark(other, mark))) end++;
    if (!found || end > found.end) found = { mark, end };
  }
  return found;
}

function wrapped(
  mark: Mark,
  inner: readonly Piece[],
  { em }: Hand,
  cell: boolean,
): readonly Piece[] {
  if (mark.type === 'link') {
    const { href, title } = mark.attrs;
    const [only, more] = inner;
    if (
      only &&
      !more &&
      only.source.replaceAll('\\', '') === href &&
      title === '' &&
      isAutolink(href)
    )
      return [other(`<${href}>`)];
    return [other('['), ...inner, other(`]${targetOf(href, title, cell)}`)];
  }
  const sign = mark.type === 'em' ? em : mark.type === 'strong' ? '**' : '~~';
  return [{ kind: 'open', source: sign }, ...inner, { kind: 'close', source: sign }];
}

function isAutolink(href: string): boolean {
  return /^(?:https?|mailto):[^\s<>\\|`]*$/i.test(href);
}

function leaf(part: Inline, open: readonly Mark[], hand: Hand, cell: boolean): Piece {
  if (part.type !== 'text') return other(atomSource(part, hand, cell));
  if (part.marks?.some(({ type }) => type === 'code')) return other(codeSource(part.text, cell));
  return {
    kind: 'text',
    source: escaped(part.text, { hand, cell, inLink: open.some(({ type }) => type === 'link') }),
  };
}

function atomSource(atom: Atom, hand: Hand, cell: boolean): string {
  switch (atom.type) {
    case 'image': {
      const { src, alt, title } = atom.attrs;
      return `![${escaped(alt, { hand, cell, inLink: true })}]${targetOf(src, title, cell)}`;
    }
    case 'reference':
      return atom.attrs.uri;
    case 'footnote_ref':
      return `[^${atom.attrs.label}]`;
    case 'soft_break':
      return '\n';
    case 'hard_break':
      return '\\\n';
  }
}

function other(source: string): Piece {
  return { kind: 'other', source };
}

/** Write code between as many backticks as it needs. */
function codeSource(text: string, cell: boolean): string {
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length);
  let count = 1;
  while (runs.includes(count)) count++;
  const sign = '`'.repeat(count);
  const pad = /^[` ]|[` ]$/.test(text) && !/^ *$/.test(text) ? ' ' : '';
  const inner = cell ? text.replaceAll('|', '\\|') : text;
  return `${sign}${pad}${inner}${pad}${sign}`;
}

function targetOf(address: string, title: string, cell: boolean): string {
  const plain = /^[^\s<>()\\\p{Cc}]+$/u.test(address);
  const safe = address.replace(/[\\<>]/g, '\\$&').replace(/&(?=#?\w+;)/g, '\\&');
  const target = plain ? safe : `<${safe}>`;
  const named =
    title === '' ? '' : ` "${title.replace(/["\\]/g, '\\$&').replace(/&(?=#?\w+;)/g, '\\&')}"`;
  const source = `(${target}${named})`;
  return cell ? source.replaceAll('|', '\\|') : source;
}

interface Place {
  readonly hand: Hand;
  readonly cell: boolean;
  readonly inLink: boolean;
}

const SIGN = /[!-/:-@[-`{-~]/g;

/** Escape a text so that Markdown interprets none of its characters. */
function escaped(text: string, { hand, cell, inLink }: Place): string {
  if (hand.strict) return text.replace(SIGN, '\\$&');
  return text.replace(/[\\`*_[\]~<&|]/g, (sign, at: number) =>
    isPlain(sign, text, at, { hand, cell, inLink }) ? sign : `\\${sign}`,
  );
}

/** True if Markdown does not interpret the character at this position. */
function isPlain(sign: string, text: string, at: number, { cell, inLink }: Place): boolean {
  const before = text.charAt(at - 1);
  const after = text.charAt(at + 1);
  const rest = text.slice(at, at + 80);
  switch (sign) {
    case '\\':
      return /[\p{L}\p{N} ]/u.test(after);
    case '*':
      return before === ' ' && after === ' ';
    case '_':
      return (
        (before === ' ' && after === ' ') ||
        (/[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after))
      );
    case ']':
      return !inLink;
    case '~':
      return before !== '' && after !== '' && before !== '~' && after !== '~';
    case '<':
      return after !== '' && !/^<(?:[a-z][a-z0-9+.-]*:|[^\s<>]*@|img\s)/i.test(rest);
    case '&':
      return !/^&#?\w+;/.test(rest) && after !== '';
    case '|':
      return !cell;
    default:
      return false;
  }
}

/**
 * Write text beside signs of emphasis. A letter is written as a numeric entity if the sign would
 * not work beside it (`a**"b"**c` is no emphasis). An exclamation mark before a link is escaped, or
 * the link would become a picture.
 */
function besideSigns(pieces: readonly Piece[], at: number, { strict, em }: Hand): string {
  const before = pieces[at - 1];
  const after = pieces[at + 1];
  let source = pieces[at]?.source ?? '';
  if (!strict && after?.source.startsWith('[')) source = source.replace(/!$/, '\\!');
  const isNeeded = strict || em === '_';
  if (isNeeded && after?.kind === 'open') source = source.replace(/[\p{L}\p{N}]$/u, encoded);
  if (isNeeded && before?.kind === 'close') source = source.replace(/^[\p{L}\p{N}]/u, encoded);
  return source;
}

function encoded(letter: string): string {
  return `&#${letter.codePointAt(0)};`;
}

/** Escape the first character of a line that would otherwise begin a block. */
function escapedStart(line: string, isFirst: boolean): string {
  if (
    /^(?:#{1,6}|[-+*])(?=\s|$)|^>|^(?:(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|(?:\*[ \t]*){3,})$|^(?:=+|-+)[ \t]*$|^[-:|][-:| \t]*$/.test(
      line,
    )
  )
    return `\\${line}`;
  if (isFirst && /^(?:<|:::|\$\$|%%)/.test(line) && !/^<[a-z]+:/i.test(line)) return `\\${line}`;
  return line.replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2').replace(/^(\[\^[^\]]*\]):/, '$1\\:');
}
