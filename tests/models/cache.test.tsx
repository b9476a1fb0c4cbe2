// @vitest-environment jsdom
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { beforeAll, describe } from 'vitest';
import { cacheMachine } from '../../src/machines/connection/cache.machine.ts';
import { explore } from '../support/machines/explore.ts';
import { arrival } from '../support/connection/fake-cache.ts';
import { planted } from '../support/machines/planted.ts';
import { actorAt, renderedApp, type RenderedApp } from '../support/views/rendered-app.tsx';
import {
  button,
  main,
  type Played,
  press,
  testRenderedTrips,
} from '../support/views/rendered-trips.ts';

const cache = (world: RenderedApp) => actorAt(world.app, 'cache');
const keyOf = ({ value }: AnyMachineSnapshot) => JSON.stringify(value);

/**
 * Requests and the address pool do not change the state of the connection, and have their own
 * tests.
 */
const ASIDE = new Set([
  'cache.ask',
  'cache.forget',
  'cache.pool',
  'cache.restore',
  'cache.test',
  'pool.updated',
]);

// the id of the answer that ends the set-up comes from the world, and in the model from the sample
const model = cacheMachine.provide({
  guards: { endsSetup: ({ event }: { event: Played }) => event.play === 'full' },
});

const graphOf = (compress: boolean) =>
  explore(model, {
    input: { bus: undefined as never, urls: ['wss://a'], compress, seed: 0.5 },
    samples: {
      'socket.closed': [{ type: 'socket.closed', reason: '' }],
      'socket.batch': (['none', 'full'] as const).map((play) => ({
        type: 'socket.batch',
        arrivals: [],
        now: 1,
        play,
      })),
      'xstate.error.actor.socket': [{ type: 'xstate.error.actor.socket', error: new Error('x') }],
    },
    key: keyOf,
    allows: (_, { type }) => !ASIDE.has(type),
  });

/** Shorter than the grace period before a lost connection is reported. Milliseconds. */
const SOON = 2_400;

/** The strip's text a moment after the last event, and whether there was a connection before it. */
const last = { soon: false, wasOnline: false };

async function play(world: RenderedApp, event: Played): Promise<void> {
  last.wasOnline = cache(world).getSnapshot().hasTag('online');
  if (event.type === 'cache.connect') await press(world, 'Try again');
  else await world.settle(() => happen(world, event), SOON);
  last.soon = strip() !== undefined;
  await world.settle(() => {});
}

function happen({ app, net, socket }: RenderedApp, event: Played): void {
  if (event.type === 'socket.opened') return socket.opened();
  if (event.type === 'socket.closed') return socket.closed();
  if (event.type === 'socket.batch') {
    const setup =
      event.play === 'full'
        ? socket.open().filter(({ query }) => query.verb === 'set_primal_protocol')
        : [];
    return socket.batch(...setup.map(({ id }) => arrival(id, { ended: true })));
  }
  if (event.type === 'cache.suspend') return app.send({ type: 'activity.slept' });
  if (event.type === 'cache.resume') return app.send({ type: 'activity.wakeStarted' });
  if (event.type !== 'cache.setOnline') return actorAt(app, 'cache').send(event);
  net.say({ type: 'network.wentOffline' });
  net.say({ type: 'network.wentOnline' });
}

const strip = () =>
  [...main().querySelectorAll('[role=status]')].find(({ textContent }) =>
    textContent.includes('Offline.'),
  );

function shown() {
  return {
    offline: strip() !== undefined,
    again: strip() !== undefined && button('Try again') !== undefined,
    soon: last.soon,
  };
}

/**
 * After a while without a connection the reader sees the strip and a retry button. A short break
 * shows nothing.
 */
function due(snapshot: AnyMachineSnapshot): ReturnType<typeof shown> {
  const offline = !snapshot.hasTag('online');
  return { offline, again: offline, soon: offline && !last.wasOnline };
}

const open =
  (compress: boolean, change: <M extends AnyStateMachine>(machine: M) => M) => async () => {
    const world = renderedApp(
      '/home',
      { cache: { urls: ['wss://a'], compress, seed: 0.5 } },
      { change },
    );
    await world.settle(() => {});
    return world;
  };

/** A cache that ignores a reset (planted). */
function unmoved<M extends AnyStateMachine>(machine: M): M {
  return machine.id === 'cache'
    ? planted(machine, ({ on }) => delete on?.['cache.reset'])
    : machine;
}

beforeAll(async () => {
  await import('../../src/views/reading/feed/TrendingSection.tsx');
});

describe.each([true, false])('with compression: %s,', (compress) => {
  testRenderedTrips(
    {
      name: 'the connection',
      graph: graphOf(compress),
      keyOf,
      open: open(compress, (machine) => machine),
      actor: cache,
      play,
      shown,
      due,
    },
    { name: 'a reset that does nothing', open: open(compress, unmoved), fails: /cache.reset/ },
  );
});
