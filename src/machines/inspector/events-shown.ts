import { type Change, changesBetween, partsOf } from './changes.ts';
import { nameOf, readSnapshot, since } from './actor-rows.ts';
import type { ActorRecord, History, Kept, SentEvent } from './history.ts';

export interface EventFilter {
  /** Parts of the type, an actor's path or the values of an event. */
  readonly text: string;
  readonly type: string;
  /** Only events from or to this actor. */
  readonly actor: ActorRecord | undefined;
  readonly onlyOutside: boolean;
  readonly onlyEffect: boolean;
  /** Types that are left out. */
  readonly hidden: ReadonlySet<string>;
  /** Events before this notice are not shown. */
  readonly from: number;
}

export const NO_FILTER: EventFilter = {
  text: '',
  type: '',
  actor: undefined,
  onlyOutside: false,
  onlyEffect: false,
  hidden: new Set(),
  from: 0,
};

/** Return the events that pass a filter, the oldest first. */
export function eventsShown(
  events: readonly SentEvent[],
  { text, type, actor, onlyOutside, onlyEffect, hidden, from }: EventFilter,
): readonly SentEvent[] {
  const wanted = text.trim().toLowerCase();
  return events.filter(
    (one) =>
      one.seq >= from &&
      !hidden.has(one.event.type) &&
      (type === '' || one.event.type === type) &&
      (!actor || one.to === actor || one.from === actor) &&
      (!onlyOutside || one.origin === 'outside' || one.origin === 'answer') &&
      (!onlyEffect || one.changed) &&
      (wanted === '' || textOf(one).includes(wanted)),
  );
}

const texts = new WeakMap<SentEvent, string>();
/** Letters and depth of an event in which a text is looked for. */
const LETTERS = 4_000;
const DEEPEST = 5;

function textOf(one: SentEvent): string {
  const known = texts.get(one);
  if (known !== undefined) return known;
  const names = [one.from, one.to].flatMap((actor) => (actor ? [nameOf(actor)] : []));
  const text = [...names, ...wordsIn(one.event, 0)].join('\n').slice(0, LETTERS).toLowerCase();
  texts.set(one, text);
  return text;
}

function* wordsIn(value: unknown, depth: number): Generator<string> {
  if (typeof value === 'string' || typeof value === 'number') yield String(value);
  if (depth < DEEPEST)
    for (const one of partsOf(value)?.parts.values() ?? []) yield* wordsIn(one, depth + 1);
}

/** One event of a trace. `after`: milliseconds since its first cause. */
export interface Hop {
  readonly event: SentEvent;
  readonly depth: number;
  readonly after: number;
}

/** Number of effects that are listed. */
const MOST = 200;

/** Return the events that led to this one, the nearest first. */
export function causesOf(event: SentEvent): readonly SentEvent[] {
  const causes: SentEvent[] = [];
  for (let one = event.cause; one; one = one.cause) causes.push(one);
  return causes;
}

/**
 * Return the events that led to the chosen one, from the first cause, then the chosen one, then all
 * that it led to.
 */
export function traceOf(history: History, chosen: SentEvent): readonly Hop[] {
  const causes = [chosen, ...causesOf(chosen)].toReversed();
  const start = causes[0] ?? chosen;
  const later = history.events.slice(history.events.lastIndexOf(chosen) + 1);
  const led = Map.groupBy(later, ({ cause }) => cause);
  const effects: Hop[] = [];
  const add = (cause: SentEvent, depth: number): void => {
    for (const event of led.get(cause) ?? []) {
      if (effects.length >= MOST) return;
      effects.push({ event, depth, after: since(start.at, event.at) });
      add(event, depth + 1);
    }
  };
  add(chosen, 1);
  return [
    ...causes.map((event) => ({ event, depth: 0, after: since(start.at, event.at) })),
    ...effects,
  ];
}

/** A snapshot whose event is known. */
type KeptBy = Kept & { readonly by: SentEvent };

/** Return the last snapshots of an actor until a notice, each with its event, the newest first. */
export function lastChanges(record: ActorRecord, seq: number, most = 20): readonly KeptBy[] {
  return record.snapshots
    .filter((one): one is KeptBy => one.seq <= seq && one.by !== undefined)
    .slice(-most)
    .toReversed();
}

/** Return the changes of a context by the event that led to a snapshot. */
export function changesBy(kept: Kept | undefined, { snapshots }: ActorRecord): readonly Change[] {
  const before = kept && snapshots[snapshots.indexOf(kept) - 1];
  return before
    ? changesBetween(readSnapshot(before.snapshot).context, readSnapshot(kept.snapshot).context)
    : [];
}

/** Number of acts of the user that are listed. */
const ACTS = 20;

/**
 * Return the last events to an actor that the user caused, the newest first, each with the snapshot
 * that the actor had before. Answers of ports are not among them.
 */
export function lastActs(
  { events }: History,
  record: ActorRecord,
  seq: number,
): ReadonlyArray<readonly [event: SentEvent, before: Kept]> {
  const acts: (readonly [SentEvent, Kept])[] = [];
  for (let at = events.length - 1; at >= 0 && acts.length < ACTS; at--) {
    const one = events[at];
    if (!one || one.seq > seq || one.to !== record || !one.settled) continue;
    if (!isAct(one)) continue;
    const until = one.settled.seq;
    const before = record.snapshots.findLast((kept) => kept.seq <= until && kept.by !== one);
    if (before) acts.push([one, before]);
  }
  return acts;
}

/** True if the user caused an event without an answer or a timer in between. */
function isAct(one: SentEvent): boolean {
  const origins = [one, ...causesOf(one)].map(({ origin }) => origin);
  return origins.at(-1) === 'outside' && !origins.some((origin) => /answer|timer/.test(origin));
}

/** Return how often each transition of an actor was taken until a notice, the last one last. */
export function transitionsTaken(
  history: History,
  record: ActorRecord,
  seq: number,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { to, microsteps, settled } of history.events) {
    if (to !== record || !settled || settled.seq > seq) continue;
    for (const { from, to: targets } of microsteps.flatMap(({ taken }) => taken))
      for (const target of targets) {
        const name = `${from} > ${target}`;
        const count = counts.get(name) ?? 0;
        counts.delete(name);
        counts.set(name, count + 1);
      }
  }
  return counts;
}
