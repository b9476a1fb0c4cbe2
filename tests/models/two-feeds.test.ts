import { assign, createActor, enqueueActions, setup, SimulatedClock } from 'xstate';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type CacheEvent, cacheMachine } from '../../src/machines/connection/cache.machine.ts';
import type { BusEvent } from '../../src/machines/core/bus.ts';
import type { CacheQuery } from '../../src/events/connection/cache-query.ts';
import { requestMachine } from '../../src/machines/connection/request.machine.ts';
import { feedMachine } from '../../src/machines/reading/feed/feed.machine.ts';
import { elapse } from '../support/machines/clock.ts';
import { arrival, fakeSocket, range, verified } from '../support/connection/fake-cache.ts';
import { planted } from '../support/machines/planted.ts';
import { isLong } from '../support/runs.ts';

// XState warns about events sent to stopped actors, which these tests do on purpose
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

/** The next move. A frame under way is delivered, delivered with a possible repeat, or lost. */
type Act = 'select' | 'more' | 'cut';
type Fate = 'deliver' | 'repeat' | 'lose';
interface Move {
  readonly do: Act | Fate;
  readonly frame?: number;
}

/**
 * Maximum count of each act. `select` changes the first feed's spec, `more` requests its next page,
 * `cut` breaks the connection.
 */
interface Scope extends Readonly<Partial<Record<Act | 'repeat' | 'lose', number>>> {
  /** Answers come in one frame instead of a part and an end. */
  readonly whole?: true;
}

interface Frame {
  readonly id: string;
  readonly spec: string;
  readonly until: number;
  readonly part: boolean;
  readonly ends: boolean;
}

interface Machines {
  readonly cache?: typeof cacheMachine;
  readonly feed?: typeof feedMachine;
}

const base = (spec: string) => ({ verb: 'mega_feed_directive', payload: { spec } });

/**
 * Two feeds and a cache under one root. Machines are created once for all worlds, because that
 * costs more than a start.
 */
function houseOf({ cache = cacheMachine, feed = feedMachine }: Machines) {
  const socket = fakeSocket();
  const house = setup({
    types: { events: {} as BusEvent, children: {} as { cache: 'cache'; a: 'first'; b: 'second' } },
    actors: {
      cache: cache.provide({ actors: { socket: socket.logic } }),
      first: feed,
      second: feed,
    },
  }).createMachine({
    entry: enqueueActions(({ enqueue, self }) => {
      enqueue.spawnChild('cache', {
        id: 'cache',
        input: { bus: self, urls: ['wss://a'], compress: false, seed: 0.5 },
      });
      enqueue.spawnChild('first', {
        id: 'a',
        input: { bus: self, viewer: 'v', base: base('a'), pageSize: 20 },
      });
      enqueue.spawnChild('second', {
        id: 'b',
        input: { bus: self, viewer: 'v', base: base('b'), pageSize: 20 },
      });
    }),
    on: {
      'cache.ask': {
        actions: enqueueActions(({ enqueue, event }) =>
          enqueue.sendTo('cache', event satisfies CacheEvent),
        ),
      },
      'cache.forget': {
        actions: enqueueActions(({ enqueue, event }) =>
          enqueue.sendTo('cache', event satisfies CacheEvent),
        ),
      },
    },
  });
  return (clock: SimulatedClock) => {
    socket.epochs.length = 0;
    return { socket, actor: createActor(house, { clock }).start() };
  };
}

/** Opens a world whose frames the test delivers in any order. */
function start(open: ReturnType<typeof houseOf>) {
  const clock = new SimulatedClock();
  const { socket, actor } = open(clock);
  socket.opened();
  const { cache: line, a, b } = actor.getSnapshot().children;
  if (!line || !a || !b) throw new Error('nobody is in');
  return { clock, socket, cache: line, feeds: [a, b], a, flying: [] as Frame[], asked: 0 };
}

type World = ReturnType<typeof start>;

/** The service answers all new requests. Its frames are then under way. */
function serve(world: World, { whole }: Scope): void {
  const sent = world.socket.epochs.flatMap((epoch) =>
    epoch.sent.flatMap((command) => (command.type === 'socket.request' ? [command] : [])),
  );
  for (const { id, query } of sent.slice(world.asked)) {
    const { spec, until = 10 } = query.payload as { spec: string; until?: number };
    const frames = (whole ? [true] : [true, false]).map((part) => ({ part, ends: whole ?? !part }));
    world.flying.push(...frames.map((frame) => ({ id, spec, until, ...frame })));
  }
  world.asked = sent.length;
}

function moves(world: World, path: readonly Move[], scope: Scope): Move[] {
  const left = (name: Act | 'repeat' | 'lose') =>
    (scope[name] ?? 0) > path.filter((move) => move.do === name).length;
  const acts = (['select', 'more', 'cut'] as const).filter(
    (act) => left(act) && (act !== 'more' || isReady(world)),
  );
  const fates = (['deliver', 'repeat', 'lose'] as const).filter(
    (fate) => fate === 'deliver' || left(fate),
  );
  return [
    ...acts.map((act) => ({ do: act })),
    ...world.flying.flatMap((_, frame) => fates.map((fate) => ({ do: fate, frame }))),
  ];
}

function isReady({ a }: World): boolean {
  return a.getSnapshot().value.pages === 'ready';
}

function take(world: World, { do: what, frame = 0 }: Move, scope: Scope): void {
  const { clock, socket, a, flying } = world;
  if (what === 'select') a.send({ type: 'feed.select', base: base('c') });
  else if (what === 'more') a.send({ type: 'feed.loadMore' });
  else if (what === 'cut') {
    socket.closed();
    elapse(clock, 200);
    socket.opened();
  } else {
    const one = flying[frame];
    if (what !== 'repeat') flying.splice(frame, 1);
    if (one && what !== 'lose') deliver(world, one);
  }
  serve(world, scope);
}

function deliver({ socket }: World, { id, spec, until, part, ends }: Frame): void {
  const notes = [until - 1, until - 2].map((at) =>
    verified({ id: `${spec}${at}`, created_at: at }),
  );
  const claim = range(
    notes.map((note) => note.id),
    { since: until - 2, until: until - 1 },
  );
  socket.batch(arrival(id, { ...(part && { events: notes, claims: [claim] }), ended: ends }));
}

function play(house: ReturnType<typeof houseOf>, path: readonly Move[], scope: Scope): World {
  const world = start(house);
  serve(world, scope);
  for (const move of path) take(world, move, scope);
  return world;
}

function specOf({ base: { payload } }: { readonly base: CacheQuery }): string {
  return String(payload?.['spec']);
}

function keyOf({ cache, feeds, flying }: World, path: readonly Move[]): string {
  const shown = feeds.map((feed) => {
    const { value, context } = feed.getSnapshot();
    return [value, specOf(context), context.items, context.cursor];
  });
  const asked = cache.getSnapshot().context.asked.map(({ id }) => id);
  const spent = path.map((move) => move.do).filter((what) => what !== 'deliver');
  return JSON.stringify([shown, asked, flying, spent.toSorted()]);
}

/** INV-TAGGED: return the items of a feed that belong to another feed or occur twice. */
function foreign({ feeds }: World): string[] {
  return feeds.flatMap((feed) => {
    const { context } = feed.getSnapshot();
    const items = context.items.map(({ id }) => id);
    const wrong = items.filter(
      (item, at) => !item.startsWith(specOf(context)) || items.indexOf(item) !== at,
    );
    return wrong.map((item) => `${item} is in ${specOf(context)}`);
  });
}

/** INV-PROGRESS: without further frames every page request ends within its 10 s. */
function endless({ clock, feeds }: World): string[] {
  elapse(clock, 10_000, 1_000);
  return feeds
    .filter((feed) => feed.getSnapshot().hasTag('loading') || feed.getSnapshot().hasTag('more'))
    .map((feed) => `${feed.id} waits for ever`);
}

/**
 * Try every order of moves within the scope, each state of the world once. Returns the first
 * violation and its moves.
 */
function search(
  scope: Scope,
  machines: Machines = {},
): { states: number; breach: string | undefined } {
  const house = houseOf(machines);
  const open = [{ path: [] as readonly Move[], next: moves(play(house, [], scope), [], scope) }];
  const seen = new Set<string>();
  for (const { path, next } of open) {
    for (const move of next) {
      const further = [...path, move];
      const world = play(house, further, scope);
      const key = keyOf(world, further);
      if (seen.has(key)) continue;
      seen.add(key);
      open.push({ path: further, next: moves(world, further, scope) });
      const breach = [...foreign(world), ...endless(world)][0];
      if (breach)
        return {
          states: seen.size,
          breach: `${breach} after ${further.map((one) => `${one.do} ${one.frame ?? ''}`).join(', ')}`,
        };
    }
  }
  return { states: seen.size, breach: undefined };
}

const SCOPES: readonly Scope[] = [
  { select: 1, more: 1, cut: 1, whole: true },
  { cut: 1, repeat: 1, whole: true },
  { select: 1, more: 1 },
  { cut: 1 },
  { select: 1, lose: 1 },
  { repeat: 1, lose: 1 },
];

// the smallest scope here; `npm run test:long` tries all
test.each(isLong ? SCOPES : SCOPES.slice(-1))(
  'INV-TAGGED INV-PROGRESS with %o, pages reach their own feed and requests end',
  (scope) => {
    const { states, breach } = search(scope);
    expect(breach).toBeUndefined();
    expect(states).toBeGreaterThan(40);
  },
);

describe('the search finds a breach (planted):', () => {
  test('INV-TAGGED a feed whose previous request continues', () => {
    const feed = planted(feedMachine, ({ on }) => delete on?.['feed.select']?.['target']);
    expect(search({ select: 1 }, { feed }).breach).toMatch(/^a\d is in c after/);
  });

  test('INV-TAGGED ids that restart with each connection', () => {
    const cache = cacheMachine.provide({
      actions: {
        newEpoch: assign(({ context }) => ({
          asked: context.asked.map((one) => ({ ...one, id: undefined })),
          setupId: undefined,
          nextId: 1,
        })),
      },
    });
    expect(search({ select: 1, cut: 1 }, { cache }).breach).toMatch(/^[abc]\d is in [abc] after/);
  });

  test('INV-PROGRESS a request without a deadline', () => {
    const feed = feedMachine.provide({
      actors: { request: requestMachine.provide({ delays: { deadline: Infinity } }) },
    });
    expect(search({ lose: 1 }, { feed }).breach).toMatch(/waits for ever/);
  });
});
