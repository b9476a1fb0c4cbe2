import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useState } from 'react';
import {
  type ComposeAim,
  draftTarget,
  type KeptAim,
  readTarget,
  targetIn,
} from '../../../events/compose/compose.ts';
import type { Writing } from '../../../events/publish/writing/writing.ts';
import {
  type ListedText,
  listedTexts,
  type StoredDraft,
} from '../../../events/compose/stored-draft.ts';
import {
  isMissed,
  lockedIn,
  type Plan,
  plansIn,
  refusedIn,
} from '../../../events/publish/outbox/schedule.ts';
import { toMillis } from '../../../events/core/time.ts';
import { useAccountActor } from '../../ui/hooks/app-context.ts';
import { now } from '../../ui/hooks/now.ts';
import { useComposeActor } from '../use-compose.ts';
import { outboxIntents, useOutbox, useOutboxRecords } from '../../publish/outbox/use-outbox.ts';

const NO_DRAFTS: readonly StoredDraft[] = [];
const NONE_OPEN: readonly string[] = [];

/**
 * A draft of the list. `isOpen`: it is open in another tab, so it can be neither opened nor
 * deleted here.
 */
export interface ListedDraft extends ListedText {
  readonly isOpen: boolean;
}

/** A scheduled note with its purpose, as far as known. */
export interface ScheduledNote extends Plan {
  readonly aim: KeptAim | undefined;
  /** True if it is open in another tab, so it cannot be edited here. */
  readonly isOpen?: boolean;
  /** True if it is sent once the key is unlocked. */
  readonly isLocked?: boolean;
}

/** Return all drafts on this device except the open one, and the scheduled and refused notes. */
export function useDraftList() {
  const compose = useComposeActor();
  const account = useAccountActor();
  const outbox = useOutbox();
  const records = useOutboxRecords();
  const box = useSelector(compose, ({ children }) => children.draftList);
  const kept = useSelector(box, (snapshot) => snapshot?.context.drafts ?? NO_DRAFTS);
  const openOnes = useSelector(box, (snapshot) => snapshot?.context.open ?? NONE_OPEN);
  const stand = useSelector(box, (snapshot) =>
    !snapshot || snapshot.hasTag('loading')
      ? 'loading'
      : snapshot.hasTag('failed')
        ? 'failed'
        : 'ready',
  );
  const [undo, setUndo] = useState<() => void>();
  const offerUndo = (takeBack: () => void) =>
    setUndo(() => () => {
      takeBack();
      setUndo(undefined);
    });
  useEffect(() => compose.send({ type: 'compose.drafts' }), [compose]);
  const here = draftTarget(compose.getSnapshot().context.aim);
  const drafts = useMemo(
    () =>
      listedTexts(kept, here, records).map(
        (draft): ListedDraft => ({
          ...draft,
          isOpen: openOnes.includes(draft.target),
        }),
      ),
    [kept, here, records, openOnes],
  );
  const { plan: edited } = compose.getSnapshot().context.aim;
  const plans = useMemo(
    () =>
      plansIn(records)
        .filter(({ job }) => job !== edited)
        .map(withAim)
        .map((plan) => ({ ...plan, isOpen: openOnes.includes(editTarget(plan)) })),
    [records, edited, openOnes],
  );
  const written = compose.getSnapshot().context.writing.origin;
  const refused = useMemo(() => {
    // A scheduled note whose text is also in a draft or open is listed only there.
    const origins = new Set([written, ...kept.map(({ writing }) => writing.origin)]);
    const locked = new Set(lockedIn(records).map(({ job }) => job));
    return refusedIn(records).flatMap((plan) =>
      origins.has(plan.wish.origin) ? [] : { ...withAim(plan), isLocked: locked.has(plan.job) },
    );
  }, [records, kept, written]);
  /** Saves the open text, then opens the other one. */
  const open = (aim: ComposeAim) => {
    compose.send({ type: 'compose.close' });
    compose.send({ type: 'compose.save' });
    const next = () =>
      account.send({ type: 'account.intent', intent: { type: 'compose.open', aim } });
    // an unchanged scheduled note is given back to the log first
    if (compose.getSnapshot().status === 'active') compose.subscribe({ complete: next });
    else next();
  };
  const put = (target: string, writing: Writing) =>
    box?.send({ type: 'draftList.put', target, writing });
  return {
    drafts,
    plans,
    refused,
    /** Texts that are put into it are saved once it is `ready`. */
    stand,
    /** Undoes the last deletion. */
    undo,
    open,
    /** Opens a copy of a text that is stored elsewhere. */
    openCopy: (place: string, text: string) => {
      const aim = { type: 'note', place } as const;
      if (!kept.some(({ target }) => target === draftTarget(aim))) {
        put(draftTarget(aim), { text, people: {}, files: [], begun: toMillis(now()) });
      }
      open(aim);
    },
    remove: ({ target, at, writing }: ListedDraft) => {
      box?.send({ type: 'draftList.drop', target, at });
      offerUndo(() => put(target, writing));
    },
    /**
     * Saves the text first. The plan stays until the first change, so that a closed page leaves the
     * note scheduled, or waiting for the key. One that missed its time is removed.
     */
    edit: ({ job, due, isLocked, wish: { writing, origin } }: ScheduledNote, aim: ComposeAim) => {
      if (!writing) return;
      // one that missed its time has no schedule to keep
      const isWaiting = plans.some((plan) => plan.job === job) && !isMissed({ due }, now());
      const isKept = isWaiting || isLocked === true;
      const placed = { ...aim, place: placeOf(job), ...(isKept ? { plan: job } : {}) };
      put(draftTarget(placed), { ...writing, ...(origin === undefined ? {} : { origin }) });
      if (!isKept) outbox?.send({ type: 'outbox.discard', job });
      open(placed);
    },
    again: ({ job }: ScheduledNote) => outbox && outboxIntents.retry(outbox, job),
    publish: ({ job }: ScheduledNote) =>
      account.send({ type: 'account.intent', intent: { type: 'schedule.send', job, now: now() } }),
    cancel: ({ job, wish: { writing } }: ScheduledNote) => {
      outbox?.send({ type: 'outbox.discard', job });
      if (writing) offerUndo(() => outbox?.send({ type: 'outbox.reschedule', job }));
    },
  };
}

/** Return the place in which the text of a scheduled note is edited. */
function placeOf(job: string): string {
  return job.slice(0, 8);
}

/** Return the name under which the text of a scheduled note is edited. */
function editTarget({ job, aim }: ScheduledNote): string {
  if (aim === undefined || aim.type === 'note') return targetIn('root', placeOf(job));
  return targetIn(`${aim.type}:${aim.id}`, placeOf(job));
}

function withAim(plan: Plan): ScheduledNote {
  return { ...plan, aim: aimOf(plan.wish.origin) };
}

/** The origin of a note starts with the name of its draft. */
function aimOf(origin = ''): KeptAim | undefined {
  return readTarget(origin.replace(/ \d+$/, ''));
}
