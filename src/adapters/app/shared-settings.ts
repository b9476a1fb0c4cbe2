import { type CallbackActorLogic, fromCallback } from 'xstate';
import { differing, type SharedSettings } from '../../events/settings/saved-settings.ts';
import type { SettingsActor } from '../../machines/settings/settings.machine.ts';
import type { LocalCommand, LocalSignal } from '../../machines/settings/settings-sync.machine.ts';

/**
 * The `localSettings` port of the settings of an account: tells what a person changes here, not what it was told to take over itself. `early`:
 * what held when the page was opened by whoever is here still, as something may have been changed before the port was there.
 */
export function localSettings(
  actor: SettingsActor | undefined,
  early: SharedSettings | undefined,
): CallbackActorLogic<LocalCommand, undefined> {
  let before = early;
  return fromCallback<LocalCommand, undefined>(({ sendBack, receive }) => {
    if (!actor) return undefined;
    let known = before ?? actor.getSnapshot().context.local;
    before = undefined;
    const tell = ({ context: { local } }: ReturnType<SettingsActor['getSnapshot']>): void => {
      const change = differing(local, known);
      known = local;
      if (Object.keys(change).length > 0) sendBack({ type: 'local.changed', change } satisfies LocalSignal);
    };
    tell(actor.getSnapshot());
    const watch = actor.subscribe(tell);
    receive(({ change }) => {
      known = { ...known, ...change };
      actor.send({ type: 'settings.change', change });
    });
    return () => watch.unsubscribe();
  });
}
