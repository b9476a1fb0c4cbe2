import { quotedMessage } from '../../../events/account/user-message.ts';
import { type AnyEventObject, createActor, setup, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { HERE } from '../../../../tests/support/account/session-world.ts';
import { fakeBus } from '../../../../tests/support/connection/fake-bus.ts';
import { fakePort } from '../../../../tests/support/machines/fake-port.ts';
import { ME, outboxWorld, RELAYS } from '../../../../tests/support/publish/outbox-world.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { follow } from '../../../events/account/lists/list-intents.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { seconds } from '../../../events/core/time.ts';
import { listEditMachine } from './list-edit.machine.ts';
import { type ListsActor, listsMachine } from './lists.machine.ts';
import type { VersionsCommand, VersionsSignal } from './lists-context.ts';
import { pressed } from '../../../events/nostr/ours.ts';

const NAMED = RELAYS.map((url) => ({ url: pressed(url), read: true, write: true }));
const people = ['a', 'b', 'c', 'd', 'e'].map((digit) => digit.repeat(64));
const contacts = (pubkeys: readonly string[], created_at: number) =>
  trusted({
    pubkey: ME,
    kind: KIND.Contacts,
    tags: pubkeys.map((pubkey) => ['p', pubkey]),
    created_at,
  });

/**
 * Start the lists of one account over a real outbox. The test plays the version store and the
 * caching service.
 */
function start({ isLocated = true } = {}) {
  const world = outboxWorld({ eager: true });
  const tab = world.open();
  const { bus, facts, ...asked } = fakeBusWithFacts();
  const versions = fakePort<VersionsCommand, { account: string }, VersionsSignal>();
  const lock = fakePort<
    { type: 'lock.unavailable' },
    { account: string; list: string },
    { type: 'lock.granted' }
  >();
  const clock = new SimulatedClock();
  const heard: AnyEventObject[] = [];
  const machine = listsMachine.provide({
    actors: {
      versions: versions.logic,
      edit: listEditMachine.provide({ actors: { lock: lock.logic as never } }),
    },
  });
  const parent = setup({
    types: { events: {} as AnyEventObject },
    actors: { lists: machine },
  }).createMachine({
    invoke: {
      id: 'lists',
      src: 'lists',
      input: { account: ME, bus, signer: tab.signer.ref, scope: tab.scope, ...HERE },
    },
    on: { '*': { actions: ({ event }) => heard.push(event) } },
  });
  const root = createActor(parent, { clock }).start();
  const lists = root.getSnapshot().children['lists'] as ListsActor;
  if (isLocated) lists.send({ type: 'relayList.changed', relays: NAMED });
  const found = (...events: ReturnType<typeof contacts>[]) =>
    versions.lives[0]?.report({ type: 'versions.found', events, now: seconds(world.now()) });
  return {
    ...asked,
    facts,
    world,
    tab,
    versions,
    lock,
    lists,
    heard,
    found,
    wait: (ms: number) => elapse(clock, ms, 100),
  };
}

function fakeBusWithFacts() {
  const fake = fakeBus();
  const facts: string[] = [];
  const machine = setup({ types: { events: {} as AnyEventObject } }).createMachine({
    on: {
      'facts.received': {
        actions: ({ event }) => facts.push(...event['events'].map(({ id }: { id: string }) => id)),
      },
      '*': { actions: ({ event }) => fake.bus.send(event as never) },
    },
  });
  return { ...fake, bus: createActor(machine).start() as never, facts };
}

test('BEYOND-02 a foreign version with over two entries less raises a notice; restoring adds them', () => {
  const { lists, found, versions, open, answer, wait, facts, lock } = start();
  const [full, short] = [contacts(people, 100), contacts(people.slice(0, 2), 200)];
  found(full);
  expect(facts).toEqual([full.id]);
  wait(2_100);
  expect(open().map(({ query }) => query.verb)).toEqual(['contact_list']);
  answer({ events: [short] });
  expect(versions.lives[0]?.told.at(-1)).toEqual({
    type: 'versions.keep',
    events: [short],
    without: [],
  });
  found(full, short);
  expect(lists.getSnapshot().context.losses).toEqual([
    {
      list: 'follows',
      lost: people.slice(2).map((pubkey) => ['p', pubkey]),
      from: full.id,
      to: short.id,
      at: 200,
    },
  ]);
  found(full, short);
  expect(lists.getSnapshot().context.losses).toHaveLength(1);
  lists.send({ type: 'lists.restore', now: seconds(9) });
  expect(lists.getSnapshot().context.losses).toEqual([]);
  expect(
    lists.getSnapshot().children['edit follows']?.getSnapshot().context.queue[0]?.intents,
  ).toEqual(people.slice(2).map((pubkey) => follow(pubkey)));
  expect(lock.lives).toHaveLength(1);
});

test('BEYOND-02 one or two entries less, or an older version, raise no notice; an accepted loss stays', () => {
  const { lists, found } = start();
  found(contacts(people, 100));
  found(contacts(people, 100), contacts(people.slice(0, 3), 200));
  found(contacts(people, 100), contacts(people.slice(0, 3), 200), contacts([], 50));
  expect(lists.getSnapshot().context.losses).toEqual([]);
  found(contacts(people.slice(0, 3), 200), contacts([], 300));
  expect(lists.getSnapshot().context.losses).toHaveLength(1);
  lists.send({ type: 'lists.accept' });
  found(contacts(people.slice(0, 3), 200), contacts([], 300));
  expect(lists.getSnapshot().context.losses).toEqual([]);
});

test('PROFILE-07 following all of a list skips the user’s own key, also right after sign-in', () => {
  const { lists, found } = start();
  found(contacts(people, 100));
  const { account } = lists.getSnapshot().context;
  lists.send({ type: 'lists.edit', list: 'follows', intents: [follow(account)], now: seconds(5) });
  expect(lists.getSnapshot().children['edit follows']).toBeUndefined();
  lists.send({
    type: 'lists.edit',
    list: 'follows',
    intents: [follow(account), follow('f'.repeat(64))],
    now: seconds(5),
  });
  const editor = lists.getSnapshot().children['edit follows']?.getSnapshot();
  expect(JSON.stringify(editor?.context)).toContain('f'.repeat(64));
  expect(
    editor?.context.queue.flatMap(({ intents }) => intents.map(({ tag }) => tag[1])),
  ).not.toContain(account);
});

test('BEYOND-01 editors receive silence that was accepted for another list, and accounts made here', () => {
  for (const isMadeHere of [false, true]) {
    const { lists, lock, versions, world } = start();
    lists.send({ type: 'list.agreed', unheard: ['wss://mute.example'] });
    const intents = [follow('f'.repeat(64))];
    lists.send({ type: 'lists.edit', list: 'follows', intents, now: seconds(5) });
    lock.report({ type: 'lock.granted' });
    const now = seconds(world.now());
    versions.lives[0]?.report({ type: 'versions.found', events: [], now, isMadeHere });
    const editor = lists.getSnapshot().children['edit follows']?.getSnapshot();
    expect(editor?.context.recalled?.risks).toEqual({
      silent: new Set(['wss://mute.example']),
      isMadeHere,
    });
  }
});

test('INV-BASE an editor receives every stored version, and the current relays', () => {
  const { lists, found, versions, lock, world } = start();
  const kept = contacts(people, 100);
  found(kept);
  lists.send({
    type: 'lists.edit',
    list: 'follows',
    intents: [follow('f'.repeat(64))],
    now: seconds(5),
  });
  lock.lives[0]?.report({ type: 'lock.granted' });
  expect(versions.lives[0]?.told.at(-1)?.type).toBe('versions.keep');
  const editor = () => lists.getSnapshot().children['edit follows']?.getSnapshot();
  expect(editor()?.value).toEqual({ working: 'recalling' });
  found(kept);
  expect(editor()?.context.recalled).toMatchObject({
    versions: [kept],
    relays: RELAYS,
    now: world.now(),
  });
});

/** Sign a version of the list here and bring its job to this end. */
function signedHere(created_at: number, end: 'failed' | 'discarded' | 'accepted') {
  const it = start();
  const event = contacts(people.slice(0, 2), created_at);
  const { kind, tags, content, pubkey } = event;
  const job = 'a'.repeat(64);
  const line = (entry: object) =>
    it.tab.actor.send({ type: 'outbox.append', lines: [{ job, ...entry }] } as never);
  line({ type: 'intended', account: ME, wish: { type: 'list', list: 'follows', intents: [] } });
  line({
    type: 'drafted',
    template: { kind, tags, content, pubkey, created_at },
    relays: ['wss://one.example'],
  });
  line({ type: 'signed', event });
  if (end === 'accepted') line({ type: 'answered', relay: 'wss://one.example', accepted: true });
  else {
    line({ type: 'silent', relay: 'wss://one.example' });
    line({ type: 'broadcast', accepted: [], reason: quotedMessage('x') });
  }
  if (end === 'discarded') line({ type: 'discarded' });
  return { ...it, event };
}

test('BEYOND-02 INV-BASE a discarded own version is neither stored nor recalled nor a fact', () => {
  const { event, found, lists, versions, lock, wait, answer, facts } = signedHere(200, 'discarded');
  const held = contacts(people, 100);
  found(held, event);
  expect(facts).not.toContain(event.id);
  expect(lists.getSnapshot().context.versions).toEqual([held]);
  expect(lists.getSnapshot().context.losses).toEqual([]);
  wait(2_100);
  answer({ events: [event, held] });
  expect(versions.lives[0]?.told.at(-1)).toEqual({
    type: 'versions.keep',
    events: [held],
    without: [event.id],
  });
  lists.send({
    type: 'lists.edit',
    list: 'follows',
    intents: [follow('f'.repeat(64))],
    now: seconds(5),
  });
  lock.lives[0]?.report({ type: 'lock.granted' });
  found(held, event);
  const { recalled } = lists.getSnapshot().children['edit follows']?.getSnapshot().context ?? {};
  expect([recalled?.versions, [...(recalled?.own.given ?? [])], recalled?.own.last]).toEqual([
    [held],
    [event.id],
    200,
  ]);
});

test('INV-BASE a version signed here is stored once accepted or served, without a notice', () => {
  const failed = signedHere(200, 'failed');
  failed.wait(2_100);
  failed.answer({});
  expect(failed.versions.lives[0]?.told.at(-1)).toEqual({
    type: 'versions.keep',
    events: [],
    without: [],
  });
  const seen = signedHere(200, 'failed');
  seen.wait(2_100);
  seen.answer({ events: [seen.event] });
  expect(seen.versions.lives[0]?.told.at(-1)).toEqual({
    type: 'versions.keep',
    events: [seen.event],
    without: [],
  });
  const taken = signedHere(200, 'accepted');
  taken.wait(2_100);
  taken.answer({});
  expect(taken.versions.lives[0]?.told.at(-1)).toEqual({
    type: 'versions.keep',
    events: [taken.event],
    without: [],
  });
  taken.found(contacts(people, 100));
  taken.found(contacts(people, 100), taken.event);
  expect(taken.lists.getSnapshot().context.losses).toEqual([]);
});

test('STATE-03 all lists and the profile are looked up in turn despite failures, again after 10 min', () => {
  const { open, answer, refuse, wait } = start();
  const asked: ReturnType<typeof open>[number]['query'][] = [];
  wait(1_900);
  expect(open()).toEqual([]);
  wait(200);
  for (let at = 0; at < 9; at++) {
    asked.push(...open().map(({ query }) => query));
    if (at === 1) refuse();
    else answer({});
  }
  expect(asked.at(-1)?.payload).toEqual({ pubkeys: [ME] });
  expect(asked.map(({ verb }) => verb)).toEqual([
    'contact_list',
    'mutelist',
    'get_bookmarks',
    'replaceable_event',
    'replaceable_event',
    'replaceable_event',
    'mutelists',
    'allowlist',
    'user_infos',
  ]);
  expect(open()).toEqual([]);
  wait(601_900);
  expect(open()).toEqual([]);
  wait(200);
  expect(open().map(({ query }) => query.verb)).toEqual(['contact_list']);
});

test('ACCOUNT-11 other people’s mute lists that filter are looked up after the own lists, each once', () => {
  const { open, answer, wait, found } = start();
  const owners = people.slice(0, 2);
  const tags = [
    ['d', 'mutelists'],
    ...owners.map((owner) => ['p', owner, '', '', '["content"]']),
    ['p', 'f'.repeat(64), '', '', '[]'],
  ];
  found(
    contacts(people, 100),
    trusted({ pubkey: ME, kind: KIND.CategorizedPeople, tags, created_at: 100 }),
  );
  wait(2_100);
  for (let at = 0; at < 9; at++) answer({});
  const asked = owners.map(() => {
    const [question] = open();
    answer({});
    return question?.query;
  });
  expect(asked).toEqual(
    owners.map((pubkey) => ({ verb: 'mutelist', payload: { pubkey, extended_response: false } })),
  );
  expect(open()).toEqual([]);
});

test('STATE-03 stored lists are facts at once; missing ones are requested at once and then count', () => {
  const { lists, facts, found, open, answer, wait } = start();
  const kept = contacts(people, 100);
  found(kept);
  expect(facts).toEqual([kept.id]);
  expect(open().map(({ query }) => query.verb)).toEqual(['contact_list']);
  expect(lists.getSnapshot().context.looked.size).toBe(0);
  answer({ events: [kept] });
  expect([...lists.getSnapshot().context.looked]).toEqual(['follows']);
  expect(open().map(({ query }) => query.verb)).toEqual(['mutelist']);
  wait(10_100);
  expect([...lists.getSnapshot().context.looked]).toEqual(['follows', 'mutes']);
});

test('STATE-03 button lists are confirmed once the service answered for all; a failure confirms nothing', () => {
  const { lists, open, answer, refuse, wait } = start();
  const isConfirmed = () => lists.getSnapshot().context.isConfirmed;
  wait(2_100);
  answer({});
  refuse();
  answer({});
  for (; open().length > 0; answer({})) expect(isConfirmed()).toBe(false);
  wait(602_100);
  answer({});
  expect(isConfirmed()).toBe(false);
  answer({});
  expect(isConfirmed()).toBe(true);
});

test('STATE-03 the own profile is stored, and is a fact at the next start', () => {
  const { versions, facts, found, open, answer, wait } = start();
  wait(2_100);
  while (open()[0]?.query.verb !== 'user_infos') answer({});
  const profile = trusted({ pubkey: ME, kind: KIND.Metadata, created_at: 100, content: '{}' });
  answer({ events: [profile] });
  expect(versions.lives[0]?.told.at(-1)).toMatchObject({ events: [profile] });
  found(profile);
  expect(facts).toEqual([profile.id]);
});

test('STATE-03 with stored follows, mutes and bookmarks, reading comes before the lookup', () => {
  const { found, open, wait } = start();
  found(
    ...[KIND.Contacts, KIND.MuteList, KIND.Bookmarks].map((kind) =>
      trusted({ pubkey: ME, kind, created_at: 100 }),
    ),
  );
  expect(open()).toEqual([]);
  wait(2_100);
  expect(open()).toHaveLength(1);
});

test('INV-BASE an edit waits until the list’s relays are known, then runs', () => {
  const { lists, found } = start({ isLocated: false });
  found(contacts(people, 100));
  lists.send({
    type: 'lists.edit',
    list: 'follows',
    intents: [follow('f'.repeat(64))],
    now: seconds(9),
  });
  expect(lists.getSnapshot().children['edit follows']).toBeUndefined();
  lists.send({ type: 'relayList.changed', relays: NAMED });
  expect(lists.getSnapshot().children['edit follows']?.getSnapshot().context.queue).toMatchObject([
    { intents: [follow('f'.repeat(64))] },
  ]);
  expect(lists.getSnapshot().context.waiting).toEqual([]);
});

test('people and notes of shown entries are requested, latest first, at most 500 of each', () => {
  const { lists, open } = start();
  const asked = () => open().map(({ query }) => [query.verb, query.payload]);
  lists.send({
    type: 'lists.show',
    tags: [
      ['p', people[0]!],
      ['e', 'f'.repeat(64)],
      ['word', 'x'],
    ],
  });
  expect(asked()).toEqual([
    ['user_infos', { pubkeys: [people[0]] }],
    ['events', { event_ids: ['f'.repeat(64)] }],
  ]);
  lists.send({ type: 'lists.show', tags: [['p', people[1]!]] });
  expect(asked()).toEqual([['user_infos', { pubkeys: [people[1]] }]]);
  lists.send({
    type: 'lists.show',
    tags: Array.from({ length: 501 }, (_, n) => ['e', n.toString(16).padStart(64, '0')]),
  });
  expect(open()).toHaveLength(1);
  expect(open()[0]?.query.payload).toMatchObject({ event_ids: { length: 500 } });
  lists.send({ type: 'lists.show', tags: [['word', 'x']] });
  expect(open()).toEqual([]);
});

test('ACCOUNT-20 a private part is decrypted on request; a failure is remembered', () => {
  const { lists, tab } = start();
  const open = (content: string) => {
    lists.send({
      type: 'lists.open',
      list: 'bookmarks',
      event: trusted({ pubkey: ME, kind: KIND.Bookmarks, content }),
    });
    return tab.signer.requests.at(-1);
  };
  const asked = open('sealed');
  expect(asked).toMatchObject({ pubkey: ME, act: { do: 'decrypt', peer: ME, text: 'sealed' } });
  expect(asked?.quiet).not.toBe(true);
  tab.signer.sign('[["e","x"]]', asked);
  tab.signer.refuse(open('other'));
  expect([...lists.getSnapshot().context.opened]).toEqual([
    ['sealed', [['e', 'x']]],
    ['other', undefined],
  ]);
});

const mutes = (content: string, created_at: number) =>
  trusted({ pubkey: ME, kind: KIND.MuteList, content, created_at });

test('ACCOUNT-20 the newest mute list’s private part is decrypted silently, and again after a change', () => {
  const { lists, found, tab, wait, open } = start();
  const asked = () => tab.signer.requests.filter(({ act }) => act.do === 'decrypt');
  found(mutes('first', 100), mutes('older', 50));
  expect(asked()).toMatchObject([{ quiet: true, act: { text: 'first' } }]);
  found(mutes('first', 100));
  expect(asked()).toHaveLength(1);
  tab.signer.sign(
    JSON.stringify([
      ['p', people[0]],
      ['word', 'anchovy'],
    ]),
    asked()[0],
  );
  expect(lists.getSnapshot().context.opened.get('first')).toEqual([
    ['p', people[0]],
    ['word', 'anchovy'],
  ]);
  found(mutes('first', 100), mutes('second', 200));
  expect(asked().map(({ act }) => 'text' in act && act.text)).toEqual(['first', 'second']);
  wait(2_100);
  expect(JSON.stringify(open().map(({ query }) => query))).not.toContain(people[0]);
});

test('ACCOUNT-10 only a mute that makes a new public list says that everybody can see it', () => {
  const said = (made: readonly VerifiedEvent[], secret?: true) => {
    const { lists, heard, found } = start();
    found(...made);
    const undo = { code: 'mute.threadDoing' } as const;
    const intents = [
      { act: 'add', tag: ['e', 'f'.repeat(64)], ...(secret && { secret }) },
    ] as const;
    lists.send({ type: 'lists.edit', list: 'mutes', intents, now: seconds(100), undo });
    return heard.flatMap((one) => ('message' in one ? [one['message']] : []));
  };
  expect(said([])).toEqual([{ code: 'mute.firstThreadDoing' }]);
  expect(said([], true)).toEqual([{ code: 'mute.threadDoing' }]);
  expect(said([mutes('', 50)])).toEqual([{ code: 'mute.threadDoing' }]);
});

test('BEYOND-09 ACCOUNT-10 an edit that offers it can be undone by the opposite edit, once', () => {
  const { lists, heard, found } = start();
  found();
  const undo = { code: 'mute.doing', params: { name: 'Ann' } } as const;
  const tag = ['p', people[0] ?? ''];
  const queue = () =>
    lists
      .getSnapshot()
      .children['edit mutes']?.getSnapshot()
      .context.queue.map(({ intents }) => intents);
  const intents = [{ act: 'add', tag }] as const;
  lists.send({ type: 'lists.edit', list: 'mutes', intents, now: seconds(100), undo });
  const [held] = heard.filter(({ type }) => type === 'account.held');
  expect(held).toMatchObject({
    job: 'lists 0',
    message: { code: 'mute.firstDoing', params: { name: 'Ann' } },
    lasts: 10_000,
  });
  lists.send({ type: 'lists.undo', job: 'another' });
  expect(queue()).toEqual([intents]);
  lists.send({ type: 'lists.undo', job: 'lists 0' });
  expect(queue()).toEqual([intents, [{ act: 'remove', tag }]]);
  lists.send({ type: 'lists.undo', job: 'lists 0' });
  expect(queue()).toHaveLength(2);
  expect(heard.filter(({ type }) => type === 'account.held')).toHaveLength(1);
});

test('BEYOND-09 after its question is answered, an edit offers its undo for the whole time', () => {
  const { lists, heard, found } = start();
  found(mutes('', 50));
  const undo = { code: 'mute.doing', params: { name: 'Ann' } } as const;
  const intents = [{ act: 'add', tag: ['p', people[0] ?? ''] }] as const;
  lists.send({ type: 'lists.edit', list: 'mutes', intents, now: seconds(9), undo });
  const before = heard.length;
  lists.send({ type: 'list.agreed', unheard: [], undo: 'lists 0' });
  expect(heard.slice(before)).toMatchObject([
    { type: 'account.settled', job: 'lists 0' },
    { type: 'account.held', job: 'lists 0', message: undo, lasts: 10_000 },
  ]);
  lists.send({ type: 'lists.undo', job: 'lists 0' });
  const after = heard.length;
  lists.send({ type: 'list.agreed', unheard: [], undo: 'lists 0' });
  expect(heard).toHaveLength(after);
});

test.each(['failed', 'cancelled'])('BEYOND-09 an edit that %s offers no undo any more', (end) => {
  const { lists, heard, found } = start();
  found();
  const [intents, others] = people
    .slice(0, 2)
    .map((person) => [{ act: 'add', tag: ['p', person] } as const]);
  const undo = { code: 'mute.doing', params: { name: 'Ann' } } as const;
  for (const one of [intents, others])
    lists.send({ type: 'lists.edit', list: 'mutes', intents: one ?? [], now: seconds(9), undo });
  const message = { code: 'list.network', params: { list: 'mutes', act: 'change' } } as const;
  lists.send(
    end === 'failed'
      ? { type: 'list.failed', list: 'mutes', message, undo: 'lists 0' }
      : { type: 'list.cancelled', list: 'mutes', undo: 'lists 0' },
  );
  expect(heard.filter(({ type }) => type === 'account.settled')).toMatchObject([
    { job: 'lists 0' },
  ]);
  expect(heard.some(({ type }) => type === 'account.failed')).toBe(end === 'failed');
});

test('BEYOND-09 an edit that fails leaves the Undo of another one with the same entries', () => {
  const { lists, heard, found, wait } = start();
  found();
  const intents = [{ act: 'add', tag: ['p', people[0] ?? ''] }] as const;
  const undo = { code: 'mute.doing', params: { name: 'Ann' } } as const;
  const edit = { type: 'lists.edit', list: 'mutes', intents, now: seconds(9) } as const;
  lists.send(edit);
  lists.send({ ...edit, undo });
  const news = () => [
    heard.filter(({ type }) => type === 'account.failed').length,
    ...heard.flatMap(({ type, ['job']: job }) => (type === 'account.settled' ? [job] : [])),
  ];
  // the lock of the list is not granted within half a minute, to either
  wait(31_000);
  expect(news()).toEqual([1]);
  wait(31_000);
  expect(news()).toEqual([2, 'lists 0']);
});

test('INV-NO-LOSS PROFILE-10 the profile of an earlier page is watched once relays have answered', () => {
  const { lists, found, world, tab } = start();
  const left = () => lists.getSnapshot().children['leftProfile'];
  const draft = pressed({ kind: KIND.Metadata, tags: [], content: '{"about":"hello"}' });
  const order = { draft, base: '{}', relays: RELAYS, now: seconds(world.now()) };
  tab.actor.send({ type: 'outbox.publish', order });
  tab.scope.send({ type: 'outbox.subscribe', from: lists });
  tab.sign();
  found();
  expect(left()).toBeUndefined();
  for (const delivery of world.waiting()) world.answer(delivery, 'accepted');
  expect(left()?.getSnapshot().context).toMatchObject({
    wanted: { about: 'hello' },
    version: { kind: KIND.Metadata },
  });
});
