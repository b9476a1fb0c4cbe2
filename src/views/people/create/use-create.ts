import { shallowEqual, useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { type FirstWord, originOfFirst } from '../../../events/compose/first-notes.ts';
import { PROFILE_FIELDS, type ProfileField } from '../../../events/account/profile/profile-fields.ts';
import { jobFrom, type OutboxRecord } from '../../../events/publish/outbox/outbox.ts';
import type { CreateActor } from '../../../machines/account/session/create-account.machine.ts';
import type { Consequence } from '../../../machines/core/dialogs.machine.ts';
import { useAccountActor } from '../../ui/hooks/app-context.ts';
import { now } from '../../ui/hooks/now.ts';
import { useFeature, useSession } from '../../account/use-features.ts';
import type { SessionHandle } from '../../account/session/use-session.ts';

/** One account that is being made, as components hand it on. */
export type CreateHandle = CreateActor;

/** The order in which an account is made. */
export const STEPS = ['username', 'details', 'follows'] as const;

/** The session in which an account can be made, its code fetched at once. `prepare` fetches it once more where that failed. */
export function usePreparedSession() {
  const actor = useAccountActor();
  useEffect(() => actor.send({ type: 'account.prepare' }), [actor]);
  return { session: useSession(), prepare: () => actor.send({ type: 'account.prepare' }) };
}

/** The account that is being made; undefined while there is none. */
export function useCreate(session: SessionHandle | undefined): CreateHandle | undefined {
  return useSelector(session, (snapshot) => snapshot?.children.create);
}

/** Begins to make an account, and ends with the view that does; what is typed is there again for who comes back. */
export function useCreating(session: SessionHandle): void {
  useEffect(() => {
    session.send({ type: 'session.create' });
    return () => {
      const last = session.getSnapshot().children.create?.getSnapshot();
      if (last && (last.hasTag('made') || !holdsSomething(last.context))) session.send({ type: 'session.closeCreate' });
    };
  }, [session]);
}

/** What a question about leaving does once it is answered with yes. */
export const closingCreate = (session: SessionHandle): Consequence => ({ to: session, event: { type: 'session.closeCreate' } });

/** How far the account is. `hasTyped`: something is not saved; `pin`: the question for the PIN of its key, while it is asked. */
export function useCreateState(create: CreateHandle | undefined) {
  const login = useSelector(create, (snapshot) => snapshot?.children.login);
  const pin = useSelector(login, (snapshot) => snapshot?.children.pin);
  const state = useSelector(
    create,
    (snapshot) => {
      const isMade = snapshot?.hasTag('made') ?? false;
      return {
        step: STEPS.find((name) => name === snapshot?.value.main) ?? ('follows' as const),
        isMaking: snapshot?.hasTag('making') ?? false,
        isMade,
        isLate: snapshot?.hasTag('late') ?? false,
        hasTyped: snapshot !== undefined && !isMade && holdsSomething(snapshot.context),
      };
    },
    shallowEqual,
  );
  return { ...state, pin };
}

/** What is typed, and what is wrong with it. */
export function useCreateFields(create: CreateHandle) {
  return useSelector(create, ({ context: { fields, problems } }) => ({ fields, problems }), shallowEqual);
}

/** Whom the caching service suggests, by group. */
export function useSuggestions(create: CreateHandle) {
  return useSelector(
    create,
    ({ value: { people }, context: { groups } }) => ({ groups, isAsking: people === 'asking', isFailed: people === 'failed' }),
    shallowEqual,
  );
}

/** Whether all of them are followed from the first day on. */
export function useAreChosen(create: CreateHandle, pubkeys: readonly string[]): boolean {
  return useSelector(create, ({ context }) => pubkeys.every((pubkey) => context.follows.has(pubkey)));
}

/** How many are followed from the first day on, and why there is no key, if making it came to nothing. */
export function useCreateEnd(create: CreateHandle) {
  return useSelector(create, ({ context: { follows, problem } }) => ({ count: follows.size, problem }), shallowEqual);
}

/** The account that was made, and the backup of its key. */
export function useCreated(create: CreateHandle) {
  return useSelector(
    create,
    ({ context: { fields, account }, children: { backup } }) => ({ name: fields.name, pubkey: account?.pubkey ?? '', backup }),
    shallowEqual,
  );
}

/** What the outbox knows of one of the first words of an account; undefined until it has it. */
export function useFirstWord(word: FirstWord): OutboxRecord | undefined {
  return useSelector(useFeature('outbox'), (snapshot) => snapshot && jobFrom(snapshot.context.records, originOfFirst(word)));
}

/** What can be done with an account that is being made. What goes on gives back what is wrong with the fields, if anything is. */
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
    follow: (pubkeys: readonly string[], follows: boolean) => create.send({ type: 'create.follow', pubkeys, follows }),
    again: () => create.send({ type: 'create.again' }),
  };
}

function holdsSomething({ fields, follows }: ReturnType<CreateActor['getSnapshot']>['context']): boolean {
  return follows.size > 0 || PROFILE_FIELDS.some((name) => fields[name] !== '');
}
