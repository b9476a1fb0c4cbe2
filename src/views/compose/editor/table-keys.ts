import {
  type Command,
  type EditorState,
  Selection,
  TextSelection,
  type Transaction,
} from 'prosemirror-state';
import { addRowAfter, isInTable, nextCell, selectionCell } from 'prosemirror-tables';
import { richSchema } from './rich-schema.ts';

const { nodes } = richSchema;

/**
 * Move the caret one row up or down in its column. Browsers go to the next cell instead, if cells
 * are empty. From the outer rows they leave the table, and below it a paragraph is added if there
 * is no text.
 */
export function moveRow(step: 1 | -1): Command {
  return (state, dispatch, view) => {
    if (!isInTable(state) || !view?.endOfTextblock(step > 0 ? 'down' : 'up')) return false;
    const { tr } = state;
    const beside = cellBeside(state, step) ?? textBeside(state, tr, step);
    if (!beside) return false;
    dispatch?.(tr.setSelection(beside).scrollIntoView());
    return true;
  };
}

/**
 * Enter in a cell, which is a single line, moves to the cell below. After the last row it leaves
 * the table for the text below, which it adds if there is none.
 */
export const leaveCell: Command = (state, dispatch) => {
  if (!isInTable(state)) return false;
  const { tr } = state;
  const below = cellBeside(state, 1);
  if (below) tr.setSelection(below);
  else {
    const after = selectionCell(state).after(-1);
    if (tr.doc.resolve(after).nodeAfter?.type !== nodes.paragraph)
      tr.insert(after, nodes.paragraph.create());
    tr.setSelection(TextSelection.create(tr.doc, after + 1));
  }
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** Tab in the last cell adds a row, with the caret in its first cell. */
export const addRowAtEnd: Command = (state, dispatch) => {
  if (!isInTable(state)) return false;
  const cell = selectionCell(state);
  const isLast = !nextCell(cell, 'horiz', 1) && !cellBeside(state, 1);
  if (!isLast) return false;
  if (!dispatch) return true;
  const end = cell.after();
  return addRowAfter(state, (tr) => {
    // inside of the new row and of its first cell
    tr.setSelection(Selection.near(tr.doc.resolve(end + 2)));
    dispatch(tr.scrollIntoView());
  });
};

/** Return the caret above or below the table. `undefined` if nothing is above. */
function textBeside(state: EditorState, tr: Transaction, step: 1 | -1): Selection | undefined {
  const cell = selectionCell(state);
  if (step < 0) {
    const above = tr.doc.resolve(cell.before(-1));
    return above.nodeBefore ? Selection.near(above, -1) : undefined;
  }
  const end = cell.after(-1);
  if (!tr.doc.resolve(end).nodeAfter) tr.insert(end, nodes.paragraph.create());
  return Selection.near(tr.doc.resolve(end));
}

/**
 * Return the caret at the end of the cell in the next row. `undefined` in the outer row or outside
 * of tables.
 */
function cellBeside(state: EditorState, step: 1 | -1): Selection | undefined {
  if (!isInTable(state)) return undefined;
  const next = nextCell(selectionCell(state), 'vert', step);
  if (!next?.nodeAfter) return undefined;
  return Selection.near(state.doc.resolve(next.pos + next.nodeAfter.nodeSize - 1), -1);
}
