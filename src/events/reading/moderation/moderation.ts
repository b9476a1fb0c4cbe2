import { addressOf } from '../../nostr/address.ts';
import { type SignedEvent, type Tag, tagValue, type VerifiedEvent } from '../../nostr/event.ts';
import type { Facts } from '../../facts/facts.ts';
import { KIND } from '../../nostr/kinds.ts';
import { type ContentGroup, groupsOf } from './content-group.ts';
import { warningOf } from './content-warning.ts';
import { articleOf, listOf } from '../../facts/selectors.ts';
import { type Moderation, type ModerationGroup, moderationOf } from './moderation-settings.ts';
import { getRow } from '../../core/table.ts';
import { LIST_DEFINITIONS, type ListName } from '../../account/lists/list-definitions.ts';
import { filterLists, type FilterScope } from '../../account/lists/list-intents.ts';
import { type Mute, matchingMute, zapSender } from './mute-match.ts';
import { type Mutes, readMutes, withVersions } from '../../account/lists/mutes.ts';

/**
 * One step of moderation (BEYOND-08). `own`: the reader wrote it. `muted`: by the own mute list.
 * `listed`: its author is on the mute list of `owner`, which filters here. `grouped`: it belongs to
 * a filtered group. `allowed`: its author is on the allowlist, so that the last two do not count.
 * `warned`: it has a content warning.
 */
export type Reason =
  | { readonly code: 'own' }
  | ({ readonly code: 'muted' } & Mute)
  | { readonly code: 'listed'; readonly owner: string }
  | { readonly code: 'grouped'; readonly group: ContentGroup }
  | { readonly code: 'allowed' }
  | { readonly code: 'warned'; readonly warning: string };

/** The verdict on an event, and the steps that led to it. The last step decided. */
export interface ModerationStep {
  readonly verdict: 'show' | 'cover' | 'hide';
  readonly reasons: readonly Reason[];
}

/** Another account's mute list that filters for the reader (ACCOUNT-11). */
interface FilterList {
  readonly owner: string;
  readonly users: ReadonlySet<string>;
  readonly scopes: readonly FilterScope[];
}

/** The content of a reader's lists and filters. `mutes`: both parts of the own mute list. */
export interface ModerationLists {
  readonly account: string;
  readonly moderation: Moderation;
  readonly mutes: Mutes;
  readonly lists: readonly FilterList[];
  readonly allowed: ReadonlySet<string>;
}

const read = new WeakMap<SignedEvent, ReturnType<typeof filterLists>>();

/** Return the mute lists that an account filters with, and their scopes. */
export function filterListsOf(list: SignedEvent | undefined): ReturnType<typeof filterLists> {
  if (!list) return [];
  const known = read.get(list) ?? filterLists(list.tags);
  read.set(list, known);
  return known;
}

/**
 * Return the known lists by which an account moderates: its own, the mute lists of others that
 * filter for it, and the versions of articles that it mutes. `secret`: as for `moderationListsOf`.
 */
export function filterListsInUse(
  facts: Facts,
  account: string,
  secret: readonly Tag[] = [],
): readonly VerifiedEvent[] {
  const own = (['mutes', 'filterLists', 'allowlist'] as const).map((name) => {
    const { kind, identifier } = LIST_DEFINITIONS[name];
    return listOf(facts, kind, account, identifier);
  });
  const others = filterListsOf(own[1]).map(({ owner }) => listOf(facts, KIND.MuteList, owner));
  const articles = mutedThreads([...(own[0]?.tags ?? []), ...secret]).flatMap((name) =>
    versionsOf(facts, name),
  );
  return [...own, ...others, ...articles].filter((list) => list !== undefined);
}

export function mutedThreads(tags: readonly Tag[]): readonly string[] {
  return tags.flatMap(([name, value = '']) => (name === 'e' || name === 'a' ? [value] : []));
}

/** Return the version with that id, and the newest version under its address. */
function versionsOf(facts: Facts, name: string): readonly (VerifiedEvent | undefined)[] {
  const version = getRow(facts.events, name);
  const address = version ? addressOf(version) : name;
  return address === undefined ? [] : [version, articleOf(facts, address)];
}

/** The default: everything is moderated. */
const ALL: Moderation = moderationOf({});

/**
 * Read the lists. `lists`: the result of `filterListsInUse`. `secret`: the decrypted private part
 * of the own mute list. It hides as the public part does (ACCOUNT-20). `moderation`: the filters
 * with their scopes (SETTINGS-08).
 */
export function moderationListsOf(
  account: string,
  lists: readonly SignedEvent[],
  secret: readonly Tag[] = [],
  moderation: Moderation = ALL,
): ModerationLists {
  const own = (name: ListName) =>
    lists.find((list) => isList(name, list) && list.pubkey === account);
  return {
    account,
    moderation,
    mutes: withVersions(readMutes([...(own('mutes')?.tags ?? []), ...secret]), lists),
    lists: filterListsOf(own('filterLists')).flatMap(({ owner, scopes }) => {
      const list = lists.find(({ kind, pubkey }) => kind === KIND.MuteList && pubkey === owner);
      return list ? [{ owner, scopes, users: readMutes(list.tags).users }] : [];
    }),
    allowed: readMutes(own('allowlist')?.tags ?? []).users,
  };
}

function isList(name: ListName, list: SignedEvent): boolean {
  const { kind, identifier } = LIST_DEFINITIONS[name];
  return list.kind === kind && (identifier === '' || tagValue(list, 'd') === identifier);
}

/**
 * Return whether an event is shown, covered or hidden, and why (BEYOND-08, ACCOUNT-10, ACCOUNT-11,
 * SETTINGS-08). The reader's own events are never hidden. Then the own mute list decides. Then the
 * mute lists of others and the filters of spam and NSFW apply, each in its scopes. Authors on the
 * allowlist are exempt from these. Last comes the content warning. `scope`: `trending` in
 * recommendations, which also hide everything hidden in `content`. With moderation off only content
 * warnings count.
 */
export function moderate(
  reader: ModerationLists,
  event: SignedEvent,
  scope: FilterScope = 'content',
): ModerationStep {
  const { account } = reader;
  const warning = warningOf(event);
  const warned: readonly Reason[] = warning === undefined ? [] : [{ code: 'warned', warning }];
  const shown = (reasons: readonly Reason[]): ModerationStep => ({
    verdict: warning === undefined ? 'show' : 'cover',
    reasons: [...reasons, ...warned],
  });
  if (event.pubkey === account) return shown([{ code: 'own' }]);
  const mute = matchingMute(mutesIn(reader, scope), event);
  if (mute) return { verdict: 'hide', reasons: [{ code: 'muted', ...mute }] };
  // a receipt is signed by the provider
  const people = event.kind === KIND.Zap ? [event.pubkey, zapSender(event)] : [event.pubkey];
  const judged = [
    ...people.map((pubkey) => moderateAccount(reader, pubkey, scope)),
    moderateGroups(reader, event, scope),
  ];
  const reasons = judged.flatMap((one) => one.reasons);
  const lastAllowed = reasons.findLast(({ code }) => code === 'allowed');
  return (
    judged.find(({ verdict }) => verdict === 'hide') ??
    shown(reasons.filter((reason) => reason.code !== 'allowed' || reason === lastAllowed))
  );
}

function isOn(
  { moderation: { applies, scopes } }: ModerationLists,
  group: ModerationGroup,
  scope: FilterScope,
): boolean {
  return applies && covers(scopes[group], scope);
}

/** Return the own mute list if it applies in that scope. */
function mutesIn(reader: ModerationLists, scope: FilterScope): Mutes {
  return isOn(reader, 'my', scope) ? reader.mutes : NOTHING;
}

const NOTHING: Mutes = readMutes([]);

/** The scope `content` includes `trending`. */
function covers(scopes: readonly FilterScope[], scope: FilterScope): boolean {
  return scopes.includes('content') || scopes.includes(scope);
}

function moderateGroups(
  reader: ModerationLists,
  event: SignedEvent,
  scope: FilterScope,
): ModerationStep {
  const group = groupsOf(event).find((one) => isOn(reader, `primal_${one}`, scope));
  return group === undefined
    ? SHOWN
    : unlessAllowed(reader, event.pubkey, { code: 'grouped', group });
}

const SHOWN: ModerationStep = { verdict: 'show', reasons: [] };

function unlessAllowed(
  { allowed }: ModerationLists,
  pubkey: string,
  reason: Reason,
): ModerationStep {
  return allowed.has(pubkey)
    ? { verdict: 'show', reasons: [reason, { code: 'allowed' }] }
    : { verdict: 'hide', reasons: [reason] };
}

export function moderateAccount(
  reader: ModerationLists,
  pubkey: string,
  scope: FilterScope = 'content',
): ModerationStep {
  const { account, moderation, lists } = reader;
  if (pubkey === account) return { verdict: 'show', reasons: [{ code: 'own' }] };
  if (mutesIn(reader, scope).users.has(pubkey))
    return { verdict: 'hide', reasons: [{ code: 'muted', by: 'user', what: pubkey }] };
  const listed = moderation.applies
    ? lists.find(({ users, scopes }) => users.has(pubkey) && covers(scopes, scope))
    : undefined;
  return listed ? unlessAllowed(reader, pubkey, { code: 'listed', owner: listed.owner }) : SHOWN;
}

export function hiddenAccounts(reader: ModerationLists, scope: FilterScope): readonly string[] {
  const named = new Set([
    ...reader.mutes.users,
    ...reader.lists.flatMap(({ users }) => [...users]),
  ]);
  return [...named].filter((pubkey) => moderateAccount(reader, pubkey, scope).verdict === 'hide');
}

/**
 * Return the same for an action on events (a notification). A muted thread hides it even if the
 * reader wrote in it. Hidden target events hide it too.
 */
function moderateAction(
  reader: ModerationLists,
  pubkey: string,
  about: readonly VerifiedEvent[],
): ModerationStep {
  const judged = [
    moderateAccount(reader, pubkey),
    ...about.map((event) => moderate(reader, event)),
  ];
  const thread = about.map((event) => threadMute(reader, event)).find((mute) => mute !== undefined);
  if (thread) judged.push({ verdict: 'hide', reasons: [{ code: 'muted', ...thread }] });
  return (
    judged.find(({ verdict }) => verdict === 'hide') ?? {
      verdict: 'show',
      reasons: judged.flatMap(({ reasons }) => reasons),
    }
  );
}

/** Return the mute of the thread of an event by any author. */
export function threadMute(reader: ModerationLists, event: SignedEvent): Mute | undefined {
  const { threads } = mutesIn(reader, 'content');
  return threads.size === 0 ? undefined : matchingMute({ ...NOTHING, threads }, event);
}

/**
 * Return whether an event is hidden for a reader. `user`: the same for an account. `moderate`,
 * `moderateUser`, `moderateAction` (for an action on events): with reasons.
 */
export interface HidesEvent {
  (event: VerifiedEvent): boolean;
  readonly user: (pubkey: string) => boolean;
  readonly moderate: (event: VerifiedEvent, scope?: FilterScope) => ModerationStep;
  readonly moderateUser: (pubkey: string) => ModerationStep;
  readonly moderateAction: (pubkey: string, about: readonly VerifiedEvent[]) => ModerationStep;
  /** Return the same for recommendations. */
  readonly recommended: () => HidesEvent;
}

/** Return a reader's moderation with caches, because every rendered row asks it. */
export function hiddenBy(reader: ModerationLists, where: FilterScope = 'content'): HidesEvent {
  let recommended: HidesEvent | undefined;
  const known = new WeakMap<VerifiedEvent, boolean>();
  const hides = (event: VerifiedEvent): boolean => {
    const isHidden = known.get(event) ?? moderate(reader, event, where).verdict === 'hide';
    known.set(event, isHidden);
    return isHidden;
  };
  const self: HidesEvent = Object.assign(hides, {
    user: (pubkey: string) => moderateAccount(reader, pubkey, where).verdict === 'hide',
    moderate: (event: VerifiedEvent, scope: FilterScope = where) => moderate(reader, event, scope),
    moderateUser: (pubkey: string) => moderateAccount(reader, pubkey, where),
    moderateAction: (pubkey: string, about: readonly VerifiedEvent[]) =>
      moderateAction(reader, pubkey, about),
    recommended: () => (recommended ??= where === 'trending' ? self : hiddenBy(reader, 'trending')),
  });
  return self;
}
