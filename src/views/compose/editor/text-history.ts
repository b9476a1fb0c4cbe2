import type { RichEditor } from './rich-editor.ts';

export interface Step {
  readonly text: string;
  readonly caret: number;
}

/** Letters typed within this time, in milliseconds, share one undo step. */
const PAUSE = 500;
const MOST = 500;

/**
 * The undo history of one stay in the Markdown mode, on top of the rich text's history, which
 * continues where it ends. When the mode ends, all of it becomes one step of the rich text.
 */
export class TextHistory {
  readonly #editor: Pick<RichEditor, 'undo' | 'redo' | 'text'> | undefined;
  readonly #done: Step[] = [];
  #undone: Step[] = [];
  #last = Number.NEGATIVE_INFINITY;
  /** Number of rich text steps undone from here. New input drops them. */
  #beneath = 0;

  constructor(editor: Pick<RichEditor, 'undo' | 'redo' | 'text'> | undefined) {
    this.#editor = editor;
  }

  /** Record the state before a change. `now` in milliseconds of any clock. */
  note(before: Step, now: number): void {
    if (now - this.#last > PAUSE || this.#done.length === 0) this.#done.push(before);
    if (this.#done.length > MOST) this.#done.shift();
    this.#last = now;
    this.#undone = [];
    this.#beneath = 0;
  }

  undo(now: Step): Step | undefined {
    this.#last = Number.NEGATIVE_INFINITY;
    const step = this.#done.pop();
    if (step) {
      this.#undone.push(now);
      return step;
    }
    if (!this.#editor?.undo()) return undefined;
    this.#beneath++;
    return { text: this.#editor.text, caret: now.caret };
  }

  redo(now: Step): Step | undefined {
    this.#last = Number.NEGATIVE_INFINITY;
    if (this.#beneath > 0 && this.#editor?.redo()) {
      this.#beneath--;
      return { text: this.#editor.text, caret: now.caret };
    }
    const step = this.#undone.pop();
    if (step) this.#done.push(now);
    return step;
  }
}
