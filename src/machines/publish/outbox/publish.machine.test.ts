import { inEnglish, saying } from '../../../../tests/support/views/in-english.ts';
import { quotedMessage } from '../../../events/account/user-message.ts';
import { describe, expect, test } from 'vitest';
import { brokenRequest } from '../../../../tests/support/connection/broken-request.ts';
import { outboxWorld, RELAYS } from '../../../../tests/support/publish/outbox-world.ts';
import {
  acceptedBy,
  failureOf,
  type OutboxRecord,
  stateOf,
} from '../../../events/publish/outbox/outbox.ts';
import { seconds } from '../../../events/core/time.ts';
import { outboxMachine } from './outbox.machine.ts';
import { publishMachine } from './publish.machine.ts';
import { pressed } from '../../../events/nostr/ours.ts';

/** Return a tab with one signed job that is being sent. */
function sending(outbox = outboxMachine) {
  const world = outboxWorld({ outbox, eager: true });
  const tab = world.open();
  tab.publish('a');
  tab.sign();
  const [first, second] = world.deliveries;
  if (!first || !second) throw new Error('nothing was sent');
  const record = (): OutboxRecord => {
    const [only] = tab.records();
    if (!only) throw new Error('no record');
    return only;
  };
  return {
    ...world,
    tab,
    first,
    second,
    record,
    state: () => stateOf(record()),
    child: () => tab.children()[`publish ${record().job}`]?.getSnapshot(),
  };
}

describe('signing', () => {
  test('an order is logged before its signature is requested, and the signature before sending', () => {
    const world = outboxWorld();
    const tab = world.open();
    tab.publish('a');
    expect(tab.prompts()).toEqual([]);
    tab.store.commit();
    expect(world.disk.log.map(({ type }) => type)).toEqual(['intended', 'drafted']);
    expect(tab.prompts()).toMatchObject([
      {
        reason: saying('Publish a note'),
        act: { do: 'sign', template: { content: 'a', kind: 1 } },
      },
    ]);
    tab.sign();
    expect(world.deliveries).toEqual([]);
    tab.store.commit();
    expect(world.disk.log.at(-1)?.type).toBe('signed');
    expect(world.deliveries.map(({ url }) => url)).toEqual(RELAYS);
  });

  test("PUBLISH-02 a refused or wrong signature ends as 'Note not signed', and nothing is sent", () => {
    for (const end of ['refuse', 'lie'] as const) {
      const world = outboxWorld({ eager: true });
      const tab = world.open();
      tab.publish('a');
      if (end === 'lie') tab.sign(true);
      else tab.refuse();
      const [record] = tab.records();
      expect(record && [stateOf(record), failureOf(record)]).toEqual([
        'unsigned',
        'publish.unsigned',
      ]);
      expect(world.deliveries).toEqual([]);
      expect(tab.children()[`publish ${record?.job}`]).toBeUndefined();
    }
  });

  test('INV-PROGRESS a signature may take long, and discarding the job cancels its prompt', () => {
    const world = outboxWorld({ eager: true });
    const tab = world.open();
    tab.publish('slow');
    world.elapse(10 * 60_000);
    expect(tab.signer.requests).toHaveLength(1);
    tab.sign();
    expect(world.deliveries).toHaveLength(2);
    tab.publish('unwanted');
    const job = tab.records().at(-1)?.job ?? '';
    tab.actor.send({ type: 'outbox.discard', job });
    expect(tab.signer.open()).toEqual([]);
    tab.sign();
    expect(tab.record(job)?.event).toBeUndefined();
  });

  test('INV-PROGRESS a signer that is silent for 15 minutes leaves the note unsigned and ready for a retry', () => {
    const world = outboxWorld({ eager: true });
    const tab = world.open();
    tab.publish('a');
    world.elapse(14 * 60_000);
    expect(tab.records().map(stateOf)).toEqual(['drafted']);
    world.elapse(61_000);
    const [record] = tab.records();
    expect(record && stateOf(record)).toBe('unsigned');
    tab.actor.send({ type: 'outbox.retry', job: record?.job ?? '', now: seconds(world.now()) });
    tab.sign();
    expect(world.deliveries[0]?.event.created_at).toBe(world.now());
  });

  test('INV-NEWEST a replaceable event keeps its date when signed late, so a newer version wins', () => {
    const world = outboxWorld({ eager: true });
    const tab = world.open();
    const draft = pressed({ kind: 0, tags: [], content: '{}' });
    tab.actor.send({
      type: 'outbox.publish',
      order: { draft, relays: RELAYS, now: seconds(world.now()) },
    });
    const [record] = tab.records();
    tab.refuse();
    world.elapse(60 * 60_000);
    tab.actor.send({ type: 'outbox.retry', job: record?.job ?? '', now: seconds(world.now()) });
    tab.sign();
    expect(world.deliveries.map(({ event }) => event.created_at)).toEqual(
      RELAYS.map(() => record?.template?.created_at),
    );
  });

  test('BEYOND-09 within its undo time an action is neither signed nor sent, and can be undone', () => {
    const world = outboxWorld({ eager: true });
    const tab = world.open();
    tab.publish('oops', { hold: 5_000 });
    tab.publish('meant', { hold: 5_000 });
    world.elapse(4_900);
    expect(tab.signer.requests).toEqual([]);
    const [oops, meant] = tab.records();
    tab.actor.send({ type: 'outbox.discard', job: oops?.job ?? '' });
    world.elapse(200);
    expect(tab.prompts()).toMatchObject([{ act: { template: { content: 'meant' } } }]);
    expect(stateOf(tab.record(oops?.job ?? '') ?? meant!)).toBe('discarded');
  });
});

describe('sending', () => {
  test('PUBLISH-01 PUBLISH-03 the first OK makes it accepted, then the caching service imports it', () => {
    const { tab, first, second, answer, record, state, child } = sending();
    expect(child()?.value).toBe('sending');
    answer(first, 'accepted');
    expect([state(), acceptedBy(record())]).toEqual(['accepted', [RELAYS[0]]]);
    expect(tab.bus.open().map(({ query }) => query.verb)).toEqual(['import_events']);
    expect(tab.bus.open()[0]?.query.payload).toEqual({ events: [record().event] });
    tab.imported();
    answer(second, 'rejected', 'blocked: no');
    expect([record().imported, acceptedBy(record())]).toEqual([true, [RELAYS[0]]]);
    expect(child()).toBeUndefined();
  });

  test.each([false, true])(
    'BEYOND-05 a resend goes only to relays that did not accept, also during the import (%s)',
    (importing) => {
      const { tab, first, second, answer, record, state, deliveries, now } = sending();
      answer(first, 'accepted');
      answer(second, 'rejected', 'error: full');
      if (!importing) tab.imported();
      tab.actor.send({ type: 'outbox.retry', job: record().job, now: seconds(now()) });
      expect(deliveries.slice(2).map(({ url, event }) => [url, event.id])).toEqual([
        [RELAYS[1], first.event.id],
      ]);
      expect(state()).toBe('accepted');
      const again = deliveries.at(-1);
      if (again) answer(again, 'accepted');
      tab.imported();
      expect([acceptedBy(record()), tab.actor.getSnapshot().context.working.size]).toEqual([
        RELAYS,
        0,
      ]);
    },
  );

  test("INV-REPLY a relay's response about another event is ignored", () => {
    const { tab, first, second, state, record, answer } = sending();
    const child = tab.children()[`publish ${record().job}`];
    const other = 'f'.repeat(64);
    for (const outcome of ['accepted', 'rejected', 'silent'] as const)
      child?.send({
        type: 'relay.outcome',
        url: first.url,
        eventId: other,
        outcome,
        reason: quotedMessage('blocked: no'),
      });
    expect([state(), acceptedBy(record())]).toEqual(['sending', []]);
    expect([...record().relays.values()].map(({ outcome }) => outcome)).toEqual([
      'waiting',
      'waiting',
    ]);
    answer(second, 'accepted');
    expect(acceptedBy(record())).toEqual([second.url]);
  });

  test('PUBLISH-03 INV-FALLBACK the caching service broadcasts only if every relay fails', () => {
    const { tab, first, second, answer, record, state } = sending();
    answer(first, 'rejected', 'blocked: no');
    expect(tab.bus.open()).toEqual([]);
    answer(second, 'silent', { code: 'relay.timedOut' });
    expect(tab.bus.open()).toMatchObject([
      {
        query: { verb: 'broadcast_events', payload: { events: [record().event], relays: RELAYS } },
      },
    ]);
    expect(state()).toBe('sending');
    tab.broadcast('ok');
    expect([state(), acceptedBy(record())]).toEqual(['accepted', ['wss://by-cache.example']]);
  });

  test.each([
    ['none', 'No publish confirmation'],
    ['refuse', 'Failed to publish note'],
  ] as const)(
    "PUBLISH-02 INV-OUTCOME a broadcast without an OK (%s) is a failure: '%s'",
    (how, words) => {
      const { tab, first, second, answer, record, state } = sending();
      answer(first, 'silent', { code: 'publish.unconfirmed' });
      answer(second, 'silent', { code: 'publish.unconfirmed' });
      tab.broadcast(how);
      const code = failureOf(record());
      expect([state(), code && inEnglish({ code })]).toEqual(['failed', words]);
    },
  );

  test('INV-PROGRESS silent relays and a silent caching service end as a failure', () => {
    const { elapse, state, record, child } = sending();
    elapse(14_000);
    expect([...record().relays.values()].map(({ outcome }) => outcome)).toEqual([
      'waiting',
      'waiting',
    ]);
    elapse(1_000);
    expect([...record().relays.values()].map(({ outcome }) => outcome)).toEqual([
      'silent',
      'silent',
    ]);
    elapse(19_500);
    expect(state()).toBe('sending');
    elapse(1_000);
    expect(state()).toBe('failed');
    // it is sent again six times, and after the last time it waits one minute for a late OK
    for (let minute = 0; minute < 110; minute++) elapse(60_000);
    expect([state(), child()]).toEqual(['failed', undefined]);
  });

  test('E-19 an OK within a minute after the failure turns it into a success', () => {
    const { elapse, state, first, answer, child } = sending();
    elapse(40_000);
    expect([state(), child()?.hasTag('failed')]).toEqual(['failed', true]);
    answer(first, 'accepted');
    expect([state(), child()?.hasTag('accepted')]).toEqual(['accepted', true]);
  });

  test('an OK during the broadcast by the caching service counts too', () => {
    const { state, first, second, answer, tab } = sending();
    answer(first, 'rejected');
    answer(second, 'silent');
    answer(second, 'accepted');
    expect(state()).toBe('accepted');
    expect(tab.bus.open().map(({ query }) => query.verb)).toEqual(['import_events']);
  });

  test('PUBLISH-04 a manual retry sends the same event without another signature', () => {
    const { tab, elapse, deliveries, record, answer, waiting, state, now } = sending();
    for (let minute = 0; minute < 110; minute++) elapse(60_000);
    const before = waiting().length;
    tab.actor.send({ type: 'outbox.retry', job: record().job, now: seconds(now()) });
    const again = waiting().slice(before);
    expect(again.map(({ event }) => event)).toEqual([deliveries[0]?.event, deliveries[0]?.event]);
    expect(tab.signer.requests).toHaveLength(1);
    for (const one of again) answer(one, 'accepted');
    expect(state()).toBe('accepted');
  });

  test('PUBLISH-04 a retry while the job still waits for a late OK sends again', () => {
    const { tab, first, second, record, answer, waiting, state, now } = sending();
    answer(first, 'silent');
    answer(second, 'silent');
    tab.broadcast('none');
    expect(state()).toBe('failed');
    tab.actor.send({ type: 'outbox.retry', job: record().job, now: seconds(now()) });
    expect(waiting()).toHaveLength(2);
    for (const one of waiting()) answer(one, 'accepted');
    expect(state()).toBe('accepted');
  });

  test('E-48 a crashed request to the caching service fails the broadcast, but never blocks a success', () => {
    const publish = publishMachine.provide({ actors: { request: brokenRequest } });
    const broken = () => sending(outboxMachine.provide({ actors: { publish } }));
    const failing = broken();
    for (const one of [failing.first, failing.second]) failing.answer(one, 'silent');
    expect([
      failing.state(),
      failureOf(failing.record()),
      failing.child()?.hasTag('failed'),
    ]).toEqual(['failed', 'publish.failed', true]);
    const taken = broken();
    for (const one of [taken.first, taken.second]) taken.answer(one, 'accepted');
    expect([taken.state(), taken.record().imported, taken.child()]).toEqual([
      'accepted',
      false,
      undefined,
    ]);
  });

  test('a job without awake relays goes to the caching service at once', () => {
    const world = outboxWorld({ eager: true });
    const tab = world.open();
    tab.publish('nowhere', { relays: [] });
    tab.sign();
    expect(tab.bus.open().map(({ query }) => query.verb)).toEqual(['broadcast_events']);
  });
});
