import type { Highlight } from './highlight.ts';
import { mapInlines, type Leaf, textOfLeaf } from './markdown-leaves.ts';
import { readMarkdown } from './markdown.ts';
import type { Markdown, MarkdownInline } from './markdown-node.ts';

/** One stretch of text and everybody who marked it. `found`: it stands in the article, so it is marked there. */
export interface Passage {
  readonly text: string;
  readonly highlights: readonly Highlight[];
  readonly found: boolean;
}

/** Passages in the order of the text, those that were not found last; the marks of the article name them by their place, from 1. */
export interface Marked {
  readonly markdown: Markdown;
  readonly passages: readonly Passage[];
}

/** Different passages looked for in one article (E-28). */
const MOST = 200;
/** Shorter ones would be found anywhere. Characters. */
const SHORTEST = 3;

interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Marks in an article what readers highlighted (NIP-84, THREAD-04), across emphasis, links and paragraphs. White space and the shape of
 * quotation marks do not matter; a passage that occurs twice is marked where its context says. The text itself stays as it is.
 */
export function markHighlights(markdown: Markdown, highlights: readonly Highlight[]): Marked {
  if (highlights.length === 0) return { markdown, passages: [] };
  const flat = flatten(markdown);
  const hay = normalize(flat);
  const found = new Map<string, { readonly span: Span | undefined; readonly highlights: Highlight[] }>();
  for (const highlight of highlights) {
    const span = spanOf(hay, highlight);
    const key = span ? `${span.from}:${span.to}` : normalize(highlight.text).text.trim();
    const same = found.get(key);
    if (same) same.highlights.push(highlight);
    else if (key !== '' && found.size < MOST) found.set(key, { span, highlights: [highlight] });
  }
  const ordered = [...found.values()].sort((a, b) => (a.span?.from ?? Infinity) - (b.span?.from ?? Infinity) || 0);
  const passages = ordered.map(({ span, highlights: all }) => ({ text: all[0]?.text ?? '', highlights: all, found: span !== undefined }));
  return {
    markdown: marked(
      markdown,
      ordered.flatMap(({ span }) => span ?? []),
    ),
    passages,
  };
}

/** All running text of an article, blocks parted by line ends. */
export function flatten(markdown: Markdown): string {
  let text = '';
  const gap = () => void (text += '\n');
  const leaf = (part: Leaf) => {
    text += textOfLeaf(part);
    return [part];
  };
  mapInlines(markdown, { leaf, gap });
  return text;
}

/** The article with marks at these spans of its flat text; span n is passage n + 1. */
function marked(markdown: Markdown, spans: readonly Span[]): Markdown {
  if (spans.length === 0) return markdown;
  let at = 0;
  const leaf = (part: Leaf): readonly MarkdownInline[] => {
    const from = at;
    at += textOfLeaf(part).length;
    return markLeaf(part, { from, to: at }, spans);
  };
  return mapInlines(markdown, { leaf, gap: () => void at++ });
}

/** A leaf in pieces, each under the same passages. Only plain words are parted; what else is touched is marked whole. */
function markLeaf(part: Leaf, place: Span, spans: readonly Span[]): readonly MarkdownInline[] {
  const touching = spans.flatMap((span, n) => (span.from < place.to && span.to > place.from ? [{ ...span, passage: n + 1 }] : []));
  if (touching.length === 0) return [part];
  const words = part.type === 'token' && part.token.type === 'text' ? part.token.text : undefined;
  const cuts =
    words === undefined ? [] : touching.flatMap(({ from, to }) => [from, to]).filter((cut) => cut > place.from && cut < place.to);
  const edges = [...new Set([place.from, ...cuts, place.to])].sort((a, b) => a - b);
  return edges.slice(1).flatMap((to, n): readonly MarkdownInline[] => {
    const from = edges[n] ?? place.from;
    const over = touching.filter((span) => span.from < to && span.to > from);
    const piece: MarkdownInline =
      words === undefined ? part : { type: 'token', token: { type: 'text', text: words.slice(from - place.from, to - place.from) } };
    if (over.length === 0) return [piece];
    const ends = over.filter((span) => span.to <= to);
    return [{ type: 'mark', children: [piece] }, ...ends.map(({ passage }) => ({ type: 'passage', passage }) as const)];
  });
}

/** A text for comparing, and for each of its characters the place in the source. */
interface Normal {
  readonly text: string;
  readonly places: readonly number[];
}

const ALIKE: Readonly<Record<string, string>> = { '‘': "'", '’': "'", '“': '"', '”': '"', '\u2010': '-', '\u2011': '-' };
const UNSEEN = /[\u00ad\u200b\u2060\ufeff]/;

function normalize(source: string): Normal {
  const places: number[] = [];
  let text = '';
  for (let at = 0; at < source.length; at++) {
    const char = source[at] ?? '';
    if (UNSEEN.test(char)) continue;
    const next = /\s/.test(char) ? ' ' : (ALIKE[char] ?? char);
    if (next === ' ' && (text === '' || text.endsWith(' '))) continue;
    text += next;
    places.push(at);
  }
  return { text, places };
}

/** Where the passage stands, as written or, where it was copied from the source, without its markup. */
function spanOf(hay: Normal, { text, context }: Highlight): Span | undefined {
  for (const read of [plain, unmarked]) {
    const needle = read(text);
    if (needle.length < SHORTEST) continue;
    const around = read(context);
    const inside = around.indexOf(needle);
    const start = inside < 0 ? -1 : hay.text.indexOf(around);
    const at = start < 0 ? hay.text.indexOf(needle) : start + inside;
    const [from, last] = [hay.places[at], hay.places[at + needle.length - 1]];
    if (at >= 0 && from !== undefined && last !== undefined) return { from, to: last + 1 };
  }
  return undefined;
}

function plain(text: string): string {
  return normalize(text).text.trim();
}

function unmarked(text: string): string {
  return plain(flatten(readMarkdown({ content: text, tags: [] })));
}
