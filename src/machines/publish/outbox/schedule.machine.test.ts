import { describe, expect, test } from 'vitest';
import { createActor, type AnyEventObject, setup } from 'xstate';
import { fakePort } from '../../../../tests/support/machines/fake-port.ts';
import { ME, outboxWorld } from '../../../../tests/support/publish/outbox-world.ts';
import { BLANK } from '../../../events/publish/writing/writing.ts';
import { GRACE, isMissed, plansIn, refusedIn } from '../../../events/publish/outbox/schedule.ts';
import { stateOf } from '../../../events/publish/outbox/outbox.ts';
import {
  inSeconds,
  millis,
  minus,
  plus,
  type Seconds,
  seconds,
} from '../../../events/core/time.ts';
import { pressed } from '../../../events/nostr/ours.ts';
import { signingFailure } from '../../../events/account/signing/signing-error.ts';
import { feature } from '../../core/feature.ts';
import { type AlarmCommand, type AlarmSignal, scheduleMachine } from './schedule.machine.ts';

const DUE = seconds(1_700_003_600);
const draft = pressed({ kind: 1, content: 'good morning', tags: [] });
const relays = ['wss://one.example', 'wss://two.example'].map((url) => ({
  url: pressed(url),
  read: true,
  write: true,
}));

/** Return a tab with the schedule of an account over its real outbox. The test plays the alarm. */
function scheduling(world = outboxWorld({ eager: true })) {
  const clock = fakePort<AlarmCommand, { account: string }, AlarmSignal>();
  const logic = scheduleMachine.provide({ actors: { alarm: clock.logic } });
  const tab = world.open(
    feature('schedule', logic, ({ account, bus, scope }) => ({ account, bus, scope }), {
      replays: ['outbox.started'],
      receives: ['account.unlocked'],
    }),
  );
  tab.scope.send({ type: 'relayList.changed', relays });
  const plan = (content = draft.content, due = DUE, origin = `root ${content}`) => {
    const writing = { ...BLANK, text: content, begun: millis(5), due };
    tab.scope.send({
      type: 'outbox.publish',
      order: {
        draft: pressed({ ...draft, content }),
        relays: [],
        now: seconds(1),
        origin,
        plan: { due, writing },
      },
    });
  };
  const lastSet = () => clock.told().findLast((command) => command.type === 'alarm.set');
  return {
    world,
    tab,
    plan,
    ring: (now: Seconds) => clock.report({ type: 'alarm.rung', now }),
    set: () => lastSet()?.at,
    isWatched: () => lastSet()?.isWatched,
    asks: () => clock.told().filter(({ type }) => type === 'alarm.askTime').length,
    tell: (now: Seconds) => clock.report({ type: 'alarm.time', now }),
    back: (now: Seconds) => clock.report({ type: 'alarm.clockSetBack', now }),
    states: () =>
      tab
        .records()
        .map((record) => [
          record.wish.type === 'event' && record.wish.draft.content,
          stateOf(record),
        ]),
  };
}

describe('planned notes', () => {
  test('PUBLISH-01 the alarm is set to the next note, which is dated and published when the alarm rings', () => {
    const one = scheduling();
    one.plan('later', plus(DUE, seconds(60)));
    one.plan();
    expect([one.set(), one.tab.prompts()]).toEqual([DUE, []]);
    one.ring(plus(DUE, seconds(2)));
    expect(one.states()).toEqual([
      ['later', 'scheduled'],
      ['good morning', 'discarded'],
      ['good morning', 'drafted'],
    ]);
    expect([one.tab.prompts().length, one.set()]).toEqual([1, plus(DUE, seconds(60))]);
    expect(inSeconds(one.tab.records().at(-1)?.template?.created_at ?? seconds(0))).toBe(
      inSeconds(DUE) + 2,
    );
    one.ring(plus(DUE, seconds(3)));
    expect(one.states()).toHaveLength(3);
  });

  test('BEYOND-05 a note missed while no page was open is reported once and sent only on request', () => {
    const one = scheduling();
    one.plan();
    one.ring(plus(plus(DUE, GRACE), seconds(1)));
    expect([one.states(), one.set()]).toEqual([[['good morning', 'scheduled']], undefined]);
    const missed = one.tab.told.filter(({ type }) => type === 'account.failed');
    expect(missed).toEqual([
      {
        type: 'account.failed',
        kind: 'warning',
        stays: true,
        message: { code: 'note.missed', params: { count: 1 } },
      },
    ]);
    const [record] = one.tab.records();
    one.tab.scope.send({
      type: 'schedule.send',
      job: record?.job ?? '',
      now: plus(DUE, seconds(9_000)),
    });
    expect(one.states().at(-1)).toEqual(['good morning', 'drafted']);
  });

  test('BEYOND-05 if the clock jumps ahead and back, a note is sent on time and a missed one stays missed', () => {
    const one = scheduling();
    one.plan();
    one.plan('long ago', seconds(inSeconds(DUE) - 90_000), 'root long ago');
    one.ring(plus(DUE, seconds(50_000)));
    expect([one.states().map(([, state]) => state), one.set(), one.isWatched()]).toEqual([
      ['scheduled', 'scheduled'],
      undefined,
      true,
    ]);
    one.back(seconds(inSeconds(DUE) - 60));
    expect([one.set(), one.isWatched()]).toEqual([DUE, true]);
    one.ring(DUE);
    expect(one.states()).toEqual([
      ['good morning', 'discarded'],
      ['long ago', 'scheduled'],
      ['good morning', 'drafted'],
    ]);
    expect(one.tab.told.filter(({ type }) => type === 'account.failed')).toHaveLength(1);
    // set back to a time within the grace period: it is sent at once
    one.plan('again', plus(DUE, seconds(100)), 'root again');
    one.ring(plus(DUE, seconds(50_000)));
    one.back(plus(DUE, seconds(160)));
    expect(one.set()).toEqual(plus(DUE, seconds(100)));
  });

  test('INV-NO-LOSS a note refused at its time can be sent again or edited, and is then no longer listed', () => {
    const one = scheduling();
    one.plan();
    one.plan('another', DUE, 'root another');
    const refused = () =>
      refusedIn(new Map(one.tab.records().map((record) => [record.job, record])));
    expect(refused()).toEqual([]);
    one.ring(DUE);
    // a note in progress is not refused
    expect(refused()).toEqual([]);
    one.tab.refuse();
    const [first, ...more] = refused();
    expect([first?.wish.writing?.text, first?.due, more]).toEqual(['good morning', DUE, []]);
    expect(one.tab.told.filter(({ type }) => type === 'account.failed')).toHaveLength(1);
    one.tab.scope.send({
      type: 'outbox.retry',
      job: first?.job ?? '',
      now: plus(DUE, seconds(60)),
    });
    expect([refused(), one.tab.prompts().length]).toEqual([[], 2]);
    one.tab.refuse();
    one.tab.refuse();
    expect(new Set(refused().map(({ wish }) => wish.writing?.text))).toEqual(
      new Set(['another', 'good morning']),
    );
    for (const { job } of refused()) one.tab.scope.send({ type: 'outbox.discard', job });
    expect(refused()).toEqual([]);
  });

  test('INV-NO-LOSS a plan survives the page, and the next page sends it once', () => {
    const world = outboxWorld({ eager: true });
    const before = scheduling(world);
    before.plan();
    before.tab.root.stop();
    const after = scheduling(world);
    expect([after.set(), after.states()]).toEqual([DUE, [['good morning', 'scheduled']]]);
    after.ring(DUE);
    after.ring(DUE);
    expect(after.states()).toEqual([
      ['good morning', 'discarded'],
      ['good morning', 'drafted'],
    ]);
  });

  describe('a page that closes between the time of a note and its signature', () => {
    const closed = () => {
      const world = outboxWorld({ eager: true });
      const before = scheduling(world);
      before.plan();
      before.ring(DUE);
      expect(before.tab.prompts()).toHaveLength(1);
      before.tab.root.stop();
      return { world, after: scheduling(world) };
    };

    test('INV-NO-LOSS the next page asks for the signature by itself and publishes it once', () => {
      const { after } = closed();
      expect([after.set(), after.tab.prompts()]).toEqual([DUE, []]);
      after.ring(plus(DUE, seconds(20)));
      after.ring(plus(DUE, seconds(21)));
      expect([after.set(), after.tab.prompts().length]).toEqual([undefined, 1]);
      after.tab.sign();
      expect(after.states()).toEqual([
        ['good morning', 'discarded'],
        ['good morning', 'sending'],
      ]);
    });

    test('INV-NO-LOSS after a long absence it is reported, listed with the drafts, and not sent', () => {
      const { after } = closed();
      after.ring(plus(DUE, seconds(5_000)));
      expect([after.tab.prompts(), after.set(), after.states().at(-1)]).toEqual([
        [],
        undefined,
        ['good morning', 'unsigned'],
      ]);
      expect(after.tab.told.filter(({ type }) => type === 'account.failed')).toEqual([
        {
          type: 'account.failed',
          kind: 'warning',
          stays: true,
          message: { code: 'note.missed', params: { count: 1 } },
        },
      ]);
      const records = new Map(after.tab.records().map((record) => [record.job, record]));
      const [left, ...more] = refusedIn(records);
      expect([left?.wish.writing?.text, more]).toEqual(['good morning', []]);
      after.tab.scope.send({
        type: 'outbox.retry',
        job: left?.job ?? '',
        now: plus(DUE, seconds(5_010)),
      });
      expect([after.tab.prompts().length, after.set()]).toEqual([1, undefined]);
    });

    test('INV-NO-LOSS another open tab continues it once the first has closed', () => {
      const world = outboxWorld({ eager: true });
      const [one, two] = [scheduling(world), scheduling(world)];
      one.plan();
      two.tab.store.notify();
      one.ring(DUE);
      two.tab.store.notify();
      one.tab.root.stop();
      // the alarm rings in one tab at a time
      two.ring(plus(DUE, seconds(3)));
      expect(two.tab.prompts()).toHaveLength(1);
    });

    test('PUBLISH-04 a note that the user sends in another tab is not taken from that tab', () => {
      const world = outboxWorld({ eager: true });
      const [one, two] = [scheduling(world), scheduling(world)];
      one.plan();
      two.tab.store.notify();
      const send = (now: Seconds) =>
        two.tab.scope.send({ type: 'schedule.send', job: two.tab.records()[0]?.job ?? '', now });
      send(minus(DUE, seconds(100)));
      one.tab.store.notify();
      expect([one.set(), two.tab.prompts().length]).toEqual([undefined, 1]);
    });
  });

  describe('a note whose time comes while the key is behind a PIN', () => {
    const NO_PIN = signingFailure('sign-no-nsec', { code: 'pin.missing' });
    const locked = () => {
      const world = outboxWorld({ eager: true });
      const one = scheduling(world);
      one.plan();
      one.ring(DUE);
      return { ...one, world };
    };

    test('BEYOND-03 the prompt names the scheduled note', () => {
      expect(locked().tab.prompts()[0]?.reason).toEqual({ code: 'sign.scheduled' });
    });

    test('BEYOND-03 a due note asks for no PIN, and one that the user sends does', () => {
      const one = locked();
      expect(one.tab.prompts()[0]?.isUnattended).toBe(true);
      one.tab.refuse(signingFailure('event_not_signed', { code: 'key.locked' }));
      expect(one.tab.told.filter(({ type }) => type === 'account.failed')).toMatchObject([
        { message: { code: 'note.locked' } },
      ]);
      const job = one.tab.records().at(-1)?.job ?? '';
      one.tab.scope.send({ type: 'outbox.retry', job, now: plus(DUE, seconds(5)) });
      expect(one.tab.prompts().map(({ isUnattended = false }) => isUnattended)).toEqual([false]);
    });

    test('INV-NO-LOSS a dismissed PIN leaves the note waiting, and the next unlock sends it once', () => {
      const one = locked();
      one.tab.refuse(NO_PIN);
      expect(one.tab.told.filter(({ type }) => type === 'account.failed')).toEqual([
        { type: 'account.failed', kind: 'warning', stays: true, message: { code: 'note.locked' } },
      ]);
      expect([one.tab.prompts(), one.asks()]).toEqual([[], 0]);
      one.tab.scope.send({ type: 'account.unlocked' });
      expect(one.asks()).toBe(1);
      const later = plus(DUE, seconds(5_000));
      one.tell(later);
      const [prompt, ...more] = one.tab.prompts();
      expect([prompt?.reason, more]).toEqual([{ code: 'sign.scheduled' }, []]);
      expect(one.tab.records().at(-1)?.template?.created_at).toEqual(later);
      one.tab.sign();
      one.tab.scope.send({ type: 'account.unlocked' });
      one.tell(later);
      expect([one.states().at(-1), one.tab.prompts()]).toEqual([['good morning', 'sending'], []]);
    });

    test('INV-OUTCOME its message goes once the note is sent, and not before', () => {
      const one = locked();
      one.tab.refuse(NO_PIN);
      one.tab.scope.send({ type: 'account.unlocked' });
      one.tell(plus(DUE, seconds(9)));
      expect(one.tab.bus.withdrawn).not.toContain('note.locked');
      one.tab.sign();
      expect(one.tab.bus.withdrawn).toContain('note.locked');
    });

    test('INV-OUTCOME its message goes once the note is removed, also in another tab', () => {
      const one = locked();
      const two = scheduling(one.world);
      one.tab.refuse(NO_PIN);
      two.tab.store.notify();
      const job = one.tab.records().at(-1)?.job ?? '';
      one.tab.scope.send({ type: 'outbox.discard', job });
      two.tab.store.notify();
      for (const { tab } of [one, two]) expect(tab.bus.withdrawn).toContain('note.locked');
    });

    test('INV-NO-LOSS it also waits for the next page, and is sent when the key opens there', () => {
      const one = locked();
      one.tab.refuse(NO_PIN);
      one.tab.root.stop();
      const after = scheduling(one.world);
      after.ring(plus(DUE, seconds(5_000)));
      expect(after.tab.prompts()).toEqual([]);
      after.tab.scope.send({ type: 'account.unlocked' });
      after.tell(plus(DUE, seconds(5_001)));
      expect(after.tab.prompts()).toHaveLength(1);
    });

    test.each([
      ['a refusal of the signer', 'good morning', DUE, undefined],
      ['an edited text', 'good evening', DUE, NO_PIN],
      ['a note sent by the user before its time', 'good morning', minus(DUE, seconds(9)), NO_PIN],
    ])('PUBLISH-04 after %s, an unlock sends nothing', (_, content, now, failure) => {
      const one = scheduling();
      one.plan();
      one.tab.scope.send({
        type: 'intents.publish',
        draft: pressed({ ...draft, content }),
        now,
        origin: 'root good morning',
      });
      one.tab.refuse(failure);
      one.tab.scope.send({ type: 'account.unlocked' });
      expect([one.states().at(-1), one.asks()]).toEqual([[content, 'unsigned'], 0]);
      expect(one.tab.told.filter(({ type }) => type === 'account.failed')).toMatchObject([
        { message: { code: 'note.unsent' }, stays: true },
      ]);
    });
  });

  test('PUBLISH-04 two tabs with the same alarm make one note', () => {
    const world = outboxWorld({ eager: true });
    const [one, two] = [scheduling(world), scheduling(world)];
    one.plan();
    two.tab.store.notify();
    expect(two.set()).toEqual(DUE);
    one.ring(DUE);
    two.ring(DUE);
    expect(one.states().filter(([, state]) => state === 'drafted')).toHaveLength(1);
    two.tab.store.notify();
    expect(two.states()).toEqual(one.states());
  });

  test('a discarded plan does not ring', () => {
    const one = scheduling();
    one.plan();
    one.tab.scope.send({ type: 'outbox.discard', job: one.tab.records()[0]?.job ?? '' });
    expect([one.states(), one.set()]).toEqual([[['good morning', 'discarded']], undefined]);
    one.ring(DUE);
    expect(one.states()).toHaveLength(1);
  });

  test('ACTIVITY-01 a sleeping page is woken for a planned note', () => {
    const heard: string[] = [];
    const bus = createActor(
      setup({ types: { events: {} as AnyEventObject } }).createMachine({
        on: { '*': { actions: ({ event }) => heard.push(event.type) } },
      }),
    ).start();
    const alarm = fakePort<AlarmCommand, { account: string }, AlarmSignal>();
    const scope = bus;
    const actor = createActor(scheduleMachine.provide({ actors: { alarm: alarm.logic } }), {
      input: { account: ME, bus, scope },
    }).start();
    const one = scheduling();
    one.plan();
    actor.send({
      type: 'outbox.changed',
      records: new Map(one.tab.records().map((record) => [record.job, record])),
    });
    alarm.report({ type: 'alarm.rung', now: DUE });
    expect(heard).toEqual(['activity.seen', 'intents.publish']);
    actor.stop();
    expect(plansIn(new Map()).some((plan) => isMissed(plan, DUE))).toBe(false);
  });
});
