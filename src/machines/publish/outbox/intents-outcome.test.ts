import { type UserMessage, quotedMessage as saidBy } from '../../../events/account/user-message.ts';
import { inEnglish } from '../../../../tests/support/views/in-english.ts';
import type { AnyActorRef } from 'xstate';
import { listErrorMessage } from '../../../events/account/lists/list-error.ts';
import { describe, expect, test } from 'vitest';
import { ME, startScope as start } from '../../../../tests/support/account/scope-world.ts';
import { CRASH, ownerOfCrashable } from '../../../../tests/support/machines/crashing.ts';
import { verified } from '../../../../tests/support/connection/fake-cache.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { reportQuery } from '../../../events/account/signing/signed-query.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { buildReport } from '../../../events/compose/acts/build-acts.ts';
import type { OutboxRecord } from '../../../events/publish/outbox/outbox.ts';
import { type Millis, millis, seconds } from '../../../events/core/time.ts';
import { pressed } from '../../../events/nostr/ours.ts';

const NOTE = 'f'.repeat(64);
const OTHER = 'e'.repeat(64);
const draft = pressed({ kind: KIND.Reaction, content: '+', tags: [['e', NOTE]] });
const wish = { type: 'event', draft } as const;

const publish = { type: 'intents.publish', draft, now: seconds(9) } as const;

describe('reported results', () => {
  const record = (over: Partial<OutboxRecord>): OutboxRecord => ({
    job: 'j',
    account: ME,
    wish,
    at: seconds(9),
    template: undefined,
    event: undefined,
    refusal: undefined,
    relays: new Map(),
    broadcast: { outcome: 'silent', reason: { code: 'publish.unconfirmed' } },
    broadcastTo: [],
    imported: false,
    discarded: false,
    ...over,
  });
  const event = verified({ id: 'e'.repeat(64) });
  const said = ({ heard }: ReturnType<typeof start>) =>
    heard
      .filter(({ type }) => type === 'account.failed')
      .map(({ message }) => inEnglish(message as UserMessage));

  test("MEDIA-02 'Failed to send server list' is a warning, and failures of other lists are errors", () => {
    const { children, heard } = start();
    const [servers, mutes] = (['mediaServers', 'mutes'] as const).map((list) =>
      listErrorMessage(list, [], 'unpublished'),
    );
    if (!servers || !mutes) throw new Error('nothing is said');
    children().lists?.send({ type: 'list.failed', list: 'mediaServers', message: servers });
    children().lists?.send({ type: 'list.failed', list: 'mutes', message: mutes });
    expect(heard.filter(({ type }) => type === 'account.failed')).toEqual([
      { type: 'account.failed', message: servers, kind: 'warning' },
      { type: 'account.failed', message: mutes },
    ]);
    expect(inEnglish(servers)).toBe('Failed to send server list');
  });

  test('PUBLISH-02 a failed action is reported once', () => {
    const world = start();
    const news = (over: Partial<OutboxRecord>) =>
      world.children().intents?.send({ type: 'outbox.jobChanged', record: record(over) });
    news({ broadcast: { outcome: 'waiting' } });
    news({ event, broadcast: { outcome: 'waiting' } });
    expect(said(world)).toEqual([]);
    news({ event });
    news({ event });
    expect(said(world)).toEqual(['No publish confirmation']);
  });

  test('COMPOSE-11 an order brings its own result messages: Reposted successfully, Failed to repost', () => {
    const world = start();
    world.list(['r', 'wss://w.example']);
    world.store.lives[0]?.report({ type: 'store.opened', entries: [], now: seconds(9) });
    for (const id of [NOTE, OTHER])
      world.actor.send({
        ...publish,
        draft: pressed({ ...draft, tags: [['e', id]] }),
        done: { code: 'repost.done' },
        failed: { code: 'repost.failed' },
      });
    const [one = '', other = ''] = world.intents().promised.keys();
    world
      .children()
      .intents?.send({ type: 'outbox.jobChanged', record: record({ job: one, event }) });
    world.children().intents?.send({
      type: 'outbox.jobChanged',
      record: record({
        job: other,
        event,
        relays: new Map([[pressed('wss://w.example'), { outcome: 'accepted' }]]),
      }),
    });
    const told = world.heard
      .filter(({ type }) => type.startsWith('account.'))
      .map(({ message }) => inEnglish(message as UserMessage));
    expect(told).toEqual(['Failed to repost', 'Reposted successfully']);
  });

  test('ACCOUNT-18 ACCOUNT-14 a report is sent to the caching service with a proof after a relay accepted it', () => {
    const world = start();
    world.list(['r', 'wss://w.example']);
    world.store.lives[0]?.report({ type: 'store.opened', entries: [], now: seconds(9) });
    const tell = reportQuery(OTHER, 'Ann');
    world.actor.send({
      ...publish,
      draft: buildReport(OTHER, 'spam'),
      done: { code: 'report.done', params: { name: 'Ann' } },
      tell,
    });
    const [job = ''] = world.intents().promised.keys();
    const asked = () =>
      world.heard.filter(({ type, request }) => type === 'sign.request' && request.id === 'proof');
    world.children().intents?.send({
      type: 'outbox.jobChanged',
      record: record({ job, event, broadcast: { outcome: 'waiting' } }),
    });
    expect(asked()).toEqual([]);
    const taken = record({
      job,
      event,
      relays: new Map([[pressed('wss://w.example'), { outcome: 'accepted' }]]),
    });
    for (let times = 0; times < 2; times++)
      world.children().intents?.send({ type: 'outbox.jobChanged', record: taken });
    expect(asked()).toMatchObject([
      { request: { pubkey: ME, act: { do: 'sign', template: tell.draft }, quiet: false } },
    ]);
    const proof = trusted({ ...tell.draft, pubkey: ME });
    const [{ request } = { request: undefined }] = asked();
    request.from.send({ type: 'sign.settled', id: 'proof', outcome: { ok: true, event: proof } });
    const told = world.heard.filter(({ type }) => type === 'cache.ask').map(({ query }) => query);
    expect(told.at(-1)).toEqual({
      verb: 'report_user',
      payload: { pubkey: OTHER, event_from_user: proof },
    });
  });

  test('BEYOND-09 a held action can be undone until it is signed', () => {
    const world = start();
    world.list(['r', 'wss://w.example']);
    world.store.lives[0]?.report({ type: 'store.opened', entries: [], now: seconds(9) });
    const order = (hold: Millis, id = NOTE) =>
      world.actor.send({
        ...publish,
        draft: pressed({ ...draft, tags: [['e', id]] }),
        doing: { code: 'like.doing' },
        hold,
      });
    const held = () => [...world.intents().held];
    order(millis(0), 'd'.repeat(64));
    expect(held()).toEqual([]);
    order(millis(4_000));
    order(millis(4_000), OTHER);
    expect(held().map(([, one]) => one)).toEqual([NOTE, OTHER].map((id) => `7 ${id}`));
    const [first = '', second = ''] = held().map(([job]) => job);
    const said = (type: string) => world.heard.filter((news) => news.type === type);
    expect(said('account.held')).toEqual(
      [first, second].map((job) => ({
        type: 'account.held',
        job,
        message: { code: 'like.doing' },
        lasts: 4_000,
      })),
    );
    world.actor.send({ type: 'intents.undo', job: first });
    expect(world.store.lives[0]?.told.at(-1)).toEqual({
      type: 'store.append',
      lines: [{ job: first, type: 'discarded' }],
    });
    world.children().intents?.send({
      type: 'outbox.jobChanged',
      record: record({ job: first, discarded: true }),
    });
    world.children().intents?.send({
      type: 'outbox.jobChanged',
      record: record({ job: second, template: {} as never }),
    });
    expect(held().map(([job]) => job)).toEqual([second]);
    expect(said('account.settled')).toEqual([{ type: 'account.settled', job: first }]);
    world.children().intents?.send({
      type: 'outbox.jobChanged',
      record: record({ job: second, event, broadcast: { outcome: 'waiting' } }),
    });
    expect(held()).toEqual([]);
    expect(said('account.settled').map((news) => news['job'])).toEqual([first, second]);
  });

  test('PUBLISH-02 a retry by the user that fails again is reported again, with the reason of the relay', () => {
    const world = start();
    const news = (over: Partial<OutboxRecord>) =>
      world
        .children()
        .intents?.send({ type: 'outbox.jobChanged', record: record({ event, ...over }) });
    const relays = new Map([
      [
        pressed('wss://w.example'),
        { outcome: 'rejected', reason: saidBy('blocked: members only') } as const,
      ],
    ]);
    news({ relays });
    news({ broadcast: { outcome: 'waiting' } });
    news({ relays });
    const why = { code: 'blocked', said: 'members only', relay: 'wss://w.example' };
    expect(
      world.heard.filter(({ type }) => type === 'account.failed').map((one) => one['why']),
    ).toEqual([why, why]);
  });

  test('ACCOUNT-17 COMPOSE-10 retracting deletes the likes found on own relays, or reports that none exist', () => {
    const world = start();
    world.list(['r', 'wss://w.example']);
    world.store.lives[0]?.report({ type: 'store.opened', entries: [], now: seconds(9) });
    const words = {
      failed: { code: 'unlike.failed' },
      missing: { code: 'unlike.missing' },
    } as const;
    const take = (target: string) => {
      world.actor.send({ type: 'intents.retract', target, kind: 7, now: seconds(9), ...words });
      return world.children().intents?.getSnapshot().children[`retract 7 ${target}`];
    };
    const like = trusted({ pubkey: ME, kind: 7, tags: [['e', NOTE]], content: '+' });
    const first = take(NOTE);
    expect(take(NOTE)).toBe(first);
    first?.send({ type: 'relay.events', url: pressed('wss://w.example'), events: [like] });
    first?.send({ type: 'relay.ended', url: pressed('wss://w.example'), complete: true });
    const [[job, promise] = []] = world.intents().promised;
    expect(promise).toMatchObject({
      retracts: `7 ${NOTE}`,
      draft: {
        kind: 5,
        tags: [
          ['e', like.id],
          ['k', '7'],
        ],
      },
    });
    const request = trusted({ pubkey: ME, kind: 5, tags: [['e', like.id]], content: '' });
    const relays = new Map([[pressed('wss://w.example'), { outcome: 'accepted' } as const]]);
    world.children().intents?.send({
      type: 'outbox.jobChanged',
      record: record({ job: job ?? '', event: request, relays }),
    });
    const { retracted, retracting } = world.intents();
    expect([[...retracted], retracting.size]).toEqual([[`7 ${NOTE}`], 0]);

    take(OTHER)?.send({ type: 'relay.ended', url: pressed('wss://w.example'), complete: true });
    expect(said(world)).toEqual(['We couldn’t find your like on your relays']);
    expect(world.intents().retracting.size).toBe(0);
  });

  test('TRUST-07 a like is retracted at relays that accepted it, not at relays that only the service names', () => {
    const world = start();
    world.list(['r', 'wss://w.example']);
    world.store.lives[0]?.report({ type: 'store.opened', entries: [], now: seconds(9) });
    const like = trusted({ pubkey: ME, kind: 7, tags: [['e', NOTE]], content: '+' });
    const relays = new Map([[pressed('wss://kept.example'), { outcome: 'accepted' } as const]]);
    const taken = record({ job: 'l', event: like, relays, broadcastTo: ['wss://named.example'] });
    world.children().intents?.send({ type: 'outbox.changed', records: new Map([['l', taken]]) });
    const words = {
      failed: { code: 'unlike.failed' },
      missing: { code: 'unlike.missing' },
    } as const;
    world.actor.send({ type: 'intents.retract', target: NOTE, kind: 7, now: seconds(9), ...words });
    const [promise] = world.intents().promised.values();
    expect(promise).toMatchObject({ retracts: `7 ${NOTE}`, also: ['wss://kept.example'] });
  });

  test('PUBLISH-02 an automatic retry that fails again is not reported again', () => {
    const world = start();
    const news = (outcome: 'rejected' | 'waiting') =>
      world.children().intents?.send({
        type: 'outbox.jobChanged',
        record: record({ event, relays: new Map([[pressed('wss://w.example'), { outcome }]]) }),
      });
    for (const outcome of ['rejected', 'waiting', 'rejected'] as const) news(outcome);
    expect(said(world)).toHaveLength(1);
  });

  test('PUBLISH-02 an unsigned event is reported', () => {
    const world = start();
    world
      .children()
      .intents?.send({ type: 'outbox.jobChanged', record: record({ refusal: saidBy('no') }) });
    expect(said(world)).toEqual(['Note not signed']);
  });
});

test('PUBLISH-02 if the actor of a broadcast or retraction crashes, its failure is reported', () => {
  const world = start({
    around: (one) =>
      one.id === 'intents' ? { ...one, logic: ownerOfCrashable(one.logic as never) } : one,
  });
  world.list(['r', 'wss://w.example', 'write']);
  const note = trusted({ content: 'once' });
  world.actor.send({
    type: 'intents.broadcast',
    event: pressed(note),
    done: saidBy('was sent'),
    failed: saidBy('was not sent'),
  });
  world.actor.send({
    type: 'intents.retract',
    target: note.id,
    kind: 7,
    now: seconds(9),
    failed: saidBy('is still there'),
    missing: saidBy('none'),
  });
  const children = (): Readonly<Record<string, AnyActorRef | undefined>> =>
    world.children().intents?.getSnapshot().children ?? {};
  children()[`broadcast ${note.id}`]?.send(CRASH);
  children()[`retract 7 ${note.id}`]?.send(CRASH);
  const texts = world.heard
    .filter(({ type }) => type === 'account.failed')
    .map(({ message }) => inEnglish(message as UserMessage));
  expect(texts).toEqual(['was not sent', 'is still there']);
  expect([
    world.intents().broadcasts.size,
    world.intents().retracting.size,
    world.actor.getSnapshot().status,
  ]).toEqual([0, 0, 'active']);
});
