import { shallowEqual, useSelector } from '@xstate/react';
import { createContext, use } from 'react';
import { draftTarget, isBlank, splitTarget } from '../../events/compose/compose.ts';
import type { Extras } from '../../events/publish/writing/writing.ts';
import { areUnreachable } from '../../events/publish/outbox/publish-failure.ts';
import { areSilent, stateOf } from '../../events/publish/outbox/outbox.ts';
import type { ComposeActor } from '../../machines/compose/compose.machine.ts';
import { nowMillis } from '../ui/hooks/now.ts';

/** The composer that is open, as whoever opens it gives it on. */
export type ComposeHandle = ComposeActor;

/** The composer of which the views below are parts. */
export const ComposeContext = createContext<ComposeHandle | undefined>(undefined);

/** The actor of the composer, for the façades of its parts only. */
export function useComposeActor(): ComposeActor {
  const compose = use(ComposeContext);
  if (!compose) throw new Error('a part of the composer is used outside of <ComposeContext>');
  return compose;
}

/** Whether the composer is up; before, and once it has ended, there is nothing to show of it. */
export function useIsComposing(compose: ComposeHandle): boolean {
  return useSelector(compose, ({ children }) => children.mention !== undefined);
}

/** What is written: a note, an answer or a quote. It stays what it is as long as the composer is open. */
export function useAim(): ReturnType<ComposeActor['getSnapshot']>['context']['aim'] {
  return useComposeActor().getSnapshot().context.aim;
}

/** The text with its people and files, and the public key of its author. */
export function useWriting() {
  const compose = useComposeActor();
  const writing = useSelector(compose, ({ context }) => context.writing);
  return { writing, account: compose.getSnapshot().context.account };
}

/** How far the text is, in the words of the machine; `uploading`: how many files are on their way. */
export function useComposeState() {
  return useSelector(
    useComposeActor(),
    (snapshot) => ({
      isOpening: snapshot.hasTag('opening'),
      isEarly: snapshot.hasTag('early'),
      isEditable: snapshot.hasTag('editable'),
      isLeaving: snapshot.hasTag('leaving'),
      isAwaiting: snapshot.hasTag('awaiting'),
      isMining: snapshot.hasTag('mining'),
      isDescribing: snapshot.hasTag('describing'),
      isPublishing: snapshot.hasTag('publishing'),
      isFailed: snapshot.hasTag('failed'),
      isLate: snapshot.matches('late'),
      isKept: snapshot.matches({ writing: 'kept' }) && !isBlank(snapshot.context.writing),
      isEmpty: snapshot.context.writing.text.trim() === '' && snapshot.context.uploading === 0,
      uploading: snapshot.context.uploading,
      isScheduled: snapshot.context.writing.due !== undefined,
      unkept: snapshot.context.unkept,
    }),
    shallowEqual,
  );
}

/** Number of unsent texts for the same aim, this one included. Zero if this one is the only one. */
export function useUnsent(): number {
  const compose = useComposeActor();
  const { aim, mine, asOpened } = useSelector(
    compose,
    ({ context: { aim, writing, others } }) => ({ aim, mine: isBlank(writing) ? 0 : 1, asOpened: others }),
    shallowEqual,
  );
  const box = useSelector(compose, ({ children }) => children.draftBox);
  const here = draftTarget(aim);
  const others = useSelector(box, (snapshot) =>
    snapshot?.matches('ready')
      ? snapshot.context.drafts.filter(
          ({ target, writing }) =>
            target !== here &&
            splitTarget(target).aim === splitTarget(here).aim &&
            !isBlank(writing) &&
            !snapshot.context.open.includes(target),
        ).length
      : asOpened,
  );
  return others === 0 ? 0 : others + mine;
}

/** What the text has beside its words, and a way to set or take away each. */
export function useExtras() {
  const compose = useComposeActor();
  const { warning, poll, due, work } = useSelector(compose, ({ context: { writing } }) => writing);
  return { warning, poll, due, work, set: (extras: Extras) => compose.send({ type: 'compose.set', extras, now: nowMillis() }) };
}

/** Where the note stands once it is given to the outbox; `relays`: how many it is sent to. */
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

/** What kept the text from being published; `reason`: in the signer's own words, `record`: what the outbox knows of it. */
export function useComposeFailure() {
  return useSelector(useComposeActor(), ({ context: { failure, reason, record } }) => ({ failure, reason, record }), shallowEqual);
}

/** What can be done with the text. Whether it is done just then is up to the machine. */
export function useComposeIntents() {
  const compose = useComposeActor();
  return {
    /** `client`: version of this client, where the person lets notes name it (TOOL-04). */
    publish: (client: string | undefined) => compose.send({ type: 'compose.publish', now: nowMillis(), client }),
    retry: () => compose.send({ type: 'compose.retry', now: nowMillis() }),
    edit: () => compose.send({ type: 'compose.edit' }),
    stay: () => compose.send({ type: 'compose.stay' }),
    close: () => compose.send({ type: 'compose.close' }),
    /** What is written is kept without a question, unless a file is on its way that would be given up. */
    leave: () => {
      compose.send({ type: 'compose.close' });
      if (compose.getSnapshot().context.uploading === 0) compose.send({ type: 'compose.save' });
    },
    /** Pictures go without a description. */
    publishBare: () => compose.send({ type: 'compose.anyway' }),
    answer: (answer: 'save' | 'discard' | 'stay') => compose.send({ type: `compose.${answer}` }),
  };
}
