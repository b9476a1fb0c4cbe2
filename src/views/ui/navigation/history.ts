import {
  createPath,
  type Location,
  type NavigateOptions,
  NavigationType,
  type Navigator,
  parsePath,
  type To,
} from 'react-router';

/** One visit to a place, and its kind. */
export interface Visit {
  readonly location: Location;
  readonly type: NavigationType;
  /** The scroll position at which this entry was left, in pixels. `undefined` for a new one. */
  readonly leftAt: number | undefined;
  /** Only the query changed (a tab, a filter), so the scroll position stays. */
  readonly stays: boolean;
}

export interface AppHistory {
  readonly visit: () => Visit;
  readonly subscribe: (told: (visit: Visit) => void) => () => void;
  readonly navigator: Navigator;
}

/**
 * True while the entries of layers are being left. It takes a moment, and other navigation and
 * layers wait for it.
 */
export const traversal = { isUnderWay: false };

/** Leaves the entries of that many layers. */
export function leaveLayers(
  view: Pick<HistoryWindow, 'history' | 'addEventListener'>,
  count: number,
): void {
  traversal.isUnderWay = true;
  const arrive = () => {
    traversal.isUnderWay = false;
  };
  view.addEventListener('popstate', arrive, { once: true });
  view.history.go(-count);
}

/** Number of layers over the page (`primitives/layers.ts`) for an entry of the history. */
export function layersIn(state: unknown): number {
  return typeof state === 'object' &&
    state !== null &&
    'layers' in state &&
    typeof state.layers === 'number'
    ? state.layers
    : 0;
}

/** How many entries of the history are remembered with their scroll position. */
const REMEMBERED = 200;

/** The part of a window that the history needs. */
export interface HistoryWindow
  extends Pick<Window, 'scrollY' | 'addEventListener' | 'removeEventListener'> {
  readonly location: Pick<Window['location'], 'pathname' | 'search' | 'hash' | 'assign'>;
  readonly history: Pick<
    Window['history'],
    'state' | 'pushState' | 'replaceState' | 'go' | 'scrollRestoration'
  >;
}

/**
 * The window's history as places of this app. Only this code restores scroll positions: the browser
 * would do it before the screen is drawn.
 */
export function browserHistory(view: HistoryWindow): AppHistory {
  const left = new Map<string, number>();
  const listeners = new Set<(visit: Visit) => void>();
  // the page was reloaded with a layer over it
  const dead = layersIn(view.history.state);
  if (dead > 0) leaveLayers(view, dead);
  let current: Visit = {
    location: locationOf(view),
    type: NavigationType.Pop,
    leftAt: undefined,
    stays: false,
  };
  const arrive = (type: NavigationType, stays: boolean) => {
    const location = locationOf(view);
    current = {
      location,
      type,
      leftAt: type === NavigationType.Pop ? left.get(location.key) : undefined,
      stays,
    };
    for (const listener of listeners) listener(current);
  };
  const leave = () => {
    left.delete(current.location.key);
    left.set(current.location.key, view.scrollY);
    for (const key of left.keys()) if (left.size > REMEMBERED) left.delete(key);
  };
  const pop = () => {
    const { key, pathname, search, hash } = locationOf(view);
    const { location } = current;
    // a layer over the page has closed
    if (
      key === location.key &&
      pathname + search + hash === location.pathname + location.search + location.hash
    )
      return;
    leave();
    arrive(NavigationType.Pop, false);
  };
  const goTo =
    (how: 'pushState' | 'replaceState') =>
    (to: To, state?: unknown, options?: NavigateOptions): void => {
      if (traversal.isUnderWay)
        return view.addEventListener('popstate', () => goTo(how)(to, state, options), {
          once: true,
        });
      leave();
      // if navigation leaves a layer open, the next page replaces the layer's entry
      enter(
        view,
        layersIn(view.history.state) > 0 ? 'replaceState' : how,
        typeof to === 'string' ? to : createPath(to),
        state,
      );
      arrive(
        how === 'pushState' ? NavigationType.Push : NavigationType.Replace,
        options?.preventScrollReset ?? false,
      );
    };
  return {
    visit: () => current,
    subscribe: (told) => {
      listeners.add(told);
      if (listeners.size === 1) {
        view.addEventListener('popstate', pop);
        view.history.scrollRestoration = 'manual';
      }
      return () => {
        listeners.delete(told);
        if (listeners.size > 0) return;
        view.removeEventListener('popstate', pop);
        view.history.scrollRestoration = 'auto';
      };
    },
    navigator: {
      createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
      push: goTo('pushState'),
      replace: goTo('replaceState'),
      go: (by) => view.history.go(by),
    },
  };
}

/**
 * Browsers refuse more than about a hundred entries in half a minute. Then the page is reloaded,
 * and nothing is lost.
 */
function enter(
  view: HistoryWindow,
  how: 'pushState' | 'replaceState',
  path: string,
  state: unknown,
): void {
  const key = Math.random().toString(36).slice(2, 10);
  try {
    view.history[how]({ usr: state, key }, '', path);
  } catch {
    view.location.assign(path);
  }
}

function locationOf(view: HistoryWindow): Location {
  const { pathname, search, hash } = view.location;
  const kept: unknown = view.history.state;
  const has = typeof kept === 'object' && kept !== null;
  const key = has && 'key' in kept && typeof kept.key === 'string' ? kept.key : 'default';
  return {
    pathname: '/',
    search: '',
    hash: '',
    ...parsePath(pathname + search + hash),
    state: has && 'usr' in kept ? kept.usr : null,
    key,
  };
}
