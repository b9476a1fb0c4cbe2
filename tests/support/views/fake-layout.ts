/** Heights that the tests set, in pixels. */
interface Layout {
  readonly viewport: number;
  readonly row: number;
}

/**
 * jsdom has no layout. Give the window a height, every observed element one height, and a settable
 * scroll position. Virtual lists need no more. Return a function that removes it.
 */
export function installLayout({ viewport, row }: Layout): () => void {
  const root = document.documentElement;
  let top = 0;
  const scroll = (to: number | ScrollToOptions | undefined, y?: number) => {
    top = Math.max(0, typeof to === 'object' ? (to.top ?? top) : (y ?? 0));
    window.dispatchEvent(new Event('scroll'));
  };
  class Observer implements ResizeObserver {
    readonly tell: ResizeObserverCallback;
    readonly observed = new Set<Element>();
    constructor(tell: ResizeObserverCallback) {
      this.tell = tell;
    }
    observe(target: Element) {
      this.observed.add(target);
      queueMicrotask(() => {
        if (!this.observed.has(target)) return;
        const contentRect = {
          width: 640,
          height: target === root ? viewport : row,
        } as DOMRectReadOnly;
        this.tell(
          [
            {
              target,
              contentRect,
              borderBoxSize: [],
              contentBoxSize: [],
              devicePixelContentBoxSize: [],
            },
          ],
          this,
        );
      });
    }
    unobserve(target: Element) {
      this.observed.delete(target);
    }
    disconnect() {
      this.observed.clear();
    }
  }
  const undo = [
    define(window, 'ResizeObserver', { value: Observer }),
    define(window, 'scrollTo', { value: scroll }),
    define(window, 'scrollBy', { value: (_: number, by: number) => scroll(0, top + by) }),
    define(window, 'scrollY', { get: () => top }),
    define(window, 'innerHeight', { value: viewport }),
    define(document, 'scrollingElement', { value: root }),
    define(root, 'scrollTo', { value: scroll }),
    define(root, 'scrollBy', { value: (by: ScrollToOptions) => scroll(0, top + (by.top ?? 0)) }),
    define(root, 'clientHeight', { value: viewport }),
    define(root, 'scrollTop', { get: () => top, set: (y: number) => scroll(0, y) }),
    define(HTMLElement.prototype, 'offsetParent', { get: () => document.body }),
  ];
  return () => {
    for (const one of undo.toReversed()) one();
  };
}

function define(target: object, name: string, how: PropertyDescriptor): () => void {
  const before = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { configurable: true, ...how });
  return () => {
    if (before) Object.defineProperty(target, name, before);
    else Reflect.deleteProperty(target, name);
  };
}
