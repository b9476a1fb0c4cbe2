import type { Node } from 'prosemirror-model';
import { type EditorState, Selection } from 'prosemirror-state';
import type { ReadText, Written } from '../../../events/compose/editor/article-markdown.ts';

/** What both forms of a text have in common: its letters, without the signs around them. */
const LETTER = /[\p{L}\p{N}]/u;

/** Where the caret stands in the Markdown that the document was written as, in UTF-16 units: in the same block, after as many letters. */
export function caretInText({ doc, selection }: EditorState, { text, starts }: Written): number {
  const index = Math.min(selection.$head.index(0), doc.childCount - 1);
  const start = starts[index] ?? text.length;
  const end = starts.find((other) => other > start) ?? text.length;
  const from = doc.children.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
  const said = doc.textBetween(from, Math.max(from, selection.head));
  return start + afterLetters(text.slice(start, end), lettersIn(said));
}

/** A text, and where the blocks of a document stand in it. */
type Placed = Pick<ReadText, 'text'> & { readonly pieces: readonly Pick<ReadText['pieces'][number], 'from' | 'to'>[] };

/** The selection in the document that stands where the caret stands in its text. */
export function selectionAt(doc: Node, { pieces, text }: Placed, caret: number): Selection {
  // what says nothing, as an empty paragraph, has no place of its own there
  const at = Math.max(
    0,
    pieces.findLastIndex(({ from, to }) => from <= caret && from < to),
  );
  const piece = pieces[at];
  const before = doc.children.slice(0, at).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
  const count = piece ? lettersIn(text.slice(piece.from, Math.min(caret, piece.to))) : 0;
  return Selection.near(doc.resolve(Math.min(doc.content.size, placeAfter(doc, before, count))));
}

/** Where a caret stands after one text took the place of another: before what changed, behind it, or where the change begins. */
export function movedCaret(before: string, after: string, caret: number): number {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let end = 0;
  while (end < most - start && before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)) end++;
  if (caret <= start) return caret;
  return caret >= before.length - end ? caret + after.length - before.length : start;
}

function lettersIn(text: string): number {
  let count = 0;
  for (const letter of text) if (LETTER.test(letter)) count++;
  return count;
}

/** How far into a text so many letters reach. */
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

/** Where so many letters of a block end in the document. */
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
