import { createActor, setup } from 'xstate';
import { expect, test } from 'vitest';
import type { PermitsSignal } from '../../machines/connection/relay-pool.machine.ts';
import { openStorages } from '../app/storage.ts';
import { relayPermits } from './relay-permits.ts';

test('TRUST-08 INV-SCOPE the answers about relays are kept for one account; a value that is no answer is passed over', () => {
  const kept = new Map<string, string>();
  const storages = openStorages({
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => void kept.set(name, text),
    removeItem: (name) => void kept.delete(name),
  });
  const start = (account: string) => {
    const told: Array<readonly [string, boolean]> = [];
    const pool = setup({ types: { events: {} as PermitsSignal }, actors: { permits: relayPermits(storages) } }).createMachine({
      invoke: { id: 'permits', src: 'permits', input: { account } },
      on: { 'permits.found': { actions: ({ event }) => told.push(...event.permits) } },
    });
    return { told, permits: createActor(pool).start().getSnapshot().children.permits };
  };
  start('ann').permits?.send({ type: 'permits.keep', permits: new Map([['wss://a.example', false]]) });
  expect([start('ann').told, start('bob').told]).toEqual([[['wss://a.example', false]], []]);
  kept.set('starling/ann/relayPermits', JSON.stringify({ version: 1, value: { 'wss://b.example': true, 'wss://c.example': 'yes' } }));
  expect(start('ann').told).toEqual([['wss://b.example', true]]);
});
