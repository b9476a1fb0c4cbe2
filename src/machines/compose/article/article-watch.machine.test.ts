import { describe, expect, test } from 'vitest';
import {
  conflicts,
  fail,
  order,
  publish,
  review,
  type Tab,
  type World,
} from '../../../../tests/support/publish/article-steps.ts';
import { articleWorld, DRAFT, ME } from '../../../../tests/support/publish/article-world.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { addressOf } from '../../../events/nostr/address.ts';
import { tagValue } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { seconds } from '../../../events/core/time.ts';

describe('COMPOSE-13 an article that another device published', () => {
  async function opened() {
    const world = articleWorld();
    const [one, two] = [world.open(world.device('a')), world.open(world.device('b'))];
    one.begin(DRAFT, true);
    await world.settle();
    one.write('the text');
    await world.wait(20_000);
    two.begin(DRAFT);
    await world.settle();
    expect(two.text()).toBe('the text');
    return { world, one, two };
  }
  const articles = (world: World) =>
    [...world.relay.values()].filter(({ kind }) => kind === KIND.LongForm);
  const elsewhere = (tab: Tab) => tab.child()?.getSnapshot().context.elsewhere;
  const emptied = (world: World) => world.relay.get(`${KIND.Draft}:${ME}:${DRAFT}`) ?? fail();
  const sight = (world: World, tab: Tab) =>
    tab.edit.send({ type: 'article.found', draft: DRAFT, event: emptied(world) });

  test('the draft is not saved again and continues as an edit of that article', async () => {
    const { world, one, two } = await opened();
    two.write('written on');
    await publish(world, one);
    await world.wait(20_000);
    two.write('written on, and on');
    await world.wait(20_000);
    expect([elsewhere(two), world.saved(), articles(world).length]).toEqual([
      'the-lamps',
      undefined,
      1,
    ]);
    await review(world, two);
    two.publish();
    await world.settle();
    two.accept();
    await world.settle();
    expect([two.is('reviewing'), articles(world).length]).toEqual([false, 1]);
    two.send({ type: 'article.adopt', now: seconds(1_700_000_100) });
    await world.settle();
    two.leave();
    two.begin(`${KIND.LongForm}:the-lamps`);
    await world.wait(2_000);
    expect([two.text(), conflicts(two)]).toEqual(['written on, and on', ['the text']]);
    two.send({ type: 'article.cancelLeave', now: world.now() });
    await world.settle();
    await publish(world, two);
    expect(articles(world).map(({ content }) => content)).toEqual(['written on, and on']);
    expect(world.faults).toEqual([]);
  });

  test('it is recognized by its draft at once, even under another title, without a lookup', async () => {
    const { world, one, two } = await opened();
    two.write('written on', 'Another title');
    await world.wait(100);
    await publish(world, one);
    const { content } = emptied(world);
    expect([content, tagValue(emptied(world), 'a')]).toEqual([
      '',
      `${KIND.LongForm}:${ME}:the-lamps`,
    ]);
    sight(world, two);
    expect(elsewhere(two)).toBe('the-lamps');
    // the user may want two articles
    two.send({ type: 'article.keepSeparate' });
    await publish(world, two);
    expect(articles(world)).toHaveLength(2);
  });

  test('it ends the review of the same draft here, so nothing is published twice', async () => {
    const { world, one, two } = await opened();
    await review(world, two);
    expect(two.is('reviewing')).toBe(true);
    await publish(world, one);
    sight(world, two);
    expect([two.is('reviewing'), two.is('editable'), elsewhere(two)]).toEqual([
      false,
      true,
      'the-lamps',
    ]);
    two.publish();
    await world.settle();
    two.accept();
    expect(articles(world)).toHaveLength(1);
  });

  test('a device that published the same draft is notified, but not about its own article', async () => {
    const { world, one, two } = await opened();
    two.write('written on', 'Another title');
    await world.wait(100);
    await order(world, two);
    await publish(world, one);
    sight(world, two);
    expect([two.is('publishing'), elsewhere(two)]).toEqual([true, 'the-lamps']);
    two.accept();
    await world.settle();
    expect([two.is('published'), elsewhere(two), articles(world).length]).toEqual([
      true,
      'the-lamps',
      2,
    ]);

    const alone = articleWorld();
    const device = alone.device('a');
    const first = alone.open(device);
    first.begin(DRAFT, true);
    await alone.settle();
    first.write('the text');
    await alone.wait(20_000);
    await order(alone, first);
    alone.crash(first);
    const again = alone.open(device);
    again.begin();
    await alone.settle();
    again.accept();
    await alone.settle();
    sight(alone, again);
    expect([again.is('published'), elsewhere(again)]).toEqual([true, undefined]);
  });

  test('an older article with the same title, or the own one, is not mistaken for it', async () => {
    const world = articleWorld();
    const article = trusted({
      kind: KIND.LongForm,
      pubkey: ME,
      created_at: 1_600_000_000,
      tags: [
        ['d', 'the-lamps'],
        ['title', 'The lamps'],
      ],
    });
    world.relay.set(addressOf(article) ?? '', article);
    const tab = world.open(world.device('a'));
    tab.begin(DRAFT, true);
    await world.settle();
    tab.write('the text');
    await world.wait(20_000);
    await publish(world, tab);
    expect([elsewhere(tab), articles(world).length, tab.is('published')]).toEqual([
      undefined,
      2,
      true,
    ]);
  });
});
