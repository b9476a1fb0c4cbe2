import { type CallbackActorLogic, fromCallback } from 'xstate';
import { differing, type SharedSettings } from '../../events/settings/saved-settings.ts';
import { zapsFrom } from '../../events/settings/zap-settings.ts';
import type { SettingsActor } from '../../machines/settings/settings.machine.ts';
import type { LocalCommand, LocalSignal } from '../../machines/settings/settings-sync.machine.ts';
import type { Storages } from './storage.ts';

/**
 * The `localSettings` port of the settings of an account: tells what a person changes here while that account is here, not what it was told to
 * take over itself. `early`: what held when the page was opened, and for whom, as something may have been changed before the port was there. What
 * one press gives is kept beside them (ZAP-01).
 */
export function localSettings(
  actor: SettingsActor | undefined,
  early: { readonly account: string; readonly settings: SharedSettings } | undefined,
  storages: Pick<Storages, 'account'>,
): CallbackActorLogic<LocalCommand, { readonly account: string }> {
  let before = early;
  return fromCallback<LocalCommand, { readonly account: string }>(({ input: { account }, sendBack, receive }) => {
    const scope = storages.account(account);
    const kept = scope.read('zaps');
    if (kept !== undefined) sendBack({ type: 'local.kept', zaps: zapsFrom(kept) });
    if (!actor) {
      receive((command) => void (command.type === 'local.keep' && scope.write('zaps', command.zaps)));
      return undefined;
    }
    let known = before?.account === account ? before.settings : undefined;
    before = undefined;
    const tell = ({ context }: ReturnType<SettingsActor['getSnapshot']>): void => {
      if (context.account !== account) return;
      const change = known ? differing(context.local, known) : {};
      known = context.local;
      if (Object.keys(change).length > 0) sendBack({ type: 'local.changed', change } satisfies LocalSignal);
    };
    tell(actor.getSnapshot());
    const watch = actor.subscribe(tell);
    receive((command) => {
      if (command.type === 'local.keep') return void scope.write('zaps', command.zaps);
      const { change } = command;
      if (!known || actor.getSnapshot().context.account !== account) return;
      known = { ...known, ...change };
      actor.send({ type: 'settings.change', change });
    });
    return () => watch.unsubscribe();
  });
}
