import { extrasFault, isBlank } from '../../events/compose/compose.ts';
import type { OutboxState } from '../../events/publish/outbox/outbox.ts';
import { toSeconds } from '../../events/core/time.ts';
import {
  type ComposeContext,
  isMined,
  isPlanChanged,
  isPlanUnchanged,
  isPostable,
  isSame,
  isUndescribed,
  newsOf,
} from './compose-context.ts';
import type { ComposeEvent } from './compose-protocol.ts';

interface Guarded {
  readonly context: ComposeContext;
  readonly event: ComposeEvent;
}

const isNews =
  (state: OutboxState) =>
  ({ event }: Guarded): boolean =>
    newsOf(event) === state;

/** True if the scheduled note waits for its time, or for the key since its time came. */
function isPlanWaiting(event: Guarded['event']): boolean {
  const state = newsOf(event);
  return state === 'scheduled' || state === 'unsigned';
}

export const COMPOSE_GUARDS = {
  isFound: ({ event }: Guarded) => event.type === 'draft.found' && event.writing !== undefined,
  isBegun: ({ context: { writing } }: Guarded) => writing.text !== '',
  isUntouched: ({ context: { writing, earlyFiles } }: Guarded) =>
    writing.text === '' && earlyFiles.length === 0,
  isAsFound: ({ context: { early, earlyFiles } }: Guarded) =>
    early.text === '' && earlyFiles.length === 0,
  /** An emptied scheduled note is not blank: closing it would delete the note. */
  isBlank: ({ context: { aim, writing, uploading } }: Guarded) =>
    isBlank(writing) && uploading === 0 && aim.plan === undefined,
  isFromPlan: ({ context }: Guarded) => context.aim.plan !== undefined,
  isPlanUnchanged: ({ context }: Guarded) => isPlanUnchanged(context),
  isPlanChanged: ({ context }: Guarded) => isPlanChanged(context),
  isPlanIdle: ({ context }: Guarded) => context.isPlanKept && isPlanUnchanged(context),
  /** The time of the scheduled note has come, or another tab deleted or sent it. */
  isPlanTaken: ({ context, event }: Guarded) =>
    context.isPlanKept &&
    event.type === 'outbox.jobChanged' &&
    event.record.job === context.aim.plan &&
    !isPlanWaiting(event),
  /** The scheduled note is being published. */
  isPlanBegun: ({ context, event }: Guarded) =>
    context.aim.plan !== undefined && newsOf(event) === 'drafted',
  /** The log still has the scheduled note that is being edited. */
  isOwnPlan: ({ context, event }: Guarded) =>
    event.type === 'outbox.jobChanged' &&
    isPlanWaiting(event) &&
    event.record.job === context.aim.plan,
  isUploading: ({ context }: Guarded) => context.uploading > 0,
  isStillUploading: ({ event }: Guarded) =>
    event.type === 'uploads.statusChanged' && event.open > 0,
  isAnyUnsent: ({ context, event }: Guarded) =>
    event.type === 'uploads.statusChanged' && (event.failed > context.omitted || event.dropped),
  isIncomplete: ({ context }: Guarded) => context.unsent > 0 && isPostable(context),
  /** Some failed files are not left out by the user. */
  isUnsettled: ({ context }: Guarded) => context.unsent > context.omitted && isPostable(context),
  isPostable: ({ context }: Guarded) => isPostable(context),
  isMined: ({ context }: Guarded) => isPostable(context) && isMined(context),
  isUnlocated: ({ context }: Guarded) => context.relays.length === 0,
  isWithoutRelay: ({ context }: Guarded) => !context.relays.some(({ write }) => write),
  isAccepted: isNews('accepted'),
  isFailed: isNews('failed'),
  isSending: isNews('sending'),
  isUnsigned: isNews('unsigned'),
  isDiscarded: isNews('discarded'),
  isScheduled: isNews('scheduled'),
  isUndescribed: ({ context }: Guarded) => isUndescribed(context),
  /** True if the poll, warning or time beside the text is invalid. */
  isFaulty: ({ context: { aim, writing }, event }: Guarded) =>
    event.type === 'compose.publish' &&
    extrasFault(aim, writing, toSeconds(event.now)) !== undefined,
  /** True for news about a discarded text. */
  isStale: ({ context, event }: Guarded) =>
    event.type === 'outbox.jobChanged' && event.record.job !== context.job,
  isOther: ({ context, event }: Guarded) =>
    event.type === 'outbox.jobChanged' && !isSame(context, event.record),
};
