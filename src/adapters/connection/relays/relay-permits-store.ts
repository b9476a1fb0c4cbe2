import type { CallbackActorLogic } from 'xstate';
import { isRecord } from '../../../events/core/json.ts';
import type {
  PermitsCommand,
  PermitsSignal,
} from '../../../machines/connection/relay-pool.machine.ts';
import { PEER_USES } from '../../../events/connection/peer-use.ts';
import { accountPrefix, type Storages } from '../../core/storage.ts';
import { callbackAdapter } from '../../../machines/core/ports.ts';

/** Names of the stored decisions. */
const NAMES = ['relayPermits', 'relayDials'] as const;
type Name = (typeof NAMES)[number];

/**
 * The `permits` port of the relay pool, as stored in this browser: which relays may know the
 * account (TRUST-08), and which are connected beside the caching service (RELAY-08). Answers of
 * other tabs are merged with those of this one, and reported.
 */
export function relayPermits(
  storages: Storages,
  page: Pick<Window, 'addEventListener' | 'removeEventListener'>,
): CallbackActorLogic<PermitsCommand, { readonly account: string }> {
  return callbackAdapter<PermitsCommand, { readonly account: string }>(
    ({ input, sendBack, receive }) => {
      const scope = storages.account(input.account);
      const read = (name: Name) => {
        const kept = scope.read(name);
        const entries = isRecord(kept) ? Object.entries(kept) : [];
        return new Map(
          entries.flatMap(([key, allowed]) =>
            typeof allowed === 'boolean' ? [[key, allowed] as const] : [],
          ),
        );
      };
      const readUses = () => {
        const kept = scope.read('relayDialUses');
        const entries = isRecord(kept) ? Object.entries(kept) : [];
        return new Map(
          entries.flatMap(([key, named]) =>
            Array.isArray(named)
              ? [[key, PEER_USES.filter((use) => named.includes(use))] as const]
              : [],
          ),
        );
      };
      const tell = (name: Name): void =>
        sendBack(
          (name === 'relayPermits'
            ? { type: 'permits.found', permits: read(name) }
            : {
                type: 'permits.dialsFound',
                dials: read(name),
                uses: readUses(),
              }) satisfies PermitsSignal,
        );
      const hear = ({ key }: StorageEvent) => {
        // without a key: everything was cleared
        for (const name of NAMES)
          if (key === null || key === `${accountPrefix(input.account)}/${name}`) tell(name);
      };
      for (const name of NAMES) tell(name);
      page.addEventListener('storage', hear);
      receive((command) => {
        const { key, allowed } = command;
        const name = command.type === 'permits.keep' ? 'relayPermits' : 'relayDials';
        if (command.type === 'permits.keepDial') {
          const uses = readUses();
          if (allowed === undefined) uses.delete(key);
          else uses.set(key, [...command.uses]);
          scope.write('relayDialUses', Object.fromEntries(uses));
        }
        const permits = read(name);
        if (allowed === undefined) permits.delete(key);
        else permits.set(key, allowed);
        scope.write(name, Object.fromEntries(permits));
        tell(name);
      });
      return () => page.removeEventListener('storage', hear);
    },
  );
}
