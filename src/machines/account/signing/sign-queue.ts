import type { UserMessage } from '../../../events/account/user-message.ts';
import type { AnyActorRef } from 'xstate';
import { isGone } from '../../core/supervision.ts';
import type { SignAction, SignRequest } from '../../core/sign-request.ts';

/** A requester of a sign request. */
export interface Wanted {
  readonly id: string;
  readonly from: AnyActorRef;
  /** True if it must not prompt, so it does not wait for a locked key. */
  readonly quiet: boolean;
}

/** One request to the signer, for all requesters of the same act (INV-ONE-PROMPT). */
export interface QueuedRequest {
  /** Unique within its queue. */
  readonly id: string;
  readonly act: SignAction;
  readonly reason: UserMessage;
  readonly wanted: readonly Wanted[];
  /** Id of its open prompt. `undefined` while it waits. */
  readonly prompt: string | undefined;
  /** Seconds since the prompt opened, for the displayed deadline. */
  readonly waited: number;
  /** The page where the user must approve. */
  readonly challenge: string | undefined;
}

export type SignQueue = readonly QueuedRequest[];

/** Seconds until an open prompt no longer blocks the others, and until it fails. */
export const OVERDUE = 60;
export const LAPSED = 11 * 60;

/**
 * True if a prompt has been open so long that the next one may open beside it. A late answer still
 * counts.
 */
function isOverdue(queued: QueuedRequest): boolean {
  return queued.prompt !== undefined && queued.waited >= OVERDUE;
}

/** Append a request, or join it with an equal one. */
export function withRequest(
  queue: SignQueue,
  { id, from, act, reason, quiet = false }: SignRequest,
  queuedId: string,
): SignQueue {
  const same = queue.find((queued) => isSameAct(queued.act, act));
  const wanted: Wanted = { id, from, quiet };
  if (!same)
    return [
      ...queue,
      {
        id: queuedId,
        act,
        reason,
        wanted: [wanted],
        prompt: undefined,
        waited: 0,
        challenge: undefined,
      },
    ];
  return replaced(queue, same, { wanted: [...same.wanted, wanted] });
}

/** Return the next request: the first without a prompt, if all open prompts are overdue. */
export function nextQueued(queue: SignQueue): QueuedRequest | undefined {
  if (queue.some((queued) => queued.prompt !== undefined && !isOverdue(queued))) return undefined;
  return queue.find((queued) => queued.prompt === undefined);
}

/** Set the open prompt of a sign request. `undefined`: it waits again, in its place. */
export function withPrompt(
  queue: SignQueue,
  queued: QueuedRequest,
  prompt: string | undefined,
): SignQueue {
  return replaced(queue, queued, { prompt, waited: 0, challenge: undefined });
}

export function withChallenge(
  queue: SignQueue,
  queued: QueuedRequest,
  challenge: string,
): SignQueue {
  return replaced(queue, queued, { challenge });
}

/**
 * Remove requesters from the queue. A request without requesters stays until its prompt is
 * abandoned.
 */
export function withoutWanted(queue: SignQueue, isLeft: (wanted: Wanted) => boolean): SignQueue {
  return queue.map((queued) =>
    queued.wanted.some(isLeft)
      ? { ...queued, wanted: queued.wanted.filter((one) => !isLeft(one)) }
      : queued,
  );
}

/** Close all prompts, so that their requests wait again, in order. */
export function unasked(queue: SignQueue): SignQueue {
  return queue.map((queued) =>
    queued.prompt === undefined
      ? queued
      : { ...queued, prompt: undefined, waited: 0, challenge: undefined },
  );
}

/** Advance the queue by one second, and drop requesters that have stopped. */
export function aged(queue: SignQueue): SignQueue {
  const older = queue.map((queued) =>
    queued.prompt === undefined ? queued : { ...queued, waited: queued.waited + 1 },
  );
  return withoutWanted(older, ({ from }) => isGone(from));
}

function replaced(
  queue: SignQueue,
  queued: QueuedRequest,
  change: Partial<QueuedRequest>,
): SignQueue {
  return queue.map((one) => (one.id === queued.id ? { ...one, ...change } : one));
}

function isSameAct(one: SignAction, other: SignAction): boolean {
  return JSON.stringify(fieldsOf(one)) === JSON.stringify(fieldsOf(other));
}

function fieldsOf(act: SignAction): readonly unknown[] {
  if (act.do !== 'sign') return [act.do, act.scheme, act.peer, act.text];
  const { kind, tags, content, created_at } = act.template;
  return [act.do, kind, tags, content, created_at];
}
