import { createActor } from 'xstate';
import { defaultLooks } from '../adapters/app/default-looks-store.ts';
import type { Storages } from '../adapters/core/storage.ts';
import { tellTabs } from '../adapters/app/settings-broadcast.ts';
import type { Web } from '../adapters/connection/http.ts';
import { linkPreviews } from '../adapters/reading/content/link-preview.ts';
import { query } from '../events/connection/verbs.ts';
import { hostLookups } from '../machines/account/profile/host-lookups.ts';
import { recordingLimit } from '../machines/app/limit-recording.ts';
import type { Recorder } from '../machines/app/recorder.ts';
import type { Bus } from '../machines/core/bus.ts';
import { blobLookup } from '../machines/media/blob-lookup.ts';
import { requestMachine } from '../machines/connection/request.machine.ts';
import { linkPreviewLogic } from '../machines/reading/content/link-preview-port.ts';
import { translatorLogic } from '../machines/reading/content/translator-logic.ts';
import type { SettingsActor } from '../machines/settings/settings.machine.ts';
import '../views/ui/styles/fonts-ext.css';

/** A busy page records some 0.2 MB meanwhile. */
const LIMIT_MS = 10_000;

/**
 * Start the tasks for after the load: the recorder's limit, fonts for rarer characters, settings
 * from other tabs, and the default looks for a visitor's next visit.
 */
export function loadAfterStart(
  bus: Bus,
  settings: SettingsActor | undefined,
  storages: Storages,
  recorder: Recorder,
): void {
  setInterval(recordingLimit(recorder), LIMIT_MS);
  provideLookUps({ fetch: fetch.bind(window), home: location.origin });
  if (!settings) return;
  tellTabs({ actor: settings });
  const looks = defaultLooks(storages);
  if (settings.getSnapshot().context.account === undefined && !looks.areKept())
    askLooks(bus, looks);
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

function askLooks(bus: Bus, looks: ReturnType<typeof defaultLooks>): void {
  const asked = createActor(requestMachine, {
    input: { bus, query: query('get_default_app_settings', { client: 'Starling' }) },
  });
  asked.subscribe(({ output }) => {
    if (output?.ok) looks.keep(output.answer.claims);
  });
  asked.start();
}
