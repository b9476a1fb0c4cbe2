import { type SyntheticEvent, useLayoutEffect, useRef, useState } from 'react';

/** A person cannot have read new words and pressed for their sake within this time. Milliseconds. */
const READING = 500;

interface Steady {
  /** What the control says. */
  readonly shown: boolean;
  /** What a press was about: what the control said when it could last be read. */
  readonly meantBy: (press: SyntheticEvent) => boolean;
  /** For the control's element. */
  readonly attention: Readonly<Record<'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur', () => void>>;
}

/**
 * Holds still what a control says. What comes from elsewhere changes it neither under a pointer or the focus, nor for a press that was already
 * on its way (STATE-03). `isBusy`: it cannot be pressed, so whatever came of the person's own act is said at once.
 */
export function useSteady(actual: boolean, isBusy: boolean): Steady {
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
