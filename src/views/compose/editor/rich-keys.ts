import {
  baseKeymap,
  chainCommands,
  createParagraphNear,
  joinBackward,
  liftEmptyBlock,
  newlineInCode,
  splitBlock,
} from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import { undoInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list';
import { type Command, NodeSelection, Plugin, Selection, TextSelection } from 'prosemirror-state';
import { goToNextCell } from 'prosemirror-tables';
import { blockAct, headingAct, insertBreak, isIn, markAct } from './rich-commands.ts';
import { richSchema } from './rich-schema.ts';
import { addRowAtEnd, leaveCell, moveRow } from './table-keys.ts';

const { nodes } = richSchema;

const MODIFIER = /^(?:Shift|Control|Alt|Meta)$/;

/** Split an item in two. The new task is open. */
const splitItem: Command = (state, dispatch, view) => {
  const item = state.selection.$from.node(-1);
  const attrs =
    item?.type === nodes.list_item && item.attrs['checked'] !== null
      ? { checked: false }
      : undefined;
  return splitListItem(nodes.list_item, attrs)(state, dispatch, view);
};

/**
 * Enter splits a block. `splitBlock` throws if the selection's blocks are gone and no text is left
 * at its place, so a new paragraph comes there.
 */
const splitText: Command = (state, dispatch, view) => {
  const tr = state.tr.deleteSelection();
  const { $from, from } = tr.selection;
  if ($from.depth > 0) return splitBlock(state, dispatch, view);
  tr.insert(from, nodes.paragraph.create());
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, from + 1)).scrollIntoView());
  return true;
};

/**
 * Move from a selected picture to an end of the text at once. The browser would report it later.
 */
const leaveTo =
  (end: 'atStart' | 'atEnd'): Command =>
  ({ selection, tr, doc }, dispatch) => {
    if (!(selection instanceof NodeSelection)) return false;
    dispatch?.(tr.setSelection(Selection[end](doc)).scrollIntoView());
    return true;
  };

/** In code, Tab indents. */
const indent: Command = (state, dispatch) => {
  if (!isIn(state, nodes.code_block)) return false;
  dispatch?.(state.tr.insertText('  ').scrollIntoView());
  return true;
};

/** At the start of a heading, Backspace turns it into a paragraph. */
const plainBackward: Command = (state, dispatch, view) => {
  const { $from, empty } = state.selection;
  const { type } = $from.parent;
  if (!empty || $from.parentOffset > 0 || (type !== nodes.heading && type !== nodes.code_block))
    return false;
  return headingAct(0).run(state, dispatch, view);
};

/**
 * Return the key bindings. `onLink`: asks for a link's address. Tab only moves items and cells.
 * Elsewhere it leaves the text, as keyboard users need (ACCESS-02). Esc, then Tab leaves lists and
 * tables, too.
 */
export function richKeys(onLink: () => void): Plugin[] {
  const mod = (name: Parameters<typeof markAct>[0]) => markAct(name).run;
  const block = (name: Parameters<typeof blockAct>[0]) => blockAct(name).run;
  const link: Command = () => {
    onLink();
    return true;
  };
  let [before, last] = ['', ''];
  const keyWatch = new Plugin({
    props: {
      handleKeyDown: (_, { key }) => {
        if (!MODIFIER.test(key)) [before, last] = [last, key];
        return false;
      },
    },
  });
  const tab = (...commands: readonly Command[]): Command => {
    const move = chainCommands(...commands);
    return (state, dispatch, view) => before !== 'Escape' && move(state, dispatch, view);
  };
  return [
    keyWatch,
    keymap({
      'Mod-b': mod('strong'),
      'Mod-i': mod('em'),
      'Mod-e': mod('code'),
      'Mod-Shift-x': mod('strike'),
      'Mod-k': link,
      'Mod-Alt-0': headingAct(0).run,
      'Mod-Alt-1': headingAct(1).run,
      'Mod-Alt-2': headingAct(2).run,
      'Mod-Alt-3': headingAct(3).run,
      'Mod-Alt-4': headingAct(4).run,
      'Mod-Alt-c': block('code_block'),
      'Mod-Shift-7': block('ordered_list'),
      'Mod-Shift-8': block('bullet_list'),
      'Mod-Shift-9': block('blockquote'),
      'Mod-z': undo,
      'Mod-y': redo,
      'Mod-Shift-z': redo,
      ArrowDown: moveRow(1),
      ArrowUp: moveRow(-1),
      'Ctrl-Home': leaveTo('atStart'),
      'Ctrl-End': leaveTo('atEnd'),
      'Meta-ArrowUp': leaveTo('atStart'),
      'Meta-ArrowDown': leaveTo('atEnd'),
      'Shift-Enter': insertBreak,
      Enter: chainCommands(
        newlineInCode,
        leaveCell,
        splitItem,
        createParagraphNear,
        liftEmptyBlock,
        splitText,
      ),
      Tab: tab(goToNextCell(1), addRowAtEnd, sinkListItem(nodes.list_item), indent),
      'Shift-Tab': tab(goToNextCell(-1), liftListItem(nodes.list_item)),
      Backspace: chainCommands(undoInputRule, plainBackward, joinBackward),
    }),
    keymap(baseKeymap),
  ];
}
