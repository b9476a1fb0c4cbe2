import type { ComponentType } from 'react';
import { matchRoutes } from 'react-router';

export interface LoadedScreen {
  readonly Component: ComponentType;
}

/**
 * A path below the root and the chunk that draws it (ROUTE-20). `outside` is drawn without the main
 * layout (ROUTE-17).
 */
export interface Screen {
  readonly path: string;
  readonly load: () => Promise<LoadedScreen>;
  readonly outside?: true;
}

type Load = Screen['load'];

const begun = new WeakMap<Load, Promise<LoadedScreen>>();
const failed = new WeakSet<Load>();

/**
 * Loads a screen's code once. A loaded promise is marked as React marks it, so that `use` draws it
 * at once. A failure is remembered.
 */
export function fetchScreen({ load }: Pick<Screen, 'load'>): Promise<LoadedScreen> {
  const before = begun.get(load);
  if (before) return before;
  const fetching = load().then(
    (value) => {
      void Object.assign(fetching, { status: 'fulfilled', value });
      return value;
    },
    (error: unknown) => {
      failed.add(load);
      throw error;
    },
  );
  begun.set(load, fetching);
  return fetching;
}

/** The next `fetchScreen` of a failed screen retries. */
export function forgetFailure({ load }: Pick<Screen, 'load'>): void {
  if (failed.delete(load)) begun.delete(load);
}

let patterns: { path: string; handle: Screen }[] = [];

/** Name the screens that `preload` finds by their paths. */
export function registerScreens(screens: readonly Screen[]): void {
  patterns = screens.map((screen) => ({ path: `/${screen.path}`, handle: screen }));
}

/**
 * Load the code of the screen behind a path before it is opened (ROUTE-20). A failure shows when it
 * is opened.
 */
export async function preload(path: string): Promise<void> {
  const screen = matchRoutes(patterns, path)?.at(-1)?.route.handle;
  if (!screen) return;
  forgetFailure(screen);
  await fetchScreen(screen).catch(() => undefined);
}
