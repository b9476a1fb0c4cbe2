import { redoDepth, undoDepth } from 'prosemirror-history';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { Icon } from '../../ui/display/Icon.tsx';
import { Menu } from '../../ui/controls/Menu.tsx';
import { neighbour } from '../../ui/controls/neighbour.ts';
import { useArticleTextStrings } from '../../ui/strings/article-text.ts';
import styles from '../article/ArticleText.module.css';
import {
  type Act,
  blockAct,
  headingAct,
  headingLevel,
  insertFootnote,
  insertRule,
  insertTable,
  linkAt,
  markAct,
} from './rich-commands.ts';
import type { RichEditor } from './rich-editor.ts';
import type { Mode, RichSession } from './rich-session.ts';
import { useRich } from './use-rich-session.ts';

interface Tool {
  readonly label: string;
  readonly sign: ReactNode;
  readonly press: () => unknown;
  /** `undefined` if the tool is no toggle. */
  readonly isOn?: boolean;
  readonly isOff?: boolean;
}

const LEVELS = [0, 1, 2, 3, 4];

/** No font has a table sign that looks the same everywhere. */
function TableSign() {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 18 18"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden
    >
      <path d="M2.5 3.5h13v11h-13zM2.5 7.5h13M2.5 11h13M9 7.5v7" />
    </svg>
  );
}

/**
 * The tools of the text: one tab stop with arrow keys (ARIA toolbar), and the mode switch at its
 * end.
 */
export function RichToolbar({ canUpload }: { readonly canUpload: boolean }) {
  const words = useArticleTextStrings();
  const bar = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const { session, mode, state } = useRich();
  const groups = useTools(canUpload);
  const count = groups.reduce((sum, tools) => sum + tools.length, 0);
  const at = Math.min(current, Math.max(0, count - 1));
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      session.editor?.view.focus();
    }
    const buttons = [...(bar.current?.querySelectorAll<HTMLButtonElement>('[data-tool]') ?? [])];
    const here = buttons.findIndex((button) => button === document.activeElement);
    const next =
      here < 0
        ? undefined
        : neighbour(
            event.key,
            here,
            buttons.length,
            getComputedStyle(event.currentTarget).direction === 'rtl',
          );
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    buttons[next]?.focus();
  };
  let place = 0;
  return (
    <div className={styles.tools}>
      <div
        ref={bar}
        role="toolbar"
        aria-label={words.tools}
        tabIndex={-1}
        className={styles.bar}
        onKeyDown={keys}
      >
        {groups.map((tools, group) => (
          <div key={group} className={styles.group}>
            {group === 0 && mode === 'rich' && session.editor && state && (
              <StyleMenu editor={session.editor} level={headingLevel(state)} />
            )}
            {tools.map(({ label, sign, press, isOn, isOff }) => {
              const index = place++;
              return (
                <button
                  key={label}
                  type="button"
                  data-tool=""
                  className={styles.tool}
                  title={label}
                  aria-label={label}
                  aria-pressed={isOn}
                  aria-disabled={isOff || undefined}
                  tabIndex={index === at ? 0 : -1}
                  // The press must not clear the selection in the text.
                  onPointerDown={(event) => event.preventDefault()}
                  onFocus={() => setCurrent(index)}
                  onClick={() => !isOff && press()}
                >
                  {sign}
                </button>
              );
            })}
          </div>
        ))}
      </div>
      <Modes mode={mode} choose={(next) => session.choose(next)} />
    </div>
  );
}

/** The kind of a paragraph: plain, or a heading of some level. */
function StyleMenu({ editor, level }: { readonly editor: RichEditor; readonly level: number }) {
  const words = useArticleTextStrings();
  const nameOf = (one: number) => (one === 0 ? words.paragraph : words.heading(one));
  const entries = () =>
    LEVELS.map((one) => ({
      label: nameOf(one),
      checked: one === level,
      onSelect: () => perform(editor, headingAct(one)),
    }));
  return (
    <Menu
      label={words.style}
      align="start"
      entries={entries}
      renderTrigger={(props) => (
        <button
          {...props}
          type="button"
          className={styles.style}
          aria-label={`${words.style}: ${nameOf(level)}`}
        >
          {nameOf(level)}
          <Icon name="down" size="s" />
        </button>
      )}
    />
  );
}

function perform({ view }: RichEditor, { run }: Pick<Act, 'run'>): void {
  view.focus();
  run(view.state, view.dispatch, view);
}

function useTools(canUpload: boolean): readonly (readonly Tool[])[] {
  const words = useArticleTextStrings();
  const { session, mode, state } = useRich();
  const { editor } = session;
  const pictures = canUpload
    ? [{ label: words.picture, sign: <Icon name="image" />, press: () => choosePictures(session) }]
    : [];
  if (mode === 'markdown' || !editor || !state) return [pictures];
  const toggle = (label: string, sign: ReactNode, act: Act): Tool => ({
    label,
    sign,
    press: () => perform(editor, act),
    isOn: act.isOn(state),
  });
  const plain = (label: string, sign: ReactNode, run: Act['run']): Tool => ({
    label,
    sign,
    press: () => perform(editor, { run }),
  });
  return [
    [
      toggle(words.strong, 'B', markAct('strong')),
      toggle(words.em, <i>I</i>, markAct('em')),
      toggle(words.strike, <s>S</s>, markAct('strike')),
      toggle(words.code, <code>{'<>'}</code>, markAct('code')),
      {
        label: words.link,
        sign: <Icon name="link" />,
        press: () => session.setLinking(true),
        isOn: linkAt(state) !== undefined,
      },
    ],
    [
      toggle(words.blockquote, '“', blockAct('blockquote')),
      toggle(words.bulletList, <Icon name="list" />, blockAct('bullet_list')),
      toggle(words.orderedList, '1.', blockAct('ordered_list')),
      toggle(words.taskList, '☑', blockAct('task_list')),
      toggle(words.codeBlock, <code>{'{}'}</code>, blockAct('code_block')),
    ],
    [
      ...pictures,
      { label: words.mention, sign: '@', press: () => beginMention(editor) },
      plain(words.table, <TableSign />, insertTable),
      plain(words.footnote, <sup>1</sup>, insertFootnote),
      plain(words.rule, '—', insertRule),
    ],
    [
      {
        label: words.undo,
        sign: '↶',
        press: () => session.go('undo'),
        isOff: undoDepth(state) === 0,
      },
      {
        label: words.redo,
        sign: '↷',
        press: () => session.go('redo'),
        isOff: redoDepth(state) === 0,
      },
    ],
  ];
}

/** Insert the sign that starts a mention. */
function beginMention({ view }: RichEditor): void {
  const { $from, from, to } = view.state.selection;
  const before = $from.parent.textBetween(
    Math.max(0, $from.parentOffset - 1),
    $from.parentOffset,
    '',
    '\ufffc',
  );
  view.dispatch(
    view.state.tr.insertText(before === '' || /\s/.test(before) ? '@' : ' @', from, to),
  );
  view.focus();
}

function choosePictures(session: RichSession): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = 'image/*';
  input.multiple = true;
  input.addEventListener('change', () => session.add([...(input.files ?? [])]));
  input.click();
}

const ARROWS = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']);
const MODES: readonly Mode[] = ['rich', 'markdown'];

/** The two modes as one choice (ARIA radio group). */
function Modes({ mode, choose }: { readonly mode: Mode; readonly choose: (mode: Mode) => void }) {
  const words = useArticleTextStrings();
  const keys = (event: KeyboardEvent) => {
    if (!ARROWS.has(event.key)) return;
    event.preventDefault();
    choose(mode === 'rich' ? 'markdown' : 'rich');
  };
  return (
    <div
      role="radiogroup"
      aria-label={words.mode}
      tabIndex={-1}
      className={styles.modes}
      onKeyDown={keys}
    >
      {MODES.map((one) => (
        <button
          key={one}
          type="button"
          role="radio"
          aria-checked={one === mode}
          tabIndex={one === mode ? 0 : -1}
          className={styles.mode}
          onClick={() => choose(one)}
        >
          {words[one]}
        </button>
      ))}
    </div>
  );
}
