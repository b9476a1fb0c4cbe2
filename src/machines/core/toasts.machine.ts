import { assign, setup } from 'xstate';
import {
  isSameMessage,
  type UserMessage,
  type UserMessageCode,
} from '../../events/account/user-message.ts';
import type { FailureReason } from '../../events/publish/outbox/publish-failure.ts';
import { whenEvent } from './event-guards.ts';
import { inMillis, type Millis, millis } from '../../events/core/time.ts';
import { areUnique, type Invariants } from './invariants.ts';

/** 'unavailable': the requested item does not exist here. */
export type ToastKind = 'info' | 'success' | 'unavailable' | 'warning' | 'error';

/**
 * Content of a toast. `note`: id of a note to open. `why`: reason of a failure. `undo`: a held job
 * that can be undone (BEYOND-09). `stays`: until the user dismisses it, presses its button, or
 * another one replaces it.
 */
interface Said {
  readonly kind: ToastKind;
  readonly message: UserMessage;
  readonly note?: string;
  readonly why?: FailureReason;
  readonly undo?: string;
  readonly stays?: true;
}

export interface Toast extends Said {
  readonly id: number;
  /** Remaining milliseconds. They count down only while no pointer or focus is on the toasts. */
  readonly left: number;
}

export type ToastsEvent =
  /** `lasts`: duration, if it differs from that of its kind. */
  | ({ type: 'toast.show'; lasts?: Millis } & Said)
  /** These jobs can no longer be undone. `undefined`: no job can. */
  | { type: 'toast.settle'; job: string | undefined }
  | { type: 'toast.dismiss'; id: number }
  /** Messages with this code are no longer true. */
  | { type: 'toast.withdraw'; code: UserMessageCode }
  | { type: 'toast.hold' }
  | { type: 'toast.release' };

/** Durations (LIMIT-01). The countdown stops during `toast.hold`. */
const LASTS: Record<ToastKind, Millis> = {
  info: millis(4_000),
  success: millis(2_000),
  unavailable: millis(2_000),
  warning: millis(4_000),
  error: millis(4_000),
};
export const SHOWN = 3;
const STEP = 100;

interface Context {
  readonly toasts: readonly Toast[];
  readonly nextId: number;
}

/**
 * True if the message has a button without which its reason is lost: “Why not?” of a payment, or
 * the way to a key.
 */
function isActedOn({ kind, message, why }: Said): boolean {
  return (
    (message.params !== undefined && 'payment' in message.params) ||
    (kind === 'error' && why?.code === 'readonly')
  );
}

/** True if a visible message ends by itself. */
function isAging({ toasts }: Context): boolean {
  return toasts.slice(0, SHOWN).some(({ stays }) => !stays);
}

/** Short messages, at most three at a time. The rest wait in order. */
export const toastsMachine = setup({
  types: { context: {} as Context, events: {} as ToastsEvent },
  guards: {
    isAging: ({ context }) => isAging(context),
    isResting: ({ context }) => !isAging(context),
  },
  delays: { step: STEP },
  actions: {
    add: assign(({ context, event }) => {
      if (event.type !== 'toast.show') return {};
      const { type: _, lasts, ...said } = event;
      const { kind, message, note, undo } = said;
      const isFailure = isActedOn(said);
      const isShown = (toast: Toast) =>
        isSameMessage(toast.message, message) &&
        toast.kind === kind &&
        toast.note === note &&
        toast.undo === undo;
      if (context.toasts.some(isShown)) return {};
      // a button takes time to press, and a name or a time takes time to read
      const isLong = note !== undefined || (message.params && message.code !== 'said');
      const left = inMillis(lasts ?? LASTS[isLong ? 'info' : kind]);
      const toast = {
        ...said,
        ...(isFailure && { stays: true as const }),
        id: context.nextId,
        left,
      };
      // the newest failure replaces the last one, or they would fill all visible places
      const others = isFailure ? context.toasts.filter((one) => !isActedOn(one)) : context.toasts;
      // the undo period runs even if the toast is hidden, so it comes before all that can wait
      const before = undo === undefined ? others : others.filter((one) => one.undo !== undefined);
      return {
        toasts: [...before, toast, ...others.slice(before.length)],
        nextId: context.nextId + 1,
      };
    }),
    remove: assign(
      whenEvent('toast.dismiss', ({ context, event }) => ({
        toasts: context.toasts.filter((toast) => toast.id !== event.id),
      })),
    ),
    withdraw: assign(
      whenEvent('toast.withdraw', ({ context, event }) => ({
        toasts: context.toasts.filter(({ message }) => message.code !== event.code),
      })),
    ),
    settle: assign(
      whenEvent('toast.settle', ({ context, event }) => ({
        toasts: context.toasts.filter(
          ({ undo }) => undo === undefined || (event.job !== undefined && undo !== event.job),
        ),
      })),
    ),
    age: assign(({ context }) => ({
      toasts: context.toasts
        .map((toast, at) =>
          at < SHOWN && !toast.stays ? { ...toast, left: toast.left - STEP } : toast,
        )
        .filter((toast) => toast.left > 0),
    })),
  },
}).createMachine({
  id: 'toasts',
  options: { maxIterations: 1_000 },
  context: { toasts: [], nextId: 1 },
  initial: 'resting',
  on: {
    'toast.show': { actions: 'add' },
    'toast.dismiss': { actions: 'remove' },
    'toast.withdraw': { actions: 'withdraw' },
    'toast.settle': { actions: 'settle' },
  },
  states: {
    /** Empty, or all messages stay: no timer runs. */
    resting: { always: { guard: 'isAging', target: 'showing' } },
    showing: {
      always: { guard: 'isResting', target: 'resting' },
      on: { 'toast.hold': 'held' },
      after: { step: { target: 'showing', reenter: true, actions: 'age' } },
    },
    held: { always: { guard: 'isResting', target: 'resting' }, on: { 'toast.release': 'showing' } },
  },
});

/** @internal */
export const toastsInvariants: Invariants<typeof toastsMachine> = {
  uniqueIds: ({ context }) => areUnique(context.toasts.map(({ id }) => id)),
  timeLeft: ({ context }) => context.toasts.every(({ left }) => left >= 0),
  restingWithoutAging: ({ context, value }) => (value === 'resting') === !isAging(context),
};
