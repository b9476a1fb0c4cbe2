// @vitest-environment jsdom
import { fireEvent } from '@testing-library/react';
import { type AnyEventObject, type AnyMachineSnapshot, fromCallback } from 'xstate';
import { beforeAll, expect, test } from 'vitest';
import { readConnection } from '../../src/events/money/wallets/nwc.ts';
import type { WalletCall, WalletReply } from '../../src/events/money/wallets/nwc-call.ts';
import { seconds } from '../../src/events/core/time.ts';
import { walletMachine } from '../../src/machines/money/wallets/wallet.machine.ts';
import type {
  WalletConnectionCommand,
  WalletConnectionInput,
  WalletConnectionSignal,
} from '../../src/machines/money/wallets/wallet-protocol.ts';
import type { PeerAnswer } from '../../src/machines/connection/relay-protocol.ts';
import { explore, nobody } from '../support/machines/explore.ts';
import { planted } from '../support/machines/planted.ts';
import { moneyDisk, moneyPorts } from '../support/money/money-world.ts';
import { fetchViews, renderedAccount } from '../support/views/rendered-account.tsx';
import { actorAt } from '../support/views/rendered-app.tsx';
import {
  button,
  main,
  type Played,
  press,
  testRenderedTrips,
} from '../support/views/rendered-trips.ts';

const PATH = '/settings/nwc';
const TEXT = `nostr+walletconnect://${'9'.repeat(64)}?relay=wss://wallet.example&secret=${'8'.repeat(64)}`;
const NAME = 'Wallet 1';
const at = seconds(1_700_000_000);

const connected = readConnection(TEXT);
if ('fault' in connected) throw new Error('it is no connection string');

type Context = AnyMachineSnapshot['context'];
type Asked = ReadonlyMap<string, { readonly call: WalletCall }>;

function keyOf({ value, context }: AnyMachineSnapshot): string {
  const { abilities, balanceMsats, asked, late, queue }: Context = context;
  return JSON.stringify([
    value,
    abilities !== undefined,
    balanceMsats,
    asked.size,
    late.size,
    queue.length,
  ]);
}

/** Return the id of the oldest call that waits for the wallet. */
const oldest = ({ asked }: { readonly asked: Asked }): string | undefined =>
  asked.keys().next().value;

/** Return an event about that call, if there is one. */
const about =
  (type: string, ...all: readonly object[]) =>
  ({ context }: AnyMachineSnapshot): AnyEventObject[] => {
    const id = oldest(context);
    return id === undefined ? [] : all.map((one) => ({ type, id, at, ...one }));
  };

const REPLIES: readonly WalletReply[] = [
  { method: 'get_balance', balanceMsats: 5_000 },
  { method: 'error', code: 'RESTRICTED', isDefinite: true, words: { code: 'wallet.cannot' } },
];

/**
 * One call waits at a time, and each signal comes where it changes something. All orders would be
 * thousands of steps.
 */
function allows(snapshot: AnyMachineSnapshot, { type }: AnyEventObject): boolean {
  const { asked, late, queue, balanceMsats }: Context = snapshot.context;
  const isReady = snapshot.matches('linked.ready');
  const isBarred = snapshot.matches('linked.barred');
  switch (type) {
    case 'wallet.call':
    case 'wallet.waited':
    case 'peers.restarted':
      return false;
    case 'wallet.refresh':
      return asked.size === 0 && queue.length === 0;
    case 'wallet.timedOut':
    case 'walletConnection.unconfirmed':
      return late.size === 0 && isReady;
    case 'walletConnection.failed':
      return isReady;
    case 'walletConnection.notified':
      return asked.size === 0 && isReady;
    case 'walletConnection.abilitiesReceived':
      return !isReady;
    case 'walletConnection.asked':
    case 'walletConnection.notPermitted':
      return snapshot.matches('linked.connecting') || isBarred;
    case 'xstate.error.actor.connection':
      return isReady && balanceMsats !== undefined;
    default:
      return true;
  }
}

const graph = explore(walletMachine, {
  input: { connection: connected, scope: nobody as never },
  samples: {
    'walletConnection.abilitiesReceived': [
      {
        type: 'walletConnection.abilitiesReceived',
        abilities: { methods: ['pay_invoice', 'get_balance'], scheme: 'nip44', notifies: true },
        at,
      },
    ],
    'walletConnection.answered': about(
      'walletConnection.answered',
      ...REPLIES.map((reply) => ({ reply, play: reply.method })),
    ),
    'walletConnection.failed': about('walletConnection.failed', { why: 'expired' }),
    'walletConnection.unconfirmed': about('walletConnection.unconfirmed', {}),
    'wallet.timedOut': about('wallet.timedOut', {}),
    'walletConnection.notified': [
      {
        type: 'walletConnection.notified',
        notice: {
          type: 'payment_received',
          transaction: {
            type: 'incoming',
            state: 'settled',
            hash: 'a'.repeat(64),
            preimage: undefined,
            amountMsats: 1_000,
            feesMsats: 0,
            description: '',
            at: undefined,
          },
        },
      },
    ],
    'wallet.refresh': [{ type: 'wallet.refresh', isWanted: true }],
    'xstate.error.actor.connection': [
      { type: 'xstate.error.actor.connection', error: new Error('x') },
    ],
  },
  key: keyOf,
  allows,
});

type BreakCommand = { type: 'test.break' };

async function open(wallet = walletMachine) {
  const line: { report: (signal: WalletConnectionSignal) => void; isOpen: boolean } = {
    report: () => undefined,
    isOpen: false,
  };
  const connection = fromCallback<
    WalletConnectionCommand | PeerAnswer | BreakCommand,
    WalletConnectionInput
  >(({ sendBack, receive }) => {
    line.report = sendBack;
    line.isOpen = true;
    receive((command) => {
      if (command.type === 'test.break') throw new Error('the connection broke');
    });
    return () => {
      line.isOpen = false;
    };
  });
  const money = moneyPorts(moneyDisk({ connections: [] })).logic.provide({
    actors: { wallet: wallet.provide({ actors: { connection: connection as never } }) },
  });
  const world = await renderedAccount(PATH, { machines: { money } });
  await world.settle(() => undefined);
  const field = main().querySelector('form input');
  if (field) await world.settle(() => void fireEvent.input(field, { target: { value: TEXT } }));
  await press(world, 'Connect', main().querySelector('form') ?? undefined);
  return { ...world, line };
}
type World = Awaited<ReturnType<typeof open>>;

const walletOf = (world: World) => actorAt(world.scope(), 'money', `wallet ${connected.id}`);

/** Choose an entry of the wallet's menu. */
async function choose(world: World, entry: string): Promise<void> {
  await press(world, `Options of ${NAME}`);
  const item = [...document.querySelectorAll('[role=menuitem]')].find(
    ({ textContent }) => textContent === entry,
  );
  if (item) await world.click(item);
}

async function play(world: World, event: Played): Promise<void> {
  const { line, settle } = world;
  const { type, play: _, ...rest } = event;
  // the same state may have come about by more calls
  if ('id' in rest) rest['id'] = oldest(walletOf(world).getSnapshot().context);
  if (type === 'wallet.refresh') return choose(world, 'Ask it again');
  if (type.startsWith('walletConnection.'))
    return settle(() => line.report({ type, ...rest } as WalletConnectionSignal));
  if (type === 'xstate.error.actor.connection')
    return settle(() => actorAt(walletOf(world), 'connection').send({ type: 'test.break' }));
  return settle(() => walletOf(world).send({ type, ...rest }));
}

function shown() {
  const row = button(`Options of ${NAME}`)?.closest('div');
  const label = row?.querySelector('label');
  return {
    name: label?.children[0]?.textContent,
    about: label?.children[1]?.textContent,
    state: row?.querySelector('label + span')?.firstChild?.nextSibling?.textContent,
  };
}

/** WALLET-01: a wallet says whether it is connected, and the balance that it told last. */
function due(snapshot: AnyMachineSnapshot): ReturnType<typeof shown> {
  const { balanceMsats }: Context = snapshot.context;
  const isPaused = snapshot.hasTag('notPermitted');
  const isConnecting = snapshot.hasTag('connecting');
  const state = isPaused
    ? 'Paused'
    : snapshot.hasTag('silent')
      ? 'No answer'
      : isConnecting
        ? 'Connecting'
        : 'Connected';
  return {
    name: `${NAME} Pays`,
    about:
      balanceMsats === undefined
        ? isPaused
          ? 'Everything goes through the caching service. You can allow its relay under Network.'
          : isConnecting
            ? ''
            : 'Balance not available'
        : `${balanceMsats / 1_000} sats`,
    state,
  };
}

/** A wallet that never speaks again after a silence (planted). */
const mute = planted(walletMachine, (config) => {
  const { silent } = config['states']?.['linked']?.['states'] ?? {};
  if (silent?.['on']) delete silent['on']['walletConnection.answered'];
});

beforeAll(async () => {
  await fetchViews(PATH);
});

testRenderedTrips(
  {
    name: 'a connected wallet',
    graph,
    keyOf,
    open: () => open(),
    actor: walletOf,
    play,
    shown,
    due,
  },
  {
    name: 'a wallet that stays silent',
    open: () => open(mute),
    fails: /answered get_balance: expected/,
  },
);

test('WALLET-01 a removed wallet leaves the list, and its connection ends', async () => {
  const world = await open();
  const state = () => [shown().name, world.line.isOpen];
  expect(state()).toEqual([`${NAME} Pays`, true]);
  await choose(world, 'Remove');
  const question = [...document.querySelectorAll('dialog')].find((one) => one.open);
  await press(world, 'Remove', question);
  expect(state()).toEqual([undefined, false]);
  world.close();
});
