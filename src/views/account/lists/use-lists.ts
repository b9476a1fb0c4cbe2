import { shallowEqual, useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { addressOf } from '../../../events/nostr/address.ts';
import { silentIn } from '../../../events/account/lists/list-base.ts';
import {
  LIST_NAMES,
  listAddress,
  type ListName,
} from '../../../events/account/lists/list-definitions.ts';
import { type ListQuestion, relayUse } from '../../../events/account/lists/list-intents.ts';
import { replaces, type Tag, type VerifiedEvent } from '../../../events/nostr/event.ts';
import type { ListEditActor } from '../../../machines/account/lists/list-edit.machine.ts';
import type { ListsActor } from '../../../machines/account/lists/lists.machine.ts';
import { useAccount } from '../../ui/hooks/app-context.ts';
import { now } from '../../ui/hooks/now.ts';
import { useFeature } from '../use-features.ts';

export type ListsHandle = ListsActor;
export type ListEditHandle = ListEditActor;

/** Return the current account's lists. `undefined` for visitors and readers. */
export function useLists(): ListsHandle | undefined {
  return useFeature('lists');
}

/** Return the running edit of one list, if there is one. */
export function useListEdit(
  lists: ListsHandle | undefined,
  list: ListName | undefined,
): ListEditHandle | undefined {
  return useSelector(
    lists,
    (snapshot): ListEditHandle | undefined => list && snapshot?.children[`edit ${list}`],
  );
}

export function useListEdits(lists: ListsHandle): readonly ListEditHandle[] {
  return useSelector(
    lists,
    ({ children }) =>
      LIST_NAMES.flatMap((list): ListEditHandle | never[] => children[`edit ${list}`] ?? []),
    shallowEqual,
  );
}

/**
 * Return the list of an edit, and the plan that it asks the user to confirm, if it asks.
 * `question`: of the act that was pressed, known before the plan. `isHeld`: the plan waits for the
 * network, and the question can be answered before.
 */
export function useListQuestion(edit: ListEditHandle) {
  return useSelector(
    edit,
    (snapshot) => {
      const { list, planned, base, queue } = snapshot.context;
      const isAsking = snapshot.hasTag('asking');
      const asked = isAsking ? queue[0] : queue.find(({ question }) => question);
      return {
        list,
        silent: silentIn(base),
        question: asked?.question,
        plan: isAsking && planned?.ok ? planned.plan : undefined,
        isHeld: snapshot.hasTag('held'),
      };
    },
    shallowEqual,
  );
}

/** Return a function that confirms an edit. Removing all mirrors also switches mirroring off. */
export function useListConfirm(edit: ListEditHandle, question: ListQuestion | undefined) {
  const media = useFeature('media');
  return () => {
    if (question?.code === 'removeMirrors') media?.send({ type: 'media.mirrors', on: false });
    edit.send({ type: 'list.confirm' });
  };
}

/**
 * Return all versions of an own list that this browser has seen, newest first. Also return the
 * decrypted private parts, by ciphertext. `isRead`: the stored versions were read.
 */
export function useListVersions(list: ListName) {
  const account = useAccount();
  const lists = useLists();
  const all = useSelector(lists, (snapshot) => snapshot?.context.versions);
  const opened = useSelector(lists, (snapshot) => snapshot?.context.opened);
  const isRead = useSelector(lists, (snapshot) => snapshot?.context.startedAt !== undefined);
  const address = account && listAddress(list, account.pubkey);
  const versions = useMemo(
    () =>
      (all ?? [])
        .filter((event) => addressOf(event) === address)
        .toSorted((one, other) => (replaces(one, other) ? -1 : 1)),
    [all, address],
  );
  return {
    versions,
    isRead,
    secretOf: (event: VerifiedEvent | undefined) => event && opened?.get(event.content),
    open: (event: VerifiedEvent) => lists?.send({ type: 'lists.open', list, event }),
  };
}

/** Return the first list that another app has shrunk, until the user decides about it. */
export function useListLoss(lists: ListsHandle) {
  return useSelector(lists, ({ context }) => context.losses[0]);
}

/**
 * Load the people and notes of these entries. The caller leaves out entries of a private part,
 * which must not be sent to any service.
 */
export function useShownEntries(lists: ListsHandle | undefined, tags: readonly Tag[]): void {
  useEffect(() => lists?.send({ type: 'lists.show', tags }), [lists, tags]);
}

/** Answers to a change and to a loss. `resume` drafts an unsigned edit again. */
export const listIntents = {
  cancel: (edit: ListEditHandle) => edit.send({ type: 'list.cancel' }),
  resume: (lists: ListsHandle, job: string) => lists.send({ type: 'lists.resume', job }),
  /** Removes a relay that does not answer from the account's relays. */
  removeRelay: (lists: ListsHandle, url: string) => {
    const intent = relayUse(url, { read: false, write: false });
    if (intent) lists.send({ type: 'lists.edit', list: 'relays', intents: [intent], now: now() });
  },
  accept: (lists: ListsHandle) => lists.send({ type: 'lists.accept' }),
  restore: (lists: ListsHandle) => lists.send({ type: 'lists.restore', now: now() }),
};
