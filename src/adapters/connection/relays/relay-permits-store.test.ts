import { createActor, setup } from 'xstate';
import { expect, test } from 'vitest';
import type { Permits, PermitsSignal } from '../../../machines/connection/relay-pool.machine.ts';
import type { PeerUse } from '../../../events/connection/peer-use.ts';
import { openStorages } from '../../core/storage.ts';
import { relayPermits } from './relay-permits-store.ts';

function browser() {
  const kept = new Map<string, string>();
  const page = new EventTarget() as Window;
  const open = (account: string) => {
    const storages = openStorages({
      getItem: (name) => kept.get(name) ?? null,
      setItem: (name, text) => void kept.set(name, text),
      removeItem: (name) => void kept.delete(name),
    });
    let told: Permits = new Map();
    let dials: Extract<PermitsSignal, { type: 'permits.dialsFound' }> | undefined;
    const pool = setup({
      types: { events: {} as PermitsSignal },
      actors: { permits: relayPermits(storages, page) },
    }).createMachine({
      invoke: { id: 'permits', src: 'permits', input: { account } },
      on: {
        'permits.found': { actions: ({ event }) => (told = event.permits) },
        'permits.dialsFound': { actions: ({ event }) => (dials = event) },
      },
    });
    const { permits } = createActor(pool).start().getSnapshot().children;
    return {
      told: () => [...told],
      dials: () => [[...(dials?.dials ?? [])], [...(dials?.uses ?? [])]],
      dial: (key: string, allowed: boolean | undefined, uses: readonly PeerUse[] = []) =>
        permits?.send({ type: 'permits.keepDial', key, allowed, uses }),
      answer: (key: string, allowed: boolean | undefined) =>
        permits?.send({ type: 'permits.keep', key, allowed }),
    };
  };
  const write = (key: string) => page.dispatchEvent(Object.assign(new Event('storage'), { key }));
  return { kept, open, write };
}

const [A, B] = ['wss://a.example', 'wss://b.example'];

test('TRUST-08 INV-SCOPE answers about relays are stored by account; invalid values are ignored', () => {
  const { kept, open } = browser();
  open('ann').answer(A, false);
  expect([open('ann').told(), open('bob').told()]).toEqual([[[A, false]], []]);
  kept.set(
    'starling/ann/relayPermits',
    JSON.stringify({ version: 1, value: { [B]: true, 'wss://c.example': 'yes' } }),
  );
  expect(open('ann').told()).toEqual([[B, true]]);
});

test('TRUST-08 an answer given in another tab is reported here, and survives an answer given here', () => {
  const { open, write } = browser();
  const [here, there] = [open('ann'), open('ann')];
  there.answer(A, false);
  here.answer(B, true);
  expect(open('ann').told()).toEqual([
    [A, false],
    [B, true],
  ]);
  there.answer(A, undefined);
  write('starling/bob/relayPermits');
  expect(here.told()).toContainEqual([A, false]);
  write('starling/ann/relayPermits');
  expect(here.told()).toEqual([[B, true]]);
});

test('RELAY-08 answers about connections beside the caching service are stored with their uses', () => {
  const { kept, open } = browser();
  const here = open('ann');
  here.dial(A, true, ['wallet']);
  here.dial(B, false, ['signer', 'device']);
  const uses = [
    [A, ['wallet']],
    [B, ['signer', 'device']],
  ];
  expect(open('ann').dials()).toEqual([
    [
      [A, true],
      [B, false],
    ],
    uses,
  ]);
  here.dial(A, undefined);
  expect(open('ann').dials()).toEqual([[[B, false]], uses.slice(1)]);
  kept.set(
    'starling/ann/relayDialUses',
    JSON.stringify({ version: 1, value: { [B]: ['device', 'spy', 7], [A]: 'wallet' } }),
  );
  expect(open('ann').dials()).toEqual([[[B, false]], [[B, ['device']]]]);
});
