import { createActor } from 'xstate';
import { defaultLooks } from '../adapters/app/default-looks-store.ts';
import type { Storages } from '../adapters/core/storage.ts';
import { tellTabs } from '../adapters/app/settings-broadcast.ts';
import { linkPreviews } from '../adapters/reading/content/link-preview.ts';
import { query } from '../events/connection/verbs.ts';
import type { Bus } from '../machines/core/bus.ts';
import { requestMachine } from '../machines/connection/request.machine.ts';
import { linkPreviewLogic } from '../machines/reading/content/link-preview-port.ts';
import type { SettingsActor } from '../machines/settings/settings.machine.ts';
import '../views/ui/styles/fonts-ext.css';

/**
 * Start the tasks for after the load: fonts for rarer characters, settings from other tabs, and the
 * default looks for a visitor's next visit.
 */
export function loadAfterStart(
  bus: Bus,
  settings: SettingsActor | undefined,
  storages: Storages,
): void {
  linkPreviewLogic.provide(() => Promise.resolve(linkPreviews(fetch.bind(window))));
  if (!settings) return;
  tellTabs({ actor: settings });
  const looks = defaultLooks(storages);
  if (settings.getSnapshot().context.account === undefined && !looks.areKept())
    askLooks(bus, looks);
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
