import { type FormEvent, useState } from 'react';
import { isInputMethodKey } from '../../ui/hooks/input-method.ts';
import { type Command, type EditorState, NodeSelection } from 'prosemirror-state';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
} from 'prosemirror-tables';
import { Button } from '../../ui/controls/Button.tsx';
import { useArticleTextStrings } from '../../ui/strings/article-text.ts';
import styles from '../article/ArticleText.module.css';
import { isIn, linkAt, setLink } from './rich-commands.ts';
import type { RichEditor } from './rich-editor.ts';
import { richSchema } from './rich-schema.ts';
import { useRich } from './use-rich-session.ts';

/** Tools for the element at the caret: link address, code language, rows and columns. */
export function RichBars() {
  const { session, state, isLinking } = useRich();
  const { editor } = session;
  if (!editor || !state) return null;
  if (isLinking)
    return <LinkBar editor={editor} state={state} onDone={() => session.setLinking(false)} />;
  if (isIn(state, richSchema.nodes.code_block)) return <CodeBar editor={editor} state={state} />;
  return isIn(state, richSchema.nodes.table) && !(state.selection instanceof NodeSelection) ? (
    <TableBar editor={editor} />
  ) : null;
}

interface BarProps {
  readonly editor: RichEditor;
  readonly state: EditorState;
}

/**
 * Return a typed address as a URL, with https if it has no scheme. `undefined` if it is invalid.
 */
function addressOf(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '' || /^(?:https?:\/\/|mailto:|nostr:)\S+$/i.test(text)) return text;
  return /^[^\s:/]+\.[^\s]+$/.test(text) ? `https://${text}` : undefined;
}

function LinkBar({ editor, state, onDone }: BarProps & { readonly onDone: () => void }) {
  const words = useArticleTextStrings();
  const there = linkAt(state);
  const [address, setAddress] = useState(there?.href ?? '');
  const [isWrong, setWrong] = useState(false);
  const end = (command?: Command) => {
    onDone();
    editor.view.focus();
    command?.(editor.view.state, editor.view.dispatch);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const href = addressOf(address);
    if (href === undefined) setWrong(true);
    else end(setLink(href));
  };
  return (
    <form noValidate className={styles.under} onSubmit={submit}>
      <input
        // The user asked for it.
        ref={(field) => field?.focus()}
        className={styles.field}
        aria-label={words.linkAddress}
        aria-invalid={isWrong || undefined}
        placeholder={words.linkHint}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        value={address}
        onChange={({ currentTarget }) => {
          setAddress(currentTarget.value);
          setWrong(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || isInputMethodKey(event.nativeEvent)) return;
          event.preventDefault();
          event.stopPropagation();
          end();
        }}
      />
      <Button compact type="submit" tone="primary">
        {words.apply}
      </Button>
      {there && (
        <Button compact onClick={() => end(setLink(''))}>
          {words.remove}
        </Button>
      )}
      <Button compact tone="quiet" onClick={() => end()}>
        {words.cancel}
      </Button>
      {isWrong && (
        <p role="alert" className={styles.wrong}>
          {words.linkWrong}
        </p>
      )}
    </form>
  );
}

function CodeBar({ editor, state }: BarProps) {
  const words = useArticleTextStrings();
  const { $from } = state.selection;
  const info = String($from.parent.attrs['info'] ?? '');
  const change = (next: string) => {
    const { tr, selection } = editor.view.state;
    editor.view.dispatch(tr.setNodeMarkup(selection.$from.before(), null, { info: next }));
  };
  return (
    <div className={styles.under}>
      <label className={styles.named}>
        {words.language}
        <input
          className={styles.field}
          placeholder={words.languageHint}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          value={info}
          onChange={({ currentTarget }) => change(currentTarget.value)}
          onKeyDown={(event) => {
            if (
              (event.key !== 'Enter' && event.key !== 'Escape') ||
              isInputMethodKey(event.nativeEvent)
            )
              return;
            event.preventDefault();
            editor.view.focus();
          }}
        />
      </label>
    </div>
  );
}

function TableBar({ editor }: Pick<BarProps, 'editor'>) {
  const words = useArticleTextStrings();
  const acts: readonly (readonly [label: string, run: Command])[] = [
    [words.rowAbove, addRowBefore],
    [words.rowBelow, addRowAfter],
    [words.columnBefore, addColumnBefore],
    [words.columnAfter, addColumnAfter],
    [words.deleteRow, deleteRow],
    [words.deleteColumn, deleteColumn],
    [words.deleteTable, deleteTable],
  ];
  return (
    <div role="group" aria-label={words.tableTools} className={styles.under}>
      {acts.map(([label, run]) => (
        <Button
          key={label}
          compact
          tone="quiet"
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => {
            run(editor.view.state, editor.view.dispatch);
            editor.view.focus();
          }}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
