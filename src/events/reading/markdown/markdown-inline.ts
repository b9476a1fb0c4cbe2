import type { Token as Source } from 'markdown-it';
import { safeMediaUrl, safeUrl } from '../../core/url.ts';
import { asInline } from '../content/note-blocks.ts';
import { linkToken } from '../content/content-link.ts';
import type { Token } from '../content/content-token.ts';
import type { MarkdownCarried, MarkdownInline, MentionToken } from './markdown-node.ts';

/** The context for reading one article. */
export interface Reading {
  /** The tokenizer of notes, with the article's tags. */
  readonly read: (text: string) => readonly Token[];
  readonly home: string | undefined;
  /** Number of each referenced footnote, by label. */
  readonly numbers: Map<string, number>;
}

/** A part of running text that may yet become a block of its own. */
export type Piece = MarkdownInline | MarkdownCarried;

interface Frame {
  readonly source: Source | undefined;
  readonly children: Piece[];
}

/**
 * Return the parts of one run of text. Only top-level parts can become blocks. Parts inside
 * emphasis or links stay there.
 */
export function piecesOf(sources: readonly Source[], reading: Reading): readonly Piece[] {
  const stack: Frame[] = [{ source: undefined, children: [] }];
  let links = 0;
  for (const source of sources) {
    const top = stack[stack.length - 1]!;
    if (source.nesting > 0) {
      if (source.type === 'link_open') links++;
      stack.push({ source, children: [] });
    } else if (source.nesting < 0) {
      if (stack.length === 1) continue;
      if (source.type === 'link_close') links--;
      stack.pop();
      stack[stack.length - 1]!.children.push(...wrapped(top, reading));
    } else {
      top.children.push(...leaves(source, links > 0, reading));
    }
  }
  // markdown-it closes every open token. If it does not, nothing is lost.
  return stack.flatMap((frame) => frame.children);
}

/** Return the parts without embedded content, which is reverted to its source text. */
export function inlinesOf(pieces: readonly Piece[]): readonly MarkdownInline[] {
  return pieces.map((piece) =>
    piece.type === 'carried' ? { type: 'token', token: asInline(piece.token) } : piece,
  );
}

function leaves(source: Source, inLink: boolean, reading: Reading): Piece[] {
  switch (source.type) {
    case 'text':
      return source.content === '' ? [] : textPieces(source.content, inLink, reading);
    case 'code_inline':
      return [{ type: 'code', text: source.content }];
    case 'softbreak':
    case 'hardbreak':
      return [{ type: 'break', hard: source.type === 'hardbreak' }];
    case 'image':
      return imagePieces(source, inLink, reading);
    case 'footnote_ref':
      return [{ type: 'footnote', number: numberOf(source.content, reading.numbers) }];
    default:
      return source.content === '' ? [] : [text(source.content)];
  }
}

/** Return the number of a footnote. A label without a reference so far gets the next number. */
export function numberOf(label: string, numbers: Map<string, number>): number {
  const number = numbers.get(label) ?? numbers.size + 1;
  numbers.set(label, number);
  return number;
}

function textPieces(content: string, inLink: boolean, { read }: Reading): Piece[] {
  // a link in a link is text
  return inLink ? [text(content)] : read(content).map((token) => pieceOf(token));
}

function pieceOf(token: Token): Piece {
  switch (token.type) {
    case 'image':
      return { type: 'image', url: token.url, source: token.text, alt: '', title: '' };
    case 'video':
    case 'audio':
    case 'embed':
    case 'event':
    case 'address':
    case 'invoice':
    case 'ecash':
      return { type: 'carried', token };
    default:
      return { type: 'token', token };
  }
}

function wrapped({ source, children }: Frame, reading: Reading): Piece[] {
  const inlines = inlinesOf(children);
  switch (source?.type) {
    case 'em_open':
      return [{ type: 'em', children: inlines }];
    case 'strong_open':
      return [{ type: 'strong', children: inlines }];
    case 's_open':
      return [{ type: 'strike', children: inlines }];
    case 'link_open':
      return linked(source, inlines, reading);
    default:
      return [...inlines];
  }
}

/** A link that the url policy refuses becomes its text (E-04). */
function linked(source: Source, children: readonly MarkdownInline[], reading: Reading): Piece[] {
  const href = attribute(source, 'href');
  if (/^nostr:/i.test(href)) {
    const token = mentionIn(href, reading);
    return token ? [{ type: 'mention', token, children }] : [...children];
  }
  const url = safeUrl(href);
  if (url === undefined) return [...children];
  const host = otherHost(children, url);
  const shown = host === undefined ? children : [...children, text(` (${host})`)];
  return [{ type: 'link', url, title: attribute(source, 'title'), children: shown }];
}

/**
 * Return the host of the address in the link's words if it differs from the host of the link. The
 * view then shows the real one (E-07).
 */
function otherHost(words: readonly MarkdownInline[], url: string): string | undefined {
  const host = bareHost(URL.parse(url)?.hostname ?? '');
  const said = wordsOf(words).normalize('NFKC').replaceAll(UNSEEN, '').trim();
  const named = [...said.matchAll(ADDRESS), ...said.matchAll(NAME)].map((match) =>
    bareHost(match[1] ?? ''),
  );
  return host !== '' && named.some((other) => other !== '' && other !== host) ? host : undefined;
}

const UNSEEN = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** An address anywhere in the words, or a name with dots that is the whole text. */
const ADDRESS = /(?:https?:\/\/|www\.)(?:[^\s/@]*@)?([^\s/:?#]+)/gi;
const NAME = /^((?:[^\s/@:.]+\.)+[^\s/@:.]{2,})(?:[/:?#]\S*)?$/g;

function bareHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '');
}

function wordsOf(parts: readonly MarkdownInline[]): string {
  return parts
    .map((part) =>
      part.type === 'token'
        ? part.token.text
        : part.type === 'code'
          ? part.text
          : 'children' in part
            ? wordsOf(part.children)
            : '',
    )
    .join('');
}

function mentionIn(href: string, { read }: Reading): MentionToken | undefined {
  const [token, more] = read(href);
  if (more !== undefined) return undefined;
  return token?.type === 'profile' || token?.type === 'event' || token?.type === 'address'
    ? token
    : undefined;
}

/**
 * Return the parts of an image: usually a picture, sometimes a video or an embed. An image on a
 * private host becomes a link (E-24).
 */
function imagePieces(source: Source, inLink: boolean, { home }: Reading): Piece[] {
  const address = attribute(source, 'src');
  const alt = plainText(source.children ?? []);
  const words = alt === '' ? [] : [text(alt)];
  const token = linkToken(address, new Map(), home);
  if (token.type === 'text') return words;
  if (!inLink && (token.type === 'video' || token.type === 'audio' || token.type === 'embed'))
    return [{ type: 'carried', token }];
  const url = safeMediaUrl(address, home);
  if (url !== undefined)
    return [{ type: 'image', url, source: address, alt, title: attribute(source, 'title') }];
  return token.type === 'link' && !inLink
    ? [{ type: 'link', url: token.url, title: '', children: words }]
    : words;
}

/** Return the words of a run of text. Pictures in it contribute their alternative text. */
function plainText(sources: readonly Source[]): string {
  return sources
    .map((source) =>
      source.type === 'image'
        ? plainText(source.children ?? [])
        : source.type === 'softbreak'
          ? ' '
          : source.content,
    )
    .join('');
}

function attribute(source: Source, name: string): string {
  const value = source.attrGet(name);
  return typeof value === 'string' ? value : '';
}

function text(content: string): MarkdownInline {
  return { type: 'token', token: { type: 'text', text: content } };
}
