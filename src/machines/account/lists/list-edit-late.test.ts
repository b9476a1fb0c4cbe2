import { saying } from '../../../../tests/support/views/in-english.ts';
import { describe, expect, test } from 'vitest';
import {
  type ListWorld,
  listWorld,
  settled,
  sign,
  signing,
  type Source,
} from '../../../../tests/support/lists/list-world.ts';
import { RELAYS } from '../../../../tests/support/publish/outbox-world.ts';
import { follow } from '../../../events/account/lists/list-intents.ts';
import { stateOf } from '../../../events/publish/outbox/outbox.ts';
import { seconds } from '../../../events/core/time.ts';
import { pressed } from '../../../events/nostr/ours.ts';

const [ann, bob, cat, dan] = [
  'a'.repeat(64),
  'b'.repeat(64),
  'c'.repeat(64),
  'd'.repeat(64),
] as const;
const two = [
  ['p', ann, 'wss://a.example', 'Ann'],
  ['p', bob],
];
const all = [...two, ['p', cat]];

function allAre({ sources }: ListWorld, change: Partial<Source>): void {
  for (const source of sources.values()) Object.assign(source, change);
}

function relaysAre({ sources }: ListWorld, change: Partial<Source>): void {
  for (const url of RELAYS) Object.assign(sources.get(url) ?? {}, change);
}

describe('late, discarded and lost versions', () => {
  test('INV-OUTCOME accepted by one relay, rejected by another, sources silent: it is not saved', async () => {
    const { world, tab } = await signing({ held: two }, follow(cat));
    await sign(world, tab);
    world.publishElsewhere([...two, ['p', dan]], world.now() + 60);
    Object.assign(world.sources.get('cache') ?? {}, { silent: true });
    // the second relay also accepts older versions
    world.answer();
    allAre(world, { silent: true });
    world.settle();
    await settled();
    world.elapse(15_000);
    await settled();
    expect(tab.news.map(({ type }) => type)).toEqual(['list.failed']);
    allAre(world, { silent: false });
    tab.retry();
    await world.run();
    expect(world.entries().keys).toEqual([ann, bob, dan, cat].map((pubkey) => `p:${pubkey}`));
    expect(tab.news.at(-1)?.type).toBe('list.saved');
  });

  test('INV-OUTCOME a late OK after another device published is not saved while sources are silent', async () => {
    const { world, tab } = await signing({ held: two }, follow(cat));
    await sign(world, tab);
    for (let round = 0; round < 3; round++) {
      world.elapse(20_000);
      await settled();
      world.settle();
    }
    expect(tab.news.map(({ type }) => type)).toEqual(['list.failed']);
    world.publishElsewhere([...two, ['p', dan]], world.now());
    for (const { from, url, event } of world.deliveries)
      from.send({ type: 'relay.outcome', url, eventId: event.id, outcome: 'accepted' });
    world.settle();
    expect(tab.isBusy()).toBe(true);
    allAre(world, { silent: true });
    await settled();
    world.elapse(15_000);
    await settled();
    expect(tab.news.map(({ type }) => type)).toEqual(['list.failed', 'list.failed']);
    allAre(world, { silent: false });
    tab.retry();
    await world.run();
    expect(world.entries().keys).toEqual([ann, bob, dan, cat].map((pubkey) => `p:${pubkey}`));
    expect(tab.news.at(-1)?.type).toBe('list.saved');
  });

  test('INV-SHRINK if the base is discarded during the prompt, the version is rebuilt without it', async () => {
    const world = listWorld({ held: all });
    const [tab, other] = [world.open(), world.open()];
    relaysAre(world, { mute: true });
    other.edit(follow(cat, false));
    await world.run();
    world.elapse(20_000);
    expect([other.failures().map(({ fault }) => fault), world.entries().keys]).toEqual([
      ['unpublished'],
      [ann, bob].map((pubkey) => `p:${pubkey}`),
    ]);
    relaysAre(world, { mute: false });
    tab.edit(follow(dan));
    await world.run(false);
    other.dismiss();
    world.settle();
    world.elapse(6_000);
    await world.run();
    await world.run();
    expect(world.entries().keys).toEqual([ann, bob, cat, dan].map((pubkey) => `p:${pubkey}`));
  });

  test('INV-OUTCOME an edit without effect is saved only once all sources answer or one serves it', async () => {
    const world = listWorld({ held: two });
    const tab = world.open();
    Object.assign(world.sources.get('cache') ?? {}, { silent: true });
    tab.edit(follow(bob));
    await world.run();
    world.elapse(15_000);
    await settled();
    expect(tab.news.map(({ type }) => type)).toEqual(['list.failed']);

    const held = listWorld({ held: two });
    const here = held.open();
    relaysAre(held, { mute: true });
    here.edit(follow(cat));
    await held.run();
    held.elapse(20_000);
    expect(here.records().map(stateOf)).toEqual(['failed']);
    relaysAre(held, { mute: false });
    here.edit(follow(cat));
    await held.run();
    expect(here.records().map(stateOf)).toEqual(['accepted', 'discarded']);
    expect(here.news.map(({ type }) => type)).toContain('list.saved');
  });

  test('INV-SHRINK dismissing a failure does not undo the same edit in another tab', async () => {
    const world = listWorld({ held: two });
    const [tab, other] = [world.open(), world.open()];
    allAre(world, { up: false });
    tab.edit(follow(cat));
    await world.run();
    world.elapse(20_000);
    const [job = ''] = tab.records().map((record) => record.job);
    expect(tab.list.getSnapshot().context.failures).toMatchObject([{ job }]);
    allAre(world, { up: true });
    other.resume(job);
    await world.run(false);
    await sign(world, other);
    expect(tab.records().map(stateOf)).toEqual(['sending']);
    tab.dismiss();
    world.settle();
    expect(tab.records().map(stateOf)).toEqual(['sending']);
    await world.run();
    expect([tab.records().map(stateOf), tab.list.getSnapshot().context.failures]).toEqual([
      ['accepted'],
      [],
    ]);
    expect(other.news.at(-1)?.type).toBe('list.saved');
  });

  test('INV-PROGRESS an edit discarded elsewhere while sending fails here, and the next one continues', async () => {
    const { world, tab } = await signing({ held: two }, follow(cat));
    await sign(world, tab);
    const [job = ''] = tab.records().map((record) => record.job);
    tab.actor.send({ type: 'outbox.discard', job });
    world.settle();
    expect([
      tab.news.map(({ type }) => type),
      tab.failures().map(({ fault }) => fault),
      tab.isBusy(),
    ]).toEqual([['list.failed'], ['unsigned'], false]);
    tab.edit(follow(dan));
    await world.run();
    expect(tab.news.at(-1)?.type).toBe('list.saved');
  });

  test('INV-SERIAL an edit waits for the first list of a new account that is being sent', async () => {
    const world = listWorld({ held: two });
    const tab = world.open();
    const draft = pressed({ kind: 3, content: '', tags: [['p', cat]] });
    tab.actor.send({
      type: 'outbox.publish',
      order: { draft, relays: RELAYS, now: seconds(world.now()) },
    });
    world.settle();
    await sign(world, tab);
    expect(tab.records().map(stateOf)).toEqual(['sending']);
    relaysAre(world, { silent: true });
    tab.edit(follow(dan));
    await settled();
    world.settle();
    for (const question of world.questions.filter(({ open }) => open)) {
      question.open = false;
      question.from.send({ type: 'relay.ended', url: question.url, complete: true });
    }
    while (tab.bus.open().some(({ query }) => query.verb === 'contact_list'))
      tab.bus.answer({ events: world.first ? [world.first] : [] }, 'contact_list');
    expect(tab.news).toMatchObject([{ type: 'list.failed', message: saying(/network error/) }]);
  });

  test('INV-SHRINK the base of an edit is stored first, so it survives a crash and a discarded version', async () => {
    const world = listWorld({ held: two });
    const tab = world.open();
    await world.run();
    world.publishElsewhere([...two, ['p', cat]], world.now());
    relaysAre(world, { mute: true });
    tab.edit(follow(dan));
    await world.run(false);
    await sign(world, tab);
    const [job = ''] = tab.records().map((record) => record.job);
    world.answer();
    world.crash(tab);
    const next = world.open();
    await settled();
    next.actor.send({ type: 'outbox.discard', job });
    world.settle();
    relaysAre(world, { mute: false });
    next.edit(follow(bob, false));
    await world.run();
    expect([world.entries().keys, next.news.at(-1)?.type]).toEqual([
      [ann, cat].map((pubkey) => `p:${pubkey}`),
      'list.saved',
    ]);
  });
});
