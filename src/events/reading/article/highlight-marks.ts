import type { Highlight } from './highlight.ts';
import { mapInlines, type Leaf, textOfLeaf } from '../markdown/markdown-leaves.ts';
import { readMarkdown } from '../markdown/markdown.ts';
import type { Markdown, MarkdownInline } from '../markdown/markdown-node.ts';
import { indexText, normalText, type TextIndex } from './text-index.ts';

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
/** Passages that do not stand in the text and begin alike are one. Characters. */
const SHOWN = 4_000;
/** Characters of highlights that are looked for in one article, the shorter highlights first: one of 16 kB shuts out no other. */
const MOST_TEXT = 1_000_000;
/** Of these, characters that are read as Markdown where a passage was copied with its markup. */
const MOST_MARKUP = 20_000;

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
  const groups = alike(highlights);
  const spans = spansOf(indexText(flatten(markdown)), groups);
  const found = new Map<string, { readonly span: Span | undefined; readonly highlights: Highlight[] }>();
  for (const group of groups) {
    const span = spans.get(group);
    const key = span ? `${span.from}:${span.to}` : normalText(group[0].text.slice(0, SHOWN));
    const same = found.get(key);
    if (same) same.highlights.push(...group);
    else if (key !== '') found.set(key, { span, highlights: [...group] });
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

/** A stretch of the flat text that is a passage: its number, from 1. */
interface PassageSpan extends Span {
  readonly passage: number;
}

/** The article with marks at these spans of its flat text, which are in order; span n is passage n + 1. */
function marked(markdown: Markdown, spans: readonly Span[]): Markdown {
  if (spans.length === 0) return markdown;
  const coming = spans.map((span, n): PassageSpan => ({ ...span, passage: n + 1 })).toReversed();
  let open: readonly PassageSpan[] = [];
  let at = 0;
  const leaf = (part: Leaf): readonly MarkdownInline[] => {
    const from = at;
    at += textOfLeaf(part).length;
    open = open.filter((span) => span.to > from);
    while ((coming.at(-1)?.from ?? Infinity) < at) open = [...open, ...coming.splice(-1)];
    return markLeaf(part, { from, to: at }, open);
  };
  return mapInlines(markdown, { leaf, gap: () => void at++ });
}

/** A leaf in pieces, each under the same passages. Only plain words are parted; what else is touched is marked whole. */
function markLeaf(part: Leaf, place: Span, spans: readonly PassageSpan[]): readonly MarkdownInline[] {
  const touching = spans.filter((span) => span.from < place.to && span.to > place.from);
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

/** Highlights of the same words in the same context. */
type Group = readonly [Highlight, ...Highlight[]];

/** At most 200 such groups: what is looked for is bounded before it is looked for (E-28). */
function alike(highlights: readonly Highlight[]): readonly Group[] {
  const groups = new Map<string, [Highlight, ...Highlight[]]>();
  for (const highlight of highlights) {
    const key = `${highlight.text}\n\n${highlight.context}`;
    const group = groups.get(key);
    if (group) group.push(highlight);
    else if (groups.size < MOST) groups.set(key, [highlight]);
  }
  return [...groups.values()];
}

/** Where the passages stand, as written or, where they were copied from the source, without their markup. */
function spansOf(index: TextIndex, groups: readonly Group[]): ReadonlyMap<Group, Span> {
  const spans = new Map<Group, Span>();
  let [text, markup] = [MOST_TEXT, MOST_MARKUP];
  for (const group of groups.toSorted((a, b) => lengthOf(a) - lengthOf(b))) {
    text -= lengthOf(group);
    if (text < 0) break;
    const [highlight] = group;
    let span = spanOf(index, normalText(highlight.text), normalText(highlight.context));
    if (!span && lengthOf(group) <= markup) {
      markup -= lengthOf(group);
      span = spanOf(index, unmarked(highlight.text), unmarked(highlight.context));
    }
    if (span) spans.set(group, span);
  }
  return spans;
}

function lengthOf([{ text, context }]: Group): number {
  return text.length + context.length;
}

/** The passage inside of its context where that stands in the text, else its first occurrence. */
function spanOf(index: TextIndex, needle: string, around: string): Span | undefined {
  if (needle.length < SHORTEST) return undefined;
  const start = index.find(around);
  const inside = start < 0 ? -1 : index.find(needle, start, start + around.length);
  const at = inside < 0 ? index.find(needle) : inside;
  return at < 0 ? undefined : index.sourceOf(at, at + needle.length);
}

function unmarked(text: string): string {
  return normalText(flatten(readMarkdown({ content: text, tags: [] })));
}
