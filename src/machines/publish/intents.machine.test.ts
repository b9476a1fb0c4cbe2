import type { Message } from '../../events/app/message.ts';
import { inEnglish } from '../../../tests/support/english.ts';
import { said as saidBy } from '../../events/app/message.ts';
import type { AnyActorRef } from 'xstate';
import { faultMessage } from '../../events/account/list-fault.ts';
import { describe, expect, test } from 'vitest';
import { ME, startScope as start } from '../../../tests/support/scope-world.ts';
import { elapse } from '../../../tests/support/clock.ts';
import { CRASH, ownerOfCrashable } from '../../../tests/support/crashing.ts';
import { verified } from '../../../tests/support/fake-cache.ts';
import { trusted } from '../../../tests/support/trusted.ts';
import { reportQuestion } from '../../events/account/privileged.ts';
import { KIND } from '../../events/kinds.ts';
import { buildReport } from '../../events/publish/acts.ts';
import type { OutboxRecord } from '../../events/publish/outbox.ts';
import type { OutboxLine } from '../../events/publish/outbox-entry.ts';

const NOTE = 'f'.repeat(64);
const OTHER = 'e'.repeat(64);
const draft = { kind: KIND.Reaction, content: '+', tags: [['e', NOTE]] };
const wish = { type: 'event', draft } as const;

const publish = { type: 'intents.publish', draft, now: 9 } as const;

test('NOTE-13 what is broadcast waits for the account’s own relays; two notes go side by side, one that is on its way not twice; each end is said', () => {
  const world = start();
  const [one, two] = [trusted({ content: 'one' }), trusted({ content: 'two' })];
  const words = { done: saidBy('was sent'), failed: saidBy('was not sent') };
  for (const event of [one, two, one]) world.actor.send({ type: 'intents.broadcast', event, ...words });
  expect(world.sockets.lives).toEqual([]);
  world.list(['r', 'wss://w.example', 'write']);
  const [socket] = world.sockets.lives;
  socket?.report({ type: 'socket.opened' });
  expect(socket?.told.filter(({ type }) => type === 'socket.publish')).toHaveLength(2);
  const ok = (eventId: string, accepted: boolean) => ({ type: 'ok', eventId, accepted, reason: '' }) as const;
  socket?.report({ type: 'socket.heard', heard: [ok(one.id, true), ok(two.id, false)] });
  expect(world.heard.at(-1)).toMatchObject({ type: 'cache.ask', query: { verb: 'broadcast_events' } });
  world.tell({ type: 'answer.ended' });
  expect(world.heard.filter(({ type }) => type.startsWith('account.'))).toEqual([
    { type: 'account.done', message: saidBy('was sent') },
    { type: 'account.failed', message: saidBy('was not sent') },
  ]);
});

describe('where it is sent', () => {
  test('RELAY-06 an act waits for the account’s own list, and goes to its write relays only', () => {
    const world = start();
    world.actor.send(publish);
    expect(world.drafted()).toEqual([]);
    world.list(['r', 'wss://w.example', 'write'], ['r', 'wss://r.example', 'read']);
    world.store.lives[0]?.report({ type: 'store.opened', entries: [], now: 9 });
    expect(world.drafted()).toEqual([['wss://w.example']]);
    expect(world.sockets.lives.map(({ input }) => input.url)).toEqual(['wss://w.example', 'wss://r.example']);
  });

  test('INV-BASE a relay list that is refused is not taken for none: nothing is sent anywhere, and it is asked again', () => {
    const world = start();
    world.actor.send(publish);
    world.tell({ type: 'answer.part', events: [], referenced: [], claims: [], rejected: 1 });
    world.tell({ type: 'answer.ended' });
    world.store.lives[0]?.report({ type: 'store.opened', entries: [], now: 9 });
    expect([world.children().relayList?.getSnapshot().value, world.drafted()]).toEqual(['failed', []]);
    elapse(world.clock, 31_000, 1_000);
    world.list(['r', 'wss://w.example']);
    expect(world.drafted()).toEqual([['wss://w.example']]);
  });

  test('who has named no relay to write to uses the one of this page', () => {
    const world = start();
    world.actor.send(publish);
    world.tell({ type: 'answer.ended' });
    world.store.lives[0]?.report({ type: 'store.opened', entries: [], now: 9 });
    expect(world.drafted()).toEqual([['ws://127.0.0.1:1']]);
  });

  test('INV-PROGRESS a list that cannot be had is asked for again, at once where something waits for it', () => {
    const world = start();
    const asked = () => world.heard.filter(world.asks).length;
    world.tell({ type: 'answer.failed', reason: 'no_socket', text: '' });
    expect([world.children().relayList?.getSnapshot().value, asked()]).toEqual(['failed', 1]);
    elapse(world.clock, 29_000, 1_000);
    expect(asked()).toBe(1);
    elapse(world.clock, 1_000);
    expect(asked()).toBe(2);
    world.tell({ type: 'answer.failed', reason: 'no_socket', text: '' });
    world.actor.send(publish);
    expect(asked()).toBe(3);
    world.list(['r', 'wss://w.example']);
    expect(world.intents().waiting).toEqual([]);
  });

  test('BEYOND-14 an act that tells somebody goes to where he reads as well, and waits two seconds at most to learn it', () => {
    const world = start();
    const [ann, bob] = ['b'.repeat(64), 'c'.repeat(64)];
    const tell = (pubkey: string) => ({
      ...publish,
      draft: {
        ...draft,
        tags: [
          ['e', pubkey],
          ['p', pubkey],
        ],
      },
    });
    world.list(['r', 'wss://w.example', 'write'], ['r', 'wss://r.example', 'read']);
    world.store.lives[0]?.report({ type: 'store.opened', entries: [], now: 9 });
    world.actor.send(tell(ann));
    expect(world.drafted()).toEqual([]);
    const relays = ['wss://ann.example', 'ws://10.0.0.1', 'wss://r.example'].map((url) => ({ url, read: true, write: true }));
    world.tell({ type: 'answer.part', events: [], referenced: [], claims: [{ claim: 'userRelays', pubkey: ann, relays }] });
    world.tell({ type: 'answer.ended' });
    expect(world.drafted()).toEqual([['wss://w.example', 'wss://ann.example']]);
    world.actor.send(tell(bob));
    elapse(world.clock, 2_100, 100);
    expect(world.drafted().at(-1)).toEqual(['wss://w.example']);
  });

  test('RELAY-06 a relay list that was saved here is used at once', () => {
    const world = start();
    world.list(['r', 'wss://old.example']);
    const template = { pubkey: ME, kind: KIND.RelayList, created_at: 7, tags: [['r', 'wss://new.example']], content: '' };
    const lines: readonly OutboxLine[] = [
      { job: 'j', type: 'intended', account: ME, wish: { type: 'list', list: 'relays', intents: [] } },
      { job: 'j', type: 'drafted', template, relays: ['wss://old.example'] },
      { job: 'j', type: 'signed', event: trusted(template) },
      { job: 'j', type: 'answered', relay: 'wss://old.example', accepted: true },
    ];
    const entries = lines.map((line) => ({ ...line, at: 7 }));
    world.store.lives[0]?.report({ type: 'store.opened', entries: entries.slice(0, 3), now: 7 });
    const urls = () =>
      world
        .children()
        .relayList?.getSnapshot()
        .context.relays.map(({ url }) => url);
    expect(urls()).toEqual(['wss://old.example']);
    world.store.lives[0]?.report({ type: 'store.appended', entries: entries.slice(3) });
    expect(urls()).toEqual(['wss://new.example']);
    expect(world.sockets.lives.filter(({ ended }) => !ended).map(({ input }) => input.url)).toEqual(['wss://new.example']);
  });

  test('ACCOUNT-07 the first relay list of somebody new is used as soon as a relay has it', () => {
    const world = start();
    world.tell({ type: 'answer.ended' });
    const template = { pubkey: ME, kind: KIND.RelayList, created_at: 7, tags: [['r', 'wss://new.example']], content: '' };
    const lines: readonly OutboxLine[] = [
      { job: 'j', type: 'intended', account: ME, wish: { type: 'event', draft: template } },
      { job: 'j', type: 'drafted', template, relays: ['ws://127.0.0.1:1'] },
      { job: 'j', type: 'signed', event: trusted(template) },
    ];
    world.store.lives[0]?.report({ type: 'store.opened', entries: lines.map((line) => ({ ...line, at: 7 })), now: 7 });
    const urls = () =>
      world
        .children()
        .relayList?.getSnapshot()
        .context.relays.map(({ url }) => url);
    expect(urls()).toEqual(['ws://127.0.0.1:1']);
    const answered = { job: 'j', type: 'answered', relay: 'ws://127.0.0.1:1', accepted: true, at: 7 } as const;
    world.store.lives[0]?.report({ type: 'store.appended', entries: [answered] });
    expect(urls()).toEqual(['wss://new.example']);
  });

  test('a list that was changed elsewhere is learned within ten minutes', () => {
    const world = start();
    world.list(['r', 'wss://one.example']);
    elapse(world.clock, 590_000, 10_000);
    expect(world.children().relayList?.getSnapshot().value).toBe('known');
    elapse(world.clock, 10_000, 10_000);
    expect(world.children().relayList?.getSnapshot().value).toBe('asking');
    world.list(['r', 'wss://one.example'], ['r', 'wss://two.example']);
    expect(
      world
        .children()
        .relayList?.getSnapshot()
        .context.relays.map(({ url }) => url),
    ).toEqual(['wss://one.example', 'wss://two.example']);
  });
});

describe('what came of it', () => {
  const record = (over: Partial<OutboxRecord>): OutboxRecord => ({
    job: 'j',
    account: ME,
    wish,
    at: 9,
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
    heard.filter(({ type }) => type === 'account.failed').map(({ message }) => inEnglish(message as Message));

  test("MEDIA-02 'Failed to send server list' is a warning; what another list came to is not", () => {
    const { children, heard } = start();
    const [servers, mutes] = (['mediaServers', 'mutes'] as const).map((list) => faultMessage(list, [], 'unpublished'));
    if (!servers || !mutes) throw new Error('nothing is said');
    children().lists?.send({ type: 'list.failed', list: 'mediaServers', message: servers });
    children().lists?.send({ type: 'list.failed', list: 'mutes', message: mutes });
    expect(heard.filter(({ type }) => type === 'account.failed')).toEqual([
      { type: 'account.failed', message: servers, kind: 'warning' },
      { type: 'account.failed', message: mutes },
    ]);
    expect(inEnglish(servers)).toBe('Failed to send server list');
  });

  test('PUBLISH-02 that an act failed is said once', () => {
    const world = start();
    const news = (over: Partial<OutboxRecord>) => world.children().intents?.send({ type: 'outbox.news', record: record(over) });
    news({ broadcast: { outcome: 'waiting' } });
    news({ event, broadcast: { outcome: 'waiting' } });
    expect(said(world)).toEqual([]);
    news({ event });
    news({ event });
    expect(said(world)).toEqual(['No publish confirmation']);
  });

  test('COMPOSE-11 an order brings its own words for how it ends: Reposted successfully, Failed to repost', () => {
    const world = start();
    world.list(['r', 'wss://w.example']);
    world.store.lives[0]?.report({ type: 'store.opened', entries: [], now: 9 });
    for (const id of [NOTE, OTHER])
      world.actor.send({
        ...publish,
        draft: { ...draft, tags: [['e', id]] },
        done: { code: 'repost.done' },
        failed: { code: 'repost.failed' },
      });
    const [one = '', other = ''] = world.intents().promised.keys();
    world.children().intents?.send({ type: 'outbox.news', record: record({ job: one, event }) });
    world.children().intents?.send({
      type: 'outbox.news',
      record: record({ job: other, event, relays: new Map([['wss://w.example', { outcome: 'accepted' }]]) }),
    });
    const told = world.heard.filter(({ type }) => type.startsWith('account.')).map(({ message }) => inEnglish(message as Message));
    expect(told).toEqual(['Failed to repost', 'Reposted successfully']);
  });

  test('ACCOUNT-18 ACCOUNT-14 whom somebody reports the caching service is told with a proof, once somebody took the report, and only then', () => {
    const world = start();
    world.list(['r', 'wss://w.example']);
    world.store.lives[0]?.report({ type: 'store.opened', entries: [], now: 9 });
    const tell = reportQuestion(OTHER, 'Ann');
    world.actor.send({ ...publish, draft: buildReport(OTHER, 'spam'), done: { code: 'report.done', params: { name: 'Ann' } }, tell });
    const [job = ''] = world.intents().promised.keys();
    const asked = () => world.heard.filter(({ type, request }) => type === 'sign.request' && request.id === 'proof');
    world.children().intents?.send({ type: 'outbox.news', record: record({ job, event, broadcast: { outcome: 'waiting' } }) });
    expect(asked()).toEqual([]);
    const taken = record({ job, event, relays: new Map([['wss://w.example', { outcome: 'accepted' }]]) });
    for (let times = 0; times < 2; times++) world.children().intents?.send({ type: 'outbox.news', record: taken });
    expect(asked()).toMatchObject([{ request: { pubkey: ME, act: { do: 'sign', template: tell.draft }, quiet: false } }]);
    const proof = trusted({ ...tell.draft, pubkey: ME });
    const [{ request } = { request: undefined }] = asked();
    request.from.send({ type: 'sign.settled', id: 'proof', outcome: { ok: true, event: proof } });
    const told = world.heard.filter(({ type }) => type === 'cache.ask').map(({ query }) => query);
    expect(told.at(-1)).toEqual({ verb: 'report_user', payload: { pubkey: OTHER, event_from_user: proof } });
  });

  test('BEYOND-09 what is held can be undone until it is signed; then there is nothing to undo', () => {
    const world = start();
    world.list(['r', 'wss://w.example']);
    world.store.lives[0]?.report({ type: 'store.opened', entries: [], now: 9 });
    const order = (hold: number, id = NOTE) =>
      world.actor.send({ ...publish, draft: { ...draft, tags: [['e', id]] }, doing: { code: 'like.doing' }, hold });
    const held = () => [...world.intents().held];
    order(0, 'd'.repeat(64));
    expect(held()).toEqual([]);
    order(4_000);
    order(4_000, OTHER);
    expect(held().map(([, one]) => one)).toEqual([NOTE, OTHER].map((id) => ({ act: `7 ${id}` })));
    const [first = '', second = ''] = held().map(([job]) => job);
    const said = (type: string) => world.heard.filter((news) => news.type === type);
    expect(said('account.held')).toEqual(
      [first, second].map((job) => ({ type: 'account.held', job, message: { code: 'like.doing' }, lasts: 4_000 })),
    );
    world.actor.send({ type: 'intents.undo', job: first });
    expect(world.store.lives[0]?.told.at(-1)).toEqual({ type: 'store.append', lines: [{ job: first, type: 'discarded' }] });
    world.children().intents?.send({ type: 'outbox.news', record: record({ job: first, discarded: true }) });
    world.children().intents?.send({ type: 'outbox.news', record: record({ job: second, template: {} as never }) });
    expect(held().map(([job]) => job)).toEqual([second]);
    expect(said('account.settled')).toEqual([{ type: 'account.settled', job: first }]);
    world.children().intents?.send({ type: 'outbox.news', record: record({ job: second, event, broadcast: { outcome: 'waiting' } }) });
    expect(held()).toEqual([]);
    expect(said('account.settled').map((news) => news['job'])).toEqual([first, second]);
  });

  test('PUBLISH-02 what failed, was sent again and failed again is said again, with the reason of the relay', () => {
    const world = start();
    const news = (over: Partial<OutboxRecord>) =>
      world.children().intents?.send({ type: 'outbox.news', record: record({ event, ...over }) });
    const relays = new Map([['wss://w.example', { outcome: 'rejected', reason: saidBy('blocked: members only') } as const]]);
    news({ relays });
    news({ broadcast: { outcome: 'waiting' } });
    news({ relays });
    const why = { code: 'blocked', said: 'members only', relay: 'wss://w.example' };
    expect(world.heard.filter(({ type }) => type === 'account.failed').map((one) => one['why'])).toEqual([why, why]);
  });

  test('ACCOUNT-17 COMPOSE-10 a like is taken back by a request for what is found on the own relays; where nothing is found that is said', () => {
    const world = start();
    world.list(['r', 'wss://w.example']);
    world.store.lives[0]?.report({ type: 'store.opened', entries: [], now: 9 });
    const words = { failed: { code: 'unlike.failed' }, missing: { code: 'unlike.missing' } } as const;
    const take = (target: string) => {
      world.actor.send({ type: 'intents.retract', target, kind: 7, now: 9, ...words });
      return world.children().intents?.getSnapshot().children[`retract 7 ${target}`];
    };
    const like = trusted({ pubkey: ME, kind: 7, tags: [['e', NOTE]], content: '+' });
    const first = take(NOTE);
    expect(take(NOTE)).toBe(first);
    first?.send({ type: 'relay.events', url: 'wss://w.example', events: [like] });
    first?.send({ type: 'relay.ended', url: 'wss://w.example', complete: true });
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
    const relays = new Map([['wss://w.example', { outcome: 'accepted' } as const]]);
    world.children().intents?.send({ type: 'outbox.news', record: record({ job: job ?? '', event: request, relays }) });
    const { retracted, retracting } = world.intents();
    expect([[...retracted], retracting.size]).toEqual([[`7 ${NOTE}`], 0]);

    take(OTHER)?.send({ type: 'relay.ended', url: 'wss://w.example', complete: true });
    expect(said(world)).toEqual(['We couldn’t find your like on your relays']);
    expect(world.intents().retracting.size).toBe(0);
  });

  test('PUBLISH-02 what failed and is sent once more by itself, and fails again, is not said again', () => {
    const world = start();
    const news = (outcome: 'rejected' | 'waiting') =>
      world
        .children()
        .intents?.send({ type: 'outbox.news', record: record({ event, relays: new Map([['wss://w.example', { outcome }]]) }) });
    for (const outcome of ['rejected', 'waiting', 'rejected'] as const) news(outcome);
    expect(said(world)).toHaveLength(1);
  });

  test('PUBLISH-02 what was not signed is said', () => {
    const world = start();
    world.children().intents?.send({ type: 'outbox.news', record: record({ refusal: saidBy('no') }) });
    expect(said(world)).toEqual(['Note not signed']);
  });
});

test('RELAY-08 whoever sends everything through the caching service reaches no relay, not even at first; turned off they are connected', () => {
  const world = start();
  world.proxy.report({ type: 'proxy.found', on: true });
  world.list(['r', 'wss://w.example']);
  elapse(world.clock, 5_000);
  expect(world.sockets.lives).toEqual([]);
  world.children().network?.send({ type: 'network.proxy', on: false });
  expect([world.sockets.lives.map(({ input }) => input.url), world.proxy.last().told]).toEqual([
    ['wss://w.example'],
    [{ type: 'proxy.keep', on: false }],
  ]);
  world.children().network?.send({ type: 'network.proxy', on: true });
  expect(world.sockets.lives.map(({ ended }) => ended)).toEqual([true]);
});

test('RELAY-03 a relay that was lost is tried again as soon as the browser has a network', () => {
  const world = start();
  world.list(['r', 'wss://w.example']);
  elapse(world.clock, 20 * 60_000, 1_000);
  const before = world.sockets.lives.length;
  world.actor.send({ type: 'network.online' });
  expect(world.sockets.lives.length - before).toBe(1);
});

test('ACTIVITY-01 asleep no relay is connected; awake they come back', () => {
  const world = start();
  world.list(['r', 'wss://w.example']);
  world.actor.send({ type: 'account.awake', on: false });
  expect(world.sockets.lives.map(({ ended }) => ended)).toEqual([true]);
  world.actor.send({ type: 'account.awake', on: true });
  elapse(world.clock, 1_000);
  expect(world.sockets.lives.map(({ ended }) => ended)).toEqual([true, false]);
});

test('PUBLISH-02 what is done once and failed did not happen, and that is said', () => {
  const world = start({ around: (one) => (one.id === 'intents' ? { ...one, logic: ownerOfCrashable(one.logic as never) } : one) });
  world.list(['r', 'wss://w.example', 'write']);
  const note = trusted({ content: 'once' });
  world.actor.send({ type: 'intents.broadcast', event: note, done: saidBy('was sent'), failed: saidBy('was not sent') });
  world.actor.send({
    type: 'intents.retract',
    target: note.id,
    kind: 7,
    now: 9,
    failed: saidBy('is still there'),
    missing: saidBy('none'),
  });
  const children = (): Readonly<Record<string, AnyActorRef | undefined>> => world.children().intents?.getSnapshot().children ?? {};
  children()[`broadcast ${note.id}`]?.send(CRASH);
  children()[`retract 7 ${note.id}`]?.send(CRASH);
  const texts = world.heard.filter(({ type }) => type === 'account.failed').map(({ message }) => inEnglish(message as Message));
  expect(texts).toEqual(['was not sent', 'is still there']);
  expect([world.intents().broadcasts.size, world.intents().retracting.size, world.actor.getSnapshot().status]).toEqual([0, 0, 'active']);
});
