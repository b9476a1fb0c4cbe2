import type { CallbackActorLogic } from 'xstate';
import { pressed } from '../../events/nostr/ours.ts';
import { RECORDS, type SavedChange } from '../../events/settings/saved-record.ts';
import { differing, joined, type SharedSettings } from '../../events/settings/saved-settings.ts';
import { unsavedIn } from '../../events/settings/unsaved.ts';
import { newestIn, shownIn, zapsFrom } from '../../events/settings/zap-settings.ts';
import { earlier, toSeconds } from '../../events/core/time.ts';
import type { LocalSettings, SettingsActor } from '../../machines/settings/settings.machine.ts';
import type { LocalCommand, LocalSignal } from '../../machines/settings/settings-sync.machine.ts';
import { nowMillis } from '../core/now.ts';
import type { Storages } from '../core/storage.ts';
import type { OpenChannel } from '../core/tab-channel.ts';
import { tabParts, type TabPartsDeps } from '../core/tab-part-store.ts';
import { tellTabs } from './settings-broadcast.ts';
import { callbackAdapter } from '../../machines/core/ports.ts';

interface LocalSettingsParts extends TabPartsDeps {
  readonly settings: SettingsActor | undefined;
  readonly storages: Pick<Storages, 'account'>;
  /**
   * The account and its settings when the page was opened. Settings may change before the port
   * starts.
   */
  readonly early: { readonly account: string; readonly settings: SharedSettings } | undefined;
  /** The channel on which tabs of this browser announce changes. */
  readonly channel: OpenChannel;
}

/**
 * The `localSettings` port of an account's settings. Reports settings that the user changes in this
 * tab. It ignores changes that it applied from the service or received from another tab, which
 * saves them. Unsaved changes are stored locally for the next page, and win over the service's
 * values until they are saved. The zap default is stored beside the settings (ZAP-01), with the
 * amount that was last shown here. Messages of other tabs of this browser are trusted: their values
 * were signed or entered on this device.
 */
export function localSettings(
  parts: LocalSettingsParts,
): CallbackActorLogic<LocalCommand, { readonly account: string }> {
  const { settings: actor, storages, channel } = parts;
  const { joined: withNext, left: without } = RECORDS.settings;
  let before = parts.early;
  return callbackAdapter<LocalCommand, { readonly account: string }>(
    ({ input: { account }, sendBack, receive }) => {
      const scope = storages.account(account);
      const report = (signal: LocalSignal): void => sendBack(signal);
      const waiting = tabParts(parts, { local: scope, account, key: 'unsaved' });
      const unsaved = (all = waiting.all()): SavedChange =>
        all.reduce<SavedChange>((sum, { value }) => withNext(sum, unsavedIn(value)), {});
      /**
       * Moves changes that other tabs have stored into this tab's part. Later changes of other tabs
       * stay.
       */
      const keepUnsaved = (next: (change: SavedChange) => SavedChange): void => {
        const all = waiting.all();
        const change = next(unsaved(all));
        waiting.put(Object.keys(change).length > 0 ? change : undefined);
        for (const part of all) waiting.drop(part);
      };
      const base = channel(`starling-saved-${account}`);
      const reportKept = (): void => {
        const kept = scope.read('zaps');
        if (kept !== undefined)
          report({
            type: 'local.kept',
            zaps: pressed(zapsFrom(kept)),
            shown: shownIn(kept),
            newest: newestIn(kept),
          });
      };
      base.addEventListener('message', ({ data }) => {
        if (typeof data !== 'string') return;
        reportKept();
        report({ type: 'local.heard', content: pressed(data) });
      });
      let known: Partial<LocalSettings> | undefined =
        before?.account === account ? before.settings : undefined;
      before = undefined;
      reportKept();
      const left = unsaved();
      if (Object.keys(left).length > 0) report({ type: 'local.resumed', change: pressed(left) });

      const adopt = (found: Partial<SharedSettings>): void => {
        if (!actor || !known || actor.getSnapshot().context.account !== account) return;
        const { zapDefault: _, zapConfig: __, feeds: ___, ...own } = unsaved();
        const change = joined(found, own);
        known = { ...known, ...change };
        actor.send({ type: 'settings.change', change });
      };
      receive((command) => {
        if (command.type === 'local.keep') {
          const newest = command.newest ?? newestIn(scope.read('zaps'));
          // another device's clock may be fast, and later signatures of this device must count
          scope.write('zaps', {
            ...command.zaps,
            shown: command.shown,
            newest: newest && earlier(newest, toSeconds(nowMillis())),
          });
        } else if (command.type === 'local.unsaved')
          keepUnsaved((change) => withNext(change, command.change));
        else if (command.type === 'local.saved') {
          keepUnsaved((change) => without(change, command.change));
          base.postMessage(command.content);
        } else adopt(command.change);
      });
      if (!actor) return () => base.close();
      let held: LocalSettings | undefined;
      const hold = (local: LocalSettings): void => {
        const isSame =
          held &&
          Object.keys({ ...differing(local, held), ...differing(held, local) }).length === 0;
        held = local;
        if (isSame) return;
        const {
          theme,
          animated,
          usePrimalRelay,
          notifications,
          notificationsAdditional,
          moderation,
        } = local;
        report({
          type: 'local.held',
          settings: {
            theme,
            animated,
            usePrimalRelay,
            notifications,
            notificationsAdditional,
            moderation,
          },
        });
      };
      const tell = ({ context }: ReturnType<SettingsActor['getSnapshot']>): void => {
        if (context.account !== account) return;
        const change = known ? differing(context.local, known) : {};
        known = context.local;
        if (Object.keys(change).length > 0)
          report({ type: 'local.changed', change: pressed(change) });
        hold(context.local);
      };
      tell(actor.getSnapshot());
      const watch = actor.subscribe(tell);
      const onHeard = (change: Partial<LocalSettings>): void => {
        if (known) known = { ...known, ...change };
      };
      const stopTelling = tellTabs({ actor, account, channel, onHeard });
      return () => {
        watch.unsubscribe();
        stopTelling();
        base.close();
      };
    },
  );
}
