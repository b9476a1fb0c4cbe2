import {
  chainCommands,
  exitCode,
  lift,
  setBlockType,
  toggleMark,
  wrapIn,
} from 'prosemirror-commands';
import type { MarkType, Node, NodeType } from 'prosemirror-model';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import { type Command, type EditorState, TextSelection } from 'prosemirror-state';
import { richSchema } from './rich-schema.ts';

const { nodes, marks } = richSchema;

/** A tool: its command, and whether it is active at the caret. */
export interface Act {
  readonly run: Command;
  readonly isOn: (state: EditorState) => boolean;
}

export type MarkName = 'strong' | 'em' | 'strike' | 'code';
export type BlockName = 'blockquote' | 'bullet_list' | 'ordered_list' | 'task_list' | 'code_block';

export function markAct(name: MarkName): Act {
  const type = marks[name];
  return { run: toggleMark(type), isOn: (state) => hasMark(state, type) };
}

export function blockAct(name: BlockName): Act {
  switch (name) {
    case 'blockquote':
      return {
        run: (state, dispatch, view) =>
          (isIn(state, nodes.blockquote) ? lift : wrapIn(nodes.blockquote))(state, dispatch, view),
        isOn: (state) => isIn(state, nodes.blockquote),
      };
    case 'code_block':
      return {
        run: (state, dispatch, view) =>
          setBlockType(isIn(state, nodes.code_block) ? nodes.paragraph : nodes.code_block)(
            state,
            dispatch,
            view,
          ),
        isOn: (state) => isIn(state, nodes.code_block),
      };
    case 'bullet_list':
      return {
        run: toggleList(nodes.bullet_list, false),
        isOn: (state) => listKind(state) === 'bullet_list',
      };
    case 'ordered_list':
      return {
        run: toggleList(nodes.ordered_list, false),
        isOn: (state) => listKind(state) === 'ordered_list',
      };
    case 'task_list':
      return {
        run: toggleList(nodes.bullet_list, true),
        isOn: (state) => listKind(state) === 'task_list',
      };
  }
}

/** Return a tool that makes a heading of that level. 0: a paragraph. */
export function headingAct(level: number): Act {
  return {
    run: (state, dispatch) =>
      (level === 0 ? setBlockType(nodes.paragraph) : setBlockType(nodes.heading, { level }))(
        state,
        dispatch,
      ),
    isOn: (state) => headingLevel(state) === level,
  };
}

export function headingLevel({ selection }: EditorState): number {
  const { parent } = selection.$from;
  return parent.type === nodes.heading ? Number(parent.attrs['level']) : 0;
}

export function isIn({ selection }: EditorState, type: NodeType): boolean {
  const { $from } = selection;
  for (let depth = $from.depth; depth > 0; depth--)
    if ($from.node(depth).type === type) return true;
  return false;
}

function hasMark({ selection, storedMarks, doc }: EditorState, type: MarkType): boolean {
  const { from, to, empty, $from } = selection;
  return empty
    ? type.isInSet(storedMarks ?? $from.marks()) !== undefined
    : doc.rangeHasMark(from, to, type);
}

/** Return the innermost list around the caret. */
function listKind({ selection: { $from } }: EditorState): BlockName | undefined {
  for (let depth = $from.depth; depth > 0; depth--) {
    const { type, attrs } = $from.node(depth);
    if (type !== nodes.list_item) continue;
    if ($from.node(depth - 1).type === nodes.ordered_list) return 'ordered_list';
    return attrs['checked'] === null ? 'bullet_list' : 'task_list';
  }
  return undefined;
}

/** Wrap in a list, convert another list, or unwrap a list of the same kind. */
function toggleList(type: NodeType, isTask: boolean): Command {
  return (state, dispatch, view) => {
    const wanted: BlockName = isTask
      ? 'task_list'
      : type === nodes.ordered_list
        ? 'ordered_list'
        : 'bullet_list';
    const now = listKind(state);
    if (now === wanted) return liftListItem(nodes.list_item)(state, dispatch, view);
    if (now === undefined) {
      if (!isTask) return wrapInList(type)(state, dispatch);
      return wrapInList(type)(state, dispatch && ((tr) => dispatch(setItems(tr, true))));
    }
    if (!dispatch) return true;
    const { $from } = state.selection;
    const depth = depthOfItem($from.depth, (at) => $from.node(at));
    const list = $from.before(depth - 1);
    const tr = state.tr.setNodeMarkup(list, type, { tight: $from.node(depth - 1).attrs['tight'] });
    dispatch(setItems(tr, isTask));
    return true;
  };
}

function depthOfItem(from: number, nodeAt: (depth: number) => Node): number {
  let depth = from;
  while (depth > 1 && nodeAt(depth).type !== nodes.list_item) depth--;
  return depth;
}

/** Turn the items of the selected list into tasks, or back. */
function setItems(tr: EditorState['tr'], isTask: boolean): EditorState['tr'] {
  const { $from } = tr.selection;
  const depth = depthOfItem($from.depth, (at) => $from.node(at));
  if ($from.node(depth).type !== nodes.list_item) return tr;
  const start = $from.start(depth - 1);
  $from.node(depth - 1).forEach((item, offset) => {
    tr.setNodeMarkup(start + offset, null, {
      ...item.attrs,
      checked: isTask ? item.attrs['checked'] === true : null,
    });
  });
  return tr;
}

/** The range and address of the link at the caret. */
export interface LinkPlace {
  readonly from: number;
  readonly to: number;
  readonly href: string;
  readonly title: string;
}

export function linkAt({ selection }: EditorState): LinkPlace | undefined {
  const { $from } = selection;
  const found = [...$from.marks(), ...($from.nodeAfter?.marks ?? [])].find(
    ({ type }) => type === marks.link,
  );
  if (!found) return undefined;
  let [first, last] = [$from.index(), $from.index()];
  const { parent } = $from;
  const has = (at: number) =>
    at >= 0 && at < parent.childCount && found.isInSet(parent.child(at).marks);
  if (!has(first)) [first, last] = [first - 1, first - 1];
  while (has(first - 1)) first--;
  while (has(last + 1)) last++;
  const offset = (end: number) =>
    parent.children.slice(0, end).reduce((sum, { nodeSize }) => sum + nodeSize, $from.start());
  return {
    from: offset(first),
    to: offset(last + 1),
    href: String(found.attrs['href']),
    title: String(found.attrs['title']),
  };
}

/**
 * Link the selection, or change the link at the caret. Without both, insert the address itself. An
 * empty address removes the link.
 */
export function setLink(href: string): Command {
  return (state, dispatch) => {
    const at = linkAt(state);
    const { from, to } = at && state.selection.empty ? at : state.selection;
    const tr = state.tr;
    if (href === '') dispatch?.(tr.removeMark(from, to, marks.link));
    else {
      const mark = marks.link.create({ href, title: at?.title ?? '' });
      const isEmpty = from === to;
      if (isEmpty) tr.insertText(href, from);
      const end = isEmpty ? from + href.length : to;
      tr.removeMark(from, end, marks.link).addMark(from, end, mark);
      if (isEmpty) tr.setSelection(TextSelection.create(tr.doc, end)).removeStoredMark(mark);
      dispatch?.(tr.scrollIntoView());
    }
    return true;
  };
}

/** Insert a line break in a paragraph, or leave a code block. */
export const insertBreak: Command = chainCommands(exitCode, (state, dispatch) => {
  const { $from } = state.selection;
  if (!$from.parent.type.contentMatch.matchType(nodes.hard_break)) return false;
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView());
  return true;
});

/** Insert a table of three columns and two rows, with the caret in its first cell. */
export const insertTable: Command = (state, dispatch) => {
  const row = (type: NodeType) =>
    nodes.table_row.create(
      null,
      [1, 2, 3].map(() => type.create()),
    );
  const table = nodes.table.create(null, [
    row(nodes.table_header),
    row(nodes.table_cell),
    row(nodes.table_cell),
  ]);
  return insertBlock(table, 3)(state, dispatch);
};

export const insertRule: Command = (state, dispatch) =>
  insertBlock(nodes.rule.create(), undefined)(state, dispatch);

/**
 * Insert a block below the caret, outside of blocks that cannot contain it. `caret`: the new caret,
 * relative to the start of the block.
 */
function insertBlock(block: Node, caret: number | undefined): Command {
  return (state, dispatch) => {
    const { $from } = state.selection;
    let depth = $from.depth;
    while (depth > 0 && !$from.node(depth - 1).type.contentMatch.matchType(block.type)) depth--;
    if (depth === 0) return false;
    const isEmpty =
      depth === $from.depth &&
      $from.parent.type === nodes.paragraph &&
      $from.parent.content.size === 0;
    const place = isEmpty ? $from.before(depth) : $from.after(depth);
    const tr = isEmpty
      ? state.tr.replaceWith(place, $from.after(depth), block)
      : state.tr.insert(place, block);
    const end = place + block.nodeSize;
    if (caret === undefined && tr.doc.resolve(end).nodeAfter === null)
      tr.insert(end, nodes.paragraph.create());
    tr.setSelection(
      TextSelection.near(tr.doc.resolve(caret === undefined ? end + 1 : place + caret)),
    );
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

/**
 * Insert a footnote reference at the caret and its note at the end of the article, and move the
 * caret there.
 */
export const insertFootnote: Command = (state, dispatch) => {
  const { $from } = state.selection;
  if (!$from.parent.type.contentMatch.matchType(nodes.footnote_ref)) return false;
  const used = state.doc.textContent;
  const labels = new Set<string>();
  state.doc.descendants(({ type, attrs }) => {
    if (type === nodes.footnote || type === nodes.footnote_ref) labels.add(String(attrs['label']));
  });
  let number = 1;
  while (labels.has(String(number)) || used.includes(`[^${number}]`)) number++;
  const label = String(number);
  const tr = state.tr.insert(state.selection.to, nodes.footnote_ref.create({ label }));
  tr.insert(tr.doc.content.size, nodes.footnote.create({ label }, nodes.paragraph.create()));
  tr.setSelection(TextSelection.near(tr.doc.resolve(tr.doc.content.size - 2)));
  dispatch?.(tr.scrollIntoView());
  return true;
};
