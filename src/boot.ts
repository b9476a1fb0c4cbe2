import { applyAppearance, forcedTheme, systemDark } from './adapters/app/appearance.ts';
import { readSettings } from './adapters/app/saved-settings.ts';
import { findDevice, openStorages } from './adapters/app/storage.ts';
import { startCacheWorker } from './adapters/connection/boot.ts';
import { cacheUrls } from './adapters/connection/cache-url.ts';
import { DEFAULT_HOME_SPEC, DEFAULT_VIEWER, homeQuery, PAGE_SIZE } from './events/reading/home.ts';
import { shownTheme } from './events/settings/appearance.ts';

/**
 * The first thing that runs: the page gets its theme, and the worker opens the socket and asks for what the page will want first, while
 * React and the rest are still on their way.
 */
const storages = openStorages(findDevice(window));
const saved = readSettings(storages.account(undefined));
const dark = systemDark(window);
const forced = forcedTheme(storages.flag('forcedTheme'));
const { theme = 'sunrise', useSystemTheme = false, animated = true } = saved;
applyAppearance(document.documentElement, { theme: shownTheme({ theme, useSystemTheme, systemDark: dark.matches, forced }), animated });

const served = document.querySelector<HTMLMetaElement>('meta[name="starling-cache"]')?.content;
const urls = cacheUrls({
  origin: location.origin,
  built: served ?? import.meta.env['VITE_CACHE_URL'],
  stored: storages.flag('cacheServer'),
});
const compress = storages.flag('noBinary') !== 'true';
const isHome = location.pathname === '/' || location.pathname === '/home';
const firstPage = homeQuery(saved.selectedHomeFeed ?? DEFAULT_HOME_SPEC);
const prefetch = [
  { verb: 'get_home_feeds' },
  ...(isHome
    ? [{ verb: firstPage.verb, payload: { ...firstPage.payload, user_pubkey: DEFAULT_VIEWER, limit: PAGE_SIZE, offset: 0 } }]
    : []),
];
const { line, started } = startCacheWorker({ url: urls[0] ?? '', compress, prefetch });

void started.then(() => import('./main.tsx')).then(({ startApp }) => startApp({ line, urls, compress, storages, saved, dark, forced }));
