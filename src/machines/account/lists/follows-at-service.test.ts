import { type AnyEventObject, createActor, setup } from 'xstate';
import { expect, test } from 'vitest';
import { HERE } from '../../../../tests/support/account/session-world.ts';
import { fakePort } from '../../../../tests/support/machines/fake-port.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { seconds } from '../../../events/core/time.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { listsMachine } from './lists.machine.ts';
import type { VersionsCommand, VersionsSignal } from './lists-context.ts';

const ME = 'a'.repeat(64);
const contacts = (person: string, at: number) =>
  trusted({
    pubkey: ME,
    kind: KIND.Contacts,
    tags: [['p', person.repeat(64)]],
    created_at: seconds(at),
  });

test('FEED-08 feeds are notified of another follow list once the caching service may have it', () => {
  const news: string[] = [];
  const collector = setup({ types: { events: {} as AnyEventObject } }).createMachine({
    on: { '*': { actions: ({ event }) => void news.push(event.type) } },
  });
  const other = createActor(collector).start() as never;
  const versions = fakePort<VersionsCommand, { account: string }, VersionsSignal>();
  const machine = listsMachine.provide({ actors: { versions: versions.logic } });
  const input = { account: ME, bus: other, signer: other, scope: other, ...HERE };
  const lists = createActor(machine, { input }).start();
  const found = (...events: ReturnType<typeof contacts>[]) =>
    lists.send({ type: 'versions.found', events, now: seconds(1_000) });
  const record = (event: ReturnType<typeof contacts>, imported: boolean) => {
    const relays = new Map([['wss://one', { outcome: imported ? 'accepted' : 'waiting' }]]);
    const job = { job: 'j', event, relays, imported, broadcastTo: ['wss://two'], wish: {} };
    lists.send({ type: 'outbox.changed', records: new Map([['j', job]]) as never });
  };
  const changes = () => news.filter((type) => type === 'screens.followsChanged').length;
  const [old, foreign, own] = [contacts('b', 100), contacts('c', 200), contacts('d', 300)];
  found(old);
  found(old);
  expect(changes()).toBe(0);
  found(old, foreign);
  expect(changes()).toBe(1);
  record(own, false);
  found(foreign, own);
  expect([changes(), lists.getSnapshot().context.follows?.state]).toEqual([1, 'sending']);
  record(own, true);
  expect(changes()).toBe(2);
  lists.stop();
});
