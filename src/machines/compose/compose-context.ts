import type { AnyActorRef } from 'xstate';
import { writeUrls, type OwnRelay } from '../../events/account/lists/relay-list.ts';
import type { UserMessage } from '../../events/account/user-message.ts';
import type { Draft } from '../../events/nostr/event.ts';
import { attachmentsOf } from '../../events/compose/attachments.ts';
import {
  type ComposeAim,
  draftOf,
  type ExtrasFault,
  followed,
  isBlank,
  originOf,
} from '../../events/compose/compose.ts';
import { BLANK, type Writing } from '../../events/publish/writing/writing.ts';
import { workedDraft } from '../../events/publish/writing/mining.ts';
import { faultOf } from '../../events/compose/build-note.ts';
import {
  stateOf,
  type OutboxRecord,
  type OutboxState,
  type PublishFailure,
} from '../../events/publish/outbox/outbox.ts';
import { inSeconds, later, millis, seconds, toSeconds } from '../../events/core/time.ts';
import { templateOf } from '../../events/publish/outbox/event-template.ts';
import type { ScopeRef, AccountNotice } from '../core/feature.ts';
import type { SignerRef } from '../core/signer-ref.ts';
import type { Restarts } from '../core/supervision.ts';
import type { Bus } from '../core/bus.ts';
import type { ComposeEvent, MiningInput, Submission } from './compose-protocol.ts';
import type { OutboxCommand, PublishIntent } from '../core/outbox-protocol.ts';
import type { UploadsAdd } from '../media/upload/uploads.machine.ts';
import { derived, type Ours } from '../../events/nostr/ours.ts';

export interface ComposeInput {
  readonly account: string;
  readonly aim: ComposeAim;
  readonly scope: ScopeRef;
  /** For files in the text. `home`: origin of the page. */
  readonly bus: Bus;
  readonly signer: SignerRef;
  readonly home: string;
}

export interface ComposeContext extends ComposeInput {
  /** Empty until the account's relays are known. */
  readonly relays: readonly OwnRelay[];
  /** Restart counts of failed helpers. */
  readonly restarts: Restarts;
  /** True if the inboxes of the notified people were requested. */
  readonly isLearned: boolean;
  readonly writing: Writing;
  /**
   * Text typed before the stored draft was loaded, and files that arrived while the text was not
   * editable.
   */
  readonly early: Writing;
  readonly earlyFiles: readonly UploadsAdd[];
  /** The text as it was loaded. */
  readonly found: Writing | undefined;
  /** True while the log still has the scheduled note, because its text was not changed yet. */
  readonly isPlanKept: boolean;
  /** True if the scheduled note is given back to the log as it was. */
  readonly isReturned: boolean;
  readonly job: string | undefined;
  readonly record: OutboxRecord | undefined;
  /** Why the last attempt to publish failed. */
  readonly failure:
    | PublishFailure
    | ExtrasFault
    | 'publish.noRelay'
    | 'publish.notMined'
    | 'publish.notLocated'
    | undefined;
  /** The signer's reason, if it gave one. */
  readonly reason: UserMessage | undefined;
  /** Number of further unsent texts for the same aim when this one was opened. */
  readonly others: number;
  /** Why the text will not survive this page. */
  readonly unkept: 'full' | 'blocked' | 'newer' | undefined;
  /** The submission to publish once its files are uploaded. */
  readonly submission: Submission | undefined;
  /** Number of files being uploaded. */
  readonly uploading: number;
  /** Number of pictures without a description that are being uploaded. */
  readonly pictures: number;
  /** Number of files that failed to upload. */
  readonly unsent: number;
  /** Number of failed files that the user leaves out of this submission. */
  readonly omitted: number;
  /** True if the user was already asked about missing picture descriptions (BEYOND-15). */
  readonly isDescriptionAsked: boolean;
  /** Recently picked emojis. */
  readonly emojis: readonly string[];
}

/** The initial context, except for the input. */
export const BEGIN: Omit<ComposeContext, keyof ComposeInput> = {
  relays: [],
  restarts: {},
  isLearned: false,
  writing: BLANK,
  early: BLANK,
  earlyFiles: [],
  found: undefined,
  isPlanKept: false,
  isReturned: false,
  job: undefined,
  record: undefined,
  failure: undefined,
  reason: undefined,
  others: 0,
  unkept: undefined,
  submission: undefined,
  uploading: 0,
  pictures: 0,
  unsent: 0,
  omitted: 0,
  isDescriptionAsked: false,
  emojis: [],
};

/**
 * True if a picture has no description and the user was not asked about it yet (BEYOND-15, NIP-92).
 * Those that are still uploaded count, so that the question comes while the user is there.
 */
export function isUndescribed({ writing, pictures, isDescriptionAsked }: ComposeContext): boolean {
  const isBare = ({ mime, alt }: { readonly mime: string; readonly alt: string }) =>
    mime.startsWith('image/') && alt.trim() === '';
  return !isDescriptionAsked && (pictures > 0 || attachmentsOf(writing).some(isBare));
}

/**
 * True if there is something to publish. A quote needs own words; otherwise it would be a repost.
 */
export function isPostable({ aim, writing, account }: ComposeContext): boolean {
  return writing.text.trim() !== '' && faultOf(draftOf(aim, writing, account)) === undefined;
}

/** Return the draft with the typed text. */
export function withText(
  { aim, writing }: ComposeContext,
  { text, people, now }: Extract<ComposeEvent, { type: 'compose.write' }>,
): Writing {
  const passage = aim.type === 'quote' && aim.passage !== undefined ? { passage: aim.passage } : {};
  return {
    ...writing,
    text,
    people: people ?? writing.people,
    begun: writing.begun || now,
    ...passage,
  };
}

const COMPARED = ['text', 'people', 'files', 'emojis', 'warning', 'poll', 'due', 'work'] as const;

/** True if the text was opened from a scheduled note and not changed. */
export function isPlanUnchanged({
  aim,
  writing,
  found,
  early,
  uploading,
  unsent,
}: ComposeContext): boolean {
  return (
    aim.plan !== undefined &&
    found !== undefined &&
    early.text === '' &&
    uploading + unsent === 0 &&
    COMPARED.every((part) => JSON.stringify(writing[part]) === JSON.stringify(found[part]))
  );
}

/**
 * True if the schedule may no longer send the note as it was. An emptied text is no change yet, or
 * closing the page would lose the note.
 */
export function isPlanChanged(context: ComposeContext): boolean {
  return context.isPlanKept && !isBlank(context.writing) && !isPlanUnchanged(context);
}

/** Return the command that ends the schedule of a changed note. */
export function planEnd({ aim: { plan = '' } }: ComposeContext): OutboxCommand {
  return { type: 'outbox.discard', job: plan };
}

export const NO_FAILURE = { failure: undefined, reason: undefined };
export const NO_JOB = { job: undefined, record: undefined };
/** The outbox replaces a scheduled note in the transaction of its successor. */
export const ORDERED = { ...NO_FAILURE, ...NO_JOB, submission: undefined, isPlanKept: false };

/** Changes of a text that is not stored yet. */
export const CHANGES = {
  'compose.write': { actions: ['write', 'receiveInboxes'] },
  'compose.attach': { actions: 'attach' },
  'compose.detach': { actions: 'detach' },
  'compose.describe': { actions: 'describe' },
  'compose.set': { actions: 'change' },
  'compose.declare': { actions: 'declare' },
} as const;

/** Return the place where the draft store keeps the text. */
export function placeIn(
  { aim, others }: ComposeContext,
  found: Extract<ComposeEvent, { type: 'draft.found' }>,
): Pick<ComposeContext, 'aim' | 'others'> {
  return {
    aim: found.place === undefined ? aim : { ...aim, place: found.place },
    others: found.others ?? others,
  };
}

/**
 * Return the numbers of running and failed uploads. A submission that waited for them gets the
 * current time.
 */
export function standIn(
  { submission }: ComposeContext,
  { open, failed, pictures = 0, now }: Extract<ComposeEvent, { type: 'uploads.statusChanged' }>,
): Pick<ComposeContext, 'uploading' | 'pictures' | 'unsent' | 'submission'> {
  return {
    uploading: open,
    pictures,
    unsent: failed,
    submission: submission && { ...submission, now: later(now, submission.now) },
  };
}

/**
 * Return the order for a submitted text. It is either published now, or waits in the log for its
 * time. Relays of a scheduled text are chosen only then.
 */
export function orderOf(
  context: ComposeContext,
  { now, client }: Submission,
  from: AnyActorRef,
): PublishIntent | OutboxCommand {
  const { aim, writing } = context;
  const draft = submissionDraft(context, client);
  const order = { draft, now: toSeconds(now), from, origin: originOf(aim, writing) };
  const { due } = writing;
  if (due === undefined) return { type: 'intents.publish', ...order };
  return { type: 'outbox.publish', order: { ...order, relays: [], plan: { due, writing } } };
}

/**
 * True if the note is mined before publishing. A scheduled note is not, because its date is not
 * known yet.
 */
export function isMined({ writing: { work, due } }: Pick<ComposeContext, 'writing'>): boolean {
  return work !== undefined && due === undefined;
}

/** Return the input of the mining worker. */
export function miningInput(context: ComposeContext): MiningInput {
  const { writing, account, submission } = context;
  const draft = submissionDraft(context, submission?.client);
  return {
    template: templateOf(draft, account, toSeconds(submission?.now ?? millis(0))),
    bits: writing.work ?? 0,
  };
}

/**
 * Return the order for exactly the mined note. Relays and files may have changed meanwhile, but
 * another date or tag would void the work.
 */
export function minedOrder(
  { aim, writing }: ComposeContext,
  { template, nonce }: Mined,
  from: AnyActorRef,
): PublishIntent {
  const draft = derived(template, (mined) => workedDraft(mined, nonce, writing.work ?? 0));
  const { created_at: now } = template;
  return { type: 'intents.publish', draft, now, from, origin: originOf(aim, writing) };
}

type Mined = Extract<ComposeEvent, { type: 'mining.found' }>;

/** Return the stored text, followed by the text that was typed before it was loaded. */
export function writtenIn({ writing, early }: Pick<ComposeContext, 'writing' | 'early'>): Writing {
  return early.text === '' ? writing : followed(writing, early);
}

/** Return the numbers of uploads. A text that was sent at once waits for its early files, too. */
export function uploadsIn({
  earlyFiles,
  uploading,
  pictures,
}: ComposeContext): Pick<ComposeContext, 'uploading' | 'pictures'> {
  return earlyFiles.reduce(
    (sum, added) => ({
      uploading: sum.uploading + added.files.length,
      pictures: sum.pictures + (added.pictures?.length ?? 0),
    }),
    { uploading, pictures },
  );
}

/** Return how to start the draft list. */
export function draftListOf({ account }: Pick<ComposeContext, 'account'>) {
  return { id: 'draftList', input: { account } } as const;
}

function submissionDraft(
  { aim, writing, account, relays }: ComposeContext,
  client: string | undefined,
): Ours<Draft> {
  return draftOf(aim, writing, account, { client, relays: writeUrls(relays) });
}

export function postedNews({ aim, record }: ComposeContext): AccountNotice {
  const note = record?.event?.id;
  return {
    type: 'account.done',
    message: { code: aim.type === 'reply' ? 'reply.posted' : 'note.posted' },
    ...(note === undefined ? {} : { note }),
  };
}

export function scheduledNews({ writing: { due = seconds(0) } }: ComposeContext): AccountNotice {
  return {
    type: 'account.done',
    message: { code: 'note.scheduled', params: { at: inSeconds(due) } },
  };
}

/** Return the state of the job in the outbox news. */
export function newsOf(event: ComposeEvent): OutboxState | undefined {
  return event.type === 'outbox.jobChanged' ? stateOf(event.record) : undefined;
}

/** Return the signer's reason, if any. */
export function reasonIn({ refusal }: OutboxRecord): UserMessage | undefined {
  return refusal?.code === 'event_not_signed' || refusal?.code === 'publish.unsigned'
    ? undefined
    : refusal;
}

export function isSame({ aim, writing, account }: ComposeContext, { wish }: OutboxRecord): boolean {
  return wish.type === 'event' && wish.draft.content === draftOf(aim, writing, account).content;
}
