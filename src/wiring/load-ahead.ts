// oxlint-disable import/default -- Vite gives the addresses of the built workers
import keyWorker from '../adapters/account/keys/key.worker.ts?worker&url';
import uploadWorker from '../adapters/media/upload/upload.worker.ts?worker&url';
import { importFetched } from '../adapters/app/import-fetched.ts';
import { preload } from '../views/ui/navigation/screen-code.ts';

type Load = () => Promise<unknown>;

/** The screens of the navigation, and the code that retries a face. */
const SCREENS: readonly Load[] = [
  ...['/explore', '/reads', '/notifications', '/dms', '/bookmarks'].map(
    (path) => () => preload(path),
  ),
  () => import('../views/ui/display/failed-picture.ts'),
];
/** Code that writing needs. A worker starts from the browser's cache. */
const WRITING: readonly Load[] = [
  () => import('./compose.ts'),
  () => import('../views/compose/ComposeDialog.tsx'),
  () => fetchWorker(keyWorker),
  () => fetchWorker(uploadWorker),
  () => import('./messages.ts'),
  () => import('../events/messages/wrap.ts'),
  () => import('../events/nostr/verify-pure.ts'),
  () => preload('/reads/edit'),
  () => import('../views/compose/editor/RichText.tsx'),
  () => import('../views/app/QuestionDialog.tsx'),
  () => preload('/settings/publishing'),
];

/** `address`: begins with the root. */
function fetchWorker(address: string): Promise<void> {
  return importFetched(() => Promise.resolve(), [address.slice(1)]);
}

type Page = Pick<Window, 'setTimeout' | 'addEventListener'> & {
  readonly navigator: Pick<Navigator, 'onLine'>;
  readonly requestIdleCallback?: (run: () => void) => unknown;
};

/** `isWriter`: there is an account. `watch` calls back when this may have changed. */
interface User {
  readonly isWriter: () => boolean;
  readonly savesData: () => boolean;
  readonly watch: (run: () => void) => void;
}

/**
 * Load code while the browser is idle, one file after another, so that it is there without a
 * network. Code that did not load is tried again once the device is back online. Nothing is loaded
 * for a user who saves data.
 */
export function loadAhead(
  page: Page,
  user: User,
  { screens, writing } = { screens: SCREENS, writing: WRITING },
): void {
  const tried = new Set<Load>();
  let isLoading = false;
  const isSaving = (): boolean =>
    user.savesData() ||
    Reflect.get(Object(Reflect.get(page.navigator, 'connection')), 'saveData') === true;
  const idle = (run: () => void) =>
    page.requestIdleCallback ? page.requestIdleCallback(run) : page.setTimeout(run, 200);
  const next = (): void => {
    if (isLoading || !page.navigator.onLine || isSaving()) return;
    const load = [...(user.isWriter() ? writing : []), ...screens].find((one) => !tried.has(one));
    if (!load) return;
    isLoading = true;
    tried.add(load);
    idle(
      () =>
        void load()
          .catch(() => undefined)
          .then(() => {
            isLoading = false;
            next();
          }),
    );
  };
  user.watch(next);
  page.addEventListener('online', () => {
    tried.clear();
    next();
  });
  next();
}
