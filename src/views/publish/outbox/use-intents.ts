import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { canAct } from '../../../events/account/account.ts';
import { heldVersion, entriesOf, keyOf, unheldIn, wantedOf } from '../../../events/publish/outbox/list-versions.ts';
import { entryKey, LIST_FORMS, listAddress, type ListName } from '../../../events/account/lists/list-definitions.ts';
import type { ListIntent } from '../../../events/account/lists/list-intents.ts';
import type { Draft, Tag, VerifiedEvent } from '../../../events/nostr/event.ts';
import { foundOn } from '../../../events/publish/outbox/relay-hints.ts';
import type { Found } from '../../../events/compose/build-note.ts';
import { stateOf } from '../../../events/publish/outbox/outbox.ts';
import { getRow } from '../../../events/core/table.ts';
import { millis } from '../../../events/core/time.ts';
import type { Intent } from '../../../machines/app/features.ts';
import { useFeature, useSession } from '../../account/use-features.ts';
import { useListEdit } from '../../account/lists/use-lists.ts';
import { useIsSessionFailed } from '../../account/session/use-session.ts';
import { useAccount, useAccountActor, useFacts, useFactsActor } from '../../ui/hooks/app-context.ts';
import { now } from '../../ui/hooks/now.ts';
import { type Ours, pressed } from '../../../events/nostr/ours.ts';

type Publish = Extract<Intent, { type: 'intents.publish' }>;
type RetractIntent = Extract<Intent, { type: 'intents.retract' }>;

/** How long an act can be undone. */
const HOLD = millis(4_000);

/** What a view may want done as whoever is here. */
export function useIntents() {
  const actor = useAccountActor();
  const account = useAccount();
  const session = useSession();
  const send = (intent: Intent) => actor.send({ type: 'account.intent', intent });
  return {
    publish: (draft: Ours<Draft>, more: Partial<Pick<Publish, 'done' | 'failed' | 'also' | 'tell' | 'about'>> = {}) =>
      send({ type: 'intents.publish', draft, now: now(), ...more }),
    /** As `publish`, but it can be undone for some seconds (BEYOND-09), unless a prompt asks whether it is meant. */
    publishSoon: (draft: Ours<Draft>, more: Pick<Publish, 'done' | 'failed' | 'doing' | 'also'>) => {
      const isQuiet = account?.method === 'key' && session?.getSnapshot().hasTag('canSign') === true;
      send({ type: 'intents.publish', draft, now: now(), ...more, ...(isQuiet ? { hold: HOLD } : {}) });
    },
    /** Takes back a like or a repost that was published (NIP-09). */
    retract: ({ id: target }: VerifiedEvent, kind: number, said: Pick<RetractIntent, 'failed' | 'missing'>) =>
      send({ type: 'intents.retract', target, kind, now: now(), ...said }),
    undo: (job: string) => send({ type: 'intents.undo', job }),
    edit: (list: ListName, ...intents: readonly ListIntent[]) => send({ type: 'lists.edit', list, intents, now: now() }),
    compose: () => send({ type: 'compose.open', aim: { type: 'note' } }),
    reply: (found: Found) => send({ type: 'compose.open', aim: { type: 'reply', found } }),
    quote: (found: Found, passage?: string) =>
      send({ type: 'compose.open', aim: { type: 'quote', found, ...(passage === undefined ? {} : { passage }) } }),
    broadcast: (event: VerifiedEvent) =>
      send({ type: 'intents.broadcast', event: pressed(event), done: { code: 'broadcast.done' }, failed: { code: 'broadcast.failed' } }),
  };
}

/** Finds the thing when somebody acts on it: with relays that have it, as they are known by then; `reposts` as for `foundOn`. */
export function useFound(): (event: VerifiedEvent, reposts?: readonly string[]) => Found {
  const facts = useFactsActor();
  return (event, reposts) => ({ event, relays: foundOn(facts.getSnapshot().context, event, reposts) });
}

const NONE: ReadonlySet<string> = new Set();

/** Own events that were signed and then given up: they are shown nowhere. */
export function useDiscarded(): ReadonlySet<string> {
  const outbox = useFeature('outbox');
  const records = useSelector(outbox, (snapshot) => snapshot?.context.records);
  return useMemo(
    () =>
      records ? new Set([...records.values()].flatMap((one) => (one.event && stateOf(one) === 'discarded' ? [one.event.id] : []))) : NONE,
    [records],
  );
}

const NO_INTENTS: readonly ListIntent[] = [];

/** Who keeps the lists of who is here, who edits this one, and the versions that nobody has taken. */
function useListActors(list: ListName) {
  const outbox = useFeature('outbox');
  const lists = useFeature('lists');
  const editor = useListEdit(lists, list);
  const unheld = useSelector(outbox, (snapshot) => snapshot && unheldIn(snapshot.context.records));
  return { lists, editor, unheld };
}

/** The own list as somebody holds it, and what is wanted of it and not done yet. */
export function useListInWork(list: ListName) {
  const account = useAccount();
  const { editor, unheld } = useListActors(list);
  const queue = useSelector(editor, (snapshot) => snapshot?.context.queue);
  const versions = useFacts((facts) => account && getRow(facts.lists, listAddress(list, account.pubkey)));
  const version = heldVersion(versions, unheld);
  const before = useMemo(() => version && heldVersion(versions, new Set([...(unheld ?? []), version.id])), [versions, unheld, version]);
  const intents = useMemo(() => queue?.flatMap((item) => item.intents) ?? NO_INTENTS, [queue]);
  return { version, before, intents, isBusy: queue !== undefined && queue.length > 0 };
}

interface Listed {
  readonly isListed: boolean;
  /** False: nothing is kept of the list here and nobody has answered yet; it may be or not be (STATE-03). */
  readonly isKnown: boolean;
  /** Not known yet, or being changed just now. */
  readonly isBusy: boolean;
  /** In the private part, as far as that is open. */
  readonly secret: boolean;
}

/** Whether an entry stands in the own list. A version that nobody took does not count; what is being changed is shown as it is wanted. */
export function useListed(list: ListName, tag: Tag): Listed {
  const account = useAccount();
  const key = keyOf(list, tag);
  const { lists, editor, unheld } = useListActors(list);
  const version = useFacts((facts) => heldVersion(account && getRow(facts.lists, listAddress(list, account.pubkey)), unheld));
  const opened = useSelector(lists, (snapshot) => version && snapshot?.context.opened.get(version.content));
  const isOpenly = entriesOf(list, version).has(key);
  const secret = !isOpenly && opened?.some((entry) => entryKey(list, entry) === key) === true;
  const wanted = useSelector(editor, (snapshot) => {
    const intents = snapshot?.context.queue.flatMap((item) => item.intents) ?? NO_INTENTS;
    return wantedOf(list, intents, key);
  });
  const isLooked = useSelector(lists, (snapshot) => snapshot?.context.looked.has(list) === true);
  const canKnow = useCanAct();
  const isKnown = !canKnow || version !== undefined || isLooked;
  return { isListed: wanted ?? (isOpenly || secret), isKnown, isBusy: wanted !== undefined || !isKnown, secret };
}

interface Unlisted {
  /** Those of the entries that are not in the list, nor about to be. */
  readonly missing: readonly Tag[];
  readonly isKnown: boolean;
  /** Some are being added or taken out just now. */
  readonly isBusy: boolean;
  /** Whether an entry stood in the list before its newest version was made. */
  readonly wasListed: (tag: Tag) => boolean;
}

/** As `useListed`, for many entries at once. */
export function useUnlisted(list: ListName, tags: readonly Tag[]): Unlisted {
  const { version, before, intents } = useListInWork(list);
  const isLooked = useSelector(useFeature('lists'), (snapshot) => snapshot?.context.looked.has(list) === true);
  const canKnow = useCanAct();
  return useMemo(() => {
    const held = entriesOf(list, version);
    const wanted = new Map(intents.map(({ act, tag }) => [keyOf(list, tag), act !== 'remove']));
    const keys = tags.map((tag) => ({ tag, key: keyOf(list, tag) }));
    return {
      missing: keys.flatMap(({ tag, key }) => (key !== '' && !(wanted.get(key) ?? held.has(key)) ? [tag] : [])),
      isKnown: canKnow && (version !== undefined || isLooked),
      isBusy: keys.some(({ key }) => wanted.has(key)),
      wasListed: (tag) => entriesOf(list, before).has(keyOf(list, tag)),
    };
  }, [list, version, before, intents, tags, isLooked, canKnow]);
}

/** Whether who is here has lists to change: no visitor, no reader, and nobody whose code could not be fetched. */
function useCanAct(): boolean {
  const account = useAccount();
  const isCut = useIsSessionFailed();
  return canAct(account) && !isCut;
}

/** An entry of a list as it is shown; `secret`: it stands in the private part. */
export interface Entry {
  readonly tag: Tag;
  readonly secret: boolean;
}

/**
 * The own list as somebody holds it, with what was read of its private part; `sealed`: the version whose private part was not read;
 * `open` reads it.
 */
export function useOwnList(list: ListName) {
  const account = useAccount();
  const { lists, unheld } = useListActors(list);
  const versions = useFacts((facts) => account && getRow(facts.lists, listAddress(list, account.pubkey)));
  const version = heldVersion(versions, unheld);
  const opened = useSelector(lists, (snapshot) => (version ? snapshot?.context.opened.get(version.content) : undefined));
  const tags = useMemo(() => version?.tags.filter((tag) => keyOf(list, tag) !== '') ?? [], [list, version]);
  // entries of the private part are shown as they are known here: asking for them would tell the service of them (ACCOUNT-20)
  useEffect(() => {
    if (tags.length > 0) lists?.send({ type: 'lists.show', tags });
  }, [lists, tags]);
  const entries: readonly Entry[] = [
    ...tags.map((tag) => ({ tag, secret: false })),
    ...(opened ?? []).flatMap((tag) => (keyOf(list, tag) === '' ? [] : [{ tag, secret: true }])),
  ];
  const sealed = version && LIST_FORMS[list].hasSecret && version.content !== '' && !opened ? version : undefined;
  return { entries, versions, version, sealed, open: () => sealed && lists?.send({ type: 'lists.open', list, event: sealed }) };
}
