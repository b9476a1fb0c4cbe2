// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import type { AnyMachineSnapshot } from 'xstate';
import { beforeAll } from 'vitest';
import { DEFAULT_HOME_SPEC, homeQuery } from '../../src/events/reading/feed/home.ts';
import type { Outcome } from '../../src/machines/core/bus.ts';
import type { ReceivedBatch } from '../../src/machines/core/cache-protocol.ts';
import { feedMachine } from '../../src/machines/reading/feed/feed.machine.ts';
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

// the first feed is a visitor's home feed
const FEEDS = [DEFAULT_HOME_SPEC, '{"id":"two"}'].map((spec) => ({
  name: 'A feed',
  spec,
  description: '',
  enabled: true,
  feedkind: '',
}));

/** A page in the model, where size and content do not matter. */
function notes(...times: number[]) {
  const events = times.map((at) => verified({ id: `n${at}`, created_at: at }));
  const ids = events.map(({ id }) => id);
  return {
    events,
    referenced: [],
    claims: [range(ids, { since: Math.min(...times), until: Math.max(...times) })],
  };
}
const page = (...times: number[]): Outcome => ({ ok: true, answer: notes(...times) });

const isHidden = ({ value }: AnyMachineSnapshot) =>
  value['news'] === 'off' || value['news'] === 'stale';

function keyOf({ value, context }: AnyMachineSnapshot): string {
  const { items, waiting, newer, cursor } = context;
  return JSON.stringify([
    value,
    items.length > 0,
    waiting.length > 0,
    newer !== undefined,
    cursor !== undefined,
  ]);
}

// there are only two feeds, so each choice selects the other one
const graph = explore(feedMachine.provide({ guards: { isOther: () => true } }), {
  input: { bus: undefined as never, viewer: 'v', base: homeQuery(''), pageSize: 20 },
  samples: {
    ...endings('page', page(9, 8), ['full', 'none', 'notice', 'timeout']),
    ...endings('more', page(7, 6), ['full', 'none', 'timeout']),
    ...endings('news', page(10), ['full', 'none', 'timeout']),
    'request.partReceived': [{ type: 'request.partReceived', answer: notes(9, 8), play: 'part' }],
    'feed.select': [{ type: 'feed.select', base: homeQuery('other') }],
    'feed.own': [{ type: 'feed.own', ids: [] }],
  },
  key: keyOf,
  // a hidden screen receives no input
  allows: (snapshot, { type }) =>
    !isHidden(snapshot) || !(type.startsWith('feed.') || type === 'screen.hidden'),
});

const feed = (world: RenderedApp) => actorAt(world.app, 'screens', 'feed:home');

/** Twenty notes, dated from that second backwards. */
function pageFrom(top: number): Partial<ReceivedBatch> {
  const events = Array.from({ length: 20 }, (_, at) =>
    trusted({ content: `note ${top - at}`, created_at: top - at }),
  );
  return {
    events,
    claims: [
      range(
        events.map(({ id }) => id),
        { since: top - 19, until: top },
      ),
    ],
  };
}

function newsAfter(since: number): Partial<ReceivedBatch> {
  const event = trusted({ content: `news ${since + 1}`, created_at: since + 1 });
  return { events: [event], claims: [range([event.id], { since: since + 1, until: since + 1 })] };
}

/**
 * The service's response to this child's current request. The bounds of the request tell which page
 * it is.
 */
function endingOf(asker: ReturnType<typeof actorAt>, play: Play | undefined): Ending {
  if (play === 'notice' || play === 'timeout' || play === 'crash') return { how: play };
  const { since, until } = asker.getSnapshot().context.query.payload;
  const arrival =
    since === undefined ? pageFrom(until === undefined ? 5_000 : until - 1) : newsAfter(since);
  if (play === 'part') return { how: 'part', arrival };
  return play === 'full'
    ? { how: 'end', arrival }
    : { how: 'anew', arrival: { claims: [range([])] } };
}

async function play(world: RenderedApp, event: Played): Promise<void> {
  const child =
    /^xstate\.(?:done|error)\.actor\.(\w+)$/.exec(event.type)?.[1] ??
    (event.type === 'request.partReceived' ? 'page' : undefined);
  if (child) {
    const asker = actorAt(feed(world), child);
    return world.settle(() => endQuestion(world, asker, endingOf(asker, event.play)));
  }
  if (event.type === 'screen.hidden') return world.go('/elsewhere');
  if (event.type === 'screen.shown')
    return isAway()
      ? world.go('/home')
      : world.settle(() => world.app.send({ type: 'cache.connected' }));
  if (event.type === 'feed.loadMore') return world.settle(scrollThrough);
  // an empty feed has no button: the view retries it once the follow list is known
  if (event.type === 'feed.retry' && button('Try again')) return press(world, 'Try again');
  if (event.type === 'feed.select') return chooseOther(world);
  if (event.type === 'feed.showNew') return press(world, 'new note');
  return world.settle(() => feed(world).send(event));
}

/** To the end of the list and back to its top. */
function scrollThrough(): void {
  window.scrollTo(0, 1_000_000);
  window.scrollTo(0, 0);
}

async function chooseOther(world: RenderedApp): Promise<void> {
  await world.click(screen.getByRole('combobox', { name: 'Choose a feed' }));
  await world.click(screen.getByRole('option', { selected: false }));
}

function shown() {
  if (isAway()) return 'elsewhere';
  const list = main().querySelector('[role=feed]');
  const words = main().textContent;
  return {
    // the rows in the window and close to it
    rows: (list?.querySelectorAll('article').length ?? 0) > 3,
    busy: list?.getAttribute('aria-busy') === 'true' || words.includes('Loading'),
    newNotes: /([\d+]+) new note/.exec(words)?.[1] ?? '0',
    alert: main().querySelector('[role=alert] h2')?.textContent ?? '',
    retry: button('Try again') !== undefined,
    end: words.includes('You reached the end. You are a quick reader'),
    empty: words.includes('Nothing here yet'),
  };
}

/** FEED-05, FEED-13, FEED-14, the count of FEED-04, and a way out of every failure. */
function due(snapshot: AnyMachineSnapshot): ReturnType<typeof shown> {
  if (isHidden(snapshot)) return 'elsewhere';
  const { items, waiting } = snapshot.context;
  const [some, is] = [items.length > 0, (tag: string) => snapshot.hasTag(tag)];
  const failure = some ? 'The next notes did not load' : 'This feed did not load';
  return {
    rows: some,
    busy: is('loading') || (!some && is('more')),
    newNotes: waiting.length > 98 ? '99+' : String(waiting.length),
    alert: is('failed') ? failure : is('refused') ? 'This feed is not available right now' : '',
    retry: is('failed') || is('refused'),
    end: some && is('ended'),
    empty: !some && is('ended'),
  };
}

const open = (logic?: typeof feedMachine) => async () => {
  const world = renderedApp(
    '/home',
    { screens: { viewer: 'f'.repeat(64), homeFeeds: FEEDS } },
    logic ? { feed: logic } : {},
  );
  await world.settle(() => world.socket.opened());
  return world;
};

beforeAll(async () => {
  await import('../../src/views/reading/feed/TrendingSection.tsx');
});

testRenderedTrips(
  { name: 'the home feed', graph, keyOf, open: open(), actor: feed, play, shown, due },
  {
    name: 'a feed that takes a refusal for a failure',
    open: open(feedMachine.provide({ guards: { isNotice: () => false } })),
    fails: /page notice/,
  },
);
