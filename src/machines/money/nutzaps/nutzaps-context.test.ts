import { expect, test } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { account, bus, OTHER, signer } from '../../../../tests/support/machines/walk-samples.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { draftNutzapInfo } from '../../../events/money/nutzaps/nutzap.ts';
import { infoOf, nutzapRelays } from './nutzaps-context.ts';
import { nutzapsMachine } from './nutzaps.machine.ts';
import { pressed } from '../../../events/nostr/ours.ts';

const HOME = 'http://127.0.0.1:4870';
const RELAY = pressed('ws://127.0.0.1:4870');

test('NIP-60 E-48 a nutzap redeemed long ago shows its own amount, although the log has none any more', () => {
  const proofs = [8, 2].map((amount) => [
    'proof',
    JSON.stringify({
      id: '009a1f293253e41e',
      amount,
      secret: `a${amount}`,
      C: `02${'1'.repeat(64)}`,
    }),
  ]);
  const zap = trusted({
    kind: KIND.Nutzap,
    pubkey: OTHER,
    tags: [...proofs, ['u', `${HOME}/mint`], ['p', account]],
  });
  const machine = nutzapsMachine.provide({ actors: { choice: fromCallback(() => undefined) } });
  const actor = createActor(machine, {
    input: { account, signer, scope: bus, home: HOME, homeRelay: RELAY },
  }).start();
  actor.send({ type: 'relay.events', url: RELAY, events: [zap] });
  actor.send({ type: 'ecash.moved', job: `nutzap ${zap.id} 0`, isDone: true, sats: undefined });
  expect(actor.getSnapshot().context.due).toMatchObject([{ id: zap.id, sats: 10 }]);
  actor.stop();
});

test("NIP-61 RELAY-10 the page's own relay is used for nutzaps if named, other private addresses are not", () => {
  const named = draftNutzapInfo(
    [`${HOME}/mint`],
    [RELAY, 'wss://relay.example', 'ws://10.0.0.9'],
    '7'.repeat(64),
  );
  const info = trusted({ ...named, pubkey: account, tags: named.tags.map((tag) => [...tag]) });
  const context = { account, home: HOME, homeRelay: RELAY, relays: [], info };
  expect(infoOf(context)?.relays).toEqual([RELAY, 'wss://relay.example']);
  expect(nutzapRelays(context)).toEqual([RELAY, 'wss://relay.example']);
});
