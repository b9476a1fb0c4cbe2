import type { Message } from '../../../events/account/user-message.ts';
import type { AnyActorRef } from 'xstate';
import { isGone } from '../../connection/pending-requests.ts';
import type { Act, SignRequest } from '../../core/sign-request.ts';

/** Who wants a sign request done. */
export interface Wanted {
  readonly id: string;
  readonly from: AnyActorRef;
  /** No person is troubled for it, so it does not wait for a key that is locked. */
  readonly quiet: boolean;
}

/** One thing to ask of the signer, for all who want the same (INV-ONE-PROMPT). */
export interface QueuedRequest {
  /** Unique within its queue. */
  readonly id: string;
  readonly act: Act;
  readonly reason: Message;
  readonly wanted: readonly Wanted[];
  /** Names the one prompt that is open for it; undefined: it waits for its turn. */
  readonly prompt: string | undefined;
  /** Seconds since it was asked, for the deadline that is shown. */
  readonly waited: number;
  /** The page where the signer wants a person to allow it. */
  readonly challenge: string | undefined;
}

export type SignQueue = readonly QueuedRequest[];

/** Seconds for one prompt before the others no longer wait behind it, and before nobody waits for it any more. */
export const OVERDUE = 60;
export const LAPSED = 11 * 60;

/** Whether a prompt has been open for so long that the next one may come beside it. A late answer is still used. */
function isOverdue(queued: QueuedRequest): boolean {
  return queued.prompt !== undefined && queued.waited >= OVERDUE;
}

/** Puts a request at the end, or beside those who want the very same already. */
export function withRequest(queue: SignQueue, { id, from, act, reason, quiet = false }: SignRequest, queuedId: string): SignQueue {
  const same = queue.find((queued) => isSameAct(queued.act, act));
  const wanted: Wanted = { id, from, quiet };
  if (!same) return [...queue, { id: queuedId, act, reason, wanted: [wanted], prompt: undefined, waited: 0, challenge: undefined }];
  return replaced(queue, same, { wanted: [...same.wanted, wanted] });
}

/** The sign request that comes next: the first that was not asked yet, once none is open but overdue ones. */
export function nextQueued(queue: SignQueue): QueuedRequest | undefined {
  if (queue.some((queued) => queued.prompt !== undefined && !isOverdue(queued))) return undefined;
  return queue.find((queued) => queued.prompt === undefined);
}

/** The sign request is open under that prompt; undefined: it waits again, at its place. */
export function withPrompt(queue: SignQueue, queued: QueuedRequest, prompt: string | undefined): SignQueue {
  return replaced(queue, queued, { prompt, waited: 0, challenge: undefined });
}

export function withChallenge(queue: SignQueue, queued: QueuedRequest, challenge: string): SignQueue {
  return replaced(queue, queued, { challenge });
}

/** Those that do not want it any more are left out; a sign request that nobody wants stays, for whoever abandons it. */
export function withoutWanted(queue: SignQueue, isLeft: (wanted: Wanted) => boolean): SignQueue {
  return queue.map((queued) => (queued.wanted.some(isLeft) ? { ...queued, wanted: queued.wanted.filter((one) => !isLeft(one)) } : queued));
}

/** No prompt is open any more: what was asked waits again, in order. */
export function unasked(queue: SignQueue): SignQueue {
  return queue.map((queued) => (queued.prompt === undefined ? queued : { ...queued, prompt: undefined, waited: 0, challenge: undefined }));
}

/** One second later. Whoever died without a word wants nothing more. */
export function aged(queue: SignQueue): SignQueue {
  const older = queue.map((queued) => (queued.prompt === undefined ? queued : { ...queued, waited: queued.waited + 1 }));
  return withoutWanted(older, ({ from }) => isGone(from));
}

function replaced(queue: SignQueue, queued: QueuedRequest, change: Partial<QueuedRequest>): SignQueue {
  return queue.map((one) => (one.id === queued.id ? { ...one, ...change } : one));
}

function isSameAct(one: Act, other: Act): boolean {
  return JSON.stringify(fieldsOf(one)) === JSON.stringify(fieldsOf(other));
}

function fieldsOf(act: Act): readonly unknown[] {
  if (act.do !== 'sign') return [act.do, act.scheme, act.peer, act.text];
  const { kind, tags, content, created_at } = act.template;
  return [act.do, kind, tags, content, created_at];
}
