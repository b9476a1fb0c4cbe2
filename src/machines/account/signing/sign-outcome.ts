import { isPayload } from '../../../events/account/keys/cipher-payload.ts';
import { signErrorOf } from '../../../events/account/signing/signed-answer.ts';
import {
  type SigningFailure,
  signingFailure,
} from '../../../events/account/signing/signing-error.ts';
import { isGone } from '../../core/supervision.ts';
import type { QueuedRequest, SignQueue, Wanted } from './sign-queue.ts';
import type { SignAction, SignOutcome, SignResult, SignSettled } from '../../core/sign-request.ts';

export function failed(failure: SigningFailure): SignOutcome {
  return { ok: false, failure };
}

/** Return a failure with the code of the act, and the reason. */
export function notDone(act: SignAction, detail: SigningFailure['detail']): SignOutcome {
  return failed(signingFailure(act.do === 'sign' ? 'event_not_signed' : 'bad-cipher', detail));
}

/** Return the answer if it matches the request (INV-IDENTITY). */
export function checked(act: SignAction, pubkey: string, answer: SignResult): SignOutcome {
  if (act.do === 'sign') {
    const matchesTemplate =
      'event' in answer &&
      signErrorOf({ ...act.template, pubkey }, answer.event, undefined) === undefined;
    return matchesTemplate
      ? { ok: true, event: answer.event }
      : failed(signingFailure('event-sig-not-verified'));
  }
  const isText = 'text' in answer && (act.do === 'decrypt' || isPayload(act.scheme, answer.text));
  return isText ? { ok: true, text: answer.text } : failed(signingFailure('bad-cipher'));
}

/** Return the outcome of a sign request for each requesting actor that is still running. */
export function settledOf(
  { wanted }: QueuedRequest,
  outcome: SignOutcome,
): Array<{ to: Wanted['from']; settled: SignSettled }> {
  return wanted
    .filter(({ from }) => !isGone(from))
    .map(({ id, from }) => ({ to: from, settled: { type: 'sign.settled', id, outcome } }));
}

/** Return a failure for the matching requesters in a queue. */
export function notDoneFor(
  queue: SignQueue,
  isMeant: (wanted: Wanted) => boolean,
  detail: SigningFailure['detail'],
): ReturnType<typeof settledOf> {
  return queue.flatMap((queued) =>
    settledOf({ ...queued, wanted: queued.wanted.filter(isMeant) }, notDone(queued.act, detail)),
  );
}
