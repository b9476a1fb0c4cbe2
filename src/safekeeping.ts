import { addPasskeyPort, type PasskeyDeps, passkeysFoundPort, removePasskeyPort } from './adapters/account/passkey-ports.ts';
import type { Seconds } from './events/time.ts';
import { passkeysMachine } from './machines/account/passkeys.machine.ts';

/** Passkeys with their ports, in a chunk of its own: only who looks at them fetches it. */
export function passkeysCode(deps: PasskeyDeps & { readonly now: () => Seconds }): typeof passkeysMachine {
  return passkeysMachine.provide({
    actors: { found: passkeysFoundPort(deps), add: addPasskeyPort(deps), remove: removePasskeyPort(deps) },
  });
}
