import type { EditorState } from 'prosemirror-state';
import { readText } from '../../../events/compose/editor/article-markdown.ts';
import { Mounts } from './node-portals.ts';
import { RichEditor } from './rich-editor.ts';
import { beginGoing, endGoing, type Word } from './rich-plugins.ts';
import { TextHistory } from './text-history.ts';

export type Mode = 'rich' | 'markdown';

/** A running or failed upload. */
export interface Upload {
  readonly id: number;
  readonly file: File;
  /** The error of the upload. `undefined` while it runs. */
  readonly failure: unknown;
}

/** The rendered state. Every change creates a new object. */
interface Shown {
  readonly mode: Mode;
  readonly text: string;
  /** State of the rich text. `undefined` before it is mounted. */
  readonly state: EditorState | undefined;
  readonly isLinking: boolean;
  readonly word: Word | undefined;
  readonly uploads: readonly Upload[];
}

/** The callbacks, the uploader, and the labels. */
export interface Given {
  readonly onMarkdown: (markdown: string) => void;
  readonly onUpload: ((file: File) => Promise<string>) | undefined;
  readonly words: { readonly placeholder: string; readonly done: string };
}

/** An editing session of one text in two modes: its state as a store, and its actions. */
export class RichSession {
  readonly mounts = new Mounts();
  editor: RichEditor | undefined;
  #shown: Shown;
  #given: Given;
  /** Reported texts that the owner has not passed back yet. */
  #told: string[] = [];
  #steps: TextHistory | undefined;
  #caret = 0;
  #files = 0;
  #onKey: ((event: KeyboardEvent) => boolean) | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(markdown: string, given: Given) {
    this.#given = given;
    this.#shown = {
      mode: 'rich',
      text: markdown,
      state: undefined,
      isLinking: false,
      word: undefined,
      uploads: [],
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): Shown => this.#shown;

  give(given: Given): void {
    this.#given = given;
  }

  /** Mount the rich text in an element. Return a function that unmounts it. */
  readonly attach = (dom: HTMLElement | null): (() => void) | undefined => {
    if (!dom) return undefined;
    const editor = new RichEditor(dom, this.#shown.text, {
      mounts: this.mounts,
      onText: (text) => this.#tell(text),
      onState: (state) => this.#show({ state }),
      onLink: () => this.#show({ isLinking: true }),
      onWord: (word) => this.#show({ word }),
      onKey: (event) => this.#onKey?.(event) ?? false,
      onFiles: (files, at) => this.add(files, at),
      words: () => this.#given.words,
    });
    this.editor = editor;
    this.#show({ state: editor.view.state });
    return () => {
      this.editor = undefined;
      this.#show({ state: undefined, word: undefined });
      editor.destroy();
    };
  };

  /** Accept the owner's text, unless it is the shown one or the echo of an earlier report. */
  receive(markdown: string): void {
    const at = this.#told.lastIndexOf(markdown);
    this.#told = this.#told.slice(at + 1);
    if (at >= 0) return;
    this.#told = [];
    if (markdown === this.#shown.text) return;
    this.#show({ text: markdown });
    this.editor?.take(markdown);
    this.#steps = this.editor && new TextHistory(this.editor);
  }

  choose(mode: Mode): void {
    const { editor } = this;
    if (!editor || mode === this.#shown.mode) return;
    if (mode === 'markdown') {
      this.#caret = editor.caret;
      this.#steps = new TextHistory(editor);
      this.#show({ mode, word: undefined, isLinking: false });
      return;
    }
    editor.take(this.#shown.text);
    editor.place(this.#caret);
    this.#show({ mode });
  }

  setLinking(isLinking: boolean): void {
    this.#show({ isLinking });
  }

  /** Set the handler that gets keys before the text does. `undefined` removes it. */
  hearKeys(onKey: ((event: KeyboardEvent) => boolean) | undefined): void {
    this.#onKey = onKey;
  }

  /** Caret of the Markdown mode, in UTF-16 units. */
  get caret(): number {
    return this.#caret;
  }

  moveCaret(caret: number): void {
    this.#caret = caret;
  }

  /** Change the text in the Markdown mode, as an undoable step. */
  write(text: string, caret: number): void {
    this.#steps?.note({ text: this.#shown.text, caret: this.#caret }, performance.now());
    this.#caret = caret;
    this.#tell(text);
  }

  /** Undo or redo in either mode. Return true if there was a step. */
  go(way: 'undo' | 'redo'): boolean {
    if (this.#shown.mode === 'rich') return this.editor?.[way]() ?? false;
    const step = this.#steps?.[way]({ text: this.#shown.text, caret: this.#caret });
    if (!step) return false;
    this.#caret = step.caret;
    this.#tell(step.text);
    return true;
  }

  /**
   * Upload files into the text. Each has a placeholder that moves with the text. `at`: position.
   * Without it, the caret.
   */
  add(files: readonly File[], at?: number): void {
    if (!this.#given.onUpload) return;
    const added = files.map((file): Upload => ({ id: ++this.#files, file, failure: undefined }));
    this.#show({ uploads: [...this.#shown.uploads, ...added] });
    for (const upload of added) this.#send(upload, at);
  }

  retry({ id, file }: Upload): void {
    this.#show({
      uploads: this.#shown.uploads.map((one) =>
        one.id === id ? { ...one, failure: undefined } : one,
      ),
    });
    this.#send({ id, file, failure: undefined }, undefined);
  }

  dismiss({ id }: Upload): void {
    this.#show({ uploads: this.#shown.uploads.filter((one) => one.id !== id) });
  }

  #send(upload: Upload, at: number | undefined): void {
    const { id, file } = upload;
    const going = { id, name: file.name };
    if (this.editor) beginGoing(this.editor.view, going, at);
    const end = (src: string | undefined) => {
      const isRich = this.#shown.mode === 'rich';
      if (this.editor) endGoing(this.editor.view, going, isRich ? src : undefined);
      if (!isRich && src !== undefined) this.#insert(`![](${src})`);
    };
    this.#given.onUpload?.(file).then(
      (src) => {
        this.dismiss(upload);
        end(src);
      },
      (failure: unknown) => {
        this.#show({
          uploads: this.#shown.uploads.map((one) =>
            one.id === id ? { ...one, failure: failure ?? 'failed' } : one,
          ),
        });
        end(undefined);
      },
    );
  }

  /** Insert Markdown at the caret as a paragraph of its own. */
  #insert(source: string): void {
    const { text } = this.#shown;
    const at = outsideNotes(text, Math.min(this.#caret, text.length));
    const before = text.slice(0, at).trimEnd();
    const rest = text.slice(at).trimStart();
    const start = before === '' ? '' : `${before}\n\n`;
    this.write(
      `${start}${source}${rest === '' ? '\n' : `\n\n${rest}`}`,
      start.length + source.length,
    );
  }

  #tell(text: string): void {
    if (text === this.#shown.text) return;
    this.#told.push(text);
    this.#show({ text });
    this.#given.onMarkdown(text);
  }

  #show(change: Partial<Shown>): void {
    this.#shown = { ...this.#shown, ...change };
    for (const listener of this.#listeners) listener();
  }
}

/** Return the place, or the end of the footnote around it: a picture belongs to the text. */
function outsideNotes(text: string, at: number): number {
  const note = readText(text).pieces.find(
    ({ block, from, to }) => block.type === 'footnote' && from < at && at < to,
  );
  return note?.to ?? at;
}
