import { preload } from '../views/ui/navigation/screen-code.ts';

type Load = () => Promise<unknown>;

/** The screens of the navigation. */
const SCREENS: readonly Load[] = ['/explore', '/reads', '/notifications', '/dms', '/bookmarks'].map(
  (path) => () => preload(path),
);
/** Code that writing needs. */
const WRITING: readonly Load[] = [
  () => import('./compose.ts'),
  () => import('../views/compose/ComposeDialog.tsx'),
  () => import('./messages.ts'),
  () => import('../events/messages/wrap.ts'),
  () => import('../events/nostr/verify-pure.ts'),
];

type Page = Pick<Window, 'setTimeout' | 'addEventListener'> & {
  readonly navigator: Pick<Navigator, 'onLine'>;
  readonly requestIdleCallback?: (run: () => void) => unknown;
};

/**
 * Load code while the browser is idle, one file after another, so that it is there without a
 * network. Code that did not load is tried again once the device is back online. Nothing is loaded
 * for a user who saves data. `isWriter`: there is an account.
 */
export function loadAhead(
  page: Page,
  isWriter: () => boolean,
  { screens, writing } = { screens: SCREENS, writing: WRITING },
): void {
  const isSaving = (): boolean =>
    Reflect.get(Object(Reflect.get(page.navigator, 'connection')), 'saveData') === true;
  const idle = (run: () => void) =>
    page.requestIdleCallback ? page.requestIdleCallback(run) : page.setTimeout(run, 200);
  const next = ([load, ...rest]: readonly Load[]): void => {
    if (load && page.navigator.onLine && !isSaving())
      idle(
        () =>
          void load()
            .catch(() => undefined)
            .then(() => next(rest)),
      );
  };
  const start = (): void => next(isWriter() ? [...writing, ...screens] : screens);
  page.addEventListener('online', start);
  start();
}
