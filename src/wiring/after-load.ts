import { defaultLooks } from '../adapters/app/default-looks-store.ts';
import type { Storages } from '../adapters/core/storage.ts';
import { tellTabs } from '../adapters/app/settings-broadcast.ts';
import { pageFetch, type Web } from '../adapters/connection/http.ts';
import { linkPreviews } from '../adapters/reading/content/link-preview.ts';
import { query } from '../events/connection/verbs.ts';
import { hostLookups } from '../machines/account/profile/host-lookups.ts';
import type { AppActor } from '../machines/app/app.machine.ts';
import { recordingLimit } from '../machines/app/recording/limit-recording.ts';
import type { Recorder } from '../machines/app/recording/recorder.ts';
import { checkStates } from '../machines/app/recording/recording-checks.ts';
import { lookup } from '../machines/app/screen-logic.ts';
import { blobLookup } from '../machines/media/blob-lookup.ts';
import { lookupMachine } from '../machines/connection/lookup.machine.ts';
import { linkPreviewLogic } from '../machines/reading/content/link-preview-port.ts';
import { translatorLogic } from '../machines/reading/content/translator-logic.ts';
import type { SettingsActor } from '../machines/settings/settings.machine.ts';
import { guardDoubleTaps } from '../views/ui/overlays/double-tap.ts';
import { provideReplayedPage } from '../views/inspector/recording/replayed-page.ts';
import { loadAhead } from './load-ahead.ts';
import '../views/ui/styles/fonts-ext.css';

/** A busy page records some 0.2 MB meanwhile. */
const LIMIT_MS = 10_000;
const CHECK_MS = 1_000;
/** Share of the time that checks may take. */
const CHECK_SHARE = 0.01;

/**
 * Start the tasks for after the load: the recorder's limit and checks, the guard against double
 * taps, fonts for rarer characters, settings from other tabs, and the default looks for a visitor's
 * next visit.
 */
export function loadAfterStart(
  app: AppActor,
  settings: SettingsActor | undefined,
  storages: Storages,
  recorder: Recorder,
): void {
  setInterval(recordingLimit(recorder), LIMIT_MS);
  checkWhileBusy(app, recorder);
  guardDoubleTaps(window);
  provideReplayedPage(() => import('./replayed-page.tsx'));
  provideLookUps({ fetch: pageFetch(window), home: location.origin });
  const chosen = () => settings?.getSnapshot().context;
  loadAhead(window, {
    isWriter: () => chosen()?.account !== undefined,
    savesData: () => chosen()?.local.dataSaver === true,
    watch: (run) => void settings?.subscribe(run),
  });
  if (!settings) return;
  tellTabs({ actor: settings });
  void returnAccount(app).catch(() => undefined);
  const looks = defaultLooks(storages);
  if (settings.getSnapshot().context.account === undefined && !looks.areKept())
    askLooks(app, looks);
}

/**
 * Load the session of a visitor whose account was lost from local storage when the browser was
 * killed. It restores the account. Other visitors have no such database, and open none.
 */
async function returnAccount(app: AppActor): Promise<void> {
  const { account } = app.getSnapshot().children;
  if (!account || account.getSnapshot().context.account) return;
  const databases = await indexedDB.databases();
  if (!databases.some(({ name }) => name === 'starling-accounts')) return;
  const { hasCopies } = await import('../adapters/account/session/account-copies.ts');
  if (await hasCopies(indexedDB)) account.send({ type: 'account.prepare' });
}

/** Check the states for the recording, at most once a second, and only after something happened. */
function checkWhileBusy(app: AppActor, recorder: Recorder): void {
  let due: ReturnType<typeof setTimeout> | undefined;
  let rest = CHECK_MS;
  const check = () => {
    due = undefined;
    const from = performance.now();
    checkStates(app, recorder);
    rest = Math.max(CHECK_MS, (performance.now() - from) / CHECK_SHARE);
  };
  app.system.inspect(() => (due ??= setTimeout(check, rest)));
}

/** Adapters whose code is loaded when they are first used. */
function provideLookUps(web: Web): void {
  linkPreviewLogic.provide(() => Promise.resolve(linkPreviews(web.fetch)));
  blobLookup.provide(async () =>
    (await import('../adapters/media/find-blob.ts')).findBlob({ ...web, urls: URL }),
  );
  hostLookups.provide(async () =>
    (await import('../adapters/account/profile/host-lookups.ts')).lookUps(web),
  );
  translatorLogic.provide(async () =>
    (await import('../adapters/reading/content/translator.ts')).browserTranslator(window),
  );
}

/** The request is an actor of the app, so that a recording has it. */
function askLooks(app: AppActor, looks: ReturnType<typeof defaultLooks>): void {
  lookup.register(lookupMachine);
  const { screens } = app.getSnapshot().children;
  const key = 'lookup:looks';
  const asked = query('get_default_app_settings', { client: 'Starling' });
  screens?.send({ type: 'screen.opened', order: { kind: 'lookup', key, input: { query: asked } } });
  const watching = screens?.getSnapshot().children[key]?.subscribe(({ context: { answer } }) => {
    if (!answer) return;
    watching?.unsubscribe();
    looks.keep(answer.claims);
    screens.send({ type: 'screen.closed', key });
  });
}
