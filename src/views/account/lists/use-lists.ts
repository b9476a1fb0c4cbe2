import { shallowEqual, useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { addressOf } from '../../../events/nostr/address.ts';
import { LIST_NAMES, listAddress, type ListName } from '../../../events/account/lists/list-definitions.ts';
import { replaces, type Tag, type VerifiedEvent } from '../../../events/nostr/event.ts';
import type { ListEditActor } from '../../../machines/account/lists/list-edit.machine.ts';
import type { ListsActor } from '../../../machines/account/lists/lists.machine.ts';
import { useAccount } from '../../ui/hooks/app-context.ts';
import { now } from '../../ui/hooks/now.ts';
import { useFeature } from '../use-features.ts';

/** The lists of who is here, and the edit of one of them, as components hand them on. */
export type ListsHandle = ListsActor;
export type ListEditHandle = ListEditActor;

/** The lists of who is here; undefined for who has none. */
export function useLists(): ListsHandle | undefined {
  return useFeature('lists');
}

/** The edit of one list, while there is one. */
export function useListEdit(lists: ListsHandle | undefined, list: ListName | undefined): ListEditHandle | undefined {
  return useSelector(lists, (snapshot): ListEditHandle | undefined => list && snapshot?.children[`edit ${list}`]);
}

/** The lists that are being edited. */
export function useListEdits(lists: ListsHandle): readonly ListEditHandle[] {
  return useSelector(
    lists,
    ({ children }) => LIST_NAMES.flatMap((list): ListEditHandle | never[] => children[`edit ${list}`] ?? []),
    shallowEqual,
  );
}

/** Which list it is, and the change that it is asked of whether it is meant, while that is asked. */
export function useListQuestion(edit: ListEditHandle) {
  return useSelector(
    edit,
    (snapshot) => {
      const { list, planned } = snapshot.context;
      return { list, plan: snapshot.hasTag('asking') && planned?.ok ? planned.plan : undefined };
    },
    shallowEqual,
  );
}

/** All versions of one own list that this browser has seen, newest first, and the private parts that were opened, by what they are encrypted to. */
export function useListVersions(list: ListName) {
  const account = useAccount();
  const lists = useLists();
  const all = useSelector(lists, (snapshot) => snapshot?.context.versions);
  const opened = useSelector(lists, (snapshot) => snapshot?.context.opened);
  const address = account && listAddress(list, account.pubkey);
  const versions = useMemo(
    () => (all ?? []).filter((event) => addressOf(event) === address).toSorted((one, other) => (replaces(one, other) ? -1 : 1)),
    [all, address],
  );
  return {
    versions,
    secretOf: (event: VerifiedEvent | undefined) => event && opened?.get(event.content),
    open: (event: VerifiedEvent) => lists?.send({ type: 'lists.open', list, event }),
  };
}

/** The first of the lists that another app has shrunk, while nobody has said what becomes of it. */
export function useListLoss(lists: ListsHandle) {
  return useSelector(lists, ({ context }) => context.losses[0]);
}

/** Has the people and notes of these entries fetched. Who calls it leaves out what stands in a private part: it is named to no service. */
export function useShownEntries(lists: ListsHandle | undefined, tags: readonly Tag[]): void {
  useEffect(() => lists?.send({ type: 'lists.show', tags }), [lists, tags]);
}

/** What can be answered to a change, and to a loss; `resume` has an edit drafted anew that nobody has signed. */
export const listIntents = {
  confirm: (edit: ListEditHandle) => edit.send({ type: 'list.confirm' }),
  cancel: (edit: ListEditHandle) => edit.send({ type: 'list.cancel' }),
  resume: (lists: ListsHandle, job: string) => lists.send({ type: 'lists.resume', job }),
  accept: (lists: ListsHandle) => lists.send({ type: 'lists.accept' }),
  restore: (lists: ListsHandle) => lists.send({ type: 'lists.restore', now: now() }),
};
