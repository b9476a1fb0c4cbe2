import { nip04, nip17, nip59 } from 'nostr-tools';
import { getPublicKey } from 'nostr-tools/pure';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foreignClient } from '../../tests/support/messages/foreign-client.ts';
import { secretKey, signed } from '../../tests/support/events/signed.ts';
import { isLong } from '../../tests/support/runs.ts';
import { parseStored } from '../store/stored-event.ts';
import { type Service, startService } from '../start.ts';

const [OWN, THEIRS, OTHERS] = [1, 2, 3].map((n) => secretKey(n)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];
const [own, theirs] = [getPublicKey(OWN), getPublicKey(THEIRS)];
let service: Service;

beforeAll(async () => {
  service = await startService({ port: 0 });
});
afterAll(() => service.stop());

const now = () => Math.floor(Date.now() / 1_000);
const stored = async (kind: number) =>
  (await service.store.query([{ kinds: [kind] }], 100, [own, theirs])).map(parseStored);
const publish = async (...events: readonly object[]) => {
  await service.store.insert(events.flatMap((event) => service.gate.admit(event) ?? []));
};

test.runIf(isLong)(
  'NIP-04 NIP-42 another implementation exchanges messages with ours through the relay',
  async () => {
    const them = foreignClient(service.url, THEIRS);
    const content = nip04.encrypt(OWN, theirs, 'from here · ünï 🌻');
    await publish(signed({ kind: 4, content, tags: [['p', theirs]], created_at: now() - 5 }, 1));
    const id = await them.write('nip04', own, 'from there · ünï 🌻');
    const [answer] = (await stored(4)).filter((event) => event.id === id);
    expect([answer?.pubkey, answer?.tags]).toEqual([theirs, [['p', own]]]);
    expect(nip04.decrypt(OWN, theirs, answer?.content ?? '')).toBe('from there · ünï 🌻');
    expect((await them.read('nip04', own)).map(({ from, text }) => [from, text])).toEqual([
      [own, 'from here · ünï 🌻'],
      [theirs, 'from there · ünï 🌻'],
    ]);
    expect(await foreignClient(service.url, OTHERS).read('nip04', own)).toEqual([]);
  },
  30_000,
);

test.runIf(isLong)(
  'NIP-17 NIP-59 NIP-42 gift wraps work both ways with another implementation, and stay private',
  async () => {
    const them = foreignClient(service.url, THEIRS);
    await publish(nip17.wrapEvent(OWN, { publicKey: theirs }, 'wrapped here'));
    const id = await them.write('nip17', own, 'wrapped there');
    const wraps = await stored(1_059);
    const rumor = nip59.unwrapEvent(wraps.find((event) => event.id === id) as never, OWN);
    expect(rumor).toMatchObject({
      pubkey: theirs,
      kind: 14,
      content: 'wrapped there',
      tags: [['p', own]],
    });
    expect(
      new Set((await them.read('nip17', own)).map(({ from, text }) => `${from} ${text}`)),
    ).toEqual(new Set([`${own} wrapped here`, `${theirs} wrapped there`]));
    // For the first recipient, the second one, and the author's other devices.
    expect(wraps).toHaveLength(3);
    expect(await foreignClient(service.url, OTHERS).read('nip17', own)).toEqual([]);
    expect(await service.store.query([{ kinds: [1_059] }], 100, [])).toEqual([]);
  },
  30_000,
);
