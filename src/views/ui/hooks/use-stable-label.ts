import { type SyntheticEvent, useLayoutEffect, useRef, useState } from 'react';

/** Within this time, in milliseconds, the user cannot have read the new words before pressing. */
const READING = 500;

interface Steady {
  /** The state that the control shows. */
  readonly shown: boolean;
  /** The state that a press was meant for: the one that the user could last read. */
  readonly meantBy: (press: SyntheticEvent) => boolean;
  /** For the control's element. */
  readonly attention: Readonly<
    Record<'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur', () => void>
  >;
}

/**
 * Keeps a control's label stable. A change from elsewhere waits while the control is under a
 * pointer or focused. It also does not affect a press that was already under way (STATE-03).
 * `isBusy`: the control cannot be pressed, so the result of the user's own action is shown at once.
 */
export function useStableLabel(actual: boolean, isBusy: boolean): Steady {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const [said, setSaid] = useState({ shown: actual, isBusy, isOwn: true });
  const isOwn = isBusy || said.isBusy;
  const shown = isOwn || !(pointed || focused) ? actual : said.shown;
  if (said.shown !== shown || said.isBusy !== isBusy) setSaid({ shown, isBusy, isOwn });
  const change = useRef({ to: shown, at: -Infinity });
  useLayoutEffect(() => {
    if (change.current.to === said.shown) return;
    change.current = { to: said.shown, at: said.isOwn ? -Infinity : performance.now() };
  }, [said]);
  return {
    shown,
    meantBy: ({ timeStamp }) => (timeStamp < change.current.at + READING ? !shown : shown),
    attention: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  };
}
