import { deviceSeal } from './device-seal.ts';
import { openKeyHolder } from './key-holder.ts';
import type { KeyMessage, KeyReply } from './key-worker-protocol.ts';
import { sealKeyStore } from './seal-key-store.ts';

const hold = openKeyHolder({
  chance: (size) => crypto.getRandomValues(new Uint8Array(size)),
  seal: deviceSeal(sealKeyStore(indexedDB, navigator.locks), {
    subtle: crypto.subtle,
    getRandomValues: crypto.getRandomValues.bind(crypto),
  }),
  mnemonicKey: async () => (await import('../../../events/account/keys/mnemonic.ts')).mnemonicKey,
  unknownWordPlace: async () =>
    (await import('../../../events/account/keys/mnemonic.ts')).unknownWordPlace,
  newWords: async () => (await import('nostr-tools/nip06')).generateSeedWords(),
});

addEventListener('message', ({ data: { id, task } }: MessageEvent<KeyMessage>) => {
  void hold(task).then((answer) => postMessage({ id, answer } satisfies KeyReply));
});
