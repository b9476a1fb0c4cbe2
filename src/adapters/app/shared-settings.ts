import { type CallbackActorLogic, fromCallback } from 'xstate';
import { differing, type SharedSettings } from '../../events/settings/saved-settings.ts';
import type { SettingsActor } from '../../machines/settings/settings.machine.ts';
import type { LocalCommand, LocalSignal } from '../../machines/settings/settings-sync.machine.ts';

/** The `localSettings` port of the settings of an account: tells what a person changes here, not what it was told to take over itself. */
export function localSettings(actor: SettingsActor | undefined): CallbackActorLogic<LocalCommand, undefined> {
  return fromCallback<LocalCommand, undefined>(({ sendBack, receive }) => {
    if (!actor) return undefined;
    let known: SharedSettings = actor.getSnapshot().context.local;
    const watch = actor.subscribe(({ context }) => {
      const change = differing(context.local, known);
      known = context.local;
      if (Object.keys(change).length > 0) sendBack({ type: 'local.changed', change } satisfies LocalSignal);
    });
    receive(({ change }) => {
      known = { ...known, ...change };
      actor.send({ type: 'settings.change', change });
    });
    return () => watch.unsubscribe();
  });
}
