import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { hasCoarsePointer } from '../hooks/coarse-pointer.ts';
import { cx } from '../hooks/class-names.ts';
import { useStrings } from '../strings.ts';
import styles from './Dialog.module.css';
import { IconButton } from '../controls/IconButton.tsx';
import { useLayer } from './layers.ts';
import { enterModal, showAgain, useIsOpen } from './modals.ts';
import { useSheetDrag } from './use-sheet-drag.ts';

interface DialogProps {
  readonly title: string;
  /** Mounted means open. Called for Esc, the scrim or the cross. */
  readonly onClose: () => void;
  /** Set if going back in the history differs from closing. */
  readonly onBack?: () => void;
  readonly children: ReactNode;
  /** Buttons, sharing the foot equally. The safe answer comes first. */
  readonly foot?: ReactNode;
  /** Beside the title: an avatar. */
  readonly lead?: ReactNode;
  readonly subtitle?: ReactNode;
  readonly size?: 'small' | 'plain' | 'wide';
  /** A question that must be read: alertdialog, without a cross. */
  readonly question?: boolean;
  /** While it must not be closed (paying): Esc and scrim do nothing. */
  readonly locked?: boolean;
}

/** False inside a dialog that is not open yet. */
const OuterContext = createContext(true);

/**
 * A modal dialog over a scrim. Under 720 px it is a sheet from below. The focus moves in, stays,
 * and returns afterwards. It opens after the dialog that it is in, so that it is in front.
 */
export function Dialog(props: DialogProps) {
  return use(OuterContext) ? <OpenDialog {...props} /> : null;
}

function OpenDialog({
  title,
  onClose,
  onBack,
  children,
  foot,
  lead,
  subtitle,
  size = 'plain',
  question = false,
  locked = false,
}: DialogProps) {
  const { action } = useStrings().app;
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useModal(dialog);
  const isOpen = useIsOpen(dialog);
  const leave = () => {
    if (!locked) onClose();
  };
  useKeyboardRoom(dialog);
  useScrim(dialog, leave);
  useSheetDrag(dialog, question ? never : isInHead, leave);
  useLayer(locked ? leave : (onBack ?? leave));
  return (
    <dialog
      ref={dialog}
      className={cx(styles.dialog, styles[size])}
      role={question ? 'alertdialog' : undefined}
      tabIndex={-1}
      aria-labelledby={id}
      aria-describedby={question ? `${id}text` : undefined}
      onCancel={(event) => {
        // React bubbles the event to outer dialogs, and from a cancelled file picker
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        leave();
      }}
    >
      <div className={styles.sheet}>
        <header className={styles.head}>
          {lead}
          <div className={styles.titles}>
            <h2 id={id} className={styles.title}>
              {title}
            </h2>
            {subtitle !== undefined && <p className={styles.subtitle}>{subtitle}</p>}
          </div>
          {!question && (
            <IconButton
              icon="x"
              label={action.close}
              disabled={locked}
              onClick={onClose}
              className={styles.close}
            />
          )}
        </header>
        <div id={`${id}text`} data-part="body" className={styles.body}>
          <OuterContext value={isOpen}>{children}</OuterContext>
        </div>
        {foot !== undefined && <footer className={styles.foot}>{foot}</footer>}
      </div>
    </dialog>
  );
}

/**
 * Selectors of focus targets: an element that asks for it, else the first control that is not the
 * cross.
 */
const CONTROLS = ['input', 'textarea', 'select', 'button', 'a[href]']
  .map((control) => `${control}:not(:disabled)`)
  .join(', ');

function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const box = dialog.current;
    const origin = document.activeElement;
    if (!box) return;
    const { documentElement: page } = document;
    page.style.setProperty('--scrollbar', `${window.innerWidth - page.clientWidth}px`);
    const focus = () => {
      const control = firstControl(box);
      // the keyboard of a touch screen would cover the rest of the dialog
      (control && raisesKeyboard(control) ? box : control)?.focus();
    };
    const show = () => {
      box.showModal();
      focus();
    };
    show();
    const leave = enterModal({ box, show });
    // the focused control may leave with the step that it belonged to
    const steps = new MutationObserver(() => {
      if (document.activeElement === document.body) focus();
    });
    steps.observe(box, { childList: true, subtree: true });
    // browsers force a modal to close on a second Esc; while it is mounted it stays open
    const again = () => {
      if (box.isConnected && !box.open) showAgain(box);
    };
    box.addEventListener('close', again);
    return () => {
      steps.disconnect();
      box.removeEventListener('close', again);
      box.close();
      leave();
      if (origin instanceof HTMLElement && origin.isConnected)
        origin.focus({ preventScroll: true });
    };
  }, [dialog]);
}

/** A question must be answered. */
const never = () => false;

/** True in the head of the dialog itself, not of another dialog in it. */
function isInHead({ target }: Touch, sheet: HTMLElement): boolean {
  return target instanceof Element && sheet.querySelector('header')?.contains(target) === true;
}

/** Tell the dialog how much of the window the keyboard of a touch screen covers. */
function useKeyboardRoom(dialog: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const seen = window.visualViewport;
    const fit = () => {
      // a zoomed page shows a part of the window, too
      const covered = seen?.scale === 1 ? window.innerHeight - seen.height - seen.offsetTop : 0;
      dialog.current?.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`);
    };
    seen?.addEventListener('resize', fit);
    return () => seen?.removeEventListener('resize', fit);
  }, [dialog]);
}

/** A press that begins and ends on the scrim. A drag out of a field does not count. */
function useScrim(dialog: RefObject<HTMLDialogElement | null>, onPress: () => void): void {
  const press = useEffectEvent(onPress);
  useEffect(() => {
    const box = dialog.current;
    let begun = false;
    const begin = (event: Event) => {
      begun = event.target === box;
    };
    const end = (event: Event) => {
      if (begun && event.target === box) press();
    };
    box?.addEventListener('pointerdown', begin);
    box?.addEventListener('click', end);
    return () => {
      box?.removeEventListener('pointerdown', begin);
      box?.removeEventListener('click', end);
    };
  }, [dialog]);
}

function raisesKeyboard(control: HTMLElement): boolean {
  const isTyped =
    control.matches('textarea, input:not([type="radio"], [type="checkbox"])') &&
    !control.matches('[data-autofocus]');
  return isTyped && hasCoarsePointer();
}

function firstControl(box: HTMLElement): HTMLElement | null {
  const asked = box.querySelector<HTMLElement>('[data-autofocus]');
  const first =
    asked ??
    box.querySelector<HTMLElement>(
      // not the cross of a dialog in the body of another one
      `:scope [data-part="body"] :is(${CONTROLS}), :scope footer :is(${CONTROLS})`,
    );
  // of several radios only the chosen one can be focused
  return first?.matches('[type="radio"]')
    ? (box.querySelector<HTMLElement>('[type="radio"]:checked') ?? first)
    : first;
}
