import { gapCursor } from 'prosemirror-gapcursor';
import { closeHistory, history, redo, undo } from 'prosemirror-history';
import { EditorState, type Transaction } from 'prosemirror-state';
import { tableEditing } from 'prosemirror-tables';
import { EditorView } from 'prosemirror-view';
import {
  type ReadText,
  readText,
  writeText,
  type Written,
} from '../../../events/compose/editor/article-markdown.ts';
import { pastedFiles } from '../upload/use-files.ts';
import type { Mounts } from './node-portals.ts';
import { caretInText, movedCaret, selectionAt } from './rich-caret.ts';
import { blocksOf, docOf } from './rich-doc.ts';
import { richKeys } from './rich-keys.ts';
import { nodeViews } from './rich-nodes.ts';
import { copiedText, takeText } from './rich-paste.ts';
import {
  going,
  leavesPicture,
  mentionWord,
  placeholder,
  tidied,
  tidy,
  type Word,
} from './rich-plugins.ts';
import { richRules } from './rich-rules.ts';

/** The editor's callbacks and labels. */
export interface RichWorld {
  readonly mounts: Mounts;
  /** Called when the article was changed here. */
  readonly onText: (text: string) => void;
  /** Called on every change of state. */
  readonly onState: (state: EditorState) => void;
  readonly onLink: () => void;
  readonly onWord: (word: Word | undefined) => void;
  /** True if the key was handled elsewhere. */
  readonly onKey: (event: KeyboardEvent) => boolean;
  /** Called when files were pasted, or dropped at that position of the document. */
  readonly onFiles: (files: readonly File[], at: number) => void;
  readonly words: () => { readonly placeholder: string; readonly done: string };
}

/** One article in the rich text editor, and its Markdown. */
export class RichEditor {
  readonly view: EditorView;
  #base: ReadText;
  #written: Written;
  readonly #world: RichWorld;

  constructor(dom: HTMLElement, markdown: string, world: RichWorld) {
    this.#world = world;
    this.#base = readText(markdown);
    const state = EditorState.create({
      doc: docOf(this.#base.pieces.map(({ block }) => block)),
      plugins: pluginsOf(world),
    });
    const tr = tidied(state);
    this.view = new EditorView(
      { mount: dom },
      {
        state: tr ? state.apply(tr.setMeta('addToHistory', false)) : state,
        nodeViews: nodeViews(world.mounts, () => world.words().done),
        dispatchTransaction: (transaction) => this.#apply(transaction),
        clipboardTextSerializer: copiedText,
        handleDOMEvents: {
          paste: (_, event) => this.#paste(event),
          drop: (_, event) => this.#drop(event),
        },
      },
    );
    this.#written = this.#write();
  }

  get text(): string {
    return this.#written.text;
  }

  /** The caret's position in the text. */
  get caret(): number {
    return caretInText(this.view.state, this.#written);
  }

  place(caret: number): void {
    const { tr, doc } = this.view.state;
    const { text, starts } = this.#written;
    const pieces = starts.map((from, at) => ({ from, to: starts[at + 1] ?? text.length }));
    this.view.dispatch(tr.setSelection(selectionAt(doc, { text, pieces }, caret)));
  }

  /** Focus the caret once it is shown. */
  focus(): void {
    this.view.focus();
    this.view.dispatch(this.view.state.tr.scrollIntoView());
  }

  /**
   * Replace the text in one undoable step. Unchanged parts and the caret in them stay. Does not
   * call `onText`.
   */
  take(text: string): void {
    if (text === this.text) return;
    const { text: before, caret } = this;
    this.#base = readText(text, this.#base);
    const { doc } = this.view.state;
    const next = docOf(this.#base.pieces.map(({ block }) => block));
    const [old, fresh] = [doc.children, next.children];
    let first = 0;
    while (first < Math.min(old.length, fresh.length) && fresh[first]?.eq(old[first]!)) first++;
    let last = 0;
    while (
      last < Math.min(old.length, fresh.length) - first &&
      fresh[fresh.length - 1 - last]?.eq(old[old.length - 1 - last]!)
    )
      last++;
    const size = (nodes: typeof old) => nodes.reduce((sum, { nodeSize }) => sum + nodeSize, 0);
    const from = size(old.slice(0, first));
    const to = doc.content.size - size(old.slice(old.length - last));
    const tr = closeHistory(
      this.view.state.tr.replaceWith(from, to, fresh.slice(first, fresh.length - last)),
    );
    const { head } = this.view.state.selection;
    // If the caret's own block changes, the caret stays at its letter.
    if (head >= from && head <= to)
      tr.setSelection(selectionAt(tr.doc, this.#base, movedCaret(before, text, caret)));
    this.view.dispatch(tr.setMeta('taken', true));
    this.#written = this.#write();
    this.view.dispatch(closeHistory(this.view.state.tr));
  }

  undo(): boolean {
    return undo(this.view.state, this.view.dispatch);
  }

  redo(): boolean {
    return redo(this.view.state, this.view.dispatch);
  }

  destroy(): void {
    this.view.destroy();
  }

  #write(): Written {
    return writeText(this.#base, blocksOf(this.view.state.doc));
  }

  #apply(transaction: Transaction): void {
    const { state } = this.view;
    const next = state.apply(transaction);
    this.view.updateState(next);
    if (next.doc !== state.doc && transaction.getMeta('taken') !== true) {
      const before = this.text;
      this.#written = this.#write();
      if (this.text !== before) this.#world.onText(this.text);
    }
    this.#world.onState(this.view.state);
  }

  #paste(event: ClipboardEvent): boolean {
    const data = event.clipboardData;
    if (!data) return false;
    event.preventDefault();
    const files = pastedFiles(data);
    if (files.length > 0) this.#world.onFiles(files, this.view.state.selection.to);
    else takeText(this.view, data);
    return true;
  }

  #drop(event: DragEvent): boolean {
    const data = event.dataTransfer;
    // ProseMirror itself moves text that is dragged within the editor.
    if (!data || this.view.dragging) return false;
    event.preventDefault();
    const at =
      this.view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ??
      this.view.state.selection.to;
    if (data.files.length > 0) this.#world.onFiles([...data.files], at);
    else takeText(this.view, data, at);
    return true;
  }
}

function pluginsOf({ onLink, onWord, onKey, words }: RichWorld) {
  return [
    leavesPicture(),
    mentionWord(onWord, onKey),
    richRules(),
    ...richKeys(onLink),
    history({ newGroupDelay: 500 }),
    tableEditing(),
    gapCursor(),
    going(),
    tidy(),
    placeholder(() => words().placeholder),
  ];
}
