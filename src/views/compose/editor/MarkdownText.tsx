import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { isInputMethodKey } from '../../ui/hooks/input-method.ts';
import { useArticleTextStrings } from '../../ui/strings/article-text.ts';
import { pasteFiles } from '../upload/use-files.ts';
import styles from '../article/ArticleText.module.css';
import { goToTools, TOOLS_KEY } from './focus-toolbar.ts';
import { useRich } from './use-rich-session.ts';

/**
 * The text as Markdown. Undo first reverts the changes in this mode, and then those in the rich
 * text.
 */
export function MarkdownText() {
  const words = useArticleTextStrings();
  const field = useRef<HTMLTextAreaElement>(null);
  const { session, text } = useRich();
  useEffect(() => field.current?.focus(), []);
  useLayoutEffect(() => {
    // A text that was not typed here moves the caret to its end.
    if (
      field.current &&
      field.current.selectionStart !== session.caret &&
      field.current.selectionStart === field.current.selectionEnd
    ) {
      field.current.setSelectionRange(session.caret, session.caret);
    }
  });
  useEffect(() => {
    const element = field.current;
    // Undo from a menu or by shaking: the browser's own history lacks changes from elsewhere.
    const before = (event: InputEvent) => {
      if (event.inputType !== 'historyUndo' && event.inputType !== 'historyRedo') return;
      event.preventDefault();
      session.go(event.inputType === 'historyUndo' ? 'undo' : 'redo');
    };
    element?.addEventListener('beforeinput', before);
    return () => element?.removeEventListener('beforeinput', before);
  }, [session]);
  const press = (event: KeyboardEvent<HTMLElement>) => {
    goToTools(event);
    if (isInputMethodKey(event.nativeEvent) || !(event.ctrlKey || event.metaKey) || event.altKey)
      return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    session.go(key === 'y' || event.shiftKey ? 'redo' : 'undo');
  };
  return (
    <textarea
      ref={field}
      className={styles.markdown}
      aria-label={words.label}
      aria-keyshortcuts={TOOLS_KEY}
      placeholder={words.placeholder}
      dir="auto"
      rows={16}
      value={text}
      onKeyDown={press}
      onSelect={({ currentTarget }) => session.moveCaret(currentTarget.selectionStart)}
      onPaste={(event) => pasteFiles(event, (files) => session.add(files))}
      onChange={({ currentTarget }) =>
        session.write(currentTarget.value, currentTarget.selectionStart)
      }
    />
  );
}
