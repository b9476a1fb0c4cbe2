import { describe, expect, test } from 'vitest';
import {
  conflicts,
  fail,
  order,
  publish,
  review,
} from '../../../../tests/support/publish/article-steps.ts';
import { articleWorld, DRAFT, ME } from '../../../../tests/support/publish/article-world.ts';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { addressOf } from '../../../events/nostr/address.ts';
import { tagValue } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { naddrOf } from '../../../events/nostr/nip19.ts';
import { isKept } from './article-context.ts';

async function begun(options: Parameters<typeof articleWorld>[0] = {}) {
  const world = articleWorld(options);
  const device = world.device('a');
  const tab = world.open(device);
  tab.begin(DRAFT, true);
  await world.settle();
  return { world, device, tab };
}

describe('INV-NO-LOSS text safety', () => {
  test('changes are stored within 50 ms, and at once when the page may close', async () => {
    const { tab, device, world } = await begun();
    tab.write('a');
    elapse(world.clock, 40, 10);
    tab.write('ab');
    elapse(world.clock, 10, 10);
    tab.sync();
    expect([...(device.disk.get(DRAFT)?.values() ?? [])].map(({ text }) => text.content)).toEqual([
      'ab',
    ]);
    tab.write('abc');
    tab.report({ type: 'articles.flush' });
    expect(tab.commands().at(-1)).toMatchObject({
      type: 'articles.keep',
      hurry: true,
      version: { text: { content: 'abc' } },
    });
    // also when the editor is left
    tab.write('abcd');
    tab.leave();
    expect(tab.commands().at(-1)).toMatchObject({ version: { text: { content: 'abcd' } } });
    expect(tab.child()).toBeUndefined();
  });

  test('it counts as stored once the disk has the complete text', async () => {
    const { tab, world } = await begun();
    const said = () => isKept(tab.child()?.getSnapshot().context ?? fail());
    tab.write('a');
    expect(said()).toBe(false);
    elapse(world.clock, 200, 50);
    // the text was handed on, but the disk is slow
    const first = tab.commands().at(-1);
    if (first?.type !== 'articles.keep') throw new Error('nothing was handed on');
    expect([first.version.text.content, said()]).toEqual(['a', false]);
    tab.write('ab');
    const kept = {
      type: 'articles.kept',
      draft: DRAFT,
      until: { [first.version.id]: Number(first.version.at) },
    } as const;
    tab.report(kept);
    expect(said()).toBe(false);
    // stored text of another draft does not count
    tab.report({ ...kept, draft: 'another', until: { [first.version.id]: Number.MAX_VALUE } });
    expect(said()).toBe(false);
    await world.wait(200);
    expect(said()).toBe(true);
  });

  test('the text is there again after a crash, and in every tab of the device', async () => {
    const { world, tab, device } = await begun();
    tab.write('half a thought');
    await world.wait(200);
    world.crash(tab);
    const again = world.open(device);
    again.begin();
    await world.settle();
    expect([again.text(), again.is('editable')]).toEqual(['half a thought', true]);
    const version = [...(device.disk.get(DRAFT)?.values() ?? [])][0] ?? fail();
    again.report({
      type: 'articles.updated',
      draft: DRAFT,
      version: {
        ...version,
        id: 'b',
        seen: { [version.id]: Number(version.at) },
        text: { ...version.text, content: 'a whole thought' },
      },
    });
    expect([again.text(), conflicts(again)]).toEqual(['a whole thought', []]);
    again.write('my own thought');
    again.report({
      type: 'articles.updated',
      draft: DRAFT,
      version: { ...version, id: 'c', text: { ...version.text, content: 'another one' } },
    });
    expect([again.text(), conflicts(again)]).toEqual(['my own thought', ['another one']]);
    again.send({ type: 'article.cancelLeave', now: world.now() });
    expect([again.text(), conflicts(again)]).toEqual(['my own thought', []]);
    again.send({ type: 'article.restore', id: 'c', now: world.now() });
    expect([again.text(), conflicts(again)]).toEqual(['another one', []]);
  });

  test('after a reload during a conflict, taking either text ends the conflict', async () => {
    for (const taken of ['in one tab', 'in the other']) {
      const { world, tab, device } = await begun();
      const other = world.open(device);
      other.begin(DRAFT, true);
      await world.settle();
      tab.write('in one tab');
      other.write('in the other');
      await world.wait(200);
      world.crash(tab);
      const again = world.open(device);
      again.begin();
      await world.settle();
      expect(conflicts(again)).toHaveLength(1);
      const { versions } = again.child()?.getSnapshot().context ?? fail();
      const version = [...versions.values()].find(({ text }) => text.content === taken) ?? fail();
      again.send({ type: 'article.restore', id: version.id, now: world.now() });
      await world.wait(200);
      expect([again.text(), conflicts(again)]).toEqual([taken, []]);
    }
  });
});

describe('COMPOSE-08 drafts on relays', () => {
  test('drafts are saved encrypted after a pause if that needs no prompt', async () => {
    const { world, tab } = await begun();
    tab.write('quietly');
    await world.wait(9_000);
    expect(world.saved()).toBeUndefined();
    await world.wait(2_000);
    expect([world.saved()?.text.content, tab.is('saving')]).toEqual(['quietly', false]);
    expect(tab.signer.requests.every(({ quiet }) => quiet)).toBe(true);
    expect(tab.child()?.getSnapshot().context.mine.saved).toBeDefined();

    const other = await begun({ isLocal: false });
    other.tab.write('aloud');
    await other.world.wait(60_000);
    expect([other.world.saved(), other.tab.signer.requests.length]).toEqual([undefined, 0]);
    other.tab.send({ type: 'article.save' });
    await other.world.settle();
    expect(other.world.saved()?.text.content).toBe('aloud');
    expect(other.tab.signer.requests.map(({ quiet }) => quiet)).toEqual([false, false]);
  });

  test('a tab whose text another tab continued saves nothing, and does not call relays silent', async () => {
    const { world, tab, device } = await begun();
    const other = world.open(device);
    other.begin(DRAFT, true);
    await world.settle();
    const share = async (to: typeof tab) => {
      await world.wait(1_000);
      for (const version of device.disk.get(DRAFT)?.values() ?? [])
        to.report({ type: 'articles.updated', draft: DRAFT, version });
    };
    tab.write('in one tab');
    await share(other);
    expect(other.text()).toBe('in one tab');
    other.write('in one tab, then in the other');
    await share(tab);
    expect(tab.text()).toBe('in one tab, then in the other');
    await world.wait(60_000);
    expect([tab, other].map((one) => one.child()?.getSnapshot().context.unsaved)).toEqual([
      undefined,
      undefined,
    ]);
    // the other tab saved it for both
    expect([...(device.disk.get(DRAFT)?.values() ?? [])].some(({ saved }) => saved)).toBe(true);
  });

  test('an unchanged text whose draft no relay accepts still counts as stored on this device', async () => {
    const { world, tab, device } = await begun({ isLocal: false });
    tab.write('written before');
    await world.wait(200);
    world.crash(tab);
    const again = world.open(device);
    again.begin();
    await world.settle();
    world.down(true);
    again.send({ type: 'article.save' });
    await world.wait(60_000);
    const context = again.child()?.getSnapshot().context ?? fail();
    expect([context.unsaved, isKept(context)]).toEqual(['silent', true]);
  });

  test('a second device opens them; both texts show as a conflict, and saving waits for a decision', async () => {
    const { world, tab } = await begun();
    tab.write('from the first');
    await world.wait(11_000);
    const second = world.open(world.device('b'));
    second.begin();
    await world.settle();
    expect([second.text(), second.is('editable')]).toEqual(['from the first', true]);
    second.write('from the second');
    await world.wait(11_000);
    tab.write('from the first, and on');
    await world.wait(11_000);
    // The relays answered, so only the conflict is shown.
    expect(tab.child()?.getSnapshot().context.unsaved).toBeUndefined();
    expect([world.saved()?.text.content, conflicts(tab), tab.text()]).toEqual([
      'from the second',
      ['from the second'],
      'from the first, and on',
    ]);
    tab.send({ type: 'article.cancelLeave', now: world.now() });
    await world.wait(11_000);
    expect([world.saved()?.text.content, conflicts(tab)]).toEqual(['from the first, and on', []]);
    // an unchanged editor continues with the newest version
    second.send({ type: 'article.load' });
    await world.settle();
    expect([second.text(), conflicts(second), world.faults]).toEqual([
      'from the first, and on',
      [],
      [],
    ]);
  });

  test('a draft that is too long for NIP-44 or rejected by relays stays here, with a notice', async () => {
    const { world, tab } = await begun();
    tab.write('x'.repeat(70_000));
    await world.wait(11_000);
    expect([tab.child()?.getSnapshot().context.unsaved, world.saved()]).toEqual([
      'tooLong',
      undefined,
    ]);
    world.down(true);
    tab.write('short');
    tab.send({ type: 'article.save' });
    await world.wait(40_000);
    expect([tab.child()?.getSnapshot().context.unsaved, tab.text()]).toEqual(['silent', 'short']);
  });
});

describe('COMPOSE-06 publishing', () => {
  test('INV-NO-LOSS the draft is removed here and on relays only after the article is accepted', async () => {
    const { world, tab, device } = await begun();
    tab.write('the text');
    await world.wait(11_000);
    await review(world, tab);
    expect(tab.child()?.getSnapshot().context.chosen).toBe('the-lamps');
    tab.publish();
    await world.settle();
    expect([tab.is('publishing'), device.disk.has(DRAFT), world.articles().length]).toEqual([
      true,
      true,
      0,
    ]);
    tab.accept();
    await world.settle();
    expect([tab.is('published'), device.disk.has(DRAFT), world.saved(), world.faults]).toEqual([
      true,
      false,
      undefined,
      [],
    ]);
    expect(world.relay.get(`${KIND.Draft}:${ME}:${DRAFT}`)?.content).toBe('');
    expect(world.articles().map((event) => [tagValue(event, 'd'), event.content])).toEqual([
      ['the-lamps', 'the text'],
    ]);
    expect(tab.told).toContainEqual({
      type: 'account.done',
      message: { code: 'article.published' },
    });
  });

  test('a reopened draft that was published says so, even if only relays know', async () => {
    const { world, tab, device } = await begun();
    tab.write('never saved');
    await world.wait(200);
    await publish(world, tab);
    // leaving or closing the page does not store it again
    tab.report({ type: 'articles.flush' });
    tab.leave();
    await world.settle();
    expect(device.disk.has(DRAFT)).toBe(false);
    tab.begin();
    await world.wait(1_000);
    expect(tab.is('gone')).toBe(true);
    tab.begin('saved', true);
    tab.write('saved', 'Other lamps');
    await world.wait(11_000);
    await publish(world, tab);
    const other = world.open(world.device('b'));
    other.begin('saved');
    await world.wait(1_000);
    expect(other.is('gone')).toBe(true);
    other.begin('unheard of');
    await world.wait(1_000);
    expect([other.is('gone'), other.is('missing')]).toEqual([false, true]);
  });

  test('COMPOSE-13 a new draft that was published is finished at its address, not called elsewhere', async () => {
    const { world, tab } = await begun();
    tab.write('saved');
    await world.wait(11_000);
    await publish(world, tab);
    tab.leave();
    tab.begin(DRAFT, true);
    await world.wait(1_000);
    expect([tab.is('gone'), tab.is('editable')]).toEqual([true, false]);
    // after a reload only relays know
    const again = world.open(world.device('a'));
    again.begin(DRAFT, true);
    await world.wait(60_000);
    expect([again.is('gone'), again.is('editable')]).toEqual([true, false]);
  });

  test('PUBLISH-04 closing while publishing keeps draft and job; the next page resumes without a duplicate', async () => {
    const { world, tab, device } = await begun();
    tab.write('the text');
    await world.wait(200);
    await order(world, tab);
    world.crash(tab);
    const left = new Map(device.disk);
    const again = world.open(device);
    again.begin();
    await world.settle();
    expect(again.is('publishing')).toBe(true);
    again.accept();
    await world.settle();
    expect([again.is('published'), device.disk.has(DRAFT), world.articles().length]).toEqual([
      true,
      false,
      1,
    ]);
    // if it was accepted in the meantime, the draft is removed at the next look at articles
    const later = world.device('later');
    later.disk = left;
    later.records = device.records;
    world.open(later);
    await world.settle();
    expect(later.disk.has(DRAFT)).toBe(false);
  });

  test('a refused article can be resent as signed, or changed into another one', async () => {
    const { world, tab, device } = await begun();
    tab.write('the text');
    await world.wait(200);
    await order(world, tab);
    tab.accept(false);
    expect([tab.is('failed'), device.disk.has(DRAFT)]).toEqual([true, true]);
    tab.send({ type: 'article.edit' });
    expect(tab.is('editable')).toBe(true);
    tab.write('the text, changed');
    await world.wait(200);
    await publish(world, tab);
    expect(world.articles().map(({ content }) => content)).toEqual(['the text, changed']);
  });

  test('editing keeps identifier and tags; an article changed elsewhere is not overwritten unseen', async () => {
    const world = articleWorld();
    const first = trusted({
      kind: KIND.LongForm,
      pubkey: ME,
      created_at: 1_600_000_000,
      content: 'as it was',
      tags: [
        ['d', 'old:id'],
        ['title', 'Old'],
        ['zap', 'x'],
        ['published_at', '5'],
      ],
    });
    world.relay.set(`30023:${ME}:old:id`, first);
    const tab = world.open(world.device('a'));
    tab.begin('30023:old:id');
    await world.settle();
    expect(tab.text()).toBe('as it was');
    tab.write('as it is', 'New title');
    await world.wait(200);
    const meanwhile = trusted({
      ...first,
      created_at: 1_650_000_000,
      content: 'changed elsewhere',
    });
    world.relay.set(`30023:${ME}:old:id`, meanwhile);
    await review(world, tab);
    expect(conflicts(tab)).toEqual(['changed elsewhere']);
    tab.publish();
    await world.settle();
    expect(tab.is('publishing')).toBe(false);
    tab.send({ type: 'article.closeReview' });
    tab.send({ type: 'article.cancelLeave', now: world.now() });
    await publish(world, tab);
    const [article] = world.articles();
    expect([
      article?.content,
      tagValue(article ?? first, 'd'),
      tagValue(article ?? first, 'zap'),
      tagValue(article ?? first, 'published_at'),
    ]).toEqual(['as it is', 'old:id', 'x', '5']);
  });

  test('COMPOSE-07 an identifier that is in use or unconfirmed gets a suffix', async () => {
    for (const isDown of [false, true]) {
      const { world, tab } = await begun();
      world.relay.set(
        'taken',
        trusted({ kind: KIND.LongForm, pubkey: ME, content: 'x', tags: [['d', 'the-lamps']] }),
      );
      world.down(isDown);
      tab.write('another');
      await world.wait(200);
      await review(world, tab);
      expect(tab.child()?.getSnapshot().context.chosen).toBe('the-lamps-abc123');
      expect([tab.text(), conflicts(tab)]).toEqual(['another', []]);
    }
  });

  test('COMPOSE-06 a wanted note about the article is posted once, after acceptance', async () => {
    for (const isWanted of [true, false]) {
      const { world, tab, device } = await begun();
      const notes = () =>
        [...device.records.values()].flatMap(({ event }) =>
          event?.kind === KIND.Text ? [event] : [],
        );
      tab.write('the text');
      await world.wait(200);
      await review(world, tab);
      tab.publish(isWanted);
      await world.settle();
      expect(notes()).toEqual([]);
      tab.accept();
      await world.settle();
      tab.accept();
      await world.settle();
      const [article] = world.articles();
      const naddr = naddrOf({ kind: KIND.LongForm, pubkey: ME, identifier: 'the-lamps' });
      expect(notes().map(({ content, tags }) => [content, tags])).toEqual(
        isWanted
          ? [
              [
                `The lamps\n\nnostr:${naddr}`,
                [
                  ['p', ME],
                  ['q', addressOf(article!), '', ME],
                ],
              ],
            ]
          : [],
      );
    }
  });

  test('NIP-37 drafts are saved to and looked up on the account’s private relays', async () => {
    const world = articleWorld();
    world.nameRelays('wss://private.example');
    const tab = world.open(world.device('a'));
    await world.settle();
    tab.begin(DRAFT, true);
    await world.settle();
    tab.write('not for everybody');
    await world.wait(11_000);
    expect(world.sent.filter(({ kind }) => kind === KIND.Draft)).toEqual([
      { kind: KIND.Draft, urls: ['wss://private.example'] },
    ]);
    expect(tab.told).toContainEqual({
      type: 'privateRelays.changed',
      urls: ['wss://private.example'],
    });
    tab.leave();
    tab.edit.send({ type: 'articleEdit.remove', draft: DRAFT, now: 1_800_000_000 });
    await world.settle();
    expect(world.saved()).toBeUndefined();
  });

  test('COMPOSE-09 a deleted draft is removed from the device and from the relays that have it', async () => {
    const { world, tab, device } = await begun();
    tab.write('not this');
    await world.wait(11_000);
    tab.leave();
    tab.edit.send({ type: 'articleEdit.remove', draft: DRAFT, now: 1_800_000_000 });
    tab.device.records = new Map();
    expect([device.disk.has(DRAFT), tab.commands().at(-1)?.type]).toEqual([true, 'articles.drop']);
    await world.settle();
    expect([device.disk.has(DRAFT), world.saved()]).toEqual([false, undefined]);
    // older events on relays are no longer listed
    const emptied = world.relay.get(`${KIND.Draft}:${ME}:${DRAFT}`);
    expect(tab.edit.getSnapshot().context.removed).toEqual(new Map([[DRAFT, emptied?.created_at]]));
    // relays that do not support empty drafts get a deletion request for earlier ones (NIP-09)
    const wishes = [...device.records.values()].flatMap(({ event }) =>
      event?.kind === KIND.EventDeletion ? [event] : [],
    );
    expect(
      wishes.map(({ tags, created_at }) => [
        tags,
        Number(emptied?.created_at) - Number(created_at),
      ]),
    ).toEqual([
      [
        [
          ['a', `31234:${ME}:${DRAFT}`],
          ['k', '31234'],
        ],
        1,
      ],
    ]);
  });
});

test('MEDIA-01 pictures of an article that are chosen offline wait for the network', async () => {
  const { tab } = await begun();
  const offline = (on: boolean) => tab.edit.send({ type: 'network.offline', on });
  const add = {
    files: [new File(['a'], 'a.png', { type: 'image/png' })],
    tier: 'none',
    told: undefined,
    servers: { tags: [] },
    mirrors: undefined,
  } as const;
  const stands = () => [
    ...(tab.edit.getSnapshot().children.uploads?.getSnapshot().context.stands.values() ?? []),
  ];
  offline(true);
  tab.edit.send({ type: 'articleEdit.upload', draft: DRAFT, add });
  expect(stands()).toEqual(['waiting']);
  offline(false);
  expect(stands()).toEqual(['going']);
  // the network is lost while the uploads exist
  offline(true);
  tab.edit.send({ type: 'articleEdit.upload', draft: DRAFT, add });
  expect(stands()).toEqual(['going', 'waiting']);
});
