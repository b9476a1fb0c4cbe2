import { isPort } from '../core/refs.ts';
import { nameOf, readSnapshot } from './actor-rows.ts';
import { eventsShown, NO_FILTER } from './events-shown.ts';
import type { ActorRecord, History, SentEvent } from './history.ts';

/** A moment to look for in a history. Actors are named by their path, the root by its id. */
export type Condition =
  | { readonly kind: 'state'; readonly actor: string; readonly state: string }
  | { readonly kind: 'crash'; readonly actor: string | undefined }
  | { readonly kind: 'event'; readonly type: string }
  | { readonly kind: 'text'; readonly text: string };

/** Read a condition: `state ACTOR STATE`, `crash [ACTOR]`, `event TYPE` or `text WORDS`. */
export function readCondition(text: string): Condition | undefined {
  const [kind, rest = ''] = /^(\w+)(?:\s+(.*\S))?\s*$/.exec(text)?.slice(1) ?? [];
  const name = (actor: string) => actor.replace(/^\//, '');
  if (kind === 'crash') return { kind, actor: rest === '' ? undefined : name(rest) };
  if (rest === '') return undefined;
  if (kind === 'event') return { kind, type: rest };
  if (kind === 'text') return { kind, text: rest };
  // ids of actors have spaces, names of states have none
  const [actor, state] = /^(.*\S)\s+(\S+)$/.exec(rest)?.slice(1) ?? [];
  if (kind !== 'state' || actor === undefined || state === undefined) return undefined;
  return { kind, actor: name(actor), state };
}

/** Return the events after which a condition is true first, the oldest first. */
export function eventsWhere(history: History, condition: Condition): readonly SentEvent[] {
  const { events } = history;
  switch (condition.kind) {
    case 'event':
      return events.filter(({ event }) => event.type === condition.type);
    case 'text':
      return eventsShown(events, { ...NO_FILTER, text: condition.text });
    case 'crash':
      return events.filter(
        (one) => isCrash(one) && (!condition.actor || condition.actor === nameOf(one.from)),
      );
    case 'state':
      return history.actors
        .filter((one) => nameOf(one) === condition.actor)
        .flatMap((one) => entriesOf(history, one, condition.state))
        .toSorted((a, b) => a.seq - b.seq);
  }
}

/** True if a machine failed with this event. A port that fails is an answer. */
function isCrash(one: SentEvent): one is SentEvent & { readonly from: ActorRecord } {
  return (
    one.event.type.startsWith('xstate.error.actor.') &&
    one.from !== undefined &&
    !isPort(one.from.ref)
  );
}

/** Return the events with which an actor entered a state. */
function entriesOf(
  { events }: History,
  { snapshots }: ActorRecord,
  state: string,
): readonly SentEvent[] {
  let before = false;
  return snapshots.flatMap(({ seq, snapshot, by }) => {
    const wasIn = before;
    before = statesIn(readSnapshot(snapshot).value).includes(state);
    if (!before || wasIn) return [];
    const event = by ?? events.findLast((one) => one.seq <= seq) ?? events[0];
    return event ? [event] : [];
  });
}

/** Return the states of a machine from the outermost, each as its path joined by dots. */
function statesIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    name,
    ...statesIn(inner).map((one) => `${name}.${one}`),
  ]);
}
