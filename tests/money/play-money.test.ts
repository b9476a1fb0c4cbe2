import { finalizeEvent } from 'nostr-tools/pure';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type AnyEventObject, createActor, enqueueActions, setup } from 'xstate';
import type { Mood, PlayConnection } from '../../service/money/wallet-connections.ts';
import { type Service, startService } from '../../service/start.ts';
import { nowSeconds } from '../../src/adapters/core/now.ts';
import { openStorages } from '../../src/adapters/core/storage.ts';
import { openWebSocket } from '../../src/adapters/connection/web-socket.ts';
import { type Connection, readConnection } from '../../src/events/money/wallets/nwc.ts';
import {
  type PaymentState,
  paymentStateOf,
  type PaymentWant,
} from '../../src/events/money/payments/payment.ts';
import { pressed } from '../../src/events/nostr/ours.ts';
import { readEvent } from '../../src/events/nostr/event-shape.ts';
import type { SignEvent } from '../../src/machines/core/sign-request.ts';
import { moneyCode } from '../../src/wiring/money.ts';
import { fakeBrowser } from '../support/browser/fake-browser.ts';
import { fakeBus } from '../support/connection/fake-bus.ts';
import { peersOver } from '../support/connection/peer-connections.ts';
import { isPeerEvent } from '../../src/machines/connection/relay-protocol.ts';
import { fakeIdb } from '../support/browser/fake-idb.ts';
import { fakeSeal } from '../support/account/test-keys.ts';
import { isLong } from '../support/runs.ts';
import { verifySigned } from '../support/events/check-wasm.ts';

let service: Service;
let connections: readonly PlayConnection[] = [];

beforeAll(async () => {
  service = await startService({
    port: 0,
    town: 0.02,
    moods: true,
    onWallets: (wallets) => void (connections = wallets),
  });
}, 120_000);
afterAll(() => service.stop());

const KEY = new Uint8Array(32).fill(9);
const ACCOUNT = 'e'.repeat(64);
const verify = verifySigned;

/** A device: the state that its pages share. */
function device() {
  const seal = fakeSeal();
  return { idb: fakeIdb(), seal, storage: openStorages(fakeBrowser().tab().device).account };
}

/**
 * The money of an account in one page, assembled as in the product, with a signer that signs at
 * once.
 */
function page({ idb, seal, storage }: ReturnType<typeof device>, home: string) {
  const scope = createActor(
    setup({
      types: { events: {} as AnyEventObject },
      actors: { peers: peersOver(openWebSocket) },
    }).createMachine({
      invoke: { id: 'peers', src: 'peers', input: { bus: fakeBus().bus } },
      on: {
        'peer.*': {
          actions: enqueueActions(({ event, enqueue }) => {
            if (isPeerEvent(event)) enqueue.sendTo('peers', event);
          }),
        },
      },
    }),
  ).start();
  const signer = createActor(
    setup({ types: { events: {} as SignEvent } }).createMachine({
      on: {
        'sign.request': {
          actions: ({ event }) => {
            const { from, id, act } = event.request;
            if (act.do !== 'sign') return;
            const { kind, content, tags } = act.template;
            const draft = {
              kind,
              content,
              tags: tags.map((tag) => [...tag]),
              created_at: Math.floor(Date.now() / 1_000),
            };
            const made = readEvent(finalizeEvent(draft, KEY));
            const signed = made && verify(made);
            if (signed)
              from.send({ type: 'sign.settled', id, outcome: { ok: true, event: signed } });
          },
        },
      },
    }),
  ).start();
  const logic = moneyCode({
    web: { fetch, home },
    page: { webln: undefined },
    locks: undefined,
    factory: idb.factory,
    keyRange: idb.keyRange,
    seal,
    storage,
    now: nowSeconds,
    channel: (name) => new BroadcastChannel(name),
    verify: async () => verify,
    chance: (size) => crypto.getRandomValues(new Uint8Array(size)),
  });
  const actor = createActor(logic, {
    input: { account: ACCOUNT, home, bus: scope, scope, signer },
  }).start();
  const record = (intent: string) => actor.getSnapshot().context.records.get(intent);
  return {
    actor,
    record,
    until: (intent: string, state: PaymentState) =>
      vi.waitFor(
        () => {
          const known = record(intent);
          expect(known && paymentStateOf(known)).toBe(state);
        },
        { timeout: 30_000, interval: 50 },
      ),
    balance: (wallet: string) =>
      actor.getSnapshot().children[`wallet ${wallet}`]?.getSnapshot().context.balanceMsats,
  };
}

function connectionOf(owner: string, mood: Mood): Connection {
  const uri = connections.find((one) => one.owner.name === owner && one.mood === mood)?.uri ?? '';
  const read = readConnection(uri);
  if ('fault' in read) throw new Error(read.fault);
  return read;
}

test.runIf(isLong)(
  'WALLET-01 ZAP-02 BEYOND-06 two pages with slow, lossy or refusing wallets pay each zap at most once',
  {
    timeout: 120_000,
  },
  async () => {
    const [first] = connectionOf('iris', 'plain').relays;
    const home = new URL((first ?? '').replace(/^ws/, 'http')).origin;
    const own = device();
    const [one, two] = [page(own, home), page(own, home)];
    const moods = ['plain', 'slow', 'lost', 'refuse', 'twice'] as const;
    const wallets = new Map(moods.map((mood) => [mood, connectionOf('iris', mood)]));
    for (const connection of wallets.values())
      one.actor.send({ type: 'money.connect', connection });
    const plain = wallets.get('plain')?.id ?? '';
    await vi.waitFor(
      () => expect([one.balance(plain), two.balance(plain)]).not.toContain(undefined),
      { timeout: 20_000 },
    );
    const before = one.balance(plain) ?? 0;
    const jun = connections.find(({ owner }) => owner.name === 'jun')?.owner;
    const to = { pubkey: jun?.pubkey ?? '' };
    const relays = [pressed(first ?? '')];
    const address = `jun@${new URL(home).host}`;
    const want = pressed<PaymentWant>({
      type: 'zap',
      to,
      address,
      relays,
      amountMsats: 42_000,
      message: 'Onward',
    });
    // the same click reaches both pages
    for (const [mood, { id }] of wallets)
      for (const { actor } of [one, two])
        actor.send({
          type: 'money.pay',
          intent: mood,
          want,
          now: nowSeconds(),
          by: { by: 'wallet', wallet: id },
          again: true,
        });
    for (const mood of moods)
      for (const each of [one, two]) await each.until(mood, mood === 'refuse' ? 'failed' : 'paid');
    expect(one.record('refuse')?.failure).toMatchObject({ code: 'said' });
    const hashes = moods.map((mood) => one.record(mood)?.checked?.hash);
    expect(new Set(hashes).size).toBe(moods.length);
    one.actor.send({ type: 'money.refresh', wallet: plain });
    await vi.waitFor(() => expect(one.balance(plain)).toBe(before - 4 * 42_000), {
      timeout: 20_000,
    });
    for (const { actor } of [one, two]) actor.stop();
    // the next page knows every payment, and repeats none
    const next = page(own, home);
    await next.until('plain', 'paid');
    next.actor.send({ type: 'money.pay', intent: 'plain', want, now: nowSeconds() });
    await vi.waitFor(() => expect(next.balance(plain)).toBe(before - 4 * 42_000), {
      timeout: 20_000,
    });
    next.actor.stop();
  },
);
