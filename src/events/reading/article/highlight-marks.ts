import type { Highlight } from './highlight.ts';
import { mapInlines, type Leaf, textOfLeaf } from '../markdown/markdown-leaves.ts';
import { readMarkdown } from '../markdown/markdown.ts';
import type { Markdown, MarkdownInline } from '../markdown/markdown-node.ts';
import { indexText, normalText, type TextIndex } from './text-index.ts';

/** A passage and all its highlights. `found`: it occurs in the article, so it is marked there. */
export interface Passage {
  readonly text: string;
  readonly highlights: readonly Highlight[];
  readonly found: boolean;
}

/**
 * Passages in the order of the text, unfound ones last. The marks of the article refer to them by
 * position, from 1.
 */
export interface MarkedArticle {
  readonly markdown: Markdown;
  readonly passages: readonly Passage[];
}

/** Limit of different passages in one article (E-28). */
const MOST = 200;
/** Shorter passages, in characters, would be found everywhere. */
const SHORTEST = 3;
/** Unfound passages with the same beginning of this many characters count as one. */
const SHOWN = 4_000;
/**
 * Limit of highlight characters that are searched in one article. Shorter highlights come first, so
 * that one of 16 kB excludes no other.
 */
const MOST_TEXT = 1_000_000;
/**
 * The part of these characters that may be read as Markdown, for passages that were copied with
 * markup.
 */
const MOST_MARKUP = 20_000;

interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Mark the highlights of readers in an article (NIP-84, THREAD-04), across emphasis, links and
 * paragraphs. White space and the shape of quotation marks do not matter. A repeated text is marked
 * where its context says. The text itself is unchanged.
 */
export function markHighlights(
  markdown: Markdown,
  highlights: readonly Highlight[],
): MarkedArticle {
  if (highlights.length === 0) return { markdown, passages: [] };
  const groups = alike(highlights);
  const spans = spansOf(indexText(flatten(markdown)), groups);
  const found = new Map<
    string,
    { readonly span: Span | undefined; readonly highlights: Highlight[] }
  >();
  for (const group of groups) {
    const span = spans.get(group);
    const key = span ? `${span.from}:${span.to}` : normalText(group[0].text.slice(0, SHOWN));
    const same = found.get(key);
    if (same) same.highlights.push(...group);
    else if (key !== '') found.set(key, { span, highlights: [...group] });
  }
  const ordered = [...found.values()].sort(
    (a, b) => (a.span?.from ?? Infinity) - (b.span?.from ?? Infinity) || 0,
  );
  const passages = ordered.map(({ span, highlights: all }) => ({
    text: all[0]?.text ?? '',
    highlights: all,
    found: span !== undefined,
  }));
  return {
    markdown: marked(
      markdown,
      ordered.flatMap(({ span }) => span ?? []),
    ),
    passages,
  };
}

/** Return the running text of an article, with line ends between blocks. */
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

/** The range of a passage in the flat text, with its number, from 1. */
interface PassageSpan extends Span {
  readonly passage: number;
}

/**
 * Return the article with marks at these ranges of its flat text, which are in order. Range n is
 * passage n + 1.
 */
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

/**
 * Split a leaf into pieces by passages. Only plain text is split. Any other leaf is marked as a
 * whole.
 */
function markLeaf(
  part: Leaf,
  place: Span,
  spans: readonly PassageSpan[],
): readonly MarkdownInline[] {
  const touching = spans.filter((span) => span.from < place.to && span.to > place.from);
  if (touching.length === 0) return [part];
  const words = part.type === 'token' && part.token.type === 'text' ? part.token.text : undefined;
  const cuts =
    words === undefined
      ? []
      : touching
          .flatMap(({ from, to }) => [from, to])
          .filter((cut) => cut > place.from && cut < place.to);
  const edges = [...new Set([place.from, ...cuts, place.to])].sort((a, b) => a - b);
  return edges.slice(1).flatMap((to, n): readonly MarkdownInline[] => {
    const from = edges[n] ?? place.from;
    const over = touching.filter((span) => span.from < to && span.to > from);
    const piece: MarkdownInline =
      words === undefined
        ? part
        : {
            type: 'token',
            token: { type: 'text', text: words.slice(from - place.from, to - place.from) },
          };
    if (over.length === 0) return [piece];
    const ends = over.filter((span) => span.to <= to);
    return [
      { type: 'mark', children: [piece] },
      ...ends.map(({ passage }) => ({ type: 'passage', passage }) as const),
    ];
  });
}

/** Highlights of the same words in the same context. */
type Group = readonly [Highlight, ...Highlight[]];

/** Group the highlights, at most 200 groups, before the search. This bounds its cost (E-28). */
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

/** Find the passages as written, or without markup if they were copied from the source. */
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

/** Return the passage within its context if the context is found, else its first occurrence. */
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
