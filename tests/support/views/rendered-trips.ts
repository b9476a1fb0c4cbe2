import {
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  isMachineSnapshot,
} from 'xstate';
import { afterEach, expect, test } from 'vitest';
import type { Outcome } from '../../../src/machines/core/bus.ts';
import type { Edge } from '../machines/explore.ts';
import { type Trip, tourOf } from '../machines/graph-tour.ts';
import { isLong } from '../runs.ts';

/** A sampled event, and its cause in the world. */
export interface Played extends AnyEventObject {
  readonly play?: Play | undefined;
}

/** The service's reaction to a request. */
export type Play = 'full' | 'none' | 'notice' | 'timeout' | 'crash' | 'part';

/** Return the possible ends of a request; `answer` is the full one. */
export function endings(
  id: string,
  answer: Outcome,
  plays: readonly Play[],
): Record<string, Played[]> {
  const type = `xstate.done.actor.${id}`;
  const none: Outcome = { ok: true, answer: { events: [], referenced: [], claims: [] } };
  const outputs: Partial<Record<Play, Outcome>> = {
    full: answer,
    none,
    notice: { ok: false, reason: 'notice', text: 'error' },
    timeout: { ok: false, reason: 'timeout', text: '' },
  };
  const crash = `xstate.error.actor.${id}`;
  return {
    [type]: plays.flatMap((play) => (outputs[play] ? [{ type, output: outputs[play], play }] : [])),
    [crash]: [{ type: crash, error: new Error('x'), play: 'crash' }],
  };
}

/** The app in a test: a function to press buttons, and one to remove it. */
interface World {
  readonly click: (element: Element) => Promise<void>;
  readonly close: () => void;
}

/** One machine in the assembled app, and the screen that shows it. */
interface Journey<W extends World> {
  readonly name: string;
  readonly graph: {
    readonly start: string;
    readonly edges: readonly Edge[];
    readonly states: ReadonlyMap<string, unknown>;
  };
  readonly keyOf: (snapshot: AnyMachineSnapshot) => string;
  /** Open the app in the graph's first state. */
  readonly open: () => Promise<W>;
  readonly actor: (world: W) => AnyActorRef;
  /** Perform in the world the event of the model. */
  readonly play: (world: W, event: Played) => Promise<void>;
  /** The text on the screen, and the required text. */
  readonly shown: (world: W) => unknown;
  readonly due: (snapshot: AnyMachineSnapshot, world: W) => unknown;
  /** In `npm test` every so many trips are taken, if the usual number takes too long. */
  readonly each?: number;
}

/** True if the reader is on another screen. */
export const isAway = () =>
  document.getElementsByTagName('main').item(0)?.textContent === 'elsewhere';
/**
 * Return the only `main` element. A query by role would check every element of the page each time.
 */
export function main(): HTMLElement {
  const regions = document.getElementsByTagName('main');
  const found = regions.item(0);
  if (!found || regions.length > 1) throw new Error('there is not exactly one main region');
  return found;
}
/**
 * By tag name: a selector is matched again with each element of the page, which took a quarter of
 * the trips' time.
 */
export const button = (words: string, within: Element = main()) =>
  [...within.getElementsByTagName('button')].find(
    (one) => one.textContent.includes(words) || one.ariaLabel === words,
  );

/** An absent button is not pressed; the model must agree. */
export async function press(
  world: Pick<World, 'click'>,
  words: string,
  within?: Element,
): Promise<void> {
  const found = button(words, within);
  if (found) await world.click(found);
}

/** Return a step as the failure of a trip names it. */
const wayOf = ({ type, play }: Played) => ` > ${type} ${play ?? ''}`;

/** Return the trips in the order in which a breach with that failure is found soonest. */
function soonest(trips: readonly Trip[], fails: RegExp): readonly Trip[] {
  const stepsOf = (trip: Trip) => {
    const at = trip.findIndex(({ event }) => fails.test(`${wayOf(event)}: expected`));
    return at < 0 ? Infinity : at;
  };
  const steps = new Map(trips.map((trip) => [trip, stepsOf(trip)]));
  const of = (trip: Trip) => steps.get(trip) ?? Infinity;
  return trips.toSorted((one, other) => (of(one) < of(other) ? -1 : of(one) > of(other) ? 1 : 0));
}

let close = () => {};

async function travel<W extends World>(
  { open, play, keyOf, actor, shown, due }: Journey<W>,
  trip: Trip,
): Promise<void> {
  const world = await open();
  ({ close } = world);
  let way = '';
  for (const { event, to } of trip) {
    const played: Played = event;
    way += wayOf(event);
    await play(world, played);
    const snapshot: unknown = actor(world).getSnapshot();
    if (!isMachineSnapshot(snapshot)) throw new Error('not a machine');
    expect(keyOf(snapshot), way).toBe(to);
    expect(shown(world), way).toEqual(due(snapshot, world));
  }
}

/** More trips than `SOME` take many seconds; more than `MANY` take half a minute. */
const [SOME, MANY] = [6, 100];

/**
 * Return all trips in `npm run test:long`. In `npm test` return every twelfth trip of some, and
 * every 96th of many.
 */
function tried(
  trips: readonly Trip[],
  usual = trips.length <= SOME ? 1 : trips.length <= MANY ? 12 : 96,
): Array<{ readonly at: number; readonly trip: Trip }> {
  const numbered = trips.map((trip, at) => ({ at: at + 1, trip }));
  const each = isLong ? 1 : usual;
  return numbered.filter(({ at }) => at % each === 1 % each);
}

/**
 * Tests that take a journey along every edge of its graph. `breach`: the same journey with a
 * planted fault, and its expected failure.
 */
export function testRenderedTrips<W extends World>(
  journey: Journey<W>,
  breach: { readonly name: string; readonly open: Journey<W>['open']; readonly fails: RegExp },
): void {
  const trips = tourOf(journey.graph);
  afterEach(() => {
    close();
    close = () => {};
  });

  test.each(tried(trips, journey.each))(
    `TOOL-03 ${journey.name}, trip $at of those through its graph: the screen says what the state says`,
    async ({ trip }) => travel(journey, trip),
    60_000,
  );

  test(`TOOL-03 ${journey.name}: the trips reach every state and take every transition of the graph`, () => {
    const taken = new Set(trips.flat());
    expect(journey.graph.edges.filter((edge) => !taken.has(edge))).toEqual([]);
    expect(new Set([journey.graph.start, ...trips.flat().map(({ to }) => to)])).toEqual(
      new Set(journey.graph.states.keys()),
    );
  });

  test(`TOOL-03 ${journey.name}: a trip finds ${breach.name}`, async () => {
    const faulty = { ...journey, open: breach.open };
    const ways: string[] = [];
    for (const trip of soonest(trips, breach.fails)) {
      await travel(faulty, trip).catch((error: unknown) => ways.push(String(error)));
      close();
      if (ways.length > 0) break;
    }
    expect(ways[0]).toMatch(breach.fails);
  }, 60_000);
}
