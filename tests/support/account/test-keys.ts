import { generateSeedWords } from 'nostr-tools/nip06';
import {
  type DeviceSeal,
  deviceSeal,
  type SealKeyStore,
} from '../../../src/adapters/account/keys/device-seal.ts';
import { openKeyHolder } from '../../../src/adapters/account/keys/key-holder.ts';
import {
  type KeyWorkerClient,
  openKeyWorkerClient,
} from '../../../src/adapters/account/keys/key-worker-client.ts';
import type { KeyTask } from '../../../src/adapters/account/keys/key-worker-protocol.ts';
import { mnemonicKey, unknownWordPlace } from '../../../src/events/account/keys/mnemonic.ts';

/** The words of the first key that a device makes, random for each worker. */
const FIRST = generateSeedWords();
const derived = new Map<string, Uint8Array | undefined>();

/**
 * Derive a key from words. That takes 2,048 hashes, a fifth of a second, so each phrase is derived
 * only once.
 */
function keyOf(words: string): Uint8Array | undefined {
  const known = derived.has(words) ? derived.get(words) : mnemonicKey(words);
  derived.set(words, known);
  // a copy, because the caller wipes it
  return known && Uint8Array.from(known);
}

/** Return the keys of a device in memory, by name. */
export function sealKeys(): { box: SealKeyStore; kept: Map<string, CryptoKey> } {
  const kept = new Map<string, CryptoKey>();
  const box: SealKeyStore = {
    read: async (name) => kept.get(name),
    readShared: async () => undefined,
    keep: async (name, key) => {
      const first = kept.get(name) ?? key;
      kept.set(name, first);
      return first;
    },
    remove: async (name) => void kept.delete(name),
  };
  return { box, kept };
}

/** A device that seals with these keys, or with a new one by default. */
export function fakeSeal(box: SealKeyStore = sealKeys().box): DeviceSeal {
  return deviceSeal(box, {
    subtle: crypto.subtle,
    getRandomValues: crypto.getRandomValues.bind(crypto),
  });
}

/**
 * The key worker in this thread: real keys and ciphers, with a device that seals. Only the lock is
 * cheap; the tests of the holder check its cost. `tasks`: the tasks that it received.
 */
export function testKeys(box: SealKeyStore = sealKeys().box): {
  keys: KeyWorkerClient;
  tasks: KeyTask[];
} {
  const tasks: KeyTask[] = [];
  let made = 0;
  const keys = openKeyWorkerClient((reply) => {
    const hold = openKeyHolder({
      chance: (size) => crypto.getRandomValues(new Uint8Array(size)),
      seal: fakeSeal(box),
      mnemonicKey: async () => keyOf,
      unknownWordPlace: async () => unknownWordPlace,
      newWords: async () => (made++ === 0 ? FIRST : generateSeedWords()),
      logN: 4,
    });
    return {
      post: ({ id, task }) => {
        tasks.push(task);
        // a copy, as a real thread would receive
        void hold(structuredClone(task)).then((answer) => reply(structuredClone({ id, answer })));
      },
      end: () => undefined,
    };
  });
  return { keys, tasks };
}
