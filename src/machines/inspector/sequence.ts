import { nameOf } from './actor-rows.ts';
import type { ActorRecord, SentEvent } from './history.ts';

/** One end of a message: an actor, or `outside` for views and the page. */
export type Lifeline = ActorRecord | 'outside';

/** A message of a sequence diagram. `from` and `to` are places of lifelines. */
export interface Message {
  readonly event: SentEvent;
  readonly from: number;
  readonly to: number;
}

export interface Sequence {
  readonly lifelines: readonly Lifeline[];
  readonly messages: readonly Message[];
}

/** Number of messages that a diagram has at most. */
const MESSAGES = 80;

/**
 * Return the sequence diagram of the last of some events, until the place `at` among them. Messages
 * from or to a `hidden` lifeline are left out (TOOL-05).
 */
export function sequenceOf(
  events: readonly SentEvent[],
  at: number,
  hidden: ReadonlySet<Lifeline> = new Set(),
): Sequence {
  const shown = events
    .slice(0, at + 1)
    .filter((one) => !hidden.has(originOf(one)) && !hidden.has(one.to))
    .slice(-MESSAGES);
  const lifelines = [...new Set(shown.flatMap((one) => [originOf(one), one.to]))];
  return {
    lifelines,
    messages: shown.map((event) => ({
      event,
      from: lifelines.indexOf(originOf(event)),
      to: lifelines.indexOf(event.to),
    })),
  };
}

/** A timer is an actor's message to itself. */
function originOf({ from, to, origin }: SentEvent): Lifeline {
  return from ?? (origin === 'timer' ? to : 'outside');
}

/** Return a sequence diagram in the notation of Mermaid. `outside` is the name of that lifeline. */
export function sequenceText({ lifelines, messages }: Sequence, outside: string): string {
  const name = (one: Lifeline) => (one === 'outside' ? outside : nameOf(one));
  return [
    'sequenceDiagram',
    ...lifelines.map((one, at) => `  participant p${at} as ${plain(name(one))}`),
    ...messages.map(({ from, to, event }) => `  p${from}->>p${to}: ${plain(event.event.type)}`),
  ].join('\n');
}

/** Mermaid ends a name at these characters. */
function plain(text: string): string {
  return text.replaceAll(/[#;:\n]/g, ' ');
}
