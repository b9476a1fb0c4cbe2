import { type RefCallback, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useArticleTextStrings } from '../../app/strings/article-text.ts';
import { Mounts } from './mounts.ts';
import { RichEditor } from './rich-editor.ts';
import type { Word } from './rich-plugins.ts';
import { type Uploads, useRichUploads } from './use-rich-uploads.ts';
import type { ArticleTextProps } from './RichText.tsx';

export type Mode = 'rich' | 'markdown';

/** The editor as its parts see it. */
export interface Rich {
  readonly mount: RefCallback<HTMLDivElement>;
  readonly editor: RichEditor | undefined;
  readonly mounts: Mounts;
  readonly mode: Mode;
  readonly choose: (mode: Mode) => void;
  readonly text: string;
  /** Writes the text in the Markdown mode. */
  readonly write: (text: string) => void;
  /** Where the caret stands when the Markdown mode begins. */
  readonly caret: number;
  /** The form that asks where a link leads is open. */
  readonly isLinking: boolean;
  readonly setLinking: (isLinking: boolean) => void;
  readonly word: Word | undefined;
  /** Takes keys before the text does. */
  readonly keys: { current: (event: KeyboardEvent) => boolean };
  readonly uploads: Uploads;
  /** Where the caret of the Markdown mode stands. */
  readonly place: { current: number };
}

/** One editor for both modes, and the text that it tells of and is told. */
export function useRichEditor({ markdown, onMarkdown, onUpload }: Pick<ArticleTextProps, 'markdown' | 'onMarkdown' | 'onUpload'>): Rich {
  const words = useArticleTextStrings();
  const [mounts] = useState(() => new Mounts());
  const [editor, setEditor] = useState<RichEditor>();
  const [mode, setMode] = useState<Mode>('rich');
  const [text, setText] = useState(markdown);
  const [, setTurn] = useState(0);
  const [isLinking, setLinking] = useState(false);
  const [word, setWord] = useState<Word>();
  const [caret, setCaret] = useState(0);
  const place = useRef(0);
  const keys = useRef((_: KeyboardEvent) => false);
  const told = useRef<string[]>([]);
  const uploads = useRichUploads({ editor, mode, onUpload, insert: (source) => write(inserted(text, place, source)) });

  const tell = useEffectEvent((next: string) => {
    told.current.push(next);
    setText(next);
    onMarkdown(next);
  });
  const write = (next: string) => {
    told.current.push(next);
    setText(next);
    onMarkdown(next);
  };
  const addFiles = useEffectEvent((files: readonly File[], at: number) => uploads.add(files, at));
  const say = useEffectEvent(() => ({ placeholder: words.placeholder, done: words.done }));
  const first = useRef(markdown);
  const mount = useCallback(
    (dom: HTMLDivElement | null) => {
      if (!dom) return undefined;
      const made = new RichEditor(dom, first.current, {
        mounts,
        onText: tell,
        onState: () => setTurn((turn) => turn + 1),
        onLink: () => setLinking(true),
        onWord: setWord,
        onKey: (event) => keys.current(event),
        onFiles: addFiles,
        words: say,
      });
      setEditor(made);
      return () => {
        made.destroy();
        setEditor(undefined);
      };
    },
    [mounts],
  );

  const receive = useEffectEvent((next: string) => {
    // what was told comes back, perhaps not each time
    const at = told.current.lastIndexOf(next);
    if (at >= 0) {
      told.current.splice(0, at + 1);
      return;
    }
    told.current = [];
    if (next === text) return;
    setText(next);
    editor?.take(next);
  });
  useEffect(() => receive(markdown), [markdown, editor]);

  const choose = (next: Mode) => {
    if (next === mode || !editor) return;
    setMode(next);
    setWord(undefined);
    setLinking(false);
    if (next === 'markdown') {
      setCaret(editor.caret);
      place.current = editor.caret;
    } else {
      editor.take(text);
      editor.place(place.current);
    }
  };
  useEffect(() => {
    if (mode === 'rich' && place.current > 0) editor?.view.focus();
  }, [mode, editor]);

  return { mount, editor, mounts, mode, choose, text, write, caret, isLinking, setLinking, word, keys, uploads, place };
}

/** A text with something put in at the caret, on a line of its own. */
function inserted(text: string, place: { current: number }, source: string): string {
  const at = Math.min(place.current, text.length);
  const before = text.slice(0, at);
  const gap = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n';
  const rest = text.slice(at).replace(/^\n+/, '');
  place.current = at + gap.length + source.length;
  return `${before}${gap}${source}${rest === '' ? '\n' : `\n\n${rest}`}`;
}
