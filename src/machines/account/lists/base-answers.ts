import { editCopy } from '../../../events/nostr/edit-copy.ts';
import { type BaseAnswer, CACHE } from '../../../events/account/lists/list-base.ts';
import type { UserMessage } from '../../../events/account/user-message.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { type OutboxState, stateOf } from '../../../events/publish/outbox/outbox.ts';
import type { Outcome } from '../../core/bus.ts';
import type { RelayAnswer } from '../../connection/relay-protocol.ts';
import type { JobUpdate } from '../../core/outbox-protocol.ts';

/** The answers about a base while it is being fetched. */
export interface Fetching {
  readonly answers: readonly BaseAnswer[];
  /** Sources that may still answer. */
  readonly open: ReadonlySet<string>;
}

/** Return the initial state after asking the caching service and these relays. */
export function fetchingFrom(relays: readonly string[]): Fetching {
  const sources = [CACHE, ...relays];
  return {
    open: new Set(sources),
    answers: sources.map((source) => ({ source, answered: false, events: [] })),
  };
}

/**
 * Record a message from a source. `answered`: `undefined` if it continues; true only if it ended
 * properly.
 */
function heard(
  fetching: Fetching,
  source: string,
  {
    events,
    rejected = 0,
  }: { readonly events: readonly VerifiedEvent[]; readonly rejected?: number | undefined },
  answered?: boolean,
  isPaused = false,
): Fetching {
  return editCopy({ answers: fetching.answers, open: fetching.open }, ({ answers, open }) => {
    for (const answer of answers.filter((one) => one.source === source)) {
      answer.answered = answered ?? answer.answered;
      if (isPaused) answer.isPaused = true;
      answer.events = [...answer.events, ...events];
      answer.rejected = (answer.rejected ?? 0) + rejected;
    }
    if (answered !== undefined) open.delete(source);
  });
}

/** Record a message from a relay. */
export function heardRelay(
  fetching: Fetching,
  event: { readonly type: string } | RelayAnswer,
): Partial<Fetching> {
  if (!('url' in event)) return {};
  if (event.type === 'relay.events') return heard(fetching, event.url, event);
  return event.type === 'relay.ended'
    ? heard(fetching, event.url, { events: [] }, event.complete, isPause(event.reason))
    : {};
}

/** True if this device did not ask, because the relay is paused here. */
function isPause(reason: UserMessage | undefined): boolean {
  return reason?.code === 'relay.suspended';
}

/** Record the caching service's answer. `outcome` is `undefined` if there will be none. */
export function heardCache(fetching: Fetching, outcome: Outcome | undefined): Fetching {
  const events = outcome?.ok ? [...outcome.answer.events, ...outcome.answer.referenced] : [];
  return heard(
    fetching,
    CACHE,
    { events, rejected: outcome?.ok ? outcome.answer.rejected : 0 },
    outcome?.ok === true,
  );
}

/** True if the event reports that the job is in one of these states. */
export function isNewsOf(
  job: string | undefined,
  event: { readonly type: string } | JobUpdate,
  states: readonly OutboxState[],
): boolean {
  return (
    event.type === 'outbox.jobChanged' &&
    'record' in event &&
    event.record.job === job &&
    states.includes(stateOf(event.record))
  );
}
