import { createRoot } from 'react-dom/client';
import { createActor } from 'xstate';
import { activityWatch } from './adapters/app/activity.ts';
import { applyAppearance, forcedTheme, systemDark } from './adapters/app/appearance.ts';
import { settingsDevice } from './adapters/app/settings-device.ts';
import { firstDraw } from './adapters/app/first-draw.ts';
import { onlineWatch } from './adapters/app/online.ts';
import { keepMediaHere } from './adapters/app/media-policy.ts';
import { fetchSprite } from './adapters/app/sprite.ts';
import type { Storages } from './adapters/core/storage.ts';
import type { CacheClient } from './adapters/connection/cache/cache-client.ts';
import { cacheSocket } from './adapters/connection/cache/cache-socket.ts';
import { ownCache } from './adapters/connection/cache/cache-url.ts';
import { lazyPool } from './adapters/connection/cache/lazy-pool.ts';
import type { Account } from './events/account/account.ts';
import { HOME_FEEDS } from './events/reading/feed/home-feeds.ts';
import { DEFAULT_VIEWER, feedPage } from './events/reading/feed/home.ts';
import { shownTheme } from './events/settings/appearance.ts';
import { millis } from './events/core/time.ts';
import { accountWith } from './machines/account/session/account-code.ts';
import { activityMachine } from './machines/app/activity.machine.ts';
import { appMachine } from './machines/app/app.machine.ts';
import { createRecorder } from './machines/app/recording/recorder.ts';
import { cacheMachine } from './machines/connection/cache.machine.ts';
import type { CacheQuery } from './events/connection/cache-query.ts';
import {
  DEFAULT_SETTINGS,
  type LocalSettings,
  type SettingsActor,
  settingsMachine,
} from './machines/settings/settings.machine.ts';
import { App } from './views/app/App.tsx';
import sprite from './views/ui/icons.svg?no-inline';
import { storeIconShapes } from './views/ui/display/icon-shapes.ts';
import { ComposeDialog } from './views/app/current-user.tsx';
import { preload } from './views/ui/navigation/screen-code.ts';
import { ENGLISH, LanguageContext } from './views/ui/strings.ts';

/**
 * Delay in milliseconds before the page counts as loaded and non-critical code is fetched
 * (`wiring/after-load.ts`).
 */
const SETTLED = 1_000;

export interface Boot {
  readonly line: CacheClient;
  readonly urls: readonly string[];
  readonly compress: boolean;
  /** The queries that were sent before the socket was open. */
  readonly ahead: readonly CacheQuery[];
  readonly storages: Storages;
  /** The last signed-in account. */
  readonly account: Account | undefined;
  readonly saved: Partial<LocalSettings>;
}

/** Provide the adapters, start the root actor and mount React. */
export async function startApp({
  line,
  urls,
  compress,
  ahead,
  storages,
  account,
  saved,
}: Boot): Promise<void> {
  fetchSprite(sprite, storeIconShapes);
  const { origin, pathname } = location;
  const viewer = account?.pubkey ?? DEFAULT_VIEWER;
  const dark = systemDark(window);
  // The boot chunk has requested a feed and the service's offers. Without this code the screen
  // sends its requests later.
  let isDrawn = false;
  const asks =
    !(ahead[0] || feedPage(pathname)) &&
    import('./events/app/page-queries.ts').then(
      // a rendered screen has already sent its requests
      ({ pageQueries }) => isDrawn || pageQueries(pathname, viewer).forEach(line.prefetch),
      () => undefined,
    );
  const code = Promise.all([preload(pathname), asks]);
  const ready = firstDraw({ fonts: document.fonts, code, after: (ms, run) => setTimeout(run, ms) });
  const machine = appMachine.provide({
    actors: {
      cache: cacheMachine.provide({
        actors: {
          socket: cacheSocket(line, storages.flag('devMode') === 'true' ? console.warn : undefined),
          pool: lazyPool(async () =>
            (await import('./adapters/connection/cache/service-pool-store.ts')).poolOrders(
              storages,
              window,
            ),
          ),
        },
      }),
      activity: activityMachine.provide({ actors: { watch: activityWatch(window) } }),
      online: onlineWatch(window),
      settings: settingsMachine.provide({ actors: { device: settingsDevice(storages, dark) } }),
      account: accountWith(async () =>
        (await import('./wiring/account.ts')).accountCode(
          storages,
          window,
          settings,
          { account, settings: { ...DEFAULT_SETTINGS, ...saved } },
          ComposeDialog.preload,
        ),
      ),
    },
  });
  const recorder = createRecorder(
    () => millis(performance.now()),
    millis(performance.timeOrigin),
    () => location.href,
  );
  const home = ownCache(origin);
  // Another service's pictures are unknown to this one.
  const ownMedia = urls[0] === home && document.documentElement.dataset['media'] ? origin : '';
  const app = createActor(machine, {
    input: {
      account,
      cache: { urls, compress, ahead, seed: Math.random(), home },
      settings: {
        account: account?.pubkey,
        saved,
        forcedTheme: forcedTheme(storages.flag('forcedTheme')),
        systemDark: dark.matches,
        mediaServer: storages.flag('mediaServer') ?? ownMedia,
      },
      screens: { viewer: DEFAULT_VIEWER, homeFeeds: HOME_FEEDS },
    },
    inspect: recorder.inspect,
    clock: {
      setTimeout: (run: () => void, ms: number) => setTimeout(recorder.timer(run), ms),
      clearTimeout: (timer: number) => clearTimeout(timer),
    },
  });
  app.start();
  const place = document.getElementById('root');
  const root =
    place &&
    createRoot(place, {
      // React's own message does not name the error that it recovered from
      onRecoverableError: (error) => reportError((error instanceof Error && error.cause) || error),
    });
  const draw = (language = ENGLISH): void => {
    isDrawn = true;
    root?.render(
      <LanguageContext value={language}>
        <App app={app} recorder={recorder} />
      </LanguageContext>,
    );
  };
  const fail = () =>
    app.send({ type: 'toast.show', kind: 'warning', message: { code: 'language.unavailable' } });
  const speak = (chosen: LocalSettings['language']): Promise<void> =>
    import('./wiring/language.ts').then(
      (speech) =>
        speech.loadLanguage({
          chosen,
          flag: storages.flag,
          screen: Promise.all([code, ready]),
          draw,
          fail,
        }),
      () => {
        // without the language code only English was shown
        document.documentElement.lang = 'en';
        document.documentElement.dir = 'ltr';
        fail();
        draw();
      },
    );
  const { settings } = app.getSnapshot().children;
  if (settings) followAppearance(settings, speak);
  // the page's first script has set it
  await (document.documentElement.lang === 'en' ? ready.then(() => draw()) : speak(saved.language));
  setTimeout(() => {
    delete document.documentElement.dataset['fresh'];
    void import('./wiring/after-load.ts')
      .then((settled) => settled.loadAfterStart(app, settings, storages, recorder))
      .catch(() => undefined);
  }, SETTLED);
}

/** Apply the chosen looks, and call `speak` whenever the language changes. */
export function followAppearance(
  settings: SettingsActor,
  speak: (chosen: LocalSettings['language']) => unknown,
): void {
  const { context: first } = settings.getSnapshot();
  let { language } = first.local;
  keepMediaHere(first);
  settings.subscribe(({ context }) => {
    const { local, forcedTheme, systemDark } = context;
    keepMediaHere(context);
    const theme = shownTheme({ ...local, systemDark, forced: forcedTheme });
    applyAppearance(document.documentElement, { ...local, theme });
    if (local.language !== language) {
      language = local.language;
      speak(language);
    }
  });
}
