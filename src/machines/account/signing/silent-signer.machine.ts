import { assign, enqueueActions, setup } from 'xstate';
import type { EventTemplate } from '../../../events/account/signing/signed-answer.ts';
import type { SigningFailure } from '../../../events/account/signing/signing-error.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { whenEvent } from '../../core/event-guards.ts';
import { promisePort } from '../../core/ports.ts';
import { checked, notDone, notDoneFor, settledOf } from './sign-outcome.ts';
import { type SignQueue, type Wanted, withoutWanted, withRequest } from './sign-queue.ts';
import type { SignEvent, SignOutcome } from '../../core/sign-request.ts';
import type { Ours } from '../../../events/nostr/ours.ts';

export type SilentSignerEvent = SignEvent | { type: 'silentSigner.close' };

interface Context {
  readonly account: string;
  /** The first request is being signed. */
  readonly queue: SignQueue;
  readonly count: number;
}

const CANCELLED = { code: 'signer.cancelled' } as const;
const LEFT = { code: 'account.left' } as const;
const NOT_OPENED = { code: 'key.unopened' } as const;

/**
 * Signs with a closed key without a PIN: only reads of the account's own settings and its seen
 * marker (`isOwnSettingsRead`). It neither prompts, shows nor publishes anything. The key is closed
 * again after each signature, so that nothing else can use it meanwhile (BEYOND-03). Requests run
 * one at a time and in order, each settled once (INV-QUEUE).
 */
export const silentSignerMachine = setup({
  types: {
    context: {} as Context,
    events: {} as SilentSignerEvent,
    input: {} as { readonly account: string },
  },
  actors: {
    sign: promisePort<
      VerifiedEvent,
      { readonly pubkey: string; readonly template: Ours<EventTemplate> }
    >('signOwnReading'),
  },
  guards: { isWanted: ({ context }) => context.queue.length > 0 },
  delays: { timeout: 30_000 },
  actions: {
    add: assign(
      whenEvent('sign.request', ({ context: { queue, count }, event }) => ({
        queue: withRequest(queue, event.request, String(count)),
        count: count + 1,
      })),
    ),
    withdraw: enqueueActions(({ context: { queue }, event, enqueue }) => {
      if (event.type !== 'sign.cancel') return;
      const isMeant = (one: Wanted) => one.id === event.id && one.from === event.from;
      for (const { to, settled } of notDoneFor(queue, isMeant, CANCELLED))
        enqueue.sendTo(to, settled);
      enqueue.assign({ queue: withoutWanted(queue, isMeant) });
    }),
    /** Drop requests without requesters. */
    drop: assign(({ context: { queue } }) => ({
      queue: queue.filter(({ wanted }) => wanted.length > 0),
    })),
    settle: enqueueActions(
      (
        { context: { account, queue }, enqueue },
        { event }: { event: VerifiedEvent | undefined },
      ) => {
        const [first, ...rest] = queue;
        if (!first) return;
        const outcome: SignOutcome = event
          ? checked(first.act, account, { event })
          : notDone(first.act, NOT_OPENED);
        for (const { to, settled } of settledOf(first, outcome)) enqueue.sendTo(to, settled);
        enqueue.assign({ queue: rest });
      },
    ),
    fail: enqueueActions(
      ({ context: { queue }, enqueue }, { detail }: { detail: SigningFailure['detail'] }) => {
        for (const { to, settled } of notDoneFor(queue, () => true, detail))
          enqueue.sendTo(to, settled);
        enqueue.assign({ queue: [] });
      },
    ),
  },
}).createMachine({
  id: 'silentSigner',
  context: ({ input: { account } }) => ({ account, queue: [], count: 0 }),
  initial: 'idle',
  on: {
    'sign.request': { actions: 'add' },
    'sign.cancel': { actions: 'withdraw' },
    'silentSigner.close': '.closed',
  },
  states: {
    idle: { entry: 'drop', always: { guard: 'isWanted', target: 'signing' } },
    signing: {
      invoke: {
        id: 'sign',
        src: 'sign',
        input: ({ context: { account, queue } }) => ({
          pubkey: account,
          template: templateOf(queue),
        }),
        onDone: {
          target: 'idle',
          actions: { type: 'settle', params: ({ event }) => ({ event: event.output }) },
        },
        onError: { target: 'idle', actions: { type: 'settle', params: { event: undefined } } },
      },
      after: {
        timeout: { target: 'idle', actions: { type: 'settle', params: { event: undefined } } },
      },
    },
    closed: { type: 'final', entry: { type: 'fail', params: { detail: LEFT } } },
  },
});

function templateOf([first]: SignQueue): Ours<EventTemplate> {
  if (first?.act.do !== 'sign') throw new Error('nothing is to be signed');
  return first.act.template;
}
