import type { Node } from 'prosemirror-model';
import { type EditorState, Selection } from 'prosemirror-state';
import type { ReadText, Written } from '../../../events/compose/editor/article-markdown.ts';

/** Letters occur in both forms of a text, without the markup around them. */
const LETTER = /[\p{L}\p{N}]/u;

/**
 * Return the caret's position in the Markdown of the document, in UTF-16 units: in the same block,
 * after as many letters.
 */
export function caretInText({ doc, selection }: EditorState, { text, starts }: Written): number {
  const index = Math.min(selection.$head.index(0), doc.childCount - 1);
  const start = starts[index] ?? text.length;
  const end = starts.find((other) => other > start) ?? text.length;
  const from = doc.children.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
  const said = doc.textBetween(from, Math.max(from, selection.head));
  return start + afterLetters(text.slice(start, end), lettersIn(said));
}

/** A text, and the positions of the document's blocks in it. */
type Placed = Pick<ReadText, 'text'> & {
  readonly pieces: readonly Pick<ReadText['pieces'][number], 'from' | 'to'>[];
};

/** Return the document's selection that matches the caret in its text. */
export function selectionAt(doc: Node, { pieces, text }: Placed, caret: number): Selection {
  // A block without letters, such as an empty paragraph, has no place of its own there.
  const at = Math.max(
    0,
    pieces.findLastIndex(({ from, to }) => from <= caret && from < to),
  );
  const piece = pieces[at];
  const before = doc.children.slice(0, at).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
  const count = piece ? lettersIn(text.slice(piece.from, Math.min(caret, piece.to))) : 0;
  return Selection.near(doc.resolve(Math.min(doc.content.size, placeAfter(doc, before, count))));
}

/**
 * Return the caret after one text replaced another: before or after the change it keeps its place,
 * inside it moves to the start of the change.
 */
export function movedCaret(before: string, after: string, caret: number): number {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let end = 0;
  while (
    end < most - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  )
    end++;
  if (caret <= start) return caret;
  return caret >= before.length - end ? caret + after.length - before.length : start;
}

function lettersIn(text: string): number {
  let count = 0;
  for (const letter of text) if (LETTER.test(letter)) count++;
  return count;
}

/** Return the position after that many letters of a text. */
function afterLetters(text: string, count: number): number {
  let left = count;
  let at = 0;
  for (const letter of text) {
    if (left === 0) return at;
    at += letter.length;
    if (LETTER.test(letter)) left--;
  }
  return left === 0 ? at : text.trimEnd().length;
}

/** Return the position in the document after that many letters of a block. */
function placeAfter(doc: Node, start: number, count: number): number {
  const block = doc.resolve(start).nodeAfter;
  let left = count;
  let found: number | undefined;
  block?.descendants((node, offset) => {
    if (found !== undefined || !node.isText) return found === undefined;
    const letters = lettersIn(node.text ?? '');
    if (letters >= left) found = start + 1 + offset + afterLetters(node.text ?? '', left);
    else left -= letters;
    return false;
  });
  return found ?? start + (block?.nodeSize ?? 0);
}
