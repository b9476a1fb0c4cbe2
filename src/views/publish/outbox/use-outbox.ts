import { shallowEqual, useSelector } from '@xstate/react';
import { type OutboxRecord, type OutboxRecords, stateOf } from '../../../events/publish/outbox/outbox.ts';
import type { Consequence } from '../../../machines/core/dialogs.machine.ts';
import type { OutboxActor } from '../../../machines/publish/outbox/outbox.machine.ts';
import type { OutboxOrder } from '../../../machines/core/outbox-protocol.ts';
import { type ListsHandle, useListEdit } from '../../account/lists/use-lists.ts';
import { useFeature } from '../../account/use-features.ts';
import { now } from '../../ui/hooks/now.ts';

/** The outbox of who is here, as components hand it on. */
export type OutboxHandle = OutboxActor;

const NONE: OutboxRecords = new Map();

/** The outbox of who is here; undefined for who has none. */
export function useOutbox(): OutboxHandle | undefined {
  return useFeature('outbox');
}

/** All jobs of the outbox of who is here. */
export function useOutboxRecords(): OutboxRecords {
  return useSelector(useFeature('outbox'), (snapshot) => snapshot?.context.records ?? NONE);
}

/** The same for what looks into it only when somebody acts. */
export function useOutboxRecordsNow(): () => OutboxRecords {
  const outbox = useFeature('outbox');
  return () => outbox?.getSnapshot().context.records ?? NONE;
}

/** Whether what was kept of the outbox is still being read. */
export function useIsOutboxOpening(outbox: OutboxHandle | undefined): boolean {
  return useSelector(outbox, (snapshot) => snapshot?.hasTag('opening') ?? false);
}

/** What stands in the outbox. `unkept`: why this device does not keep it; `isBroken`: what it kept could not be read. */
export function useLedger(outbox: OutboxHandle) {
  return useSelector(
    outbox,
    (snapshot) => ({ records: snapshot.context.records, unkept: snapshot.context.unkept, isBroken: snapshot.hasTag('broken') }),
    shallowEqual,
  );
}

/** Whether the outbox is at work on that job. */
export function useIsWorking(outbox: OutboxHandle, job: string): boolean {
  return useSelector(outbox, ({ context }) => context.working.has(job));
}

/** What the editor of a list makes of an edit that is not signed yet: whether it has it before it or at hand, and why it gave it up. */
export function useListWork({ job, wish, event }: OutboxRecord, lists: ListsHandle | undefined) {
  const editor = useListEdit(lists, wish.type === 'list' && !event ? wish.list : undefined);
  const isQueued = useSelector(editor, (snapshot) => snapshot?.context.queue.some((item) => item.job === job) === true);
  const fault = useSelector(editor, (snapshot) => snapshot?.context.failures.find((item) => item.job === job)?.message);
  return { isQueued, fault };
}

/** Giving a job up. One that was not being sent when the person saw it, and is by now in another tab, is left to that. */
function discarded(record: OutboxRecord): OutboxOrder {
  const { job } = record;
  return stateOf(record) === 'sending' ? { type: 'outbox.discard', job } : { type: 'outbox.discard', job, unlessSending: true };
}

/** What can be done with a job of the outbox; `discarding`: the same as what a question does once it is answered with yes. */
export const outboxIntents = {
  retry: (outbox: OutboxHandle, job: string) => outbox.send({ type: 'outbox.retry', job, now: now() }),
  discard: (outbox: OutboxHandle, record: OutboxRecord) => outbox.send(discarded(record)),
  discarding: (outbox: OutboxHandle, record: OutboxRecord): Consequence => ({ to: outbox, event: discarded(record) }),
};
