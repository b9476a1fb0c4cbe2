import { createActor, setup } from 'xstate';
import { signingFailure } from '../../../src/events/account/signing/signing-error.ts';
import type { VerifiedEvent } from '../../../src/events/nostr/event.ts';
import type {
  SignEvent,
  SignOutcome,
  SignRequest,
} from '../../../src/machines/core/sign-request.ts';

/**
 * Play the session to the callers that request signatures: keep requests and settle them from the
 * test, or at once by `auto`.
 */
export function fakeSession(auto?: (request: SignRequest) => VerifiedEvent | string | undefined) {
  const requests: SignRequest[] = [];
  const cancelled = new Set<SignRequest>();
  const settled = new Set<SignRequest>();
  const settle = (request: SignRequest, outcome: SignOutcome): void => {
    settled.add(request);
    if (request.from.getSnapshot().status === 'active')
      request.from.send({ type: 'sign.settled', id: request.id, outcome });
  };
  const answer = (request: SignRequest, result: VerifiedEvent | string): void =>
    settle(
      request,
      typeof result === 'string' ? { ok: true, text: result } : { ok: true, event: result },
    );
  const machine = setup({ types: { events: {} as SignEvent } }).createMachine({
    on: {
      'sign.request': {
        actions: ({ event: { request } }) => {
          requests.push(request);
          const result = auto?.(request);
          if (result !== undefined) queueMicrotask(() => answer(request, result));
        },
      },
      'sign.cancel': {
        actions: ({ event }) => {
          for (const one of requests)
            if (one.id === event.id && one.from === event.from) cancelled.add(one);
        },
      },
    },
  });
  const isOpen = (request: SignRequest) => !settled.has(request) && !cancelled.has(request);
  const first = () => {
    const request = requests.find(isOpen);
    if (!request) throw new Error('nothing is to be signed');
    return request;
  };
  return {
    ref: createActor(machine).start(),
    requests,
    /** Requests that are neither settled nor cancelled. */
    open: () => requests.filter(isOpen),
    sign: (result: VerifiedEvent | string, request: SignRequest = first()) =>
      answer(request, result),
    refuse: (request: SignRequest = first(), failure = signingFailure('event_not_signed')) =>
      settle(request, { ok: false, failure }),
  };
}
