import { generateSeedWords } from 'nostr-tools/nip06';
import { deviceSeal, type SealKeyBox } from '../../src/adapters/account/device-seal.ts';
import { openKeyHolder } from '../../src/adapters/account/key-holder.ts';
import { type KeyLine, openKeyLine } from '../../src/adapters/account/key-line.ts';
import type { KeyTask } from '../../src/adapters/account/key-wire.ts';
import { mnemonicKey } from '../../src/events/account/mnemonic.ts';

/** The keys of a device in memory, by name. */
export function sealKeys(): { box: SealKeyBox; kept: Map<string, CryptoKey> } {
  const kept = new Map<string, CryptoKey>();
  const box: SealKeyBox = {
    read: async (name) => kept.get(name),
    keep: async (name, key) => {
      const first = kept.get(name) ?? key;
      kept.set(name, first);
      return first;
    },
    remove: async (name) => void kept.delete(name),
  };
  return { box, kept };
}

/**
 * The worker that holds keys, in this thread: real keys and ciphers, with a device that seals. Only a lock costs next to nothing: what it must
 * cost is for the tests of the holder. `tasks` is what it was asked.
 */
export function testKeys(box: SealKeyBox = sealKeys().box): { keys: KeyLine; tasks: KeyTask[] } {
  const tasks: KeyTask[] = [];
  const keys = openKeyLine((reply) => {
    const hold = openKeyHolder({
      chance: (size) => crypto.getRandomValues(new Uint8Array(size)),
      seal: deviceSeal(box, { subtle: crypto.subtle, getRandomValues: crypto.getRandomValues.bind(crypto) }),
      mnemonicKey: async () => mnemonicKey,
      newWords: async () => generateSeedWords(),
      logN: 4,
    });
    return {
      post: ({ id, task }) => {
        tasks.push(task);
        // as a real thread would see it: a copy
        void hold(structuredClone(task)).then((answer) => reply(structuredClone({ id, answer })));
      },
      end: () => undefined,
    };
  });
  return { keys, tasks };
}
