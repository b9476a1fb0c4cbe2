import { shallowEqual, useSelector } from '@xstate/react';
import { createContext, use, useMemo } from 'react';
import { splitText } from '../../events/compose/attachments.ts';
import { listedTexts } from '../../events/compose/stored-draft.ts';
import {
  draftTarget,
  type ExtrasFault,
  isBlank,
  isExtrasFault,
  splitTarget,
} from '../../events/compose/compose.ts';
import type { Extras } from '../../events/publish/writing/writing.ts';
import {
  areUnreachable,
  failureReason,
  isHeldOffline,
} from '../../events/publish/outbox/publish-failure.ts';
import { areSilent, stateOf } from '../../events/publish/outbox/outbox.ts';
import type { ComposeActor } from '../../machines/compose/compose.machine.ts';
import { useOutboxRecords } from '../publish/outbox/use-outbox.ts';
import { useConnection } from '../connection/use-connection.ts';
import { nowMillis } from '../ui/hooks/now.ts';

/** The open composer. */
export type ComposeHandle = ComposeActor;

/** The composer of the views below. */
export const ComposeContext = createContext<ComposeHandle | undefined>(undefined);

/** Return the composer's actor, only for the hooks of its parts. */
export function useComposeActor(): ComposeActor {
  const compose = use(ComposeContext);
  if (!compose) throw new Error('a part of the composer needs <ComposeContext>');
  return compose;
}

/** True if the composer is running. Before and after that it has no state to show. */
export function useIsComposing(compose: ComposeHandle): boolean {
  return useSelector(compose, ({ children }) => children.mention !== undefined);
}

/**
 * Return the kind of text: a note, a reply or a quote. It never changes while the composer is open.
 */
export function useAim(): ReturnType<ComposeActor['getSnapshot']>['context']['aim'] {
  return useComposeActor().getSnapshot().context.aim;
}

/** Return the text with its people and files, and the author's public key. */
export function useWriting() {
  const compose = useComposeActor();
  const writing = useSelector(compose, ({ context }) => context.writing);
  return { writing, account: compose.getSnapshot().context.account };
}

/** Return the typed words, without the addresses of files, which are shown as pictures. */
export function useTyped(): string {
  const { writing } = useWriting();
  return useMemo(() => splitText(writing).typed, [writing]);
}

/**
 * Return the state of the text, named as in the machine. `uploading`: number of running uploads.
 */
export function useComposeState() {
  return useSelector(
    useComposeActor(),
    (snapshot) => ({
      isOpening: snapshot.hasTag('opening'),
      isEarly: snapshot.hasTag('early'),
      isEditable: snapshot.hasTag('editable'),
      isLeaving: snapshot.hasTag('leaving'),
      isAwaiting: snapshot.hasTag('awaiting'),
      isIncomplete: snapshot.hasTag('incomplete'),
      isMining: snapshot.hasTag('mining'),
      isDescribing: snapshot.hasTag('describing'),
      isPublishing: snapshot.hasTag('publishing'),
      isFailed: snapshot.hasTag('failed'),
      isLate: snapshot.matches('late'),
      isKept: snapshot.matches({ writing: 'kept' }) && !isBlank(snapshot.context.writing),
      isEmpty: snapshot.context.writing.text.trim() === '' && snapshot.context.uploading === 0,
      uploading: snapshot.context.uploading,
      unsent: snapshot.context.unsent,
      isScheduled: snapshot.context.writing.due !== undefined,
      unkept: snapshot.context.unkept,
    }),
    shallowEqual,
  );
}

/**
 * Number of other unsent texts, as their list shows them. Zero if none of them is for the same aim
 * and closed.
 */
export function useUnsent(): number {
  const compose = useComposeActor();
  const records = useOutboxRecords();
  const { aim, asOpened } = useSelector(
    compose,
    ({ context: { aim, others } }) => ({ aim, asOpened: others }),
    shallowEqual,
  );
  const box = useSelector(compose, ({ children }) => children.draftList);
  const here = draftTarget(aim);
  return useSelector(box, (snapshot) => {
    if (!snapshot?.matches('ready')) return asOpened;
    const { drafts, open } = snapshot.context;
    const listed = listedTexts(drafts, here, records);
    const isOffered = listed.some(
      ({ target }) => splitTarget(target).aim === splitTarget(here).aim && !open.includes(target),
    );
    return isOffered ? listed.length : 0;
  });
}

/** Return the optional parts of the text, and functions that set or remove each. */
export function useExtras() {
  const compose = useComposeActor();
  const { warning, poll, due, work } = useSelector(compose, ({ context: { writing } }) => writing);
  return {
    warning,
    poll,
    due,
    work,
    set: (extras: Extras) => compose.send({ type: 'compose.set', extras, now: nowMillis() }),
  };
}

/** Return the delivery of the note once the outbox has it. `relays`: number of target relays. */
export function useDelivery() {
  return useSelector(
    useComposeActor(),
    ({ context: { record } }) => ({
      state: record && stateOf(record),
      isSilent: record !== undefined && areSilent(record),
      isUnreachable: record !== undefined && areUnreachable(record),
      relays: record?.relays.size ?? 0,
    }),
    shallowEqual,
  );
}

/** True if the note is sent once this device is back online (`isHeldOffline`). */
export function useIsHeld(): boolean {
  const { isOffline } = useConnection();
  const { isPublishing, isFailed } = useComposeState();
  const { record } = useComposeFailure();
  return isOffline && (isPublishing || isFailed) && record !== undefined && isHeldOffline(record);
}

/** True if relays refused the date of the note. */
export function useIsMisdated(): boolean {
  const { record } = useComposeFailure();
  return record?.event !== undefined && failureReason(record)?.code === 'clock';
}

/**
 * Return why the text was not published. `reason`: the signer's own words. `record`: the outbox
 * record.
 */
export function useComposeFailure() {
  return useSelector(
    useComposeActor(),
    ({ context: { failure, reason, record } }) => ({ failure, reason, record }),
    shallowEqual,
  );
}

/** Return the fault in a field beside the text for which it was not published last. */
export function useExtrasFault(): ExtrasFault | undefined {
  return useSelector(useComposeActor(), ({ context: { failure } }) =>
    isExtrasFault(failure) ? failure : undefined,
  );
}

/** Return the actions on the text. The machine decides whether to run each. */
export function useComposeIntents() {
  const compose = useComposeActor();
  return {
    /**
     * `client`: version of this client, if the user lets notes name it (TOOL-04). False if a field
     * beside the text is wrong.
     */
    publish: (client: string | undefined): boolean => {
      compose.send({ type: 'compose.publish', now: nowMillis(), client });
      const after = compose.getSnapshot();
      return !(after.hasTag('editable') && isExtrasFault(after.context.failure));
    },
    retry: () => compose.send({ type: 'compose.retry', now: nowMillis() }),
    edit: () => compose.send({ type: 'compose.edit' }),
    stay: () => compose.send({ type: 'compose.keepWriting' }),
    close: () => compose.send({ type: 'compose.close' }),
    /**
     * Saves the text without a prompt, unless leaving would cancel a running upload, or the time
     * of the text.
     */
    leave: () => {
      compose.send({ type: 'compose.close' });
      const { uploading, writing } = compose.getSnapshot().context;
      if (uploading === 0 && writing.due === undefined) compose.send({ type: 'compose.save' });
    },
    /** Publish pictures without a description. */
    publishBare: () => compose.send({ type: 'compose.publishUndescribed' }),
    /** Upload the failed files again, then publish. */
    retryFiles: () => compose.send({ type: 'compose.retryFiles', now: nowMillis() }),
    publishIncomplete: () => compose.send({ type: 'compose.publishIncomplete' }),
    answer: (answer: 'save' | 'discard' | 'keepWriting') =>
      compose.send(
        answer === 'save' ? { type: 'compose.save', isAside: true } : { type: `compose.${answer}` },
      ),
  };
}
