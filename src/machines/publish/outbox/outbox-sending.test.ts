import { quotedMessage } from '../../../events/account/user-message.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { enqueueActions } from 'xstate';
import { endOf } from '../../../../tests/support/machines/planted.ts';
import { runs } from '../../../../tests/support/runs.ts';
import {
  outboxCaller,
  outboxHarness,
  RELAYS,
  signedList,
  signedNote,
  templateOf,
} from '../../../../tests/support/publish/outbox-harness.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { stateOf } from '../../../events/publish/outbox/outbox.ts';
import type { OutboxEntry, OutboxEntryDraft } from '../../../events/publish/outbox/outbox-entry.ts';
import { seconds } from '../../../events/core/time.ts';
import { outboxMachine } from './outbox.machine.ts';
import { publishMachine } from './publish.machine.ts';
import { pressed } from '../../../events/nostr/ours.ts';

const [ONE, TWO] = RELAYS;
type Desk = ReturnType<typeof outboxHarness>;

function opened({
  leads = true,
  log = [],
  outbox = outboxMachine,
}: {
  leads?: boolean;
  log?: readonly OutboxEntry[];
  outbox?: typeof outboxMachine;
} = {}) {
  const desk = outboxHarness({ outbox });
  desk.open(log);
  if (leads) desk.lead(true);
  return desk;
}

const states = (desk: Desk) => desk.records().map(stateOf);
const sentTo = (desk: Desk) => desk.sent.map(({ url, event }) => `${url} ${event.content}`);
const silence = (job: string): readonly OutboxEntryDraft[] => [
  ...RELAYS.map(
    (relay): OutboxEntryDraft => ({
      job,
      type: 'silent',
      relay: pressed(relay),
      reason: { code: 'relay.errored' },
    }),
  ),
  { job, type: 'broadcast', accepted: [], reason: { code: 'publish.unconfirmed' } },
];
const failedNote = (job: string): readonly OutboxEntry[] => {
  const [first] = signedNote(job);
  return [
    ...signedNote(job),
    ...silence(job).map((line) => ({ ...line, at: first?.at ?? seconds(0) })),
  ];
};

/** Return an outbox whose jobs crash while sending, as long as `isBroken`. */
function breaking() {
  const state = { isBroken: true };
  const publish = publishMachine.provide({
    delays: {
      sendTimeout: () => {
        if (state.isBroken) throw new Error('planted');
        return 15_000;
      },
    },
  });
  return { state, outbox: outboxMachine.provide({ actors: { publish } }) };
}

describe('signing and sending tabs', () => {
  test('ACTIVITY-03 a signature is requested only in the tab that ordered it', () => {
    const desk = opened({ log: signedNote('elsewhere').slice(0, 2) });
    expect([states(desk), desk.prompts()]).toEqual([['drafted'], []]);
    desk.publish('here');
    desk.settle();
    expect(desk.prompts()).toMatchObject([{ act: { template: { content: 'here' } } }]);
  });

  test('PUBLISH-04 a like first written by another tab is signed there, without a prompt here', () => {
    const desk = opened();
    const draft = { kind: 7, tags: [['e', 'e'.repeat(64)]], content: '+' };
    desk.actor.send({
      type: 'outbox.publish',
      order: { draft: pressed(draft), relays: RELAYS, now: seconds(desk.now()) },
    });
    const [lines = []] = desk.appends();
    const earlier = { ...templateOf('+', draft), created_at: seconds(desk.now() - 1) };
    desk.write(
      lines.map((line) =>
        line.type === 'drafted' ? { ...line, template: pressed(earlier) } : line,
      ),
    );
    desk.store.report({ type: 'store.refused', lines });
    expect([states(desk), desk.prompts(), desk.children()]).toEqual([['drafted'], [], ['store']]);
  });

  test('E-48 an event signed by another page is sent only by the leading tab, and a list by its editor', () => {
    const desk = opened({ leads: false, log: [...signedNote('note'), ...signedList('list')] });
    expect([desk.sent, desk.children()]).toEqual([[], ['store']]);
    desk.elapse(60_000);
    expect(desk.commands()).toEqual([]);
    desk.lead(true);
    expect(sentTo(desk)).toEqual([`${ONE} note`, `${TWO} note`]);
    expect(desk.sent[0]?.event).toEqual(trusted(templateOf('note')));
    expect(desk.prompts()).toEqual([]);
    desk.settle();
    expect(desk.children()).toEqual(['store', 'publish note']);
  });

  /**
   * A tab that may lose the lead at any step orders notes. The store gives the lead to a tab that
   * asks for it. Each note is sent by this tab if it leads in the end, and by none that does not.
   */
  const sendsItsOrders = (outbox = outboxMachine) =>
    fc.property(fc.array(fc.constantFrom('order', 'lose', 'gain'), { maxLength: 6 }), (steps) => {
      const desk = opened({ leads: false, outbox });
      let leads = false;
      const ordered: string[] = [];
      for (const step of steps) {
        const before = desk.sent.length;
        if (step === 'order') {
          const asked = desk.commands().length;
          desk.publish(`note ${ordered.length}`);
          ordered.push(`note ${ordered.length}`);
          desk.settle();
          desk.sign();
          desk.settle();
          expect(leads || desk.commands().slice(asked).includes('store.lead')).toBe(true);
        } else desk.lead((leads = step === 'gain'));
        if (!leads) expect(desk.sent.length).toBe(before);
      }
      desk.lead(true);
      expect(new Set(sentTo(desk))).toEqual(
        new Set(ordered.flatMap((text) => [`${ONE} ${text}`, `${TWO} ${text}`])),
      );
    });

  test('ACTIVITY-03 INV-TAB an order is sent here if no other tab leads, and by the leading tab only', () => {
    fc.assert(sendsItsOrders(), { numRuns: runs(60) });
  });

  test('INV-TAB a tab that ignores its role, or always sends, is caught (planted)', () => {
    const deaf = outboxMachine.provide({ actions: { lead: () => undefined } });
    const eager = outboxMachine.provide({
      actions: {
        lead: enqueueActions(({ context, enqueue }) => {
          enqueue.assign({ leading: true });
          for (const job of context.working.keys())
            enqueue.sendTo(`publish ${job}`, { type: 'publish.leadershipChanged', leading: true });
          enqueue.raise({ type: 'outbox.sync' });
        }),
      },
    });
    for (const outbox of [deaf, eager])
      expect(endOf(sendsItsOrders(outbox), 100)).toBe('AssertionError');
  });

  test('ACTIVITY-03 a tab that lost the lead does not send retried events', () => {
    const desk = opened({ log: signedNote('note') });
    desk.failAll();
    expect(states(desk)).toEqual(['failed']);
    desk.lead(false);
    desk.write([{ job: 'note', type: 'retried' }]);
    expect([states(desk), desk.sent.length]).toEqual([['sending'], 2]);
    desk.lead(true);
    expect(desk.sent).toHaveLength(4);
  });

  test("INV-BASE a list version is sent by its editor's tab, even if another tab leads or on a retry", () => {
    const desk = opened({ leads: false, log: signedList('list').slice(0, 2) });
    const editor = outboxCaller();
    const event = trusted(templateOf('', { kind: 3, tags: [['p', '2'.repeat(64)]] }));
    desk.actor.send({ type: 'outbox.signed', job: 'list', event, from: editor.ref });
    expect(desk.commands()).toEqual(['store.append', 'store.lead']);
    desk.settle();
    expect(desk.sent.map(({ url }) => url)).toEqual(RELAYS);
    expect(editor.heard).toMatchObject([
      { type: 'outbox.jobChanged', record: { job: 'list', event } },
    ]);
    desk.lead(true);
    desk.lead(false);
    desk.failAll();
    expect(states(desk)).toEqual(['failed']);
    desk.actor.send({
      type: 'outbox.retry',
      job: 'list',
      now: seconds(desk.now()),
      from: editor.ref,
    });
    expect(desk.lines().at(-1)).toEqual({ job: 'list', type: 'retried' });
    desk.settle();
    expect(desk.sent).toHaveLength(4);
    const leading = opened({ log: signedList('list').slice(0, 2) });
    leading.actor.send({ type: 'outbox.signed', job: 'list', event, from: editor.ref });
    expect(leading.commands()).toEqual(['store.append']);
  });

  test('INV-BASE the editor learns of leftover versions that are signed, unaccepted and not from this tab', () => {
    const editor = outboxCaller();
    const ok: OutboxEntry = {
      job: 'taken',
      at: seconds(0),
      type: 'answered',
      relay: pressed(ONE),
      accepted: true,
    };
    const log = [
      ...signedList('left'),
      ...signedList('taken'),
      ok,
      ...signedList('unsigned').slice(0, 2),
      ...signedNote('note'),
    ];
    const desk = opened({ leads: false, log });
    desk.actor.send({ type: 'outbox.subscribe', from: editor.ref });
    expect(editor.heard).toEqual([
      { type: 'outbox.changed', records: desk.actor.getSnapshot().context.records },
      { type: 'outbox.jobAbandoned', job: 'left' },
    ]);
    const { event } = desk.records()[0] ?? {};
    if (event) desk.actor.send({ type: 'outbox.signed', job: 'left', event, from: editor.ref });
    const other = outboxCaller();
    desk.actor.send({ type: 'outbox.subscribe', from: other.ref });
    expect(other.types()).toEqual(['outbox.changed']);
  });

  test('ACTIVITY-03 an idle leading tab is replaced by a tab that waits', () => {
    const desk = opened({ leads: false });
    desk.publish('a');
    desk.settle();
    desk.sign();
    desk.settle();
    const before = desk.commands().length;
    desk.elapse(30_100);
    expect(desk.commands().slice(before)).toEqual(['store.lead']);
    desk.actor.send({ type: 'account.wakeChanged', on: false });
    desk.actor.send({ type: 'account.wakeChanged', on: true });
    expect(desk.commands().slice(before)).toEqual(['store.lead', 'store.resign', 'store.standBy']);
  });

  test('fifty jobs run at a time, and the next starts as soon as one ends', () => {
    const jobs = Array.from({ length: 52 }, (_, nth) => `note ${nth}`);
    const desk = opened({ log: jobs.flatMap((job) => signedNote(job)) });
    expect(desk.sent).toHaveLength(100);
    desk.write([
      { job: 'note 0', type: 'discarded' },
      ...RELAYS.map(
        (relay): OutboxEntryDraft => ({ job: 'note 0', type: 'silent', relay: pressed(relay) }),
      ),
    ]);
    expect(desk.children()).not.toContain('publish note 0');
    expect(sentTo(desk).slice(100)).toEqual([`${ONE} note 50`, `${TWO} note 50`]);
    expect(desk.actor.getSnapshot().context.working.size).toBe(50);
  });
});

describe('decisions by the log', () => {
  test('INV-OUTCOME an event reaches the read model once it is signed, a deletion once it is accepted', () => {
    const desk = opened();
    const draft = pressed({ kind: 5, tags: [['e', 'f'.repeat(64)]], content: '' });
    desk.publish('note');
    desk.settle();
    desk.sign();
    desk.settle();
    desk.actor.send({
      type: 'outbox.publish',
      order: { draft: pressed(draft), relays: RELAYS, now: seconds(desk.now()) },
    });
    desk.settle();
    desk.sign();
    desk.settle();
    const told = () => desk.facts.map(({ events, now }) => [events.map(({ kind }) => kind), now]);
    const [note, deletion] = desk.records();
    expect(told()).toEqual([[[1], note?.event?.created_at]]);
    desk.answer(ONE, 'accepted');
    desk.settle();
    expect(told()).toEqual([
      [[1], note?.event?.created_at],
      [[5], deletion?.event?.created_at],
    ]);
    desk.answer(TWO, 'accepted');
    desk.settle();
    expect(desk.facts).toHaveLength(2);
  });

  test('PUBLISH-04 a late signature does not affect a newer draft from another tab', () => {
    const desk = opened();
    const composer = outboxCaller();
    desk.publish('a', { from: composer.ref });
    desk.settle();
    const job = desk.records()[0]?.job ?? '';
    desk.sign();
    const signed = desk.lines().at(-1);
    expect(signed?.type).toBe('signed');
    desk.write([
      {
        job,
        type: 'drafted',
        template: pressed(templateOf('a', { created_at: seconds(desk.now() + 60) })),
        relays: RELAYS,
      },
    ]);
    if (signed) desk.store.report({ type: 'store.refused', lines: [signed] });
    expect(desk.children()).toEqual(['store']);
    const lines = desk.lines().length;
    desk.elapse(60_000);
    expect([desk.lines().length, states(desk)]).toEqual([lines, ['drafted']]);
  });

  test('an actor whose log entry was rejected receives the state of its job instead', () => {
    const desk = opened();
    const composer = outboxCaller();
    desk.publish('a', { from: composer.ref, origin: 'root 1' });
    const [lines = []] = desk.appends();
    desk.store.report({ type: 'store.refused', lines });
    expect(composer.types()).toEqual(['outbox.jobCreated']);
    desk.write(lines);
    desk.sign();
    const heard = composer.heard.length;
    desk.store.report({ type: 'store.refused', lines: lines.slice(0, 1) });
    expect(composer.heard.slice(heard)).toMatchObject([
      { type: 'outbox.jobChanged', record: { wish: { draft: { content: 'a' } } } },
    ]);
    const refused = opened({ log: signedList('list').slice(0, 2) });
    const editor = outboxCaller();
    const [, , signed] = signedList('list');
    if (signed?.type !== 'signed') return expect.fail();
    refused.actor.send({
      type: 'outbox.signed',
      job: 'list',
      event: signed.event,
      from: editor.ref,
    });
    refused.store.report({
      type: 'store.refused',
      lines: [{ job: 'list', type: 'signed', event: signed.event }],
    });
    expect(editor.types()).toEqual(['outbox.jobChanged']);
  });

  test('without news nothing is written, and watchers of other jobs receive nothing', () => {
    const desk = opened();
    const [one, two] = [outboxCaller(), outboxCaller()];
    desk.publish('one', { from: one.ref });
    desk.publish('two', { from: two.ref });
    desk.settle();
    const heard = two.heard.length;
    desk.sign();
    desk.settle();
    expect([one.heard.length, two.heard.length]).toEqual([heard + 1, heard]);
    desk.sent[0]?.from.send({
      type: 'relay.outcome',
      url: ONE,
      eventId: 'f'.repeat(64),
      outcome: 'accepted',
    });
    expect(desk.appends().every((lines) => lines.length > 0)).toBe(true);
  });

  test('INV-QUEUE a refused event is signed on request with a new date, a replaceable one keeps its date', () => {
    for (const kind of [1, 0]) {
      const desk = opened({ leads: kind === 1 });
      desk.actor.send({
        type: 'outbox.publish',
        order: {
          draft: pressed({ kind, tags: [], content: 'a' }),
          relays: RELAYS,
          now: seconds(desk.now()),
        },
      });
      desk.settle();
      desk.signer.refuse();
      desk.settle();
      const job = desk.records()[0]?.job ?? '';
      const at = desk.now();
      desk.elapse(60_000);
      desk.write([
        {
          job,
          type: 'drafted',
          template: pressed(templateOf('a', { kind, created_at: seconds(at) })),
          relays: RELAYS,
        },
      ]);
      expect([states(desk), desk.prompts()]).toEqual([['drafted'], []]);
      desk.write([{ job, type: 'refused', reason: quotedMessage('no') }]);
      const again = outboxCaller();
      const before = desk.commands().length;
      desk.actor.send({ type: 'outbox.retry', job, now: seconds(desk.now()), from: again.ref });
      const created_at = kind === 1 ? desk.now() : at;
      const template = templateOf('a', { kind, created_at: seconds(created_at) });
      expect(desk.appends().at(-1)).toEqual([
        { job, type: 'retried' },
        { job, type: 'drafted', template, relays: RELAYS },
      ]);
      expect(desk.commands().slice(before)).toEqual(
        kind === 1 ? ['store.append'] : ['store.append', 'store.lead'],
      );
      desk.settle();
      expect(desk.prompts()).toMatchObject([{ act: { template } }]);
      expect(again.heard.at(-1)).toMatchObject({
        type: 'outbox.jobChanged',
        record: { job, template },
      });
    }
  });

  test('INV-QUEUE a retry during an open prompt replaces it by a prompt with the new date', () => {
    const desk = opened();
    desk.publish('a');
    desk.settle();
    const job = desk.records()[0]?.job ?? '';
    desk.elapse(60_000);
    desk.actor.send({ type: 'outbox.retry', job, now: seconds(desk.now()) });
    desk.settle();
    expect(desk.prompts()).toMatchObject([
      { act: { template: templateOf('a', { created_at: seconds(desk.now()) }) } },
    ]);
    desk.actor.send({ type: 'outbox.retry', job: 'unknown', now: seconds(desk.now()) });
    desk.sign();
    desk.settle();
    expect([
      desk.lines().filter(({ type }) => type === 'retried').length,
      desk.sent.length,
    ]).toEqual([1, 2]);
  });
});

describe('failed jobs', () => {
  test('E-27 a crashed job is restarted only by a retry or when another tab hands over', () => {
    for (const how of ['retry', 'lead', 'elsewhere', 'editor'] as const) {
      const { state, outbox } = breaking();
      const log = how === 'editor' ? signedList('a') : signedNote('a');
      const desk = opened({ outbox, log });
      const editor = outboxCaller();
      const { event } = desk.records()[0] ?? {};
      const handOver = () =>
        event && desk.actor.send({ type: 'outbox.signed', job: 'a', event, from: editor.ref });
      if (how === 'editor') {
        handOver();
        desk.settle();
      }
      const before = desk.sent.length;
      expect([desk.children(), states(desk), desk.actor.getSnapshot().status]).toEqual([
        ['store'],
        ['sending'],
        'active',
      ]);
      desk.publish('other');
      desk.settle();
      expect(desk.sent).toHaveLength(before);
      state.isBroken = false;
      if (how === 'retry') {
        desk.actor.send({ type: 'outbox.retry', job: 'a', now: seconds(desk.now()) });
        expect(desk.appends().at(-1)).toEqual([{ job: 'a', type: 'retried' }]);
      }
      if (how === 'lead') desk.lead(true);
      if (how === 'elsewhere') {
        desk.write(silence('a'));
        desk.write([{ job: 'a', type: 'retried' }]);
      }
      if (how === 'editor') {
        handOver();
        desk.write([{ job: 'a', type: 'silent', relay: pressed(TWO) }]);
      }
      expect(desk.children(), how).toContain('publish a');
    }
  });

  test('BEYOND-05 an event that a relay missed is recorded once and sent when this tab leads', () => {
    const desk = opened({ leads: false, log: [...failedNote('a'), ...failedNote('b')] });
    for (const url of [ONE, `${ONE}/`, ONE]) desk.actor.send({ type: 'relay.opened', url });
    expect(desk.lines()).toEqual([]);
    desk.lead(true);
    expect(desk.lines()).toEqual(['a', 'b'].map((job) => ({ job, type: 'retried', relay: ONE })));
    desk.settle();
    expect(sentTo(desk)).toEqual([`${ONE} a`, `${ONE} b`]);
    desk.actor.send({ type: 'relay.opened', url: TWO });
    desk.actor.send({ type: 'relay.opened', url: 'wss://three.example' });
    for (let passed = 0; passed < 300_000; passed += 10_000) {
      desk.elapse(10_000);
      desk.settle();
    }
    const tries = desk
      .lines()
      .flatMap((line) => (line.type === 'retried' ? [`${line.job} ${line.relay}`] : []));
    // without an answer, each is sent again after a pause
    expect([...new Set(tries)]).toEqual([`a ${ONE}`, `b ${ONE}`, `a ${TWO}`, `b ${TWO}`]);
    expect(states(desk)).toEqual(['failed', 'failed']);
  });

  test('BEYOND-05 each relay has its own pause', () => {
    const desk = opened({ log: failedNote('a') });
    const retried = () =>
      desk.lines().flatMap((line) => (line.type === 'retried' ? [line.relay] : []));
    const fail = (url: string) => desk.write([{ job: 'a', type: 'silent', relay: pressed(url) }]);
    desk.actor.send({ type: 'relay.opened', url: ONE });
    desk.settle();
    fail(ONE);
    desk.elapse(30_000);
    desk.actor.send({ type: 'relay.opened', url: TWO });
    desk.settle();
    fail(TWO);
    expect(retried()).toEqual([ONE, TWO]);
    for (const url of RELAYS) desk.actor.send({ type: 'relay.opened', url });
    expect(retried()).toEqual([ONE, TWO]);
    desk.elapse(30_100);
    expect(retried()).toEqual([ONE, TWO, ONE]);
    desk.settle();
    fail(ONE);
    desk.elapse(30_000);
    expect(retried()).toEqual([ONE, TWO, ONE, TWO]);
  });

  test('BEYOND-05 INV-BASE a reconnected relay does not receive events older than a week', () => {
    const desk = opened({ log: failedNote('a') });
    desk.elapse(8 * 86_400_000);
    desk.publish('new');
    desk.settle();
    desk.actor.send({ type: 'relay.opened', url: ONE });
    expect(desk.lines().some(({ type }) => type === 'retried')).toBe(false);
    const later = outboxHarness();
    later.elapse(8 * 86_400_000);
    later.open([
      ...signedNote('b').slice(0, 3),
      ...silence('b').map((line) => ({ ...line, at: seconds(later.now()) })),
    ]);
    later.lead(true);
    later.actor.send({ type: 'relay.opened', url: ONE });
    expect(later.lines()).toEqual([]);
  });
});
