import { pageFetch } from '../adapters/connection/http.ts';
import type { DeviceSeal } from '../adapters/account/keys/device-seal.ts';
import { nowSeconds } from '../adapters/core/now.ts';
import { ecashMint } from '../adapters/money/ecash/ecash-mint.ts';
import { ecashStore } from '../adapters/money/ecash/ecash-store.ts';
import { newEcashWords } from '../adapters/money/ecash/ecash-words.ts';
import { newEcashKey } from '../adapters/money/ecash/ecash-key.ts';
import { nutzapsChoice } from '../adapters/money/nutzaps/nutzaps-store.ts';
import type { Storages } from '../adapters/core/storage.ts';
import { ecashMachine } from '../machines/money/ecash/ecash.machine.ts';
import { ecashCheckMachine } from '../machines/money/ecash/ecash-check.machine.ts';
import { ecashJobMachine } from '../machines/money/ecash/ecash-job.machine.ts';
import { nutzapsMachine } from '../machines/money/nutzaps/nutzaps.machine.ts';

/**
 * Ecash with its ports, in a chunk of its own with cashu-ts. It is fetched when a user redeems a
 * token, or opens their ecash.
 */
export function ecashCode(page: Window, seal: DeviceSeal | undefined): typeof ecashMachine {
  const fetch = pageFetch(page);
  const mint = ecashMint({ fetch, now: nowSeconds });
  const { indexedDB: factory, navigator } = page;
  return ecashMachine.provide({
    actors: {
      log: ecashStore({
        factory,
        keyRange: IDBKeyRange,
        seal,
        locks: navigator.locks,
        channel: (name) => new BroadcastChannel(name),
      }),
      words: newEcashWords(crypto),
      job: ecashJobMachine.provide({ actors: { mint } }),
      check: ecashCheckMachine.provide({ actors: { mint } }),
    },
  });
}

/**
 * Nutzaps and the wallet events of other programs, in the same chunk, because every user of ecash
 * sees these too.
 */
export function nutzapsCode(storages: Pick<Storages, 'account'>): typeof nutzapsMachine {
  return nutzapsMachine.provide({
    actors: { newKey: newEcashKey(crypto), choice: nutzapsChoice(storages) },
  });
}
