import { expect, test } from 'vitest';
import {
  ME,
  outboxCaller,
  outboxHarness,
  RELAYS,
} from '../../../../tests/support/publish/outbox-harness.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { acceptedBy, stateOf } from '../../../events/publish/outbox/outbox.ts';
import { foldOutbox } from '../../../events/publish/outbox/outbox-fold.ts';
import type { OutboxEntry } from '../../../events/publish/outbox/outbox-entry.ts';
import { seconds } from '../../../events/core/time.ts';
import { publishMachine } from './publish.machine.ts';
import { outboxMachine } from './outbox.machine.ts';
import { pressed } from '../../../events/nostr/ours.ts';

const PEER = '2'.repeat(64);
const [INBOX, HOME] = RELAYS;
const message = trusted({
  kind: 1059,
  pubkey: '3'.repeat(64),
  content: 'sealed',
  tags: [['p', PEER]],
});
const own = trusted({ kind: 1059, pubkey: '4'.repeat(64), content: 'own', tags: [['p', ME]] });

function start(outbox = outboxMachine, log: readonly OutboxEntry[] = []) {
  const desk = outboxHarness({ outbox });
  const writer = outboxCaller();
  desk.open(log);
  desk.lead(true);
  const ask = (origin = 'message:x 1', event = message) =>
    desk.actor.send({
      type: 'outbox.wrap',
      origin,
      message: { event: pressed(event), to: PEER, relays: [pressed(INBOX)] },
      own: { event: pressed(own), to: ME, relays: [pressed(HOME)] },
      from: writer.ref,
    });
  const order = (...wanted: Parameters<typeof ask>) => {
    ask(...wanted);
    desk.settle();
  };
  const states = () => desk.records().map((record) => [record.event?.content, stateOf(record)]);
  return {
    ...desk,
    writer,
    ask,
    order,
    states,
    sentTo: () => desk.sent.map(({ url, event }) => [url, event.content]),
  };
}

test('DM-09 INV-NO-LOSS both copies are logged in one transaction, and the own one is sent second', () => {
  const it = start();
  it.order();
  expect(it.appends()).toHaveLength(1);
  expect(it.lines().map(({ type }) => type)).toEqual([
    'intended',
    'drafted',
    'signed',
    'intended',
    'drafted',
    'signed',
  ]);
  expect([it.sentTo(), it.prompts(), it.facts]).toEqual([[[INBOX, 'sealed']], [], []]);
  it.answer(INBOX, 'accepted');
  it.settle();
  expect(it.sentTo()).toEqual([
    [INBOX, 'sealed'],
    [HOME, 'own'],
  ]);
  it.answer(HOME, 'accepted');
  it.settle();
  expect(it.states()).toEqual([
    ['sealed', 'accepted'],
    ['own', 'accepted'],
  ]);
  expect(it.records().map(acceptedBy)).toEqual([[INBOX], [HOME]]);
  expect(it.writer.types()[0]).toBe('outbox.jobCreated');
  // only those relays ever received it
  expect(it.asked.open()).toEqual([]);
});

test('DM-09 BEYOND-05 a wrap that reached no relay is resent once any relay is back, once a minute', () => {
  const it = start();
  it.order();
  const fail = (code: 'relay.suspended' | 'publish.unconfirmed') => {
    it.answer(INBOX, 'silent', { code });
    it.settle();
  };
  const back = () => {
    it.actor.send({ type: 'relay.opened', url: 'wss://own.example' });
    it.settle();
  };
  fail('relay.suspended');
  back();
  expect(it.sentTo()).toHaveLength(2);
  fail('relay.suspended');
  back();
  expect(it.sentTo()).toHaveLength(2);
  it.elapse(61_000);
  it.settle();
  expect(it.sentTo()).toHaveLength(3);
  // that relay was reached, so only its own return or the end of its pause counts
  fail('publish.unconfirmed');
  back();
  it.elapse(29_000);
  it.settle();
  expect(it.sentTo()).toHaveLength(3);
  it.elapse(32_000);
  it.settle();
  expect(it.sentTo()).toHaveLength(4);
});

test('PUBLISH-04 DM-05 the sender of a draft that another tab sends follows the job of that tab', () => {
  const it = start();
  const theirs = trusted({ kind: 1059, pubkey: '5'.repeat(64), content: 'theirs' });
  const wish = { type: 'wrap', id: theirs.id, to: PEER, origin: 'message:x 1' } as const;
  it.ask();
  it.write([{ job: 'theirs', type: 'intended', account: ME, wish }]);
  it.store.report({ type: 'store.refused', lines: it.lines() });
  expect(it.writer.heard.slice(-2)).toMatchObject([
    { type: 'outbox.jobCreated', job: 'theirs' },
    { type: 'outbox.jobChanged', record: { job: 'theirs' } },
  ]);
});

test('NIP-42 BEYOND-03 a retry by the user may ask for a proof once, with or without a running actor', () => {
  const it = start();
  const wanted = () => it.sent.map((one) => one.wanted);
  const refuse = () => {
    it.answer(INBOX, 'rejected');
    it.settle();
  };
  const retry = () => {
    it.actor.send({ type: 'outbox.retry', job: it.records()[0]?.job ?? '', now: seconds(9) });
    it.settle();
  };
  it.order();
  refuse();
  retry();
  refuse();
  expect(wanted()).toEqual([false, true]);
  it.elapse(120_000);
  retry();
  it.answer(INBOX, 'silent');
  it.settle();
  expect(wanted()).toEqual([false, true, true]);
  it.actor.send({
    type: 'outbox.append',
    lines: [{ job: it.records()[0]?.job ?? '', type: 'retried', relay: pressed(INBOX) }],
  });
  it.settle();
  expect(wanted()).toEqual([false, true, true, false]);
});

test('DM-09 INV-FALLBACK an unaccepted wrap fails without a broadcast, and a retry sends the same wrap', () => {
  const it = start();
  it.order();
  it.answer(INBOX, 'rejected');
  it.settle();
  expect([it.states(), it.asked.open()]).toEqual([
    [
      ['sealed', 'failed'],
      ['own', 'sending'],
    ],
    [],
  ]);
  const [record] = it.records();
  it.actor.send({
    type: 'outbox.retry',
    job: record?.job ?? '',
    now: seconds(it.now()),
    from: it.writer.ref,
  });
  it.settle();
  it.answer(INBOX, 'accepted');
  it.settle();
  expect(it.sentTo()).toEqual([
    [INBOX, 'sealed'],
    [INBOX, 'sealed'],
    [HOME, 'own'],
  ]);
});

test('DM-09 a service that is asked to broadcast wraps is caught (planted)', () => {
  const careless = publishMachine.provide({
    guards: { isLost: () => false, isDirect: () => false },
  });
  const it = start(outboxMachine.provide({ actors: { publish: careless } }));
  it.order();
  it.answer(INBOX, 'rejected');
  it.settle();
  expect(it.asked.open().map(({ query }) => query.verb)).toEqual(['broadcast_events']);
});

test('DM-09 PUBLISH-04 the same wraps are the same jobs, and a changed text replaces a failed one', () => {
  const it = start();
  it.order();
  it.order();
  expect([it.records().length, it.sentTo()]).toEqual([2, [[INBOX, 'sealed']]]);
  it.answer(INBOX, 'rejected');
  it.settle();
  const another = trusted({ ...message, content: 'another' });
  it.order('message:x 1', another);
  expect(it.states()).toEqual([
    ['sealed', 'discarded'],
    ['own', 'discarded'],
    ['another', 'sending'],
    ['own', 'sending'],
  ]);
});

test('DM-09 discarding an unaccepted message also discards its own copy', () => {
  const it = start();
  it.order();
  it.answer(INBOX, 'rejected');
  it.settle();
  it.actor.send({ type: 'outbox.discard', job: it.records()[0]?.job ?? '' });
  it.settle();
  expect(it.states()).toEqual([
    ['sealed', 'discarded'],
    ['own', 'discarded'],
  ]);
});

test('DM-09 PUBLISH-04 after a crash at any log entry the same wraps are sent once, without signing', () => {
  const before = start();
  before.order();
  before.answer(INBOX, 'accepted');
  before.settle();
  before.answer(HOME, 'accepted');
  before.settle();
  const appends = before.appends();
  for (let survived = 0; survived <= appends.length; survived++) {
    const log = appends
      .slice(0, survived)
      .flatMap((lines) =>
        lines.map((line): OutboxEntry => ({ ...line, at: seconds(before.now()) })),
      );
    const it = start(outboxMachine, log);
    it.elapse(1_000);
    const records = foldOutbox(new Map(), log);
    const taken = [...records.values()].filter((record) => stateOf(record) === 'accepted').length;
    expect([it.prompts(), it.sent.map(({ event }) => event.id)]).toEqual([
      [],
      survived === 0 ? [] : [[message.id], [own.id], []][taken],
    ]);
  }
});
