// @vitest-environment jsdom
import type { AnyMachineSnapshot } from 'xstate';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { notePath } from '../../src/events/account/profile/profile-path.ts';
import { noteOf } from '../../src/events/facts/selectors.ts';
import type { Outcome } from '../../src/machines/core/bus.ts';
import type { ReceivedBatch } from '../../src/machines/core/cache-protocol.ts';
import { threadMachine } from '../../src/machines/reading/thread/thread.machine.ts';
import { explore } from '../support/machines/explore.ts';
import { range, verified } from '../support/connection/fake-cache.ts';
import {
  actorAt,
  type Ending,
  endQuestion,
  renderedApp,
  type RenderedApp,
} from '../support/views/rendered-app.tsx';
import {
  button,
  endings,
  isAway,
  main,
  type Play,
  type Played,
  press,
  testRenderedTrips,
} from '../support/views/rendered-trips.ts';
import { trusted } from '../support/events/trusted.ts';

const NOTE = trusted({ content: 'the opened note', created_at: 1_000 });
const PATH = notePath(NOTE.id);

/** An answer in the model: the note and replies, in any number. */
function view(...times: number[]) {
  const replies = times.map((at) =>
    verified({ id: `r${at}`, created_at: at, tags: [['e', NOTE.id, '', 'root']] }),
  );
  const ids = replies.map(({ id }) => id);
  const claims = [
    range(ids, { since: Math.min(...times), until: Math.max(...times) }),
    range([NOTE.id]),
  ];
  return { events: [verified({ id: NOTE.id }), ...replies], referenced: [], claims };
}
const full = (...times: number[]): Outcome => ({ ok: true, answer: view(...times) });

function keyOf({ value, context }: AnyMachineSnapshot): string {
  return JSON.stringify([value, context.items.earlier !== undefined, context.hidden]);
}

const PLACING = /^thread\.(?:orderShown|showNew|openReplies|repliesLoaded|fold|unfold)$/;

const graph = explore(threadMachine, {
  input: { bus: undefined as never, viewer: 'v', target: { type: 'note', id: NOTE.id } },
  samples: {
    ...endings('request', full(30, 31), ['full', 'none', 'notice', 'timeout']),
    ...endings('check', full(40), ['full', 'none', 'timeout']),
    ...endings('earlier', full(20, 21), ['full', 'none', 'timeout']),
    'request.partReceived': [{ type: 'request.partReceived', answer: view(30, 31), play: 'part' }],
  },
  key: keyOf,
  // a hidden screen receives no input, and the place of replies is not a separate state
  allows: ({ context }, { type }) =>
    !PLACING.test(type) &&
    (!context.hidden || !(type.startsWith('thread.') || type === 'screen.hidden')),
});

const thread = (world: RenderedApp) => actorAt(world.app, 'screens', `thread:${NOTE.id}`);

/**
 * The note and a full page of replies, dated from that second on. All but three are deleted, so
 * that fewer rows are drawn.
 */
function replies(from: number, count = 100): Partial<ReceivedBatch> {
  const tags = [['e', NOTE.id, '', 'root']];
  const events = Array.from({ length: count }, (_, at) =>
    trusted({ content: `reply ${from + at}`, created_at: from + at, tags }),
  );
  const ids = events.map(({ id }) => id);
  const claims = [
    range(ids, { since: from, until: from + count - 1 }),
    range([NOTE.id], { since: 1_000, until: 1_000 }),
  ];
  const deletion = trusted({
    kind: KIND.EventDeletion,
    created_at: 9_000,
    tags: ids.slice(3).map((id) => ['e', id]),
  });
  return { events: [NOTE, ...events], referenced: [deletion], claims };
}

/** The service's response to this child's current request. */
function endingOf(asker: ReturnType<typeof actorAt>, play: Play | undefined): Ending {
  if (play === 'notice' || play === 'timeout' || play === 'crash') return { how: play };
  const { since, until } = asker.getSnapshot().context.query.payload;
  const arrival =
    since === undefined
      ? replies(until === undefined ? 5_000 : until - 100)
      : replies(since + 1, 1);
  if (play === 'part') return { how: 'part', arrival };
  return play === 'full' ? { how: 'end', arrival } : { how: 'anew' };
}

async function play(world: RenderedApp, event: Played): Promise<void> {
  const child =
    /^xstate\.(?:done|error)\.actor\.(\w+)$/.exec(event.type)?.[1] ??
    (event.type === 'request.partReceived' ? 'request' : undefined);
  if (child) {
    const asker = actorAt(thread(world), child);
    return world.settle(() => endQuestion(world, asker, endingOf(asker, event.play)));
  }
  if (event.type === 'screen.hidden') return world.go('/elsewhere');
  if (event.type === 'screen.shown')
    return isAway()
      ? world.go(PATH)
      : world.settle(() => world.app.send({ type: 'cache.connected' }));
  if (event.type === 'thread.earlier') return press(world, 'Show earlier replies');
  if (event.type === 'thread.retry')
    return press(world, button('Look again') ? 'Look again' : 'Try again');
  return world.settle(() => thread(world).send(event));
}

function shown() {
  if (isAway()) return 'elsewhere';
  const words = main().textContent;
  return {
    note: words.includes('the opened note'),
    replies: main().querySelectorAll('ol[aria-label="Replies"] article').length > 0,
    busy: words.includes('Loading'),
    missing:
      words.includes('This note cannot be found') &&
      words.includes('It may have been deleted by the author.'),
    alert: main().querySelector('[role=alert] h2')?.textContent ?? '',
    again: button('Look again') !== undefined || button('Try again') !== undefined,
  };
}

/** THREAD-01, THREAD-03, and a way out of every failure. Loaded content stays on the screen. */
function due(snapshot: AnyMachineSnapshot, { app }: RenderedApp): ReturnType<typeof shown> {
  if (snapshot.context.hidden) return 'elsewhere';
  const facts = app.getSnapshot().children.facts?.getSnapshot().context;
  const known = facts !== undefined && noteOf(facts, NOTE.id) !== undefined;
  const is = (tag: string) => snapshot.hasTag(tag);
  const failure = known ? 'The replies did not load' : 'This conversation did not load';
  return {
    note: known,
    // the rest of the answer is between them
    replies: known && !snapshot.context.isPartial,
    busy: (!known && is('loading')) || snapshot.context.isPartial,
    missing: !known && is('missing'),
    alert: is('failed') || (known && is('missing')) ? failure : '',
    again: is('failed') || is('missing'),
  };
}

const open = (logic?: typeof threadMachine) => async () => {
  const world = renderedApp(PATH, {}, logic ? { thread: logic } : {});
  await world.settle(() => world.socket.opened());
  return world;
};

testRenderedTrips(
  { name: 'a thread', graph, keyOf, open: open(), actor: thread, play, shown, due },
  {
    name: 'a thread that takes silence for a missing note',
    open: open(threadMachine.provide({ guards: { isRefused: () => true } })),
    fails: /request timeout/,
  },
);
