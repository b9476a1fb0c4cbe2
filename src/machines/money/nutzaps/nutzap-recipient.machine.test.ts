import { type AnyEventObject, createActor, setup, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fakeBus } from '../../../../tests/support/connection/fake-bus.ts';
import { moneyTab, moneyDisk, ANN } from '../../../../tests/support/money/money-world.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { draftNutzapInfo } from '../../../events/money/nutzaps/nutzap.ts';
import { seconds } from '../../../events/core/time.ts';
import { nutzapRecipientMachine } from './nutzap-recipient.machine.ts';
import { pressed } from '../../../events/nostr/ours.ts';

const RELAY = pressed('wss://own.example');
const infoOf = (key: string, at: number, pubkey = ANN) => {
  const { kind, tags } = draftNutzapInfo(
    ['https://mint.example'],
    ['wss://ann.example'],
    key.repeat(64),
  );
  return trusted({ kind, pubkey, created_at: seconds(at), tags: tags.map((tag) => [...tag]) });
};

function start() {
  const clock = new SimulatedClock();
  const bus = fakeBus();
  const asked: AnyEventObject[] = [];
  const scope = createActor(
    setup({ types: { events: {} as AnyEventObject } }).createMachine({
      on: { '*': { actions: ({ event: told }) => asked.push(told) } },
    }),
  ).start();
  const actor = createActor(nutzapRecipientMachine, {
    input: { bus: bus.bus, scope, pubkey: ANN, relays: [RELAY] },
    clock,
  }).start();
  return {
    actor,
    bus,
    asked,
    output: () => actor.getSnapshot().output,
    wait: (ms: number) => elapse(clock, ms, 100),
  };
}

test("NIP-61 a recipient's nutzap info comes from the caching service and relays, and the newest counts", () => {
  const { actor, bus, asked, output } = start();
  const [old, fresh] = [infoOf('1', 10), infoOf('2', 20)];
  bus.answer({ events: [old, infoOf('3', 99, 'f'.repeat(64))] }, 'replaceable_event');
  bus.answer({}, 'replaceable_event');
  expect(asked).toMatchObject([
    { type: 'relays.ask', urls: [RELAY], ask: { filters: [{ kinds: [10_019], authors: [ANN] }] } },
  ]);
  actor.send({
    type: 'relay.events',
    url: RELAY,
    events: [fresh, infoOf('4', 99, 'e'.repeat(64))],
  });
  actor.send({ type: 'relay.ended', url: RELAY, complete: true });
  expect(output()).toEqual({ info: fresh });
});

test('NIP-61 a silent or failing source only causes a timeout', () => {
  const silent = start();
  silent.wait(10_000);
  expect(silent.output()).toEqual({ info: undefined });
  const refused = start();
  refused.bus.refuse('replaceable_event');
  refused.bus.refuse('replaceable_event');
  refused.wait(3_100);
  expect(refused.output()).toEqual({ info: undefined });
});

test('NIP-61 the found info is cached, and requested again on the next demand', async () => {
  const tab = moneyTab(moneyDisk());
  await tab.settle();
  const find = () => tab.send({ type: 'money.findNutzapRecipient', pubkey: ANN, relays: [RELAY] });
  const known = () => tab.actor.getSnapshot().context.recipients.get(ANN);
  const answer = async (...events: ReturnType<typeof infoOf>[]) => {
    tab.bus.answer({ events }, 'replaceable_event');
    tab.bus.answer({}, 'replaceable_event');
    tab
      .scopeAsks('relays.ask')
      .at(-1)
      ?.['from'].send({ type: 'relay.ended', url: RELAY, complete: true });
    await tab.settle();
  };
  find();
  find();
  expect([
    known(),
    tab.bus.open().filter(({ query }) => query.verb === 'replaceable_event').length,
  ]).toEqual([{ isComing: true, info: undefined }, 1]);
  await answer(infoOf('1', 10));
  expect(known()).toMatchObject({
    isComing: false,
    info: { key: '1'.repeat(64), relays: ['wss://ann.example'] },
  });
  find();
  expect(known()).toMatchObject({ isComing: true, info: { key: '1'.repeat(64) } });
  await answer(infoOf('2', 20));
  expect(known()).toMatchObject({ isComing: false, info: { key: '2'.repeat(64) } });
});

test('NIP-61 relays where the recipient writes are asked first, six of them, and ten in all, each once', () => {
  const clock = new SimulatedClock();
  const bus = fakeBus();
  const asked: AnyEventObject[] = [];
  const scope = createActor(
    setup({ types: { events: {} as AnyEventObject } }).createMachine({
      on: { '*': { actions: ({ event: told }) => asked.push(told) } },
    }),
  ).start();
  const relays = Array.from({ length: 9 }, (_, nth) => pressed(`wss://own${nth}.example`));
  const input = { bus: bus.bus, scope, pubkey: ANN, relays: [...relays, ...relays] };
  const actor = createActor(nutzapRecipientMachine, { input, clock }).start();
  const tags = Array.from({ length: 8 }, (_, nth) => ['r', `wss://ann${nth}.example`]);
  const list = trusted({ kind: 10_002, pubkey: ANN, created_at: seconds(5), tags });
  bus.answer({ referenced: [infoOf('1', 10)] }, 'replaceable_event');
  bus.answer({ events: [list] }, 'replaceable_event');
  expect(asked).toMatchObject([
    {
      urls: [...tags.slice(0, 6).map(([, url]) => url), ...relays.slice(0, 4)],
      ask: { filters: [{ kinds: [10_019], limit: 1 }] },
    },
  ]);
  const urls: ReturnType<typeof pressed<string>>[] = asked[0]?.['urls'];
  for (const url of urls.slice(1)) actor.send({ type: 'relay.ended', url, complete: true });
  expect(actor.getSnapshot().status).toBe('active');
  elapse(clock, 2_900, 100);
  expect(actor.getSnapshot().status).toBe('active');
  elapse(clock, 100, 100);
  expect(actor.getSnapshot().output).toEqual({ info: infoOf('1', 10) });
});

test('NIP-61 the caching service is waited for 4 seconds, and 2 more for where the recipient writes', () => {
  const it = start();
  it.wait(5_900);
  expect(it.asked).toEqual([]);
  it.wait(100);
  expect(it.asked).toHaveLength(1);
});
