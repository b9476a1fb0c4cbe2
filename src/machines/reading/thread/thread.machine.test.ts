import type { NoteParam } from '../../../events/nostr/route-param.ts';
import { createActor, SimulatedClock } from 'xstate';
import { describe, expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { range, verified } from '../../../../tests/support/connection/fake-cache.ts';
import { fakeBus } from '../../../../tests/support/connection/fake-bus.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { seconds } from '../../../events/core/time.ts';
import type { CacheResponse } from '../../core/bus.ts';
import { threadMachine } from './thread.machine.ts';

/** Return an event id that contains the name in hex. */
const idOf = (name: string) => Buffer.from(name).toString('hex').padEnd(64, '0');
const nameOf = (id: string) => Buffer.from(id, 'hex').toString().replaceAll('\0', '');
const note = (name: string, at: number, answered?: string): VerifiedEvent =>
  verified({
    id: idOf(name),
    created_at: at,
    tags: answered === undefined ? [] : [['e', idOf(answered), '', 'reply']],
  });

/**
 * Return the response of a thread view: parents, the note itself, and replies by their second of
 * creation.
 */
function view(replies: readonly number[], parents: readonly string[] = []): Partial<CacheResponse> {
  const notes = replies.map((at) => note(`r${at}`, at, 'n'));
  const line = [...parents, 'n'].map((name, at, all) => note(name, at + 1, all[at - 1]));
  return {
    events: [...line.toReversed(), ...notes],
    claims: [
      range(
        notes.map(({ id }) => id),
        replies.length ? { since: Math.min(...replies), until: Math.max(...replies) } : {},
      ),
      range(line.map(({ id }) => id).toReversed(), { since: 1, until: line.length }),
    ],
  };
}

function start(target: NoteParam = { type: 'note', id: idOf('n') }, viewer = 'v') {
  const clock = new SimulatedClock();
  const fake = fakeBus();
  const actor = createActor(threadMachine, {
    input: { bus: fake.bus, viewer, target },
    clock,
  }).start();
  const state = () => JSON.stringify(actor.getSnapshot().value).replaceAll(/[{}"]/g, '');
  const items = () => {
    const { parents, replies } = actor.getSnapshot().context.items;
    return { parents: parents.map(nameOf), replies: replies.map(nameOf) };
  };
  return { actor, clock, fake, state, items, asked: () => fake.open()[0]?.query };
}

describe('opening', () => {
  test('THREAD-01 parents are above with the root first, replies below with the oldest first', () => {
    const { fake, asked, items, state } = start();
    expect(asked()).toEqual({
      verb: 'thread_view',
      payload: { event_id: idOf('n'), limit: 100, user_pubkey: 'v' },
    });
    fake.answer(view([30, 20], ['root', 'parent']));
    expect(state()).toBe('found:shown');
    expect(items()).toMatchObject({ parents: ['root', 'parent'], replies: ['r20', 'r30'] });
  });

  test('THREAD-04 an article is requested by its address, and its newest version is shown', () => {
    const { actor, fake, asked, state } = start({
      type: 'article',
      kind: 30023,
      pubkey: 'p',
      identifier: 'd',
    });
    expect(asked()?.verb).toBe('long_form_content_thread_view');
    expect(asked()?.payload).toEqual({
      pubkey: 'p',
      identifier: 'd',
      kind: 30023,
      limit: 100,
      user_pubkey: 'v',
    });
    const version = (id: string, at: number) =>
      verified({ id, kind: 30023, pubkey: 'p', created_at: at, tags: [['d', 'd']] });
    fake.answer({
      events: [
        version('old', 1),
        version('new', 2),
        verified({ id: 'alien', kind: 30023, pubkey: 'q', tags: [['d', 'd']] }),
      ],
    });
    expect([state(), actor.getSnapshot().context.id]).toEqual(['found:shown', 'new']);
  });

  test('a partial response is shown at once if it contains the note', () => {
    const { actor, fake, items, state } = start();
    fake.part({ events: [note('r20', 20, 'n')] });
    expect(items().replies).toEqual([]);
    fake.part(view([20]));
    expect([state(), items().replies]).toEqual(['loading', ['r20']]);
    expect(actor.getSnapshot().hasTag('loading')).toBe(true);
  });

  test('THREAD-03 a note that the service does not know or refuses is missing, and can be requested again', () => {
    for (const end of [
      (world: ReturnType<typeof start>) => world.fake.answer({}),
      (world: ReturnType<typeof start>) => world.fake.refuse(),
    ]) {
      const world = start();
      end(world);
      expect(world.state()).toBe('missing');
      world.actor.send({ type: 'thread.retry' });
      world.fake.answer(view([]));
      expect(world.state()).toBe('found:shown');
    }
  });

  test('INV-PROGRESS a service silent for 10 s is an error, not a missing note, and returning retries', () => {
    const { actor, clock, fake, state } = start();
    elapse(clock, 10_000);
    expect([state(), actor.getSnapshot().context.reason]).toEqual(['failed', 'timeout']);
    actor.send({ type: 'screen.shown' });
    fake.answer(view([]));
    expect(state()).toBe('found:shown');
  });
});

describe('replies', () => {
  test('THREAD-01 newer replies are requested every 15 s and inserted at their position', () => {
    const { clock, fake, asked, items, state } = start();
    fake.answer(view([20, 30]));
    elapse(clock, 14_999);
    expect(asked()).toBeUndefined();
    clock.increment(1);
    expect([state(), asked()?.payload?.['since']]).toEqual(['found:checking', 30]);
    fake.answer(view([30, 40]));
    expect(items().replies).toEqual(['r20', 'r30', 'r40']);
    elapse(clock, 15_000);
    fake.refuse();
    expect([state(), items().replies.length]).toEqual(['found:shown', 3]);
  });

  test('THREAD-01 E-18 a reply dated ahead does not stop the check for newer ones', () => {
    const { clock, fake, asked, items } = start();
    fake.answer({ ...view([20, 30, 900_000]), at: seconds(100) });
    elapse(clock, 15_000);
    expect(asked()?.payload?.['since']).toBe(100);
    fake.answer({ ...view([110, 900_000]), at: seconds(115) });
    expect(items().replies).toEqual(['r20', 'r30', 'r110', 'r900000']);
    elapse(clock, 15_000);
    expect(asked()?.payload?.['since']).toBe(115);
  });

  test('THREAD-01 earlier replies load until there are none', () => {
    const { actor, fake, asked, items, state } = start();
    fake.answer(view([20, 30]));
    actor.send({ type: 'thread.earlier' });
    expect([state(), asked()?.payload]).toEqual([
      'found:earlier',
      { event_id: idOf('n'), limit: 100, user_pubkey: 'v', until: 20, offset: 1 },
    ]);
    fake.answer(view([12, 15]));
    expect(items().replies).toEqual(['r12', 'r15', 'r20', 'r30']);
    actor.send({ type: 'thread.earlier' });
    expect(asked()?.payload?.['until']).toBe(12);
    fake.answer(view([]));
    actor.send({ type: 'thread.earlier' });
    expect([state(), asked(), items().replies.length]).toEqual(['found:shown', undefined, 4]);
  });

  test('a failed request for earlier replies changes nothing and can be repeated', () => {
    const { actor, clock, fake, items, state } = start();
    fake.answer(view([20]));
    actor.send({ type: 'thread.earlier' });
    elapse(clock, 10_000);
    expect([state(), items().replies]).toEqual(['found:shown', ['r20']]);
    actor.send({ type: 'thread.earlier' });
    fake.answer(view([15]));
    expect(items().replies).toEqual(['r15', 'r20']);
  });
});

describe('positions of replies', () => {
  const known = (world: ReturnType<typeof start>, order: string, asked = '') =>
    world.actor.send({ type: 'thread.orderShown', order: order.split(''), asked: asked.split('') });
  const places = (world: ReturnType<typeof start>) => {
    const { placed, waiting } = world.actor.getSnapshot().context.places;
    return [[...placed].join(''), waiting.join('')];
  };

  test('THREAD-01 replies by others that would move read content wait, except the last and awaited ones', () => {
    const world = start();
    known(world, 'ac', 'ac');
    known(world, 'abcd');
    expect(places(world)).toEqual(['acd', 'b']);
    known(world, 'abcOd', 'O');
    expect(places(world)).toEqual(['acdO', 'b']);
    // one reply was retracted
    known(world, 'acOd');
    expect(places(world)).toEqual(['acdO', '']);
    known(world, 'abcOd');
    world.actor.send({ type: 'thread.showNew' });
    expect(places(world)).toEqual(['acdOb', '']);
  });

  test('THREAD-01 requested replies count as loading until they arrive, and a request unfolds them', () => {
    const world = start();
    const { actor, fake } = world;
    const asked = () =>
      [...actor.getSnapshot().context.asked]
        .map(([id, open]) => `${id === idOf('n') ? 'n' : id}${open ? '?' : ''}`)
        .join(' ');
    expect(asked()).toBe('n?');
    fake.answer(view([20]));
    actor.send({ type: 'thread.repliesLoaded', id: idOf('n') });
    actor.send({ type: 'thread.fold', id: 'a' });
    actor.send({ type: 'thread.fold', id: 'b' });
    actor.send({ type: 'thread.openReplies', id: 'a' });
    actor.send({ type: 'thread.earlier' });
    expect([asked(), [...actor.getSnapshot().context.folded]]).toEqual(['n? a?', ['b']]);
    fake.answer(view([10]));
    actor.send({ type: 'screen.hidden' });
    actor.send({ type: 'screen.shown' });
    expect([...actor.getSnapshot().context.folded]).toEqual(['b']);
    actor.send({ type: 'thread.unfold', id: 'b' });
    expect([...actor.getSnapshot().context.folded]).toEqual([]);
  });
});

describe('hidden page', () => {
  const asksWithin = (world: ReturnType<typeof start>, ms: number) => {
    elapse(world.clock, ms);
    return world.fake.open().length;
  };

  test('ROUTE-21 a hidden page requests nothing, is fresh for 5 s, and later is checked at once', () => {
    const world = start();
    world.fake.answer(view([20]));
    world.actor.send({ type: 'screen.hidden' });
    expect(asksWithin(world, 4_999)).toBe(0);
    world.actor.send({ type: 'screen.shown' });
    expect([world.state(), world.fake.open().length]).toEqual(['found:shown', 0]);
    world.actor.send({ type: 'screen.hidden' });
    expect(asksWithin(world, 600_000)).toBe(0);
    world.actor.send({ type: 'screen.shown' });
    expect([world.state(), world.fake.open().length]).toEqual(['found:checking', 1]);
  });

  test('a page left before its response arrives requests nothing more', () => {
    for (const leave of ['loading', 'checking', 'earlier'] as const) {
      const world = start();
      if (leave !== 'loading') world.fake.answer(view([20]));
      if (leave === 'checking') elapse(world.clock, 15_000);
      if (leave === 'earlier') world.actor.send({ type: 'thread.earlier' });
      world.actor.send({ type: 'screen.hidden' });
      if (world.fake.open().length > 0) world.fake.answer(view([20]));
      expect(asksWithin(world, 120_000), leave).toBe(0);
      world.actor.send({ type: 'screen.shown' });
      expect(world.state()).toBe('found:checking');
    }
  });
});

test('THREAD-01 an own note is checked every 5 s, so that its counts move; others every 15 s', () => {
  const [own] = view([]).events ?? [];
  for (const [viewer, wait] of [
    [own?.pubkey ?? '', 5_000],
    ['v', 15_000],
  ] as const) {
    const { fake, clock, state } = start({ type: 'note', id: idOf('n') }, viewer);
    fake.answer(view([]));
    elapse(clock, wait - 100, 100);
    expect([viewer, state()]).toEqual([viewer, 'found:shown']);
    elapse(clock, 100);
    expect([viewer, state()]).toEqual([viewer, 'found:checking']);
  }
});
