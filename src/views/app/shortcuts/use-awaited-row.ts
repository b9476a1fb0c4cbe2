import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import { canAct } from '../../../events/account/account.ts';
import { useAccountActor } from '../../ui/hooks/app-context.ts';
import { whenDrawn } from '../../ui/navigation/when-drawn.ts';
import { currentRow, moveRow, openedRow, pressIn, ROW } from '../../ui/navigation/row-keys.ts';

const MOVES = { next: 1, previous: -1 } as const;

const SKELETON = '[role="status"] > [aria-hidden]';

const ACTS = ['reply', 'quote', 'like', 'repost', 'bookmark', 'zap'] as const;

/** A move to a row, or an action on it. */
export type RowStep = keyof typeof MOVES | (typeof ACTS)[number];

export function isRowStep(act: string): act is RowStep {
  return isMove(act) || ACTS.some((one) => one === act);
}

interface Wait {
  /** Key of the history entry. */
  readonly place: string;
  readonly steps: RowStep[];
  readonly end: () => void;
}

/**
 * Return functions that take a step at once, or as soon as its row is drawn on a loading page.
 * `onEnd`: called after the text for a composer was awaited, which is opening, or was not found.
 */
export function useAwaitedRow(lastRow: () => HTMLElement | undefined, onEnd: () => void) {
  const { key: place } = useLocation();
  const account = useAccountActor();
  const wait = useRef<Wait>(undefined);
  /** Returns false if the row is not drawn, or does not have that button. */
  const take = (step: RowStep): boolean => {
    if (!isMove(step)) {
      const row = chosenRow();
      return row !== undefined && pressIn(row, step);
    }
    moveRow(MOVES[step], lastRow);
    return currentRow() !== undefined;
  };
  /** True if the page is loading, or the row's own actions are. */
  const mayCome = (step: RowStep): boolean => {
    if (!isDrawn()) return document.querySelector(`#main ${SKELETON}`) !== null;
    const hasActs = chosenRow()?.querySelector('[data-act="reply"]');
    return isWriting(step) && !!hasActs && canAct(account.getSnapshot().context.account);
  };
  const isTyping = () => wait.current?.steps.some(isWriting) === true;
  const stop = (): void => {
    const ended = isTyping() && onEnd;
    wait.current?.end();
    wait.current = undefined;
    if (ended) ended();
  };
  /** Take the steps whose rows are drawn. Returns true if no more is to come. */
  const isOver = (steps: RowStep[]): boolean => {
    for (let step = steps[0]; step !== undefined; step = steps[0]) {
      if (document.querySelector('dialog[open]') !== null) return true;
      // the place of the skeleton may be empty for a moment
      if (!take(step)) return isDrawn() && !mayCome(step);
      if (steps.length === 1) return true;
      steps.shift();
    }
    return true;
  };
  const begin = (step: RowStep): void => {
    const steps = [step];
    wait.current = { place, steps, end: whenDrawn(() => isOver(steps), stop, stop) };
  };
  const leave = useEffectEvent((left: string) => {
    if (wait.current?.place === left) stop();
  });
  useEffect(() => () => leave(place), [place]);
  return {
    /** Returns false if the step has no row, and none is coming. */
    step: (step: RowStep): boolean => {
      // money is sent for a note that can be seen
      const canWait = step !== 'zap';
      if (wait.current) return canWait && wait.current.steps.push(step) > 0;
      if (take(step)) return true;
      if (!canWait || !mayCome(step)) return isMove(step);
      begin(step);
      return true;
    },
    /** True if the keys after the step are text for the composer. */
    isTyping,
    stop,
  };
}

function isDrawn(): boolean {
  return document.querySelector(`#main :is(${ROW}, [data-opened])`) !== null;
}

/** Return the row that keys act on. */
export function chosenRow(): HTMLElement | undefined {
  return currentRow() ?? openedRow();
}

function isMove(step: string): step is keyof typeof MOVES {
  return step in MOVES;
}

/** True if the composer opens, and the keys after the step are its text. */
export function isWriting(step: string): step is 'reply' | 'quote' {
  return step === 'reply' || step === 'quote';
}
