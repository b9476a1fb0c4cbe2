import type { Intent } from '../../../machines/app/features.ts';
import { shallowEqual, useSelector } from '@xstate/react';
import type { Tag } from '../../../events/nostr/event.ts';
import {
  isUnfinished,
  type OutboxRecord,
  type OutboxRecords,
  stateOf,
} from '../../../events/publish/outbox/outbox.ts';
import { lockedIn } from '../../../events/publish/outbox/schedule.ts';
import type { Consequence } from '../../../machines/core/dialogs.machine.ts';
import type { OutboxActor } from '../../../machines/publish/outbox/outbox.machine.ts';
import type { OutboxCommand } from '../../../machines/core/outbox-protocol.ts';
import { type ListsHandle, useListEdit } from '../../account/lists/use-lists.ts';
import { useFeature } from '../../account/use-features.ts';
import { useAccountActor } from '../../ui/hooks/app-context.ts';
import { now } from '../../ui/hooks/now.ts';

export type OutboxHandle = OutboxActor;

const NONE: OutboxRecords = new Map();

/** Return the current user's outbox. `undefined` for visitors and readers. */
export function useOutbox(): OutboxHandle | undefined {
  return useFeature('outbox');
}

/** Return all jobs of the current user's outbox. */
export function useOutboxRecords(): OutboxRecords {
  return useSelector(useFeature('outbox'), (snapshot) => snapshot?.context.records ?? NONE);
}

/** Return a getter for the jobs, for callers that only read them on an action. */
export function useOutboxRecordsNow(): () => OutboxRecords {
  const outbox = useFeature('outbox');
  return () => outbox?.getSnapshot().context.records ?? NONE;
}

/** True if the stored outbox is still loading. */
export function useIsOutboxOpening(outbox: OutboxHandle | undefined): boolean {
  return useSelector(outbox, (snapshot) => snapshot?.hasTag('opening') ?? false);
}

/**
 * Return the outbox. `unkept`: why this device does not store it. `isBroken`: the stored outbox was
 * unreadable.
 */
export function useLedger(outbox: OutboxHandle) {
  return useSelector(
    outbox,
    (snapshot) => ({
      records: snapshot.context.records,
      unkept: snapshot.context.unkept,
      isBroken: snapshot.hasTag('broken'),
    }),
    shallowEqual,
  );
}

/** Entries of one list edit that are named. */
export const MOST_NAMED = 3;

/** Opens the list of all drafts, which also has the scheduled notes. */
export const DRAFTS = {
  type: 'compose.open',
  aim: { type: 'note', isListing: true },
} as const satisfies Intent;

/** Return a function that opens the list of all drafts. */
export function useShowDrafts(): () => void {
  const account = useAccountActor();
  return () => account.send({ type: 'account.intent', intent: DRAFTS });
}

/** True for a job that the publishing log lists. Scheduled notes are listed with the drafts. */
export function isListed(record: OutboxRecord): boolean {
  return !['discarded', 'scheduled'].includes(stateOf(record));
}

/** Return the named public entries of the list edits that the publishing log shows. */
export function useNamedEntries(outbox: OutboxHandle): readonly Tag[] {
  return useSelector(
    outbox,
    ({ context: { records } }) =>
      [...records.values()]
        .filter(isListed)
        .flatMap(({ wish }) =>
          wish.type === 'list'
            ? wish.intents.slice(0, MOST_NAMED).flatMap(({ tag, secret }) => (secret ? [] : [tag]))
            : [],
        ),
    shallowEqual,
  );
}

/** True if the outbox is working on that job. */
export function useIsWorking(outbox: OutboxHandle, job: string): boolean {
  return useSelector(outbox, ({ context }) => context.working.has(job));
}

/** True if the job is a scheduled note that is sent once the key is open. */
export function useIsLocked(outbox: OutboxHandle, job: string): boolean {
  return useSelector(outbox, ({ context: { records } }) =>
    records.get(job)?.refusal ? lockedIn(records).some((plan) => plan.job === job) : false,
  );
}

/**
 * Return how the list's editor treats an edit that no relay accepted: it is working on it, or it
 * gave up an unsigned edit and why.
 */
export function useListWork(record: OutboxRecord, lists: ListsHandle | undefined) {
  const { job, wish, event } = record;
  const isOpen = wish.type === 'list' && isUnfinished(record);
  const editor = useListEdit(lists, isOpen ? wish.list : undefined);
  const isQueued = useSelector(
    editor,
    (snapshot) => snapshot?.context.queue.some((item) => item.job === job) === true,
  );
  const fault = useSelector(editor, (snapshot) =>
    event ? undefined : snapshot?.context.failures.find((item) => item.job === job)?.message,
  );
  return { isQueued, fault };
}

/**
 * Return an order that discards a job. If another tab has started sending it since it was shown,
 * that tab keeps it.
 */
function discarded(record: OutboxRecord): OutboxCommand {
  const { job } = record;
  return stateOf(record) === 'sending'
    ? { type: 'outbox.discard', job }
    : { type: 'outbox.discard', job, unlessSending: true };
}

/**
 * Actions on a job of the outbox. `discarding`: the consequence of confirming to discard it with
 * its text.
 */
export const outboxIntents = {
  retry: (outbox: OutboxHandle, job: string) =>
    outbox.send({ type: 'outbox.retry', job, now: now() }),
  discard: (outbox: OutboxHandle, record: OutboxRecord) => outbox.send(discarded(record)),
  discarding: (outbox: OutboxHandle, record: OutboxRecord): Consequence => ({
    to: outbox,
    event: { ...discarded(record), withText: true },
  }),
};
