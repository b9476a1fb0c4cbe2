import { use, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { SEQUENCE, type Shortcut, shortcutKey, shortcutOf } from '../../../events/app/shortcuts.ts';
import { THEMES } from '../../../events/settings/appearance.ts';
import { isInputMethodKey } from '../../ui/hooks/input-method.ts';
import { useSetting } from '../../ui/hooks/app-context.ts';
import { useAppearance } from '../../ui/hooks/appearance.ts';
import { lazyPart } from '../../ui/overlays/lazy-part.tsx';
import { SHORTCUT_PATHS } from '../../ui/navigation/navigation-keys.ts';
import {
  currentRow,
  isShown,
  openedRow,
  pressBack,
  pressIn,
  pressNewNotes,
} from '../../ui/navigation/row-keys.ts';
import { ShellContext } from '../../ui/hooks/shell-context.ts';
import { moveInThread } from '../../ui/navigation/thread-keys.ts';
import { useNavigate } from '../../ui/navigation/use-navigate.ts';
import {
  earlyPresses,
  type EarlyPress,
  isClick,
  isField,
  isText,
  keepEarlyTyped,
  keepTyped,
  sinceEscape,
} from '../../ui/hooks/typed-ahead.ts';
import { chosenRow, isRowStep, isWriting } from './use-awaited-row.ts';
import { useGoTo } from './use-go-to.ts';
import { useTypedAhead } from './use-typed-ahead.ts';
import { useRowFocus } from './use-row-focus.ts';
import { useRowTabs } from './use-row-tabs.ts';

interface PartProps {
  readonly onClose: () => void;
}

const ShortcutList = lazyPart(
  () => import('./ShortcutList.tsx').then((code) => code.ShortcutList),
  {
    close: ({ onClose }: PartProps) => onClose(),
  },
);
const CommandPalette = lazyPart(
  () => import('./CommandPalette.tsx').then((code) => code.CommandPalette),
  {
    close: ({ onClose }) => onClose(),
  },
);

/**
 * Global keyboard shortcuts (ACCESS-03). Inactive while the user types or an input method composes.
 */
export function Shortcuts() {
  const navigate = useNavigate();
  const goTo = useGoTo();
  const shell = use(ShellContext);
  const singles = useSetting('singleKeys');
  const { theme, change } = useAppearance();
  const [open, setOpen] = useState<'list' | 'palette'>();
  const [row, setRow] = useState<HTMLElement>();
  const lastRow = useRowFocus();
  const ahead = useTypedAhead(lastRow);
  useRowTabs();
  const begun = useRef(-SEQUENCE);
  // it is set by keys until the palette has the focus
  const [typed, setTyped] = useState('');
  const perform = (act: Shortcut, on: HTMLElement | undefined): boolean => {
    if (isRowStep(act) && (on === undefined || on === chosenRow())) return ahead.row.step(act);
    ahead.row.stop();
    const place = SHORTCUT_PATHS[act];
    if (place !== undefined) goTo(place);
    else if (act === 'palette') {
      // at once: the next key belongs to it
      flushSync(() => {
        setRow(on);
        setTyped('');
        setOpen('palette');
      });
    } else if (act === 'list') setOpen('list');
    else if (act === 'search') goToSearch(() => navigate('/search'));
    else if (act === 'newNote') {
      ahead.forgetOld();
      shell?.onNewNote();
    } else if (act === 'theme')
      change({ theme: THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? theme });
    else if (act === 'back') {
      if (!pressBack()) navigate(-1);
    } else if (act === 'parent' || act === 'nextSibling' || act === 'previousSibling')
      moveInThread(act);
    else if (act === 'newNotes') pressNewNotes();
    else if (act === 'unfocus') leaveFocus(lastRow);
    else return on !== undefined && pressIn(on, act);
    return true;
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (open === 'palette' && isText(event) && document.querySelector('dialog[open]') === null) {
      // the palette could be drawn without it, and then have the focus
      flushSync(() => setTyped((before) => before + event.key));
      return event.preventDefault();
    }
    if (!event.defaultPrevented && ahead.press(event)) return event.preventDefault();
    if (event.defaultPrevented || (event.repeat && !/^[jk]$/i.test(event.key))) return;
    const pending = event.timeStamp - begun.current < SEQUENCE;
    const { does, begins } = shortcutOf(readPress(event, open !== undefined), pending, singles);
    begun.current = begins ? event.timeStamp : -SEQUENCE;
    // Enter on a link or a button has its own meaning
    if (does === undefined || (event.key === 'Enter' && event.target !== currentRow())) return;
    // an opened note is not opened again
    const opened = does === 'open' || does === 'palette' ? undefined : openedRow();
    if (perform(does, currentRow() ?? opened)) event.preventDefault();
  });
  const click = useEffectEvent(({ detail }: MouseEvent) => {
    // not a press of this code
    if (detail > 0) ahead.row.stop();
    ahead.forgetOld();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    const listenToClick = (event: MouseEvent) => click(event);
    document.addEventListener('keydown', listen);
    document.addEventListener('click', listenToClick, true);
    return () => {
      document.removeEventListener('keydown', listen);
      document.removeEventListener('click', listenToClick, true);
    };
  }, []);
  const takeEarly = useEffectEvent((): void => {
    if (ahead.isOpening()) {
      if (keepEarlyTyped()) return;
      ahead.cancel();
    }
    const keys = sinceEscape(earlyPresses()).filter((one) => !isClick(one));
    for (const [at, act] of singles ? earlySteps(keys) : []) {
      perform(act, undefined);
      if (act !== 'newNote' && !isWriting(act)) continue;
      // a visitor is asked to sign in
      if (ahead.isAwaited()) keys.slice(at + 1).forEach(keepTyped);
      return;
    }
  });
  useEffect(() => {
    // before the next key, which would act as a shortcut
    queueMicrotask(() =>
      flushSync(() => {
        const early = typedEarly(window.earlyKeys ?? []);
        if (early === undefined) takeEarly();
        else {
          setTyped(early);
          setOpen('palette');
        }
        window.earlyKeys = undefined;
      }),
    );
  }, []);
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (singles) dataset['shortcuts'] = '';
    return () => {
      delete dataset['shortcuts'];
    };
  }, [singles]);
  const close = () => setOpen(undefined);
  return (
    <>
      {open === 'list' && <ShortcutList onClose={close} />}
      {open === 'palette' && (
        <CommandPalette
          row={row}
          typed={typed}
          onType={setTyped}
          onClose={close}
          onDo={(act) => {
            close();
            perform(act, row?.isConnected ? row : undefined);
          }}
        />
      )}
    </>
  );
}

/** Return the text typed after Ctrl+K while this code was loading. `undefined`: no palette. */
function typedEarly(presses: readonly EarlyPress[]): string | undefined {
  const keys = presses.filter((one) => !isClick(one));
  const at = keys.findLastIndex((one) => (one.ctrlKey || one.metaKey) && shortcutKey(one) === 'k');
  const after = keys.slice(at + 1);
  if (at < 0 || after.some(({ key }) => key === 'Escape')) return undefined;
  return after.flatMap((event) => (isText(event) ? event.key : [])).join('');
}

/**
 * Return the keys, with their index, that choose a note, act on it or open the composer, pressed
 * while this code was loading.
 */
function earlySteps(keys: readonly KeyboardEvent[]): (readonly [number, Shortcut])[] {
  let begun = -SEQUENCE;
  return keys.flatMap((event, at) => {
    const pending = event.timeStamp - begun < SEQUENCE;
    const { does, begins } = shortcutOf(readPress(event, false), pending, true);
    begun = begins ? event.timeStamp : -SEQUENCE;
    return does === 'newNote' || (does && isRowStep(does)) ? [[at, does] as const] : [];
  });
}

function readPress(event: KeyboardEvent, isOver: boolean) {
  const { target } = event;
  const element = target instanceof HTMLElement ? target : document.body;
  const layers = 'dialog, [role="menu"], [role="listbox"], [role="combobox"][aria-expanded="true"]';
  return {
    key: shortcutKey(event),
    isMod: event.ctrlKey || event.metaKey,
    isAlt: event.altKey,
    isComposing: isInputMethodKey(event),
    isTyping: isField(element),
    isOver:
      isOver ||
      (element.closest(layers) !== null && !element.matches('[type="search"]')) ||
      document.querySelector('dialog[open]') !== null,
  };
}

function goToSearch(otherwise: () => void): void {
  const field = [...document.querySelectorAll<HTMLInputElement>('[role="search"] input')].find(
    (input) => input.offsetParent !== null,
  );
  if (field) field.focus({ preventScroll: true });
  else otherwise();
}

/**
 * Leaves a control for its row, and a text field for the list beside it. From a row, or without a
 * focused control, leaves the screen if it has a Back button.
 */
function leaveFocus(lastRow: () => HTMLElement | undefined): void {
  const { activeElement: left } = document;
  if (!(left instanceof HTMLElement)) return;
  const row = currentRow();
  if (row === left || left === document.body || left.id === 'main') {
    if (!pressBack()) left.blur();
    return;
  }
  left.blur();
  const list = row ?? document.querySelector<HTMLElement>('#main a[aria-current="true"]');
  const shown = [list, lastRow()].find((one) => one && isShown(one));
  (shown ?? document.querySelector<HTMLElement>('#main'))?.focus({ preventScroll: true });
}
