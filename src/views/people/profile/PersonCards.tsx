import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { lazyPart } from '../../ui/overlays/lazy-part.tsx';

/** The link of the card, and how the card was opened. */
export interface Anchor {
  readonly link: HTMLElement;
  readonly pubkey: string;
}

const PersonCard = lazyPart(() => import('./PersonCard.tsx').then((code) => code.PersonCard));

/**
 * `REST`: delay before a card opens under the pointer or focus. `GRACE`: how long the pointer may
 * be away. Milliseconds.
 */
const REST = 500;
const GRACE = 250;

/** People in a private part are not looked up (ACCOUNT-20). */
const LINK = 'a[data-person]';
const SECRET = '[data-secret]';

/**
 * Shows a preview beside a link to a person while the mouse or the keyboard focus rests on it. One
 * component watches all links of the page.
 */
export function PersonCards() {
  const [anchor, setAnchor] = useState<Anchor>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { key } = useLocation();
  const [place, setPlace] = useState(key);
  if (place !== key) {
    setPlace(key);
    setAnchor(undefined);
  }
  const later = (ms: number, next: Anchor | undefined) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(setAnchor, ms, next);
  };
  const rest = useEffectEvent((target: EventTarget | null) => {
    const link = linkOf(target);
    if (!link || link.link === anchor?.link) return;
    void PersonCard.preload().catch(() => undefined);
    later(REST, link);
  });
  /** Handle a new target of pointer or focus. The card and its link keep the card open. */
  const pass = useEffectEvent((target: EventTarget | null) => {
    clearTimeout(timer.current);
    if (anchor && !isCard(target) && linkOf(target)?.link !== anchor.link) later(GRACE, undefined);
  });
  const hide = useEffectEvent(() => {
    clearTimeout(timer.current);
    setAnchor(undefined);
  });
  useEffect(() => {
    // Opens nothing if the page moves under a resting pointer.
    const move = (event: PointerEvent) => event.pointerType === 'mouse' && rest(event.target);
    const over = (event: PointerEvent) => pass(event.target);
    const focus = ({ target }: FocusEvent) => {
      // A click also focuses, but means to navigate.
      pass(target);
      if (target instanceof Element && target.matches(':focus-visible')) rest(target);
    };
    const press = ({ target }: PointerEvent) => !isCard(target) && hide();
    document.addEventListener('pointermove', move);
    document.addEventListener('pointerover', over);
    document.addEventListener('focusin', focus);
    document.addEventListener('pointerdown', press);
    window.addEventListener('scroll', hide, true);
    return () => {
      clearTimeout(timer.current);
      document.removeEventListener('pointermove', move);
      document.removeEventListener('pointerover', over);
      document.removeEventListener('focusin', focus);
      document.removeEventListener('pointerdown', press);
      window.removeEventListener('scroll', hide, true);
    };
  }, []);
  if (!anchor?.link.isConnected) return null;
  return <PersonCard key={anchor.pubkey} anchor={anchor} onLeave={() => setAnchor(undefined)} />;
}

function linkOf(target: EventTarget | null): Anchor | undefined {
  const link = target instanceof Element ? target.closest<HTMLElement>(LINK) : null;
  const pubkey = link?.dataset['person'];
  if (!link || pubkey === undefined || link.closest(SECRET) || link.closest('[data-card]'))
    return undefined;
  return { link, pubkey };
}

function isCard(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-card]') !== null;
}
