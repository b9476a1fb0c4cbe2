import { afterEach, expect, test, vi } from 'vitest';
import { createActor, setup } from 'xstate';
import { fakeIdb } from '../../../tests/support/fake-idb.ts';
import { secretOf } from '../../events/account/secret.ts';
import type { Letter, Place } from '../../events/messages/letter.ts';
import { millis } from '../../events/time.ts';
import type { LettersCommand, LettersSignal } from '../../machines/messages/letters-wire.ts';
import { deviceSeal, type DeviceSeal } from '../account/device-seal.ts';
import { eraseLetters, letterShelf } from './letter-shelf.ts';

const [ME, PEER, OTHER] = ['1', '2', '3'].map((digit) => digit.repeat(64)) as [string, string, string];
const NAME = `starling-messages-${ME}`;
const stops: Array<() => void> = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

function seals(): DeviceSeal {
  const keys = new Map<string, CryptoKey>();
  const box = {
    read: (name: string) => Promise.resolve(keys.get(name)),
    keep: (name: string, key: CryptoKey) => Promise.resolve(keys.set(name, key).get(name) ?? key),
    remove: (name: string) => Promise.resolve(void keys.delete(name)),
  };
  return deviceSeal(box, { subtle: crypto.subtle, getRandomValues: (array) => crypto.getRandomValues(array) });
}

const letter = (text: string, peer = PEER): Letter => ({ peer, text: secretOf(text), begun: millis(5) });

function open(idb: ReturnType<typeof fakeIdb> | undefined, seal: DeviceSeal | undefined) {
  const heard: LettersSignal[] = [];
  const logic = letterShelf({ factory: idb?.factory, seal });
  const parent = setup({ types: { events: {} as LettersSignal }, actors: { logic } }).createMachine({
    invoke: { id: 'port', src: 'logic', input: { account: ME } },
    on: { '*': { actions: ({ event }) => heard.push(event) } },
  });
  const actor = createActor(parent).start();
  stops.push(() => actor.stop());
  const tell = (command: LettersCommand) => actor.getSnapshot().children['port']?.send(command);
  const found = async () => {
    const signal = await vi.waitFor(() => heard.find((one) => one.type === 'letters.found') ?? Promise.reject(new Error('nothing found')));
    return { letters: signal.letters.map(({ peer, text }) => [peer, text.reveal()]), place: signal.place };
  };
  const kept = (count: number) =>
    vi.waitFor(() => {
      const all = heard.flatMap((one) => (one.type === 'letters.kept' ? [one.isKept] : []));
      expect(all.length).toBeGreaterThanOrEqual(count);
      return all;
    });
  return {
    found,
    kept,
    keep: (one: Letter) => tell({ type: 'letters.keep', letter: one }),
    stay: (place: Place) => tell({ type: 'letters.place', place }),
    stop: () => actor.stop(),
  };
}
const rows = (idb: ReturnType<typeof fakeIdb>) => idb.rows(NAME, 'letters');

test('DM-01 INV-NO-LOSS what is written to others, and where somebody was, is there in the next page, one row each, and nothing of it lies in the clear', async () => {
  const [idb, seal] = [fakeIdb(), seals()];
  const one = open(idb, seal);
  expect(await one.found()).toEqual({ letters: [], place: undefined });
  one.keep(letter('a plain'));
  one.keep(letter('a plain secret'));
  one.keep(letter('to another', OTHER));
  one.stay({ relation: 'other', peer: PEER });
  expect(await one.kept(3)).not.toContain(false);
  expect(rows(idb)).toHaveLength(3);
  expect(JSON.stringify(rows(idb))).not.toMatch(/plain|another|other|2222|3333/);
  one.stop();
  const two = open(idb, seal);
  const { letters, place } = await two.found();
  expect([letters.toSorted(([one], [other]) => ((one ?? '') < (other ?? '') ? -1 : 1)), place]).toEqual([
    [
      [PEER, 'a plain secret'],
      [OTHER, 'to another'],
    ],
    { relation: 'other', peer: PEER },
  ]);
  two.keep(letter(''));
  await two.kept(1);
  two.stop();
  expect((await open(idb, seal).found()).letters).toEqual([[OTHER, 'to another']]);
});

test('E-36 what cannot be sealed, or not be put anywhere, is not kept, and that is said', async () => {
  for (const [idb, seal] of [
    [fakeIdb(), undefined],
    [undefined, seals()],
    [fakeIdb({ fail: (operation) => (operation === 'add' ? new DOMException('full') : undefined) }), seals()],
  ] as const) {
    const it = open(idb, seal);
    await it.found();
    it.keep(letter('a plain secret'));
    expect(await it.kept(1)).toEqual([false]);
    if (idb) expect(rows(idb)).toEqual([]);
  }
});

test('E-35 erased with the account, it never opens again', async () => {
  const [idb, seal] = [fakeIdb(), seals()];
  const one = open(idb, seal);
  one.keep(letter('a plain secret'));
  await one.kept(1);
  one.stop();
  const copy = rows(idb);
  await eraseLetters(idb.factory, seal, ME);
  expect(copy).toHaveLength(1);
  expect(await seal.open(String(copy[0]), `messages ${ME}`)).toBeUndefined();
  expect(await open(idb, seal).found()).toEqual({ letters: [], place: undefined });
});
