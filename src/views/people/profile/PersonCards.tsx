import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { lazyPart } from '../../ui/overlays/lazy-part.tsx';

/** Which link the card belongs to, and how it came to be shown. */
export interface Anchor {
  readonly link: HTMLElement;
  readonly pubkey: string;
}

const PersonCard = lazyPart(() => import('./PersonCard.tsx').then((code) => code.PersonCard));

/** A pointer or the focus rests so long before a card opens, and may be away so long on its way to it. Milliseconds. */
const REST = 500;
const GRACE = 250;

/** What stands in a private part is not asked about (ACCOUNT-20). */
const LINK = 'a[data-person]';
const SECRET = '[data-secret]';

/** Shows who somebody is beside a link to them, while a mouse or the keyboard's focus rests on it; one layer watches all links of the page. */
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
  /** Over what it came to be: the card and its link keep it open. */
  const pass = useEffectEvent((target: EventTarget | null) => {
    clearTimeout(timer.current);
    if (anchor && !isCard(target) && linkOf(target)?.link !== anchor.link) later(GRACE, undefined);
  });
  const hide = useEffectEvent(() => {
    clearTimeout(timer.current);
    setAnchor(undefined);
  });
  useEffect(() => {
    // a page that moves under a pointer that does not is no reason to open anything
    const move = (event: PointerEvent) => event.pointerType === 'mouse' && rest(event.target);
    const over = (event: PointerEvent) => pass(event.target);
    const focus = ({ target }: FocusEvent) => {
      // a click focuses, too, and means to go there
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
  if (!link || pubkey === undefined || link.closest(SECRET) || link.closest('[data-card]')) return undefined;
  return { link, pubkey };
}

function isCard(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-card]') !== null;
}
