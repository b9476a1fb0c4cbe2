import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';

const LONGEST_LABEL = 80;
const MOST_NOTES = 1_000;
/** Columns by which further lines of a note are indented. */
const INDENT = 4;

/** The labels that one article defines, and whether a note is being read. Notes do not nest. */
interface Notes {
  readonly labels: Set<string>;
  inside: boolean;
}

const NOTES = new WeakMap<object, Notes>();

/**
 * Footnotes for markdown-it: `[^label]: text` with indented further lines, and `[^label]` for
 * references. Emits `footnote_open`, `footnote_close` around a note's blocks and `footnote_ref`,
 * with the label as content. Of two notes with one label the first counts. A label without a note
 * stays text, and so does a note in a note.
 */
export function footnotes(md: MarkdownIt): void {
  md.block.ruler.before('reference', 'footnote', definition, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
  md.inline.ruler.before('link', 'footnote_ref', reference);
}

function definition(state: StateBlock, first: number, last: number, silent: boolean): boolean {
  const notes = notesOf(state.env);
  if ((state.sCount[first] ?? 0) - state.blkIndent >= INDENT || notes.inside) return false;
  const start = (state.bMarks[first] ?? 0) + (state.tShift[first] ?? 0);
  const label = labelAt(state.src, start);
  const from = start + label.length + '[^]'.length;
  if (label === '' || state.src.charAt(from) !== ':' || notes.labels.size >= MOST_NOTES)
    return false;
  if (silent) return true;
  const end = noteEnd(state, first, last);
  const lines = [
    state.src.slice(from + 1, state.eMarks[first]),
    state.getLines(first + 1, end, state.blkIndent + INDENT, false),
  ];
  state.line = end;
  if (notes.labels.has(label)) return true;
  notes.labels.add(label);
  const open = state.push('footnote_open', '', 1);
  open.content = label;
  open.map = [first, end];
  notes.inside = true;
  state.md.block.parse(lines.join('\n').trim(), state.md, state.env, state.tokens);
  notes.inside = false;
  state.push('footnote_close', '', -1);
  return true;
}

/**
 * Return the first line after the note: an unindented one after a blank line, or one that begins
 * another note.
 */
function noteEnd(state: StateBlock, first: number, last: number): number {
  let end = first + 1;
  let afterBlank = false;
  for (let line = first + 1; line < last; line++) {
    if (state.isEmpty(line)) {
      afterBlank = true;
      continue;
    }
    const moved = (state.sCount[line] ?? 0) - state.blkIndent >= INDENT;
    const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
    if (!moved && (afterBlank || labelAt(state.src, start) !== '')) break;
    afterBlank = false;
    end = line + 1;
  }
  return end;
}

function reference(state: StateInline, silent: boolean): boolean {
  const label = labelAt(state.src, state.pos);
  if (label === '' || !notesOf(state.env).labels.has(label)) return false;
  if (!silent) state.push('footnote_ref', '', 0).content = label;
  state.pos += label.length + '[^]'.length;
  return true;
}

/** Return the label of `[^label]` at that position. Empty if there is none. */
function labelAt(text: string, at: number): string {
  if (text.charAt(at) !== '[' || text.charAt(at + 1) !== '^') return '';
  const rest = text.slice(at + 2, at + 2 + LONGEST_LABEL + 1);
  const end = rest.indexOf(']');
  const label = end < 0 ? '' : rest.slice(0, end);
  return /[\s[]/.test(label) ? '' : label;
}

function notesOf(env: object): Notes {
  const notes = NOTES.get(env) ?? { labels: new Set<string>(), inside: false };
  NOTES.set(env, notes);
  return notes;
}
