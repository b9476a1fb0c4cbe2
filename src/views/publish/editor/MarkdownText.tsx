import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { pasteFiles } from '../use-files.ts';
import { useArticleTextStrings } from '../../app/strings/article-text.ts';
import styles from './ArticleText.module.css';
import { TextHistory } from './text-history.ts';
import type { Rich } from './use-rich-editor.ts';

/** The text as Markdown. Undo goes back to what was done here, and then on to what was done in the rich text. */
export function MarkdownText({ rich }: { readonly rich: Rich }) {
  const words = useArticleTextStrings();
  const field = useRef<HTMLTextAreaElement>(null);
  const { steps, go } = useSteps(rich, field);
  const note = () => {
    if (field.current) rich.place.current = field.current.selectionStart;
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    go(key === 'y' || event.shiftKey ? 'redo' : 'undo');
  };
  return (
    <textarea
      ref={field}
      className={styles.markdown}
      aria-label={words.label}
      placeholder={words.placeholder}
      dir="auto"
      rows={16}
      value={rich.text}
      onKeyDown={press}
      onSelect={note}
      onPaste={(event) => rich.uploads.isPossible && pasteFiles(event, (files) => rich.uploads.add([...files]))}
      onChange={({ currentTarget: { value, selectionStart } }) => {
        steps.note({ text: rich.text, caret: rich.place.current }, performance.now());
        rich.place.current = selectionStart;
        rich.write(value);
      }}
    />
  );
}

/** The steps of this mode, how to go along them, and where the caret stands after each. */
function useSteps(rich: Rich, field: { readonly current: HTMLTextAreaElement | null }) {
  const steps = useRef<TextHistory>(undefined);
  steps.current ??= new TextHistory(rich.editor);
  const history = steps.current;
  const wanted = useRef<number>(rich.caret);
  useLayoutEffect(() => {
    if (wanted.current < 0) return;
    field.current?.setSelectionRange(wanted.current, wanted.current);
    wanted.current = -1;
  });
  useEffect(() => field.current?.focus(), [field]);
  const go = (way: 'undo' | 'redo') => {
    const step = history[way]({ text: rich.text, caret: rich.place.current });
    if (!step) return;
    wanted.current = step.caret;
    rich.place.current = step.caret;
    rich.write(step.text);
  };
  const goNatively = useEffectEvent(go);
  useEffect(() => {
    const element = field.current;
    // from a menu, or by shaking: the browser's own steps know nothing of what was done elsewhere
    const before = (event: InputEvent) => {
      if (event.inputType !== 'historyUndo' && event.inputType !== 'historyRedo') return;
      event.preventDefault();
      goNatively(event.inputType === 'historyUndo' ? 'undo' : 'redo');
    };
    element?.addEventListener('beforeinput', before);
    return () => element?.removeEventListener('beforeinput', before);
  }, [field]);
  return { steps: history, go };
}
