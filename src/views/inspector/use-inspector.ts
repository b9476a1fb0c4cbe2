import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { AnyActorRef } from 'xstate';
import type { Millis } from '../../events/core/time.ts';
import {
  actorRows,
  type ActorRow,
  type Moment,
  readSnapshot,
  sameAt,
} from '../../machines/inspector/actor-rows.ts';
import { type Condition, eventsWhere } from '../../machines/inspector/condition.ts';
import { eventsShown, type EventFilter, NO_FILTER } from '../../machines/inspector/events-shown.ts';
import {
  type ActorRecord,
  followActors,
  type History,
  type SentEvent,
} from '../../machines/inspector/history.ts';
import { nowMillis } from '../ui/hooks/now.ts';
import type { Hand } from './faults/use-hand.ts';

/** The content of the panes, and their actions. */
export interface Inspected {
  readonly history: Seen;
  /** False for a recording. */
  readonly isLive: boolean;
  /** The end of the history, or the moment after the chosen event. */
  readonly moment: Moment;
  readonly rows: readonly ActorRow[];
  readonly actor: ActorRecord;
  readonly events: readonly SentEvent[];
  readonly types: readonly string[];
  readonly filter: EventFilter;
  /** The event after which everything is shown. Undefined: now. */
  readonly chosen: SentEvent | undefined;
  /** The chosen event, or else the last one in the list. */
  readonly shown: SentEvent | undefined;
  /** The event whose payload, causes and effects are shown: also the last one that was chosen. */
  readonly studied: SentEvent | undefined;
  /** Place of the shown event in the list, or else of the last one before it, or -1. */
  readonly at: number;
  readonly setFilter: (change: Partial<EventFilter>) => void;
  readonly clear: () => void;
  readonly choose: (event: SentEvent) => void;
  readonly chooseActor: (actor: ActorRecord) => void;
  /** Go to the event that many places later in the list, or earlier. */
  readonly step: (by: number) => void;
  /** Go to the next moment that a condition finds, or to the one before. */
  readonly jump: (condition: Condition, way: 1 | -1) => Jump;
  readonly goLive: () => void;
  /** Study an event without going to its moment. */
  readonly study: (event: SentEvent) => void;
  /** Study the newest event again. */
  readonly studyNewest: () => void;
  /** Events that the chosen actor takes by their type. */
  readonly takes: readonly string[];
  readonly send: (event: { readonly type: string }) => void;
  /** Faults by hand. Undefined for a recording. */
  readonly hand: Hand | undefined;
}

/** The chosen actor. `hasEnded`: it was chosen after its end, beside the one that replaced it. */
interface Picked {
  readonly record: ActorRecord;
  readonly hasEnded: boolean;
}

/** The moment that a jump went to, from 1, and their number. Both are 0 if there is none. */
export interface Jump {
  readonly at: number;
  readonly of: number;
}

/** Milliseconds between two looks. A list that changes more often is unreadable. */
const REST = 200;
/** Milliseconds between updates of ages and deadlines. */
const BEAT = 1_000;
/**
 * Share of the time that drawing may take, because the inspected tab waits meanwhile. The longer it
 * takes, the rarer it is, up to these milliseconds. A tab that is scrolled has less time to give.
 */
const RESTING = { share: 0.02, longest: 2_000 };
const SCROLLED = { share: 0.005, longest: 5_000 };
/** Milliseconds without a scroll event after which a tab is at rest. */
const SCROLL_END = 300;

/** A history, and the time of its end. */
export type Seen = History & {
  readonly now: Millis;
  /** Draw the newest history, and return it. Undefined for a recording. */
  readonly renew?: () => History;
};

/** Follow the actors below `root` while the view is mounted. `now` is the clock of the root. */
export function useLiveHistory(root: AnyActorRef, now: () => Millis = nowMillis): Seen | undefined {
  const [seen, setSeen] = useState<Seen>();
  useEffect(() => {
    const { history, stop } = followActors(root, { now, date: nowMillis });
    let timer: ReturnType<typeof setTimeout> | undefined;
    let drawn = { from: 0, until: 0 };
    let scrolled = -Infinity;
    const show = (): History => {
      const shown = { ...history(), now: now(), renew: show };
      setSeen(shown);
      return shown;
    };
    const restLeft = () => {
      const now = performance.now();
      const { share, longest } = now - scrolled < SCROLL_END ? SCROLLED : RESTING;
      const { from, until } = drawn;
      return until + Math.min(longest, (until - from) / share) - now;
    };
    const look = () => {
      timer = undefined;
      if (restLeft() > 0) return lookSoon();
      const from = performance.now();
      flushSync(show);
      drawn = { from, until: performance.now() };
    };
    const lookSoon = () => {
      timer ??= setTimeout(look, REST);
    };
    const noteScroll = () => {
      scrolled = performance.now();
    };
    addEventListener('scroll', noteScroll, { capture: true, passive: true });
    const watching = root.system.inspect(lookSoon);
    const beat = setInterval(lookSoon, BEAT);
    show();
    return () => {
      clearTimeout(timer);
      clearInterval(beat);
      removeEventListener('scroll', noteScroll, { capture: true });
      watching.unsubscribe();
      stop();
    };
  }, [root, now]);
  return seen;
}

/** Return the content of the panes. Actors without a `hand` are those of a recording. */
export function useInspector(seen: Seen, hand: Hand | undefined): Inspected {
  const [filter, setFilter] = useState(NO_FILTER);
  const [chosen, setChosen] = useState<SentEvent>();
  const [pinned, setPinned] = useState<SentEvent>();
  const [picked, setPicked] = useState<Picked>();
  const events = eventsShown(seen.events, filter);
  const last = events.length - 1;
  const at = chosen ? events.findLastIndex(({ seq }) => seq <= chosen.seq) : last;
  const moment: Moment = chosen
    ? { seq: chosen.settled?.seq ?? chosen.seq, at: chosen.settled?.at ?? chosen.at }
    : { seq: seen.seq, at: seen.now };
  const chooseActor = (record: ActorRecord) =>
    setPicked({ record, hasEnded: record.ended !== undefined && record.ended.seq <= moment.seq });
  const choose = (event: SentEvent) => {
    setChosen(event);
    setPinned(event);
    setPicked({ record: event.to, hasEnded: false });
  };
  const current = picked
    ? picked.hasEnded
      ? picked.record
      : sameAt(seen, picked.record, moment.seq)
    : seen.root;
  const jump = (condition: Condition, way: 1 | -1): Jump => {
    const found = eventsWhere(seen, condition);
    const next =
      way > 0
        ? found.findIndex(({ seq }) => !chosen || seq > chosen.seq)
        : found.findLastIndex(({ seq }) => !chosen || seq < chosen.seq);
    // after the last one comes the first
    const one = found.at(next < 0 && way > 0 ? 0 : next);
    if (!one) return { at: 0, of: 0 };
    if (!events.includes(one)) setFilter(NO_FILTER);
    setChosen(one);
    setPinned(one);
    if (condition.kind !== 'state') setPicked({ record: one.to, hasEnded: false });
    return { at: found.indexOf(one) + 1, of: found.length };
  };
  const { machine } = readSnapshot(current.snapshots.at(-1)?.snapshot);
  return {
    history: seen,
    isLive: hand !== undefined,
    moment,
    rows: actorRows(seen, moment),
    actor: current,
    events,
    types: [...new Set(seen.events.map(({ event }) => event.type))].toSorted(),
    filter,
    chosen,
    shown: chosen ?? events.at(-1),
    studied: chosen ?? pinned ?? events.at(-1),
    at,
    setFilter: (change) => setFilter({ ...filter, ...change }),
    clear: () => setFilter({ ...filter, from: seen.seq }),
    choose,
    chooseActor,
    step: (by) => {
      const next = events[Math.min(Math.max(at + by, 0), last)];
      if (next) choose(next);
    },
    jump,
    goLive: () => setChosen(undefined),
    study: setPinned,
    studyNewest: () => setPinned(undefined),
    takes: machine ? machine.events.filter((type) => !type.startsWith('xstate.')).map(String) : [],
    send: (event) => current.ref.send(event),
    hand,
  };
}
