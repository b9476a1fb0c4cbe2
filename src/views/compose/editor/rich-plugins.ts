import { type Node, Slice } from 'prosemirror-model';
import {
  type EditorState,
  NodeSelection,
  Plugin,
  PluginKey,
  Selection,
  type Transaction,
} from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import { type Completion, completionAt } from '../../../events/compose/completion.ts';
import { richSchema } from './rich-schema.ts';
import styles from '../article/ArticleText.module.css';

const { nodes } = richSchema;

/** Blocks that need a paragraph after them, because the caret cannot go behind them. */
const CLOSED = new Set<unknown>([
  nodes.code_block,
  nodes.table,
  nodes.rule,
  nodes.opaque,
  nodes.blockquote,
]);

/**
 * Keep the first row of a table as its head, and an empty paragraph at the end of the article.
 * Neither appears in the Markdown.
 */
export function tidy(): Plugin {
  return new Plugin({
    appendTransaction: (transactions, _, state) =>
      transactions.some(({ docChanged }) => docChanged) ? tidied(state) : undefined,
  });
}

export function tidied(state: EditorState): Transaction | undefined {
  const tr = state.tr;
  state.doc.descendants((node, at) => {
    if (node.type === nodes.table) setHead(tr, node, at);
    return !node.isTextblock && node.type !== nodes.table;
  });
  if (CLOSED.has(state.doc.lastChild?.type))
    tr.insert(tr.doc.content.size, nodes.paragraph.create());
  return tr.docChanged ? tr : undefined;
}

function setHead(tr: Transaction, table: Node, at: number): void {
  table.forEach((row, offset, line) => {
    row.forEach((cell, inner) => {
      const type = line === 0 ? nodes.table_header : nodes.table_cell;
      if (cell.type !== type) tr.setNodeMarkup(at + 1 + offset + 1 + inner, type, cell.attrs);
    });
  });
}

/** Placeholder text in an empty article. */
export function placeholder(words: () => string): Plugin {
  return new Plugin({
    props: {
      decorations: ({ doc }) => {
        const first = doc.firstChild;
        if (doc.childCount !== 1 || first?.type !== nodes.paragraph || first.content.size > 0)
          return null;
        return DecorationSet.create(doc, [
          Decoration.node(0, first.nodeSize, {
            class: styles['empty'] ?? '',
            'data-words': words(),
          }),
        ]);
      },
    },
  });
}

/** The word at the caret that may become a mention, with its range in the document. */
export type Word = Completion & { readonly start: number; readonly end: number };

/** Report the word that is being typed. `onKey` handles keys first. */
export function mentionWord(
  onWord: (word: Word | undefined) => void,
  onKey: (event: KeyboardEvent) => boolean,
): Plugin {
  return new Plugin({
    view: () => ({
      update: ({ state }, before) => {
        if (before.doc !== state.doc || !before.selection.eq(state.selection))
          onWord(wordAt(state));
      },
    }),
    props: {
      handleKeyDown: (_, event) => onKey(event),
      handleDOMEvents: { blur: () => onWord(undefined) },
    },
  });
}

function wordAt({ selection }: EditorState): Word | undefined {
  const { $from, empty } = selection;
  if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return undefined;
  const text = $from.parent.textBetween(0, $from.parentOffset, '', '\ufffc');
  // An atom has length one, in the text as in the document.
  const word = text.length === $from.parentOffset ? completionAt(text, text.length) : undefined;
  return word?.kind === 'mention'
    ? { ...word, start: $from.start() + word.from, end: $from.pos }
    : undefined;
}

/**
 * The browser moves the caret before it reports that. A key pressed meanwhile would act on the
 * picture that was selected before, and typing would replace it.
 */
export function leavesPicture(): Plugin {
  return new Plugin({
    props: {
      handleKeyDown: (view) => {
        const { selection, tr, doc } = view.state;
        const caret = view.dom.ownerDocument.getSelection();
        const at = caret?.isCollapsed === true ? caret.anchorNode : null;
        if (!(selection instanceof NodeSelection) || !caret || !view.dom.contains(at)) return false;
        const place = at ? view.posAtDOM(at, caret.anchorOffset) : -1;
        if (place >= 0 && (place < selection.from || place > selection.to))
          view.dispatch(tr.setSelection(Selection.near(doc.resolve(place))));
        return false;
      },
    },
  });
}

interface Going {
  readonly id: number;
  readonly name: string;
}

const goingKey = new PluginKey<DecorationSet>('going');

/** Placeholders for uploading files. */
export function going(): Plugin {
  return new Plugin<DecorationSet>({
    key: goingKey,
    state: {
      init: () => DecorationSet.empty,
      apply: (tr, set) => {
        const mapped = set.map(tr.mapping, tr.doc);
        const change: unknown = tr.getMeta(goingKey);
        if (!isChange(change)) return mapped;
        const rest = mapped.remove(
          mapped.find(undefined, undefined, (spec) => spec['id'] === change.id),
        );
        return change.at === undefined
          ? rest
          : rest.add(tr.doc, [
              Decoration.widget(change.at, () => markOf(change.name), { id: change.id }),
            ]);
      },
    },
    props: { decorations: (state) => goingKey.getState(state) },
  });
}

interface Change extends Going {
  readonly at: number | undefined;
}

function isChange(value: unknown): value is Change {
  return (
    typeof value === 'object' && value !== null && 'id' in value && 'name' in value && 'at' in value
  );
}

function markOf(name: string): HTMLElement {
  const mark = document.createElement('span');
  mark.className = styles['going'] ?? '';
  mark.textContent = name;
  return mark;
}

/** Return the place, or the end of the footnote around it: a picture belongs to the text. */
function outsideNotes(doc: Node, at: number): number {
  const place = doc.resolve(at);
  for (let depth = place.depth; depth > 0; depth--)
    if (place.node(depth).type === nodes.footnote) return place.after(depth);
  return at;
}

/** `at`: position of the file. Without it, the caret. */
export function beginGoing(
  { state, dispatch }: EditorView,
  file: Going,
  at: number | undefined,
): void {
  const place = outsideNotes(state.doc, Math.min(at ?? state.selection.to, state.doc.content.size));
  dispatch(state.tr.setMeta(goingKey, { ...file, at: place } satisfies Change));
}

/**
 * End the upload. With an address, insert the picture at its placeholder, or at the caret if the
 * placeholder is gone.
 */
export function endGoing(view: EditorView, { id, name }: Going, src: string | undefined): void {
  const [place] =
    goingKey.getState(view.state)?.find(undefined, undefined, (spec) => spec['id'] === id) ?? [];
  const tr = view.state.tr.setMeta(goingKey, { id, name, at: undefined } satisfies Change);
  if (src !== undefined) {
    const at = outsideNotes(tr.doc, place?.from ?? tr.selection.to);
    const image = nodes.image.create({ src });
    const fits = tr.doc.resolve(at).parent.type.contentMatch.matchType(nodes.image);
    if (fits) tr.insert(at, image);
    else
      tr.replaceRange(
        at,
        at,
        new Slice(nodes.doc.create(null, nodes.paragraph.create(null, image)).content, 0, 0),
      );
  }
  view.dispatch(tr);
}
