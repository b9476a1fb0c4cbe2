import { shallowEqual, useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { FIRST_WORDS, type FirstWord, originOfFirst } from '../../../events/compose/first-notes.ts';
import { CREATE_STEPS } from '../../../events/account/new-account-draft.ts';
import type { ProfileField } from '../../../events/account/profile/profile-fields.ts';
import { jobFrom, type OutboxRecord } from '../../../events/publish/outbox/outbox.ts';
import {
  type CreateActor,
  holdsSomething,
  isUploading,
} from '../../../machines/account/session/create-account.machine.ts';
import type { NewPicture } from '../../../machines/account/session/create-protocol.ts';
import type { Consequence } from '../../../machines/core/dialogs.machine.ts';
import { useAccountActor } from '../../ui/hooks/app-context.ts';
import { now } from '../../ui/hooks/now.ts';
import { useFeature, useSession } from '../../account/use-features.ts';
import type { SessionHandle } from '../../account/session/use-session.ts';

/** A running account creation. */
export type CreateHandle = CreateActor;

/**
 * Return the session for the account creation, with its code loaded at once. `prepare` retries a
 * failed load.
 */
export function usePreparedSession() {
  const actor = useAccountActor();
  useEffect(() => actor.send({ type: 'account.prepare' }), [actor]);
  return { session: useSession(), prepare: () => actor.send({ type: 'account.prepare' }) };
}

/** Return the running account creation, if there is one. */
export function useCreate(session: SessionHandle | undefined): CreateHandle | undefined {
  return useSelector(session, (snapshot) => snapshot?.children.create);
}

/** Start creating an account, and stop on unmount. The input is restored when the user returns. */
export function useCreating(session: SessionHandle): void {
  useEffect(() => {
    session.send({ type: 'session.create' });
    return () => {
      const last = session.getSnapshot().children.create?.getSnapshot();
      if (last && (last.hasTag('made') || !holdsSomething(last.context)))
        session.send({ type: 'session.closeCreate' });
    };
  }, [session]);
}

/** Return the consequence of confirming to leave the creation. */
export const closingCreate = (session: SessionHandle): Consequence => ({
  to: session,
  event: { type: 'session.closeCreate' },
});

/**
 * Return the state of the creation. `hasTyped`: there is unsaved input. `isResumed`: the account
 * was made before a reload. `pin`: the PIN prompt, while it is open.
 */
export function useCreateState(create: CreateHandle | undefined) {
  const login = useSelector(create, (snapshot) => snapshot?.children.login);
  const pin = useSelector(login, (snapshot) => snapshot?.children.pin);
  const state = useSelector(
    create,
    (snapshot) => {
      const isMade = snapshot?.hasTag('made') ?? false;
      return {
        step: CREATE_STEPS.find((name) => name === snapshot?.value.main) ?? ('follows' as const),
        isMaking: snapshot?.hasTag('making') ?? false,
        isMade,
        isLate: snapshot?.hasTag('late') ?? false,
        isResumed: snapshot?.hasTag('resumed') ?? false,
        hasLostPictures: snapshot?.context.hasLostPictures ?? false,
        hasTyped: snapshot !== undefined && !isMade && holdsSomething(snapshot.context),
      };
    },
    shallowEqual,
  );
  return { ...state, pin };
}

/** Return the typed fields and their errors. */
export function useCreateFields(create: CreateHandle) {
  return useSelector(
    create,
    ({ context: { fields, problems } }) => ({ fields, problems }),
    shallowEqual,
  );
}

/** Return the follow packs that the caching service suggests. */
export function useFollowPacks(create: CreateHandle) {
  return useSelector(
    create,
    ({ value: { people }, context: { packs } }) => ({
      packs,
      isAsking: people === 'asking' || people === 'suggesting',
      isFailed: people === 'failed',
    }),
    shallowEqual,
  );
}

/** True if all of them are chosen to be followed. */
export function useAreChosen(create: CreateHandle, pubkeys: readonly string[]): boolean {
  return useSelector(create, ({ context }) =>
    pubkeys.every((pubkey) => context.follows.has(pubkey)),
  );
}

/** Return how many of them are chosen to be followed. */
export function useCountOfChosen(create: CreateHandle, pubkeys: readonly string[]): number {
  return useSelector(
    create,
    ({ context }) => pubkeys.filter((pubkey) => context.follows.has(pubkey)).length,
  );
}

/** Return the chosen pictures. `isUploading`: one is not there yet. `failed`: how many failed. */
export function useNewPictures(create: CreateHandle) {
  const pictures = useSelector(create, ({ context }) => context.pictures);
  const failed = Object.values(pictures).filter(({ failure }) => failure !== undefined).length;
  return { pictures, isUploading: isUploading(pictures), failed };
}

/** Return how many people are chosen, and why the key could not be created, if it failed. */
export function useCreateEnd(create: CreateHandle) {
  return useSelector(
    create,
    ({ context: { follows, problem } }) => ({ count: follows.size, problem }),
    shallowEqual,
  );
}

/** Return the created account, and the backup of its key. */
export function useCreated(create: CreateHandle) {
  return useSelector(
    create,
    ({ context: { fields, account }, children: { backup } }) => ({
      name: fields.displayName.trim() || fields.name,
      pubkey: account?.pubkey ?? '',
      backup,
    }),
    shallowEqual,
  );
}

/** Return the outbox record of one of the first events. `undefined` until the outbox has it. */
export function useFirstWord(word: FirstWord): OutboxRecord | undefined {
  return useSelector(
    useFeature('outbox'),
    (snapshot) => snapshot && jobFrom(snapshot.context.records, originOfFirst(word)),
  );
}

/** Return the first events that the outbox knows. After a reload it may have sent all of them. */
export function useKnownFirstWords(): readonly FirstWord[] {
  return useSelector(
    useFeature('outbox'),
    (snapshot) =>
      snapshot
        ? FIRST_WORDS.filter((word) => jobFrom(snapshot.context.records, originOfFirst(word)))
        : [],
    shallowEqual,
  );
}

/**
 * Return the actions of an account creation. Actions that continue return the errors of the fields,
 * if any.
 */
export function useCreateIntents(create: CreateHandle) {
  const goOn = (event: Parameters<CreateActor['send']>[0]) => {
    create.send(event);
    return create.getSnapshot().context.problems;
  };
  return {
    next: () => goOn({ type: 'create.next' }),
    finish: () => goOn({ type: 'create.finish', now: now() }),
    previous: () => create.send({ type: 'create.previous' }),
    type: (field: ProfileField, text: string) => create.send({ type: 'create.type', field, text }),
    follow: (pubkeys: readonly string[], follows: boolean) =>
      create.send({ type: 'create.follow', pubkeys, follows }),
    choose: (field: NewPicture, file: File) => create.send({ type: 'create.choose', field, file }),
    remove: (field: NewPicture) => create.send({ type: 'create.remove', field }),
    again: () => create.send({ type: 'create.retry' }),
  };
}
