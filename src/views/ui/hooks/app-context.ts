import { shallowEqual, useSelector } from '@xstate/react';
import {
  createContext,
  createElement,
  type ReactNode,
  useContext,
  useEffectEvent,
  useLayoutEffect,
} from 'react';
import type { Account } from '../../../events/account/account.ts';
import type { MediaInfo } from '../../../events/connection/claims.ts';
import type { Facts } from '../../../events/facts/facts.ts';
import { pictureUrls } from '../../../events/media/variant.ts';
import type { Theme } from '../../../events/settings/appearance.ts';
import type { AppActor } from '../../../machines/app/app.machine.ts';
import { messageOf } from '../../../machines/core/crash.ts';
import type { Recorder } from '../../../machines/app/recording/recorder.ts';
import type { ScreenOrder } from '../../../machines/app/screens.machine.ts';
import type { LocalSettings } from '../../../machines/settings/settings.machine.ts';
import { useSharedSelector } from './use-shared-selector.ts';

/** The root actor, as the starting code passes it to the views. */
export type AppHandle = AppActor;

export const AppContext = createContext<AppActor | undefined>(undefined);

type Children = ReturnType<AppActor['getSnapshot']>['children'];

export const ChildrenContext = createContext<Partial<Children>>({});

/**
 * Provides the root actor and its children to all views below. They are watched once here, because
 * the root changes with every event it forwards.
 */
export function AppProvider({
  app,
  children,
}: {
  readonly app: AppActor;
  readonly children: ReactNode;
}) {
  const actors = useSelector(app, (snapshot) => ({ ...snapshot.children }), shallowEqual);
  return createElement(
    AppContext,
    { value: app },
    createElement(ChildrenContext, { value: actors }, children),
  );
}

/** The recording of this session, for the developer tools. */
export const RecorderContext = createContext<Recorder | undefined>(undefined);

/** The root actor. Views send intents to it and read its children. */
export function useApp(): AppActor {
  const app = useContext(AppContext);
  if (!app) throw new Error('useApp needs <AppContext>');
  return app;
}

/** Reports an error in a view to the root actor (TRUST-06). */
export function reportFailure(app: AppActor | undefined, error: unknown): void {
  app?.send({ type: 'view.failed', crash: { actor: 'views', message: messageOf(error) } });
}

/** The current account. `undefined` for visitors. */
export function useAccount(): Account | undefined {
  return useSelector(useAccountActor(), ({ context }) => context.account);
}

/**
 * A child of the root. Throws while a crashed child is not restored, so that the error boundary
 * shows it.
 */
function useChild<Name extends 'facts' | 'settings' | 'toasts' | 'cache' | 'screens' | 'account'>(
  name: Name,
) {
  const child = useContext(ChildrenContext)[name];
  if (!child) throw new Error(`${name} has stopped`);
  return child;
}

export const useToastsActor = () => useChild('toasts');
export const useCache = () => useChild('cache');
export const useAccountActor = () => useChild('account');
export const useSettingsActor = () => useChild('settings');
export const useScreens = () => useChild('screens');

/** The read model itself, for reads during an action. For values on screen use `useFacts`. */
export const useFactsActor = () => useChild('facts');

/**
 * Reads the read model. The selector returns a primitive or an existing row. For a newly built
 * value pass `isSame`.
 */
export function useFacts<T>(
  select: (facts: Facts) => T,
  isSame?: (one: T, other: T) => boolean,
): T {
  return useSharedSelector(useChild('facts'), ({ context }) => select(context), isSame);
}

/** As `useFacts`, for selectors that must build a short list. */
export function useFactsShallow<T>(select: (facts: Facts) => T): T {
  return useSharedSelector(useChild('facts'), ({ context }) => select(context), shallowEqual);
}

export function useSetting<Key extends keyof LocalSettings>(key: Key): LocalSettings[Key] {
  return useSharedSelector(useChild('settings'), ({ context }) => context.local[key]);
}

/** The theme that overrides the chosen one (SETTINGS-04). */
export function useForcedTheme(): Theme | undefined {
  return useSelector(useChild('settings'), ({ context }) => context.forcedTheme);
}

export function useChangeSettings(): (change: Partial<LocalSettings>) => void {
  const settings = useChild('settings');
  return (change) => settings.send({ type: 'settings.change', change });
}

/**
 * True if pictures, videos and sounds come through a media server. Once the page allows no other
 * source, it stays so until the page is loaded again.
 */
export function useOwnPictures(): boolean {
  return useSetting('ownPictures') || document.documentElement.dataset['media'] === 'only';
}

/**
 * Returns the addresses of a picture, best first, in the wanted size (MEDIA-05). Without copies it
 * is the original alone. `width` of its box in CSS pixels.
 */
export function usePictures(): (url: string, width: number, info?: MediaInfo) => readonly string[] {
  const animated = useSetting('animated');
  const copies = useOwnPictures();
  const server = useSharedSelector(useChild('settings'), ({ context }) => context.mediaServer);
  return (url, width, info) =>
    pictureUrls(url, copies ? info : undefined, width * devicePixelRatio, {
      animated,
      server: copies ? server : '',
      home: location.origin,
    });
}

/** As `usePictures`, for decorative pictures: none for data saver users (BEYOND-15). */
export function useCovers(): ReturnType<typeof usePictures> {
  const pictures = usePictures();
  return useSetting('dataSaver') ? () => [] : pictures;
}

/**
 * Runs the screen's actor while the view is mounted, from before the first paint. Its input is read
 * when it opens: another input needs another key.
 */
export function useScreen(order: ScreenOrder): void {
  const screens = useChild('screens');
  const { key } = order;
  const open = useEffectEvent(() => screens.send({ type: 'screen.opened', order }));
  useLayoutEffect(() => {
    open();
    return () => screens.send({ type: 'screen.closed', key });
  }, [screens, key]);
}
