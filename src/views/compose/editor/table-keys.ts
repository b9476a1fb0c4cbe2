import { type Command, type EditorState, Selection, TextSelection } from 'prosemirror-state';
import { isInTable, nextCell, selectionCell } from 'prosemirror-tables';
import { richSchema } from './rich-schema.ts';

const { nodes } = richSchema;

/**
 * Move the caret one row up or down in its column. Browsers go to the next cell instead, if cells
 * are empty. From the outer rows they leave the table.
 */
export function moveRow(step: 1 | -1): Command {
  return (state, dispatch, view) => {
    if (!view?.endOfTextblock(step > 0 ? 'down' : 'up')) return false;
    const beside = cellBeside(state, step);
    if (!beside) return false;
    dispatch?.(state.tr.setSelection(beside).scrollIntoView());
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
