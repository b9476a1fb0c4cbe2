import { keepEarlyKeys } from '../adapters/app/early-keys.ts';
import { keepInstallOffer } from '../adapters/app/install-offer.ts';
import { fetchWhole, importAhead } from '../adapters/app/import-fetched.ts';
import { screenFiles } from '../adapters/app/screen-files.ts';
import { readSettings, upcastSettings } from '../adapters/app/settings-store.ts';
import { findDevice, openStorages, tabAccount } from '../adapters/core/storage.ts';
import { offeredPrefetch } from '../adapters/connection/cache/offered-prefetch.ts';
import { startCacheWorker } from '../adapters/connection/cache/start-cache-worker.ts';
import { cacheUrls, ownCache, servedCache } from '../adapters/connection/cache/cache-url.ts';
import { readAccounts } from '../events/account/account.ts';
import { prefetchPath } from '../events/connection/prefetch.ts';
import {
  asSeenBy,
  homeSpec,
  DEFAULT_READS_SPEC,
  DEFAULT_VIEWER,
  feedPage,
  firstQuestions,
  firstReads,
} from '../events/reading/feed/home.ts';

/**
 * The first code after the page's theme. The worker opens the socket and sends the page's first
 * queries while React and the rest are still loading.
 */
function boot(): void {
  keepEarlyKeys(window);
  keepInstallOffer(window);
  const device = findDevice(window);
  const storages = openStorages(device);
  const { accounts, current } = readAccounts(storages.global.read('secret'));
  const ofTab = tabAccount(device) ?? current;
  const account = accounts.find(({ pubkey }) => pubkey === ofTab);
  upcastSettings(storages, accounts);
  const saved = readSettings(storages.account(account?.pubkey), storages.global);

  const urls = cacheUrls({
    origin: location.origin,
    built: servedCache(document),
    stored: storages.flag('cacheServer'),
  });
  const compress = storages.flag('noBinary') !== 'true';
  const { pathname } = location;
  const viewer = account?.pubkey ?? DEFAULT_VIEWER;
  const offered = offeredPrefetch(performance);
  const questions = {
    home: () => firstQuestions(homeSpec(saved.selectedHomeFeed, account !== undefined), viewer),
    reads: () => firstReads(saved.selectedReadsFeed ?? DEFAULT_READS_SPEC, viewer),
    other: () => (offered ?? []).map((question) => asSeenBy(viewer, question)),
  }[feedPage(pathname) ?? 'other']();
  const [url = ''] = urls;
  const isAhead = offered !== undefined && url === ownCache(location.origin);
  const { line, started } = startCacheWorker({
    url,
    compress,
    prefetch: isAhead ? [] : questions,
    ahead: isAhead
      ? { path: prefetchPath(questions), questions, anew: account !== undefined }
      : undefined,
  });

  // evaluated before the worker runs, this code would delay it
  const app = started.then(() => ({ code: import('../main.tsx') }));
  void Promise.allSettled([
    // Preloads for the worker, which does not see the page's preloads and finds the files in the
    // cache. A browser warns of each unused preload, so they are used here.
    ...[...document.querySelectorAll<HTMLLinkElement>('link[href$=wasm]')].map(({ href }) =>
      fetchWhole(href),
    ),
    offered && fetchWhole(prefetchPath(offered)),
    importAhead(screenFiles(document, pathname), app),
  ]);

  void app
    .then(({ code }) => code)
    // Evaluating that code is a task of its own, and drawing with it is the next.
    .then(({ startApp }) =>
      setTimeout(startApp, 0, {
        line,
        urls,
        compress,
        ahead: isAhead ? questions : [],
        storages,
        account,
        saved,
      }),
    );
}

// the window of a recording uses this chunk, and has no app of its own
if (document.getElementById('root')) boot();
