import { createActor, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fakeBus } from '../../../../tests/support/connection/fake-bus.ts';
import { fakeSession } from '../../../../tests/support/account/fake-session.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { privateRelaysMachine } from './private-relays.machine.ts';

const ME = 'c'.repeat(64);
const SEALED = `A${'b'.repeat(131)}`;
const list = (content: string, tags: string[][] = [], pubkey = ME) =>
  trusted({ kind: KIND.PrivateRelays, pubkey, content, tags });

function start(opened: unknown = [['relay', 'wss://private.example']]) {
  const clock = new SimulatedClock();
  const bus = fakeBus();
  const signer = fakeSession(() => JSON.stringify(opened));
  const input = { account: ME, bus: bus.bus, signer: signer.ref, home: 'https://here.example' };
  const actor = createActor(privateRelaysMachine, { input, clock }).start();
  return {
    bus,
    clock,
    signer,
    urls: () => actor.getSnapshot().output?.urls,
    wait: (ms: number) => elapse(clock, ms, 500),
  };
}

test('NIP-37 private relays are read from the encrypted part of the own list, deduplicated and validated', async () => {
  const it = start([
    ['relay', 'wss://private.example'],
    ['relay', 'wss://PRIVATE.example/'],
    ['relay', 'javascript:x'],
    ['r', 'wss://other.example'],
  ]);
  expect(it.bus.open().map(({ query: { verb, payload } }) => ({ verb, payload }))).toEqual([
    { verb: 'replaceable_event', payload: { pubkey: ME, kind: 10_013 } },
  ]);
  it.bus.answer({
    events: [list('another', [], 'd'.repeat(64)), list(SEALED, [['relay', 'wss://open.example']])],
  });
  await Promise.resolve();
  expect(it.urls()).toEqual(['wss://private.example', 'wss://open.example']);
});

test('NIP-37 an empty or missing list means no relays, and a failed request is repeated', async () => {
  const none = start();
  none.bus.answer({ events: [] });
  expect(none.urls()).toEqual([]);
  const again = start();
  again.bus.refuse();
  expect(again.urls()).toBeUndefined();
  again.wait(30_000);
  again.bus.answer({ events: [list('')] });
  expect(again.urls()).toEqual([]);
});

test('BEYOND-03 NIP-37 decryption never prompts, and waits until the key is open', async () => {
  const it = start();
  it.bus.answer({ events: [list(SEALED)] });
  expect(it.signer.requests.map(({ quiet }) => quiet)).toEqual([true]);
});
