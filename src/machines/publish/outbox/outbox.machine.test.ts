import { quotedMessage } from '../../../events/account/user-message.ts';
import { describe, expect, test, vi } from 'vitest';
import { fromCallback, fromPromise } from 'xstate';
import type { FinishedText } from '../../../events/compose/stored-draft.ts';
import {
  FOLLOW,
  ME,
  NOW,
  outboxCaller,
  outboxHarness,
  RELAYS,
  signedList,
  signedNote,
  templateOf,
} from '../../../../tests/support/publish/outbox-harness.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { type OutboxRecord, stateOf } from '../../../events/publish/outbox/outbox.ts';
import type { OutboxEntryDraft } from '../../../events/publish/outbox/outbox-entry.ts';
import { millis, seconds } from '../../../events/core/time.ts';
import { outboxMachine } from './outbox.machine.ts';
import type { OutboxCommand, OutboxLogCommand } from '../../core/outbox-protocol.ts';
import { pressed } from '../../../events/nostr/ours.ts';

const [ONE] = RELAYS;
const SILENT = (job: string, relay: string): OutboxEntryDraft => ({
  job,
  type: 'silent',
  relay: pressed(relay),
});
const NOBODY = (job: string): readonly OutboxEntryDraft[] => [
  ...RELAYS.map((relay) => SILENT(job, relay)),
  { job, type: 'broadcast', accepted: [], reason: { code: 'publish.unconfirmed' } },
];
const at = (lines: readonly OutboxEntryDraft[], time = NOW) =>
  lines.map((line) => ({ ...line, at: seconds(time) }));
const states = (records: readonly OutboxRecord[]) => records.map(stateOf);

/** Open an outbox with a log, in the leading tab or another one. */
function opened({
  leads = true,
  log = [],
}: {
  leads?: boolean;
  log?: Parameters<ReturnType<typeof outboxHarness>['open']>[0];
} = {}) {
  const desk = outboxHarness();
  desk.open(log);
  if (leads) desk.lead(true);
  return desk;
}

describe('opening', () => {
  const from = outboxCaller().ref;
  const job = 'of another page';
  const template = templateOf('', { kind: 3, tags: [['p', '2'.repeat(64)]] });
  test.each<[OutboxCommand, string[]]>([
    [
      {
        type: 'outbox.publish',
        order: {
          draft: pressed({ kind: 1, tags: [], content: 'a' }),
          relays: RELAYS,
          now: seconds(NOW),
        },
      },
      ['intended', 'drafted'],
    ],
    [
      {
        type: 'outbox.planListEdit',
        request: '0',
        list: 'follows',
        intents: FOLLOW,
        now: seconds(NOW),
        from,
      },
      ['intended'],
    ],
    [
      { type: 'outbox.sendListEdit', job, template: pressed(template), relays: RELAYS, from },
      ['drafted'],
    ],
    [{ type: 'outbox.signed', job, event: trusted(template), from }, ['signed']],
    [{ type: 'outbox.refused', job, reason: quotedMessage('no') }, ['refused']],
    [{ type: 'outbox.retry', job, now: seconds(NOW) }, ['retried']],
    [{ type: 'outbox.discard', job }, ['discarded']],
  ])(
    'INV-NO-LOSS ordered before the log is read, it is done once it is read, and once only: %j',
    (order, lines) => {
      const desk = outboxHarness();
      expect(desk.actor.getSnapshot().hasTag('opening')).toBe(true);
      desk.actor.send(order);
      expect(desk.lines()).toEqual([]);
      const log = at([
        {
          job,
          type: 'intended',
          account: ME,
          wish: { type: 'list', list: 'follows', intents: FOLLOW },
        },
        { job, type: 'drafted', template: pressed(template), relays: RELAYS },
      ]);
      desk.open(log);
      expect(desk.lines().map(({ type }) => type)).toEqual(lines);
      expect(desk.actor.getSnapshot().hasTag('open')).toBe(true);
      expect(desk.actor.getSnapshot().context.waiting).toEqual([]);
    },
  );

  test('INV-NO-LOSS a request for a text or leftovers before the log is read is answered afterwards', () => {
    const desk = outboxHarness();
    const [composer, stranger, editor] = [outboxCaller(), outboxCaller(), outboxCaller()];
    desk.actor.send({
      type: 'outbox.subscribeToOrigin',
      origin: 'root 1',
      from: composer.ref,
      request: 'one',
    });
    desk.actor.send({
      type: 'outbox.subscribeToOrigin',
      origin: 'root 2',
      from: stranger.ref,
      request: 'two',
    });
    desk.actor.send({ type: 'outbox.subscribe', from: editor.ref });
    const draft = { kind: 1, tags: [], content: 'a' };
    const kept = at([
      {
        job: 'a',
        type: 'intended',
        account: ME,
        wish: { type: 'event', draft: pressed(draft), origin: 'root 1' },
      },
    ]);
    desk.open([...kept, ...signedList('list')]);
    expect(composer.heard).toMatchObject([
      { type: 'outbox.jobCreated', job: 'a', request: 'one' },
      { type: 'outbox.jobChanged', record: { job: 'a' } },
    ]);
    expect(stranger.heard).toEqual([{ type: 'outbox.jobMissing', request: 'two' }]);
    expect(editor.heard).toEqual([
      expect.objectContaining({ type: 'outbox.changed' }),
      { type: 'outbox.jobAbandoned', job: 'list' },
    ]);
    desk.write([{ job: 'a', type: 'drafted', template: pressed(templateOf('a')), relays: RELAYS }]);
    expect(composer.heard.at(-1)).toMatchObject({
      type: 'outbox.jobChanged',
      record: { template: { content: 'a' } },
    });
  });

  test('INV-PROGRESS a broken or slow log is opened again after five seconds, and no order runs twice', () => {
    const desk = outboxHarness();
    expect(desk.store.last().input).toEqual({ account: ME });
    desk.publish('a');
    desk.elapse(9_900);
    expect([desk.actor.getSnapshot().hasTag('broken'), desk.store.lives.length]).toEqual([
      false,
      1,
    ]);
    desk.elapse(200);
    expect([
      desk.actor.getSnapshot().hasTag('broken'),
      desk.store.lives.map(({ ended }) => ended),
    ]).toEqual([true, [true]]);
    desk.elapse(5_000);
    expect(desk.store.lives).toHaveLength(2);
    desk.open();
    expect(desk.lines()).toHaveLength(2);
  });

  test('INV-PROGRESS a log that cannot be opened is retried, and orders wait for it', () => {
    let tries = 0;
    const store = fromCallback<OutboxLogCommand, { account: string }>(({ sendBack, receive }) => {
      if (++tries < 3) throw new Error('blocked');
      receive(({ type }) => told.push(type));
      sendBack({ type: 'store.opened', entries: [], now: seconds(NOW) });
    });
    const told: string[] = [];
    const desk = outboxHarness({ store });
    for (const tried of [1, 2]) {
      expect([tries, desk.actor.getSnapshot().hasTag('broken')]).toEqual([tried, true]);
      desk.publish(`while broken ${tried}`);
      desk.elapse(5_000);
    }
    expect([tries, desk.actor.getSnapshot().hasTag('open'), told]).toEqual([
      3,
      true,
      ['store.append', 'store.lead', 'store.append', 'store.lead'],
    ]);
  });

  test('INV-VERIFIED signed events are shown after a reload, except discarded ones and unaccepted deletions', () => {
    const deletion = { kind: 5, tags: [['e', 'f'.repeat(64)]] };
    const desk = outboxHarness();
    desk.open([
      ...signedNote('kept'),
      ...signedNote('gone'),
      ...at([{ job: 'gone', type: 'discarded' }]),
      ...signedNote('wanted', deletion),
      ...signedNote('taken', deletion),
      ...at([{ job: 'taken', type: 'answered', relay: pressed(ONE), accepted: true }]),
    ]);
    expect(
      desk.facts.map(({ events, claims, now }) => [
        events.map(({ content }) => content),
        claims,
        now,
      ]),
    ).toEqual([[['kept', 'taken'], [], NOW]]);
    const empty = outboxHarness();
    empty.open();
    expect([empty.facts, empty.commands()]).toEqual([[], []]);
  });

  test('INV-SCOPE entries of another account are not shown, counted, sent or discarded', () => {
    const theirs = signedNote('theirs').map((entry) =>
      entry.type === 'intended' ? { ...entry, account: '2'.repeat(64) } : entry,
    );
    const desk = opened({ log: [...theirs, ...signedNote('mine').slice(0, 2)] });
    desk.write(theirs);
    expect([desk.records().map(({ job }) => job), desk.facts, desk.sent, desk.commands()]).toEqual([
      ['mine'],
      [],
      [],
      [],
    ]);
    expect(desk.actor.getSnapshot().context.unfinished).toBe(1);
  });

  test('unaccepted jobs are counted, and finished jobs older than a week are removed', () => {
    const [old, fresh] = [NOW - 8 * 86_400, NOW - 6 * 86_400];
    const taken = (job: string, when: number) =>
      at(
        RELAYS.map((relay) => ({ job, type: 'answered', relay, accepted: true })),
        when,
      );
    const desk = outboxHarness();
    desk.open([
      ...signedNote('old', {}, old),
      ...taken('old', old),
      ...signedNote('fresh', {}, fresh),
      ...taken('fresh', fresh),
      ...signedNote('open', {}, old),
    ]);
    expect(desk.records().map(({ job }) => job)).toEqual(['fresh', 'open']);
    expect(desk.store.told()).toEqual([{ type: 'store.prune', jobs: ['old'] }]);
    expect(desk.actor.getSnapshot().context.unfinished).toBe(1);
    desk.write([{ job: 'open', type: 'answered', relay: pressed(ONE), accepted: true }]);
    expect(desk.actor.getSnapshot().context.unfinished).toBe(0);
  });

  test('E-47 the reason why new data is not stored is known in every state', () => {
    const desk = outboxHarness();
    desk.store.report({ type: 'store.writeFailed', reason: 'newer' });
    expect(desk.actor.getSnapshot().context.unkept).toBe('newer');
  });
});

describe('orders and requests', () => {
  test('INV-NO-LOSS INV-TAB an order is logged in one transaction, this tab leads, the caller gets its id', () => {
    for (const leads of [true, false]) {
      const desk = opened({ leads });
      const composer = outboxCaller();
      desk.publish('a', { from: composer.ref, origin: 'root 1' });
      const [lines] = desk.appends();
      const draft = { kind: 1, tags: [], content: 'a' };
      expect(lines).toMatchObject([
        { type: 'intended', account: ME, wish: { type: 'event', draft, origin: 'root 1' } },
        { type: 'drafted', template: templateOf('a'), relays: RELAYS },
      ]);
      expect(desk.commands()).toEqual(leads ? ['store.append'] : ['store.append', 'store.lead']);
      expect(composer.heard).toEqual([{ type: 'outbox.jobCreated', job: lines?.[0]?.job }]);
    }
  });

  test('two notes with the same words in the same second are two jobs', () => {
    const desk = opened();
    desk.publish('same');
    desk.publish('same');
    desk.settle();
    expect(states(desk.records())).toEqual(['drafted', 'drafted']);
    expect(desk.records()[0]?.wish).toStrictEqual({
      type: 'event',
      draft: { kind: 1, tags: [], content: 'same' },
    });
  });

  test('a list edit gets a job in the acting tab, and its signature is requested only with a draft', () => {
    for (const leads of [true, false]) {
      const desk = opened({ leads });
      const editor = outboxCaller();
      const wish = {
        type: 'outbox.planListEdit',
        list: 'follows',
        intents: FOLLOW,
        now: seconds(NOW),
        from: editor.ref,
      } as const;
      desk.actor.send({ ...wish, request: 'one' });
      desk.actor.send({ ...wish, request: 'two' });
      const [first, second] = desk.lines();
      expect(first).toMatchObject({
        type: 'intended',
        account: ME,
        wish: { type: 'list', list: 'follows', intents: FOLLOW },
      });
      expect(first?.job).not.toBe(second?.job);
      expect(desk.commands().filter((type) => type === 'store.lead')).toHaveLength(leads ? 0 : 2);
      expect(editor.heard.slice(0, 2)).toEqual([
        { type: 'outbox.jobCreated', job: first?.job, request: 'one' },
        { type: 'outbox.jobCreated', job: second?.job, request: 'two' },
      ]);
      desk.settle();
      expect(editor.heard.at(-1)).toMatchObject({
        type: 'outbox.jobChanged',
        record: { job: second?.job },
      });
      const template = templateOf('', { kind: 3, tags: [['p', '2'.repeat(64)]] });
      const drafter = outboxCaller();
      desk.actor.send({
        type: 'outbox.sendListEdit',
        job: first?.job ?? '',
        template: pressed(template),
        relays: RELAYS,
        from: drafter.ref,
      });
      desk.settle();
      expect([states(desk.records()), desk.prompts()]).toEqual([['drafted', 'intended'], []]);
      expect(drafter.heard).toMatchObject([
        { type: 'outbox.jobChanged', record: { job: first?.job, template } },
      ]);
    }
  });

  test('a refused list draft counts as refused, with the reason', () => {
    const desk = opened({ log: signedList('list').slice(0, 2) });
    desk.actor.send({
      type: 'outbox.refused',
      job: 'list',
      reason: quotedMessage('The signer said no'),
    });
    desk.settle();
    expect(desk.records()).toMatchObject([
      { job: 'list', refusal: quotedMessage('The signer said no') },
    ]);
  });

  test('a watcher gets the state of a text and every change, and nothing about a discarded one', () => {
    const desk = opened();
    desk.publish('a', { origin: 'root 1' });
    desk.settle();
    const [first, later] = [outboxCaller(), outboxCaller()];
    desk.actor.send({ type: 'outbox.subscribeToOrigin', origin: 'root 1', from: first.ref });
    expect(first.types()).toEqual(['outbox.jobCreated', 'outbox.jobChanged']);
    desk.sign();
    desk.settle();
    expect(first.heard.at(-1)).toMatchObject({ record: { event: { content: 'a' } } });
    desk.actor.send({ type: 'outbox.discard', job: desk.records()[0]?.job ?? '' });
    desk.settle();
    desk.actor.send({ type: 'outbox.subscribeToOrigin', origin: 'root 1', from: later.ref });
    expect(later.heard).toEqual([{ type: 'outbox.jobMissing' }]);
  });

  test('BEYOND-05 discarding a job with its text removes the text too, and only then', async () => {
    const forgotten: unknown[] = [];
    const forgetText = fromPromise<void, FinishedText>(async ({ input }) => {
      forgotten.push(input);
      if (forgotten.length > 1) throw new Error('no disk');
    });
    const desk = outboxHarness({ outbox: outboxMachine.provide({ actors: { forgetText } }) });
    desk.open([]);
    desk.publish('a', { origin: 'root 1' });
    desk.publish('b', { origin: 'root 2' });
    desk.publish('c', { origin: 'root 3' });
    desk.settle();
    const [a = '', b = '', c = ''] = desk.records().map(({ job }) => job);
    desk.actor.send({ type: 'outbox.discard', job: a });
    desk.actor.send({ type: 'outbox.discard', job: b, withText: true });
    desk.actor.send({ type: 'outbox.discard', job: c, withText: true });
    desk.settle();
    expect(states(desk.records())).toEqual(['discarded', 'discarded', 'discarded']);
    expect(forgotten).toEqual([
      { account: ME, origin: 'root 2', content: 'b' },
      { account: ME, origin: 'root 3', content: 'c' },
    ]);
    await vi.waitFor(() =>
      expect(Object.keys(desk.actor.getSnapshot().children).join()).not.toContain('forget'),
    );
    expect(desk.actor.getSnapshot().status).toBe('active');
  });

  test('BEYOND-05 the leading tab removes the stored text of a note once a relay accepts it', async () => {
    const forgotten: unknown[] = [];
    const forgetText = fromPromise<void, FinishedText>(async ({ input }) => {
      forgotten.push(input);
    });
    const outbox = outboxMachine.provide({ actors: { forgetText } });
    for (const leading of [false, true]) {
      const desk = outboxHarness({ outbox });
      desk.open([]);
      desk.publish('a', { origin: 'reply:1 1' });
      desk.settle();
      desk.sign();
      desk.settle();
      desk.actor.send({ type: 'store.leadershipChanged', leading });
      for (const { job } of desk.records())
        desk.write([{ job, type: 'answered', relay: pressed(ONE), accepted: true }]);
    }
    expect(forgotten).toEqual([{ account: ME, origin: 'reply:1 1', content: 'a' }]);
  });

  test('PUBLISH-04 a repeated order follows the running job instead of writing it again', () => {
    const desk = opened();
    desk.publish('a', { origin: 'root 1' });
    desk.settle();
    const again = outboxCaller();
    desk.publish('a', { origin: 'root 1', from: again.ref });
    expect(again.types()).toEqual(['outbox.jobCreated', 'outbox.jobChanged']);
    desk.publish('a', { origin: 'root 1' });
    expect(desk.appends()).toHaveLength(1);
    desk.sign();
    desk.settle();
    expect(again.heard.at(-1)).toMatchObject({ record: { event: { content: 'a' } } });
  });

  test('PUBLISH-04 a changed text is another note: a running one stays, a failed one is discarded first', () => {
    const desk = opened();
    desk.publish('first', { origin: 'root 1' });
    desk.settle();
    desk.publish('second', { origin: 'root 1' });
    desk.settle();
    expect(states(desk.records())).toEqual(['drafted', 'drafted']);
    const failed = opened();
    failed.publish('first', { origin: 'root 1' });
    failed.settle();
    const job = failed.records()[0]?.job ?? '';
    failed.sign();
    failed.settle();
    failed.write(NOBODY(job));
    failed.publish('second', { origin: 'root 1' });
    const [discarded, ...begun] = failed.appends().at(-1) ?? [];
    expect([discarded?.type, ...begun.map(({ type }) => type)]).toEqual([
      'discarded',
      'intended',
      'drafted',
    ]);
    failed.settle();
    expect(states(failed.records())).toEqual(['discarded', 'drafted']);
    failed.signer.refuse();
    failed.settle();
    failed.publish('third', { origin: 'root 1' });
    failed.settle();
    expect(states(failed.records())).toEqual(['discarded', 'discarded', 'drafted']);
  });

  test('PUBLISH-04 publishing an unaccepted or unsigned text again resumes its job', () => {
    for (const isSigned of [true, false]) {
      const first = opened();
      first.publish('a', { origin: 'root 1' });
      first.settle();
      const job = first.records()[0]?.job ?? '';
      if (isSigned) first.sign();
      const desk = opened({ log: at([...first.lines(), ...(isSigned ? NOBODY(job) : [])]) });
      expect(states(desk.records())).toEqual([isSigned ? 'failed' : 'drafted']);
      const composer = outboxCaller();
      desk.publish('a', { origin: 'root 1', from: composer.ref });
      desk.settle();
      expect([desk.prompts().length, desk.sent.length]).toEqual(isSigned ? [0, 2] : [1, 0]);
      expect([desk.records().length, composer.heard.at(-1)?.type]).toEqual([
        1,
        'outbox.jobChanged',
      ]);
    }
  });

  test('BEYOND-09 a refused like pressed again can be undone again, and the caller receives its news', () => {
    const desk = opened();
    const heart = outboxCaller();
    const press = () =>
      desk.actor.send({
        type: 'outbox.publish',
        order: {
          draft: pressed({ kind: 7, tags: [['e', 'e'.repeat(64)]], content: '+' }),
          relays: RELAYS,
          now: seconds(desk.now()),
          from: heart.ref,
          hold: millis(4_000),
        },
      });
    press();
    press();
    desk.settle();
    expect([heart.types(), desk.records().length]).toEqual([
      ['outbox.jobCreated', 'outbox.jobCreated', 'outbox.jobChanged'],
      1,
    ]);
    desk.elapse(4_100);
    desk.signer.refuse();
    desk.settle();
    expect(states(desk.records())).toEqual(['unsigned']);
    press();
    desk.settle();
    expect([states(desk.records()), desk.prompts()]).toEqual([['drafted'], []]);
    expect(heart.heard.at(-1)).toMatchObject({ record: { refusal: undefined } });
    desk.elapse(4_100);
    expect(desk.prompts()).toHaveLength(1);
    expect(desk.lines().filter(({ type }) => type === 'intended')).toHaveLength(1);
  });

  test('if a like is pressed twice before it is written, the last caller receives the news', () => {
    const desk = opened();
    const [one, two] = [outboxCaller(), outboxCaller()];
    const draft = pressed({ kind: 7, tags: [['e', 'e'.repeat(64)]], content: '+' });
    for (const { ref } of [one, two])
      desk.actor.send({
        type: 'outbox.publish',
        order: { draft, relays: RELAYS, now: seconds(NOW), from: ref },
      });
    desk.actor.send({
      type: 'outbox.publish',
      order: { draft, relays: RELAYS, now: seconds(NOW) },
    });
    expect([desk.appends().length, two.types()]).toEqual([1, ['outbox.jobCreated']]);
    desk.settle();
    expect(two.types()).toEqual(['outbox.jobCreated', 'outbox.jobChanged']);
    desk.actor.send({
      type: 'outbox.publish',
      order: { draft, relays: RELAYS, now: seconds(NOW) },
    });
    expect(desk.appends()).toHaveLength(1);
  });

  test('INV-PROGRESS a signature that is not logged within 15 seconds is dropped, and can be retried', () => {
    const desk = opened();
    desk.publish('a');
    desk.settle();
    desk.sign();
    desk.elapse(15_100);
    expect(desk.sent).toEqual([]);
    const [{ job } = { job: '' }] = desk.records();
    expect(desk.lines().at(-1)).toEqual({
      job,
      type: 'refused',
      reason: { code: 'publish.unsigned' },
    });
  });

  test('INV-PROGRESS COMPOSE-03 only a relay without any response counts as silent', () => {
    const desk = opened();
    desk.publish('a');
    desk.settle();
    desk.sign();
    desk.settle();
    desk.answer(ONE, 'rejected');
    desk.settle();
    desk.elapse(15_100);
    expect(desk.lines().flatMap((line) => (line.type === 'silent' ? [line.relay] : []))).toEqual([
      RELAYS[1],
    ]);
  });

  test('counts that a note changes are requested again after the caching service imported it', () => {
    const desk = opened();
    const note = 'e'.repeat(64);
    desk.publish('a', { about: [note] });
    desk.settle();
    desk.sign();
    desk.settle();
    desk.answer(ONE, 'accepted');
    desk.settle();
    desk.asked.answer({}, 'import_events');
    desk.settle();
    expect(desk.asked.open().map(({ query }) => query.payload)).toMatchObject([
      { event_ids: [note] },
    ]);
  });
});
