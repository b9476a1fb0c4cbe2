import { type RefObject, useLayoutEffect, useRef } from 'react';
import { remember } from '../reading/feed/near-rows.ts';

/**
 * The reading position of a conversation: the top message, and its distance above the edge in CSS
 * pixels. `anchor`: start of the blocks.
 */
export interface Place {
  readonly message: string;
  readonly above: number;
  readonly anchor: string | undefined;
}

/** Maximum number of remembered positions, in memory only. */
const MOST = 100;
/** A reader this close to the newest message follows it, in CSS pixels. */
const NEAR_END = 40;

const places = new Map<string, Place>();

/** Return the position of a conversation. `undefined` at its end. */
export function placeIn(peer: string): Place | undefined {
  return places.get(peer);
}

/**
 * Restore the reading position of a conversation once its message is rendered, and save it on
 * leaving. `box`: the scroll container, counted from below.
 */
export function useConversationPlace(
  box: RefObject<HTMLElement | null>,
  peer: string,
  isDrawn: boolean,
  anchor: string | undefined,
): void {
  const isBack = useRef(false);
  useLayoutEffect(() => {
    const place = places.get(peer);
    const element = place && box.current?.querySelector(`[data-message="${place.message}"]`);
    if (isBack.current || !isDrawn || !box.current) return;
    isBack.current = true;
    if (place && element)
      box.current.scrollBy(
        0,
        element.getBoundingClientRect().top - box.current.getBoundingClientRect().top + place.above,
      );
  }, [box, peer, isDrawn]);
  const leave = useRef(() => {});
  useLayoutEffect(() => {
    leave.current = () => {
      keep(peer, isBack.current ? placeOf(box.current, anchor) : places.get(peer));
      // Includes blocks that were never far from the window.
      for (const block of box.current?.querySelectorAll<HTMLElement>('[data-block]') ?? [])
        remember(block.dataset['block'] ?? '', block.getBoundingClientRect().height);
    };
  });
  useLayoutEffect(() => () => leave.current(), []);
}

function keep(peer: string, place: Place | undefined): void {
  places.delete(peer);
  if (place) places.set(peer, place);
  const [oldest] = places.keys();
  if (places.size > MOST && oldest !== undefined) places.delete(oldest);
}

function placeOf(box: HTMLElement | null, anchor: string | undefined): Place | undefined {
  if (!box || box.scrollTop > -NEAR_END) return undefined;
  const { top } = box.getBoundingClientRect();
  const first = [...box.querySelectorAll<HTMLElement>('[data-message]')].find(
    (one) => one.getBoundingClientRect().bottom > top,
  );
  const message = first?.dataset['message'];
  return first && message !== undefined
    ? { message, above: top - first.getBoundingClientRect().top, anchor }
    : undefined;
}
