import { finalizeEvent, getPublicKey } from 'nostr-tools/pure';
import { encrypt, getConversationKey } from 'nostr-tools/nip44';
import { expect, test, vi } from 'vitest';
import {
  type AnyEventObject,
  createActor,
  fromCallback,
  sendTo,
  setup,
  SimulatedClock,
} from 'xstate';
import { remoteBackend } from '../../src/adapters/account/signing/remote-backend.ts';
import { signerPort } from '../../src/adapters/account/signing/signer-port.ts';
import { nwcConnection } from '../../src/adapters/money/wallets/nwc-connection.ts';
import { secretOf } from '../../src/events/account/keys/secret.ts';
import { hexOf } from '../../src/events/core/hex.ts';
import { millis, toSeconds } from '../../src/events/core/time.ts';
import { readEvent } from '../../src/events/nostr/event-shape.ts';
import { pressed } from '../../src/events/nostr/ours.ts';
import { checkPure } from '../../src/events/nostr/verify-pure.ts';
import { verifyWith } from '../../src/events/nostr/verify.ts';
import { signerMachine } from '../../src/machines/account/signing/signer.machine.ts';
import { relayPoolMachine } from '../../src/machines/connection/relay-pool.machine.ts';
import { isPeerEvent } from '../../src/machines/connection/relay-protocol.ts';
import { walletMachine } from '../../src/machines/money/wallets/wallet.machine.ts';
import { fakeBunker, fakeRelay, honest } from '../support/account/fake-bunker.ts';
import { note } from '../support/account/fake-signer.ts';
import { fakeSession } from '../support/account/fake-session.ts';
import { testKeys } from '../support/account/test-keys.ts';
import { fakeBus } from '../support/connection/fake-bus.ts';
import { peersOver, relayOver } from '../support/connection/peer-connections.ts';
import { elapse } from '../support/machines/clock.ts';

const [OWN, WALLET_RELAY, BUNKER_RELAY] = [
  'wss://own.example',
  'wss://wallet.example',
  'wss://bunker.example',
] as const;
const WALLET_KEY = new Uint8Array(32).fill(7);
const CLIENT_KEY = new Uint8Array(32).fill(8);
const now = () => toSeconds(millis(Date.now()));
const rest = async () => {
  for (let turn = 0; turn < 30; turn++) await new Promise((resolve) => setImmediate(resolve));
};

/** A wallet whose answers name no recipient. It announces its methods on demand. */
function fakeWallet(relay: ReturnType<typeof fakeRelay>) {
  const say = (kind: number, content: string, tags: string[][]) => {
    const draft = { kind, content, tags, created_at: Math.floor(Date.now() / 1_000) };
    const event = readEvent(finalizeEvent(draft, WALLET_KEY));
    if (event) relay.publish(event);
  };
  const key = getConversationKey(WALLET_KEY, getPublicKey(CLIENT_KEY));
  relay.listen(({ id, kind }) => {
    if (kind === 23_194)
      say(
        23_195,
        encrypt(JSON.stringify({ result_type: 'get_balance', result: { balance: 7_000 } }), key),
        [['e', id]],
      );
  });
  return () => say(13_194, 'get_balance', [['encryption', 'nip44_v2']]);
}

/** An account with a relay, a wallet and a remote signer, all over one relay in memory. */
async function account() {
  const clock = new SimulatedClock();
  const relay = fakeRelay();
  const announce = fakeWallet(relay);
  const bunker = fakeBunker(relay, honest);
  const { keys } = testKeys();
  const opened = await keys.ask({ do: 'open', key: { from: 'new' } });
  const place = {
    signer: bunker.pubkey,
    client: opened.ok ? (opened.pubkey ?? '') : '',
    relays: [pressed(BUNKER_RELAY)],
  };
  let count = 0;
  const settled: AnyEventObject[] = [];
  const host = setup({
    types: { events: {} as AnyEventObject },
    actors: {
      relays: relayPoolMachine.provide({
        actors: {
          relay: relayOver(relay.openSocket),
          peers: peersOver(relay.openSocket),
          permits: fromCallback(() => {}),
        },
      }),
      wallet: walletMachine.provide({
        actors: {
          connection: nwcConnection({
            now,
            verify: async () => verifyWith(checkPure),
            chance: (size) => crypto.getRandomValues(new Uint8Array(size)),
          }),
        },
      }),
      signer: signerMachine.provide({
        actors: {
          port: signerPort((who, peers) =>
            remoteBackend(
              { pubkey: who.pubkey },
              { keys, peers, now, newId: () => `id${++count}`, place: async () => place },
            ),
          ),
        },
      }),
    },
  }).createMachine({
    invoke: [
      {
        id: 'relays',
        src: 'relays',
        input: {
          account: 'a'.repeat(64),
          signer: fakeSession().ref,
          bus: fakeBus().bus,
          seed: 0.5,
        },
      },
      {
        id: 'wallet',
        src: 'wallet',
        input: ({ self }) => ({
          scope: self,
          connection: {
            id: 'w',
            wallet: getPublicKey(WALLET_KEY),
            relays: [pressed(WALLET_RELAY)],
            secret: secretOf(hexOf(CLIENT_KEY)),
            lud16: undefined,
          },
        }),
      },
      {
        id: 'signer',
        src: 'signer',
        input: { account: { pubkey: bunker.user, method: 'remote' }, open: true },
      },
    ],
    on: {
      'sign.settled': { actions: ({ event }) => settled.push(event) },
      '*': {
        guard: ({ event }) => isPeerEvent(event),
        actions: sendTo('relays', ({ event }) => event as never),
      },
    },
  });
  const actor = createActor(host, { clock }).start();
  const { relays, wallet, signer } = actor.getSnapshot().children;
  if (!relays || !wallet || !signer) throw new Error('a part is missing');
  relays.send({
    type: 'relayList.changed',
    relays: [{ url: pressed(OWN), read: true, write: true }],
  });
  const sign = () =>
    signer.send({
      type: 'sign.request',
      request: {
        id: String(++count),
        from: actor,
        pubkey: bunker.user,
        reason: { code: 'sign.note' },
        act: note('x', 5),
      },
    });
  return {
    relay,
    relays,
    wallet,
    settled,
    sign,
    announce,
    open: () => relay.sockets.flatMap(({ isOpen, url }) => (isOpen ? [url] : [])).toSorted(),
    wait: async (ms: number) => {
      elapse(clock, ms, Math.max(500, ms / 50));
      await rest();
    },
    listed: () =>
      [...(relays.getSnapshot().children.peers?.getSnapshot().context.peers.values() ?? [])].map(
        ({ use, url }) => [use, url],
      ),
  };
}

test('RELAY-03 RELAY-08 RELAY-11 ACTIVITY-01 wallets and signers are relays as all others', async () => {
  const it = await account();
  await rest();
  it.announce();
  it.sign();
  await vi.waitFor(() => expect(it.settled).toHaveLength(1));
  await vi.waitFor(() => expect(it.wallet.getSnapshot().context.balanceMsats).toBe(7_000));
  const all = [BUNKER_RELAY, OWN, WALLET_RELAY];
  expect(it.open()).toEqual(all);
  expect(it.listed()).toEqual([
    ['wallet', WALLET_RELAY],
    ['signer', BUNKER_RELAY],
  ]);

  it.relays.send({ type: 'account.wakeChanged', on: false });
  await it.wait(10 * 60_000);
  expect(it.open()).toEqual([]);
  it.relays.send({ type: 'account.wakeChanged', on: true });
  await rest();
  // nothing needs the signer
  expect(it.open()).toEqual([OWN, WALLET_RELAY]);

  it.relays.send({ type: 'network.proxied', on: true });
  const before = it.relay.sockets.length;
  it.sign();
  await it.wait(60_000);
  expect([it.open(), it.relay.sockets.length - before]).toEqual([[], 0]);
  it.relays.send({ type: 'relays.dial', url: BUNKER_RELAY, allowed: true });
  await vi.waitFor(() => expect(it.settled).toHaveLength(2));
  expect(it.open()).toEqual([BUNKER_RELAY]);
  it.relays.send({ type: 'relays.dial', url: WALLET_RELAY, allowed: false });
  await rest();
  expect(it.wallet.getSnapshot().hasTag('notPermitted')).toBe(true);
});

test('RELAY-03 a wallet whose relay is down is tried ten times, then no more, until the user retries', async () => {
  const it = await account();
  it.relay.setUp(false);
  it.relay.cut();
  await rest();
  for (let minutes = 0; minutes < 20; minutes++) await it.wait(60_000);
  const tries = () => it.relay.sockets.filter(({ url }) => url === WALLET_RELAY).length;
  const before = tries();
  expect(before).toBeLessThanOrEqual(12);
  for (let minutes = 0; minutes < 20; minutes++) await it.wait(60_000);
  expect(tries()).toBe(before);
  it.relay.setUp(true);
  it.relays.send({ type: 'relays.retry', url: WALLET_RELAY });
  await rest();
  expect(it.open()).toEqual([WALLET_RELAY]);
});
