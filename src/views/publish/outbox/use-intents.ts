import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { canAct } from '../../../events/account/account.ts';
import {
  acknowledgedVersion,
  entriesOf,
  keyOf,
  unacknowledgedIn,
  isEntryWanted,
  wantedIn,
} from '../../../events/publish/outbox/list-versions.ts';
import {
  entryKey,
  LIST_DEFINITIONS,
  listAddress,
  type ListName,
} from '../../../events/account/lists/list-definitions.ts';
import {
  type ListIntent,
  type ListQuestion,
  mute,
  type Muted,
} from '../../../events/account/lists/list-intents.ts';
import { displayNameOf } from '../../../events/facts/profile.ts';
import type { Draft, Tag, VerifiedEvent } from '../../../events/nostr/event.ts';
import { relayHintsOf } from '../../../events/publish/outbox/relay-hints.ts';
import type { EventWithHints } from '../../../events/compose/build-note.ts';
import { stateOf } from '../../../events/publish/outbox/outbox.ts';
import { getRow } from '../../../events/core/table.ts';
import { millis } from '../../../events/core/time.ts';
import type { Intent } from '../../../machines/app/features.ts';
import { useFeature, useSession } from '../../account/use-features.ts';
import { useListEdit } from '../../account/lists/use-lists.ts';
import { useIsSessionFailed } from '../../account/session/use-session.ts';
import {
  useAccount,
  useAccountActor,
  useFacts,
  useFactsActor,
} from '../../ui/hooks/app-context.ts';
import { now } from '../../ui/hooks/now.ts';
import { type Ours, pressed } from '../../../events/nostr/ours.ts';

type Publish = Extract<Intent, { type: 'intents.publish' }>;
type RetractIntent = Extract<Intent, { type: 'intents.retract' }>;

/** How long an action can be undone. */
const HOLD = millis(4_000);

/** Return the actions that a view can request for the current user. */
export function useIntents() {
  const actor = useAccountActor();
  const account = useAccount();
  const session = useSession();
  const facts = useFactsActor();
  const send = (intent: Intent) => actor.send({ type: 'account.intent', intent });
  return {
    publish: (
      draft: Ours<Draft>,
      more: Partial<Pick<Publish, 'done' | 'failed' | 'also' | 'tell' | 'about'>> = {},
    ) => send({ type: 'intents.publish', draft, now: now(), ...more }),
    /**
     * Like `publish`, but it can be undone for some seconds (BEYOND-09), unless a prompt confirms
     * it.
     */
    publishSoon: (
      draft: Ours<Draft>,
      more: Pick<Publish, 'done' | 'failed' | 'doing' | 'also'>,
    ) => {
      // a key without a PIN opens by itself
      const isQuiet =
        account?.method === 'key' &&
        (account.lock === 'device' || session?.getSnapshot().hasTag('canSign') === true);
      send({
        type: 'intents.publish',
        draft,
        now: now(),
        ...more,
        ...(isQuiet ? { hold: HOLD } : {}),
      });
    },
    /** Deletes a published like or repost (NIP-09). */
    retract: (
      { id: target }: VerifiedEvent,
      kind: number,
      said: Pick<RetractIntent, 'failed' | 'missing'>,
    ) => send({ type: 'intents.retract', target, kind, now: now(), ...said }),
    undo: (job: string) => send({ type: 'intents.undo', job }),
    edit: (list: ListName, ...intents: readonly ListIntent[]) =>
      send({ type: 'lists.edit', list, intents, now: now() }),
    /** Edits a list after one question, which also tells the risks of the edit. */
    askToEdit: (list: ListName, question: ListQuestion, ...intents: readonly ListIntent[]) =>
      send({ type: 'lists.edit', list, intents, now: now(), question }),
    /** Mutes at once, and offers to undo it. `intents`: the entries, if one target has several. */
    mute: (what: Muted, intents: readonly ListIntent[] = [mute(what)]) => {
      const { profiles } = facts.getSnapshot().context;
      send({
        type: 'lists.edit',
        list: 'mutes',
        intents,
        now: now(),
        undo:
          what.type === 'user'
            ? {
                code: 'mute.doing',
                params: { name: displayNameOf(getRow(profiles, what.pubkey), what.pubkey) },
              }
            : { code: 'mute.threadDoing' },
      });
    },
    compose: () => send({ type: 'compose.open', aim: { type: 'note' } }),
    reply: (found: EventWithHints) => send({ type: 'compose.open', aim: { type: 'reply', found } }),
    quote: (found: EventWithHints, passage?: string) =>
      send({
        type: 'compose.open',
        aim: { type: 'quote', found, ...(passage === undefined ? {} : { passage }) },
      }),
    broadcast: (event: VerifiedEvent) =>
      send({
        type: 'intents.broadcast',
        event: pressed(event),
        done: { code: 'broadcast.done' },
        failed: { code: 'broadcast.failed' },
      }),
  };
}

/**
 * Return a function that pairs an event with the relays known to have it, read at the time of the
 * action. `reposts` as for `relayHintsOf`.
 */
export function useFound(): (event: VerifiedEvent, reposts?: readonly string[]) => EventWithHints {
  const facts = useFactsActor();
  return (event, reposts) => ({
    event,
    relays: relayHintsOf(facts.getSnapshot().context, event, reposts),
  });
}

const NONE: ReadonlySet<string> = new Set();

/** Return own events that were signed and then discarded. They are never shown. */
export function useDiscarded(): ReadonlySet<string> {
  const outbox = useFeature('outbox');
  const records = useSelector(outbox, (snapshot) => snapshot?.context.records);
  return useMemo(
    () =>
      records
        ? new Set(
            [...records.values()].flatMap((one) =>
              one.event && stateOf(one) === 'discarded' ? [one.event.id] : [],
            ),
          )
        : NONE,
    [records],
  );
}

/**
 * Return the lists actor, the editor of `list`, and the ids of versions that no relay has accepted.
 */
function useListActors(list: ListName) {
  const outbox = useFeature('outbox');
  const lists = useFeature('lists');
  const editor = useListEdit(lists, list);
  const unheld = useSelector(
    outbox,
    (snapshot) => snapshot && unacknowledgedIn(snapshot.context.records),
  );
  return { lists, editor, unheld };
}

/** True if the list's edits wait for the network. They can be taken back meanwhile. */
function useIsHeld(editor: ReturnType<typeof useListEdit>): boolean {
  return useSelector(editor, (snapshot) => snapshot?.hasTag('held') === true);
}

/** True if a source has said that the account has no follow list, or an empty one. */
export function useFollowsNobody(): boolean {
  const { version, intents } = useListInWork('follows');
  const isHeard = useSelector(
    useFeature('lists'),
    (snapshot) => snapshot?.context.heard.has('follows') === true,
  );
  return isHeard && intents.length === 0 && entriesOf('follows', version).size === 0;
}

/** True if the list was looked for. */
function useIsLooked(list: ListName): boolean {
  return useSelector(
    useFeature('lists'),
    (snapshot) => snapshot?.context.looked.has(list) === true,
  );
}

/** Return the account's list as last accepted, and its unfinished changes. */
export function useListInWork(list: ListName) {
  const account = useAccount();
  const { editor, unheld } = useListActors(list);
  const queue = useSelector(editor, (snapshot) => snapshot?.context.queue);
  const versions = useFacts(
    (facts) => account && getRow(facts.lists, listAddress(list, account.pubkey)),
  );
  const version = acknowledgedVersion(versions, unheld);
  const before = useMemo(
    () => version && acknowledgedVersion(versions, new Set([...(unheld ?? []), version.id])),
    [versions, unheld, version],
  );
  const intents = useMemo(() => wantedIn(queue), [queue]);
  const isHeld = useIsHeld(editor);
  const isBusy = queue?.some((item) => !item.question) === true;
  return { version, before, intents, isBusy, isHeld };
}

interface Listed {
  readonly isListed: boolean;
  /**
   * False while nothing is stored of the list and no source has answered, so the entry is unknown
   * (STATE-03).
   */
  readonly isKnown: boolean;
  /** True if unknown or being changed, but not while the change waits for the network. */
  readonly isBusy: boolean;
  /** True if it is in the private part, if that is decrypted. */
  readonly secret: boolean;
}

/**
 * Return whether an entry is in the account's list. An unaccepted version does not count. Running
 * changes count as done.
 */
export function useListed(list: ListName, tag: Tag): Listed {
  const account = useAccount();
  const key = keyOf(list, tag);
  const { lists, editor, unheld } = useListActors(list);
  const version = useFacts((facts) =>
    acknowledgedVersion(account && getRow(facts.lists, listAddress(list, account.pubkey)), unheld),
  );
  const opened = useSelector(
    lists,
    (snapshot) => version && snapshot?.context.opened.get(version.content),
  );
  const isOpenly = entriesOf(list, version).has(key);
  const secret = !isOpenly && opened?.some((entry) => entryKey(list, entry) === key) === true;
  const wanted = useSelector(editor, (snapshot) => {
    return isEntryWanted(list, wantedIn(snapshot?.context.queue), key);
  });
  const isHeld = useIsHeld(editor);
  const isLooked = useIsLooked(list);
  const canKnow = useCanAct();
  const isKnown = !canKnow || version !== undefined || isLooked;
  return {
    isListed: wanted ?? (isOpenly || secret),
    isKnown,
    isBusy: (wanted !== undefined && !isHeld) || !isKnown,
    secret,
  };
}

interface Unlisted {
  /** Entries that are not in the list and are not being added. */
  readonly missing: readonly Tag[];
  readonly isKnown: boolean;
  /** True if some are being added or removed. */
  readonly isBusy: boolean;
  /** Returns whether an entry was in the list before its newest version. */
  readonly wasListed: (tag: Tag) => boolean;
}

/** Like `useListed`, for many entries at once. */
export function useUnlisted(list: ListName, tags: readonly Tag[]): Unlisted {
  const { version, before, intents, isHeld } = useListInWork(list);
  const isLooked = useIsLooked(list);
  const canKnow = useCanAct();
  return useMemo(() => {
    const held = entriesOf(list, version);
    const wanted = new Map(intents.map(({ act, tag }) => [keyOf(list, tag), act !== 'remove']));
    const keys = tags.map((tag) => ({ tag, key: keyOf(list, tag) }));
    return {
      missing: keys.flatMap(({ tag, key }) =>
        key !== '' && !(wanted.get(key) ?? held.has(key)) ? [tag] : [],
      ),
      isKnown: canKnow && (version !== undefined || isLooked),
      isBusy: !isHeld && keys.some(({ key }) => wanted.has(key)),
      wasListed: (tag) => entriesOf(list, before).has(keyOf(list, tag)),
    };
  }, [list, version, before, intents, tags, isHeld, isLooked, canKnow]);
}

/**
 * True if the current user has lists to change. False for visitors and readers, and if the code
 * failed to load.
 */
function useCanAct(): boolean {
  const account = useAccount();
  const isCut = useIsSessionFailed();
  return canAct(account) && !isCut;
}

/** A displayed list entry. `secret`: it is in the private part. */
export interface Entry {
  readonly tag: Tag;
  readonly secret: boolean;
}

/**
 * Return the account's list as last accepted, with its decrypted private part. `sealed`: the
 * version whose private part is not decrypted. `open` decrypts it.
 */
export function useOwnList(list: ListName) {
  const account = useAccount();
  const { lists, unheld } = useListActors(list);
  const versions = useFacts(
    (facts) => account && getRow(facts.lists, listAddress(list, account.pubkey)),
  );
  const version = acknowledgedVersion(versions, unheld);
  const opened = useSelector(lists, (snapshot) =>
    version ? snapshot?.context.opened.get(version.content) : undefined,
  );
  const tags = useMemo(
    () => version?.tags.filter((tag) => keyOf(list, tag) !== '') ?? [],
    [list, version],
  );
  // Entries of the private part are shown from local data. A request would reveal them to the
  // service (ACCOUNT-20).
  useEffect(() => {
    if (tags.length > 0) lists?.send({ type: 'lists.show', tags });
  }, [lists, tags]);
  const entries: readonly Entry[] = [
    ...tags.map((tag) => ({ tag, secret: false })),
    ...(opened ?? []).flatMap((tag) => (keyOf(list, tag) === '' ? [] : [{ tag, secret: true }])),
  ];
  const sealed =
    version && LIST_DEFINITIONS[list].hasSecret && version.content !== '' && !opened
      ? version
      : undefined;
  return {
    entries,
    versions,
    version,
    sealed,
    open: () => sealed && lists?.send({ type: 'lists.open', list, event: sealed }),
  };
}
