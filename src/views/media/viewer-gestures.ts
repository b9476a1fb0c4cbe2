import { type MouseEvent, type PointerEvent, useRef, type WheelEvent } from 'react';

/** Scale and offset (in pixels) of a picture. */
export interface View {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export const FIT: View = { scale: 1, x: 0, y: 0 };

const MAX_SCALE = 6;
const DOUBLE = 2.5;
/** Distance in pixels from which a finger's move is a swipe. */
const SWIPE = 60;
/** Two taps within this many milliseconds and pixels are a double tap. */
const SOON = 300;
const NEAR = 30;

/** A point in the window, relative to its center, that stays under the pointer. */
interface Point {
  readonly x: number;
  readonly y: number;
}

const MIDDLE: Point = { x: 0, y: 0 };

/** Scale the view around a point. It is never smaller than the fitting size. */
export function scaled(view: View, by: number, { x, y }: Point = MIDDLE): View {
  const scale = Math.min(MAX_SCALE, Math.max(1, view.scale * by));
  if (scale === 1) return FIT;
  const grown = scale / view.scale;
  return { scale, x: x - (x - view.x) * grown, y: y - (y - view.y) * grown };
}

/**
 * Gestures on a picture (NOTE-07): swipes navigate, two fingers and a double tap zoom, one finger
 * moves a zoomed picture.
 */
export function useGestures(
  view: View,
  setView: (next: View | ((now: View) => View)) => void,
  turn: (by: number) => void,
) {
  const fingers = useRef(new Map<number, Point>());
  const swipe = useRef(0);
  /**
   * The last tap of a finger, its position, and whether two of the current fingers were down at
   * once.
   */
  const tap = useRef<{ readonly at: number; readonly point: Point }>(undefined);
  const wasPinch = useRef(false);
  const isTouch = useRef(false);
  const toggle = (point: Point) =>
    setView((now) => (now.scale > 1 ? FIT : scaled(now, DOUBLE, point)));
  const onPointerUp = (event: PointerEvent) => {
    fingers.current.delete(event.pointerId);
    if (fingers.current.size > 0) return;
    const moved = swipe.current;
    swipe.current = 0;
    const isTap = !wasPinch.current && event.pointerType === 'touch' && Math.abs(moved) < NEAR;
    if (view.scale === 1 && !wasPinch.current && Math.abs(moved) > SWIPE) turn(moved < 0 ? 1 : -1);
    wasPinch.current = false;
    if (!isTap) return;
    const point = pointOf(event);
    const before = tap.current;
    const isDouble =
      before !== undefined &&
      event.timeStamp - before.at < SOON &&
      gapOf(before.point, point) < NEAR;
    tap.current = isDouble ? undefined : { at: event.timeStamp, point };
    if (isDouble) toggle(point);
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      isTouch.current = event.pointerType === 'touch';
      if (event.target instanceof Element) event.target.setPointerCapture(event.pointerId);
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (fingers.current.size === 1) swipe.current = 0;
      else wasPinch.current = true;
    },
    onPointerMove: (event: PointerEvent) => {
      const before = fingers.current.get(event.pointerId);
      if (!before) return;
      const [other] = [...fingers.current].flatMap(([id, point]) =>
        id === event.pointerId ? [] : [point],
      );
      const here = { x: event.clientX, y: event.clientY };
      fingers.current.set(event.pointerId, here);
      if (other) {
        const wide = gapOf(before, other);
        const between = {
          x: (here.x + other.x) / 2 - innerWidth / 2,
          y: (here.y + other.y) / 2 - innerHeight / 2,
        };
        if (wide > 0) setView((now) => scaled(now, gapOf(here, other) / wide, between));
      } else if (view.scale > 1)
        setView((now) => ({ ...now, x: now.x + here.x - before.x, y: now.y + here.y - before.y }));
      else swipe.current += here.x - before.x;
    },
    onPointerUp,
    onPointerCancel: (event: PointerEvent) => {
      fingers.current.delete(event.pointerId);
    },
    /** For a mouse. Browsers disagree on whether fingers cause it. */
    onDoubleClick: (event: MouseEvent) => {
      if (!isTouch.current) toggle(pointOf(event));
    },
    onWheel: (event: WheelEvent) =>
      setView((now) => scaled(now, event.deltaY < 0 ? 1.15 : 1 / 1.15, pointOf(event))),
  };
}

function pointOf({
  clientX,
  clientY,
}: {
  readonly clientX: number;
  readonly clientY: number;
}): Point {
  return { x: clientX - innerWidth / 2, y: clientY - innerHeight / 2 };
}

function gapOf(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
