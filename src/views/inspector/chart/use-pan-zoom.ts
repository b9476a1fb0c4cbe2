import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

const [LEAST, MOST, STEP] = [0.1, 3, 1.25];
/** Least scale at which texts of 12 px have 10. */
const READABLE = 10 / 12;
/** Pixels that an arrow key moves. */
const KEY_PX = 60;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A place in the view that stays where it is while the scale changes. */
interface Anchor {
  /** In the view, from its upper left corner. */
  readonly x: number;
  readonly y: number;
  /** In the drawing, unscaled. */
  readonly left: number;
  readonly top: number;
}

/**
 * Zoom a drawing in a view that scrolls, and move it by dragging and by arrow keys. At first the
 * element with `data-current` is in the middle.
 */
export function usePanZoom({ width, height }: Size) {
  const view = useRef<HTMLElement>(null);
  const [scale, setScale] = useState(1);
  const anchor = useRef<Anchor>(undefined);
  const isCentering = useRef(false);
  const held = useRef<{ readonly element: Element; readonly at: DOMRect }>(undefined);
  const drag = useRef<{ readonly x: number; readonly y: number }>(undefined);

  const move = (right: number, down: number) => {
    if (!view.current) return;
    view.current.scrollLeft += right;
    view.current.scrollTop += down;
  };
  const zoomTo = (wanted: number, at?: { readonly x: number; readonly y: number }) => {
    const box = view.current;
    if (!box) return;
    const { x, y } = at ?? { x: box.clientWidth / 2, y: box.clientHeight / 2 };
    const next = Math.min(MOST, Math.max(LEAST, wanted));
    anchor.current = {
      x,
      y,
      left: (box.scrollLeft + x) / scale,
      top: (box.scrollTop + y) / scale,
    };
    setScale(next);
  };
  const zoom = (steps: number) => zoomTo(scale * STEP ** steps);
  const fit = () => {
    const box = view.current;
    if (!box) return;
    const wanted = Math.min(1, box.clientWidth / width, box.clientHeight / height);
    // a larger drawing does not fit: its current state is shown
    isCentering.current = wanted < READABLE;
    zoomTo(Math.max(READABLE, wanted));
    if (isCentering.current && scale === READABLE) center(box);
  };

  useLayoutEffect(() => {
    const [box, kept] = [view.current, anchor.current];
    if (!box || !kept) return;
    if (isCentering.current) {
      isCentering.current = false;
      return center(box);
    }
    box.scrollLeft = kept.left * scale - kept.x;
    box.scrollTop = kept.top * scale - kept.y;
  }, [scale]);

  useLayoutEffect(() => {
    if (!held.current) return;
    const { element, at } = held.current;
    held.current = undefined;
    const now = element.getBoundingClientRect();
    move(now.left - at.left, now.top - at.top);
  });

  useLayoutEffect(() => {
    const box = view.current;
    if (!box) return undefined;
    if (box.clientHeight > 0) {
      center(box);
      return undefined;
    }
    // in a pane that is not shown yet
    const watch = new ResizeObserver(() => {
      if (box.clientHeight === 0) return;
      watch.disconnect();
      center(box);
    });
    watch.observe(box);
    return () => watch.disconnect();
  }, []);

  const turn = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey || !view.current) return;
    // the page would zoom as well
    event.preventDefault();
    const { left, top } = view.current.getBoundingClientRect();
    zoomTo(scale * STEP ** Math.sign(-event.deltaY), {
      x: event.clientX - left,
      y: event.clientY - top,
    });
  });
  useEffect(() => {
    const box = view.current;
    const listen = (event: WheelEvent) => turn(event);
    // React's listeners are passive
    box?.addEventListener('wheel', listen, { passive: false });
    return () => box?.removeEventListener('wheel', listen);
  }, []);

  return {
    view,
    scale,
    zoom,
    fit,
    /** Keep an element where it is in the view while the drawing changes next. */
    hold: (element: Element) => {
      held.current = { element, at: element.getBoundingClientRect() };
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.target !== view.current || event.ctrlKey || event.metaKey || event.altKey) return;
      const way = WAYS[event.key];
      const steps = { '+': 1, '-': -1 }[event.key];
      if (way) move(way[0], way[1]);
      else if (steps !== undefined) zoom(steps);
      else if (event.key === '0') fit();
      else return;
      event.preventDefault();
    },
    // fingers scroll the view by themselves
    onPointerDown: ({
      currentTarget,
      pointerId,
      pointerType,
      button,
      clientX: x,
      clientY: y,
    }: PointerEvent) => {
      if (pointerType !== 'mouse' || button !== 0) return;
      currentTarget.setPointerCapture(pointerId);
      drag.current = { x, y };
    },
    onPointerMove: ({ clientX: x, clientY: y }: PointerEvent) => {
      if (!drag.current) return;
      move(drag.current.x - x, drag.current.y - y);
      drag.current = { x, y };
    },
    onPointerUp: () => {
      drag.current = undefined;
    },
    onPointerCancel: () => {
      drag.current = undefined;
    },
  };
}

/** Scroll a view so that its current state is in the middle. */
function center(box: Element): void {
  const marked = box.querySelector('[data-current]');
  if (!marked) return;
  const [inner, outer] = [marked.getBoundingClientRect(), box.getBoundingClientRect()];
  box.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
  box.scrollTop += inner.top + inner.height / 2 - outer.top - outer.height / 2;
}

const WAYS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-KEY_PX, 0],
  ArrowRight: [KEY_PX, 0],
  ArrowUp: [0, -KEY_PX],
  ArrowDown: [0, KEY_PX],
};
