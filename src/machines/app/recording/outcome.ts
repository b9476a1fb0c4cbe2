import type { AnyStateMachine } from 'xstate';
import { parseJson } from '../../../events/core/json.ts';
import { nameOf, readSnapshot } from '../../inspector/actor-rows.ts';
import { type Condition, eventsWhere, readCondition } from '../../inspector/condition.ts';
import { type History, keptAt } from '../../inspector/history.ts';
import type { Recorded, Recording } from './recorder.ts';
import { replayedHistory } from './replayed-history.ts';
import { hashOf } from './state-hash.ts';

/** The outcome of a recording: a moment in it, or the states of an actor at its end. */
export type Outcome = Condition | End;

interface End {
  readonly kind: 'end';
  readonly actor: string;
  /** Its states in the form of XState. Undefined: no matter which. */
  readonly value: unknown;
}

/** Read a condition, or `end ACTOR [STATES]`. */
export function readOutcome(text: string): Outcome | undefined {
  // the name of one state, or those of several as JSON
  const [actor, states] = /^end\s+\/?(.*?\S)(?:\s+("\S*"|\{.*\}))?\s*$/.exec(text)?.slice(1) ?? [];
  if (actor === undefined) return readCondition(text);
  const value = states === undefined ? undefined : parseJson(states);
  return states !== undefined && value === undefined ? undefined : { kind: 'end', actor, value };
}

export interface Outcomes {
  readonly isReached: boolean;
  /** Number of the entry that led to it first: 0 for the start. Undefined for an end. */
  readonly entry: number | undefined;
  /** For an end: the states of the actor. */
  readonly value: unknown;
  readonly lost: readonly Recorded[];
  /** The actors that ran at any time, by path. */
  readonly actors: ReadonlySet<string>;
}

/** Replay a recording, and look for an outcome. */
export function outcomeOf(
  machine: AnyStateMachine,
  recording: Recording,
  outcome: Outcome,
): Outcomes {
  const { history, starts, lost } = replayedHistory(machine, recording);
  const actors = new Set(history.actors.map(nameOf));
  if (outcome.kind === 'end') {
    const value = statesAtEnd(history, outcome.actor);
    const wanted = outcome.value;
    const isReached =
      value !== undefined && (wanted === undefined || hashOf(wanted) === hashOf(value));
    return { isReached, entry: undefined, value, lost, actors };
  }
  const first = eventsWhere(history, outcome)[0];
  const entry = first && starts.filter((start) => start < first.seq).length;
  return { isReached: first !== undefined, entry, value: undefined, lost, actors };
}

function statesAtEnd(history: History, actor: string): unknown {
  const running = history.actors.findLast((one) => nameOf(one) === actor && !one.ended);
  return running && readSnapshot(keptAt(running, history.seq)?.snapshot).value;
}

/** Return the outcome as a text that `readOutcome` reads. */
export function outcomeText(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'state':
      return `state ${outcome.actor} ${outcome.state}`;
    case 'crash':
      return outcome.actor === undefined ? 'crash' : `crash ${outcome.actor}`;
    case 'event':
      return `event ${outcome.type}`;
    case 'text':
      return `text ${outcome.text}`;
    case 'end': {
      const states = outcome.value === undefined ? '' : ` ${JSON.stringify(outcome.value)}`;
      return `end ${outcome.actor}${states}`;
    }
  }
}
