import { type SignedEvent, type Tag, tagValue, type VerifiedEvent } from '../event.ts';
import type { Facts } from '../facts.ts';
import { KIND } from '../kinds.ts';
import { warningOf } from '../reading/content-warning.ts';
import { listOf } from '../selectors.ts';
import { LIST_FORMS, type ListName } from './list-form.ts';
import { filterLists, type FilterScope } from './list-intents.ts';
import { type Mute, muteOf, zapSender } from './muted.ts';
import { type Mutes, readMutes } from './mutes.ts';

/**
 * One step of a judgement (BEYOND-08). `own`: the reader wrote it; `muted`: by the own mute list; `listed`: its author stands on the mute list of
 * `owner`, which filters here; `allowed`: and is on the allowlist, so that no such list counts; `warned`: its author warns of it.
 */
export type Reason =
  | { readonly code: 'own' }
  | ({ readonly code: 'muted' } & Mute)
  | { readonly code: 'listed'; readonly owner: string }
  | { readonly code: 'allowed' }
  | { readonly code: 'warned'; readonly warning: string };

/** What becomes of an event, and the steps that led there: the last of them decided. */
export interface Judgement {
  readonly verdict: 'show' | 'cover' | 'hide';
  readonly reasons: readonly Reason[];
}

/** Somebody's mute list that filters for the reader (ACCOUNT-11). */
interface FilterList {
  readonly owner: string;
  readonly users: ReadonlySet<string>;
  readonly scopes: readonly FilterScope[];
}

/** What a reader's lists say. `mutes`: the own mute list, both its parts. */
export interface Lens {
  readonly account: string;
  readonly mutes: Mutes;
  readonly lists: readonly FilterList[];
  readonly allowed: ReadonlySet<string>;
}

const read = new WeakMap<VerifiedEvent, ReturnType<typeof filterLists>>();

/** Whose mute lists an account filters with, and where. */
export function filterListsOf(list: VerifiedEvent | undefined): ReturnType<typeof filterLists> {
  if (!list) return [];
  const known = read.get(list) ?? filterLists(list.tags);
  read.set(list, known);
  return known;
}

/** The lists by which an account judges, as far as they are known: its own, and the mute lists of others that filter for it. */
export function judgingLists(facts: Facts, account: string): readonly VerifiedEvent[] {
  const own = (['mutes', 'filterLists', 'allowlist'] as const).map((name) => {
    const { kind, identifier } = LIST_FORMS[name];
    return listOf(facts, kind, account, identifier);
  });
  const others = filterListsOf(own[1]).map(({ owner }) => listOf(facts, KIND.MuteList, owner));
  return [...own, ...others].filter((list) => list !== undefined);
}

/** Reads them. `secret`: the private part of the own mute list, once its owner has opened it: it hides as the public one does (ACCOUNT-20). */
export function lensOf(account: string, lists: readonly VerifiedEvent[], secret: readonly Tag[] = []): Lens {
  const own = (name: ListName) => lists.find((list) => isList(name, list) && list.pubkey === account);
  return {
    account,
    mutes: readMutes([...(own('mutes')?.tags ?? []), ...secret]),
    lists: filterListsOf(own('filterLists')).flatMap(({ owner, scopes }) => {
      const list = lists.find(({ kind, pubkey }) => kind === KIND.MuteList && pubkey === owner);
      return list ? [{ owner, scopes, users: readMutes(list.tags).users }] : [];
    }),
    allowed: readMutes(own('allowlist')?.tags ?? []).users,
  };
}

function isList(name: ListName, list: VerifiedEvent): boolean {
  const { kind, identifier } = LIST_FORMS[name];
  return list.kind === kind && (identifier === '' || tagValue(list, 'd') === identifier);
}

/**
 * Whether an event is shown, covered or hidden, and why (BEYOND-08, ACCOUNT-10, ACCOUNT-11). What the reader wrote is never hidden; then the own
 * mute list decides; then the mute lists of others, each where it is to filter, but not against whom the reader allowed; then the author's own
 * warning. `scope`: `trending` where something is recommended.
 */
export function judge(lens: Lens, event: SignedEvent, scope: FilterScope = 'content'): Judgement {
  const { account, mutes } = lens;
  const warning = warningOf(event);
  const warned: readonly Reason[] = warning === undefined ? [] : [{ code: 'warned', warning }];
  const shown = (reasons: readonly Reason[]): Judgement => ({
    verdict: warning === undefined ? 'show' : 'cover',
    reasons: [...reasons, ...warned],
  });
  if (event.pubkey === account) return shown([{ code: 'own' }]);
  const mute = muteOf(mutes, event);
  if (mute) return { verdict: 'hide', reasons: [{ code: 'muted', ...mute }] };
  // a receipt is signed by the provider
  const people = event.kind === KIND.Zap ? [event.pubkey, zapSender(event)] : [event.pubkey];
  const judged = people.map((pubkey) => judgeAccount(lens, pubkey, scope));
  return judged.find(({ verdict }) => verdict === 'hide') ?? shown(judged.flatMap(({ reasons }) => reasons));
}

/** The same for an account. */
function judgeAccount({ account, mutes, lists, allowed }: Lens, pubkey: string, scope: FilterScope = 'content'): Judgement {
  if (pubkey === account) return { verdict: 'show', reasons: [{ code: 'own' }] };
  if (mutes.users.has(pubkey)) return { verdict: 'hide', reasons: [{ code: 'muted', by: 'user', what: pubkey }] };
  const listed = lists.find(({ users, scopes }) => users.has(pubkey) && scopes.includes(scope));
  if (!listed) return { verdict: 'show', reasons: [] };
  const reasons: readonly Reason[] = [{ code: 'listed', owner: listed.owner }];
  return allowed.has(pubkey) ? { verdict: 'show', reasons: [...reasons, { code: 'allowed' }] } : { verdict: 'hide', reasons };
}

/**
 * The same for what somebody did to something (a notification). A muted thread is silent also where the reader wrote in it; so is what hides
 * one of the events that it is about.
 */
function judgeAct(lens: Lens, pubkey: string, about: readonly VerifiedEvent[]): Judgement {
  const judged = [judgeAccount(lens, pubkey), ...about.map((event) => judge(lens, event))];
  const thread = about.map((event) => muteOf({ ...NOTHING, threads: lens.mutes.threads }, event)).find((mute) => mute !== undefined);
  if (thread) judged.push({ verdict: 'hide', reasons: [{ code: 'muted', ...thread }] });
  return judged.find(({ verdict }) => verdict === 'hide') ?? { verdict: 'show', reasons: judged.flatMap(({ reasons }) => reasons) };
}

const NOTHING: Mutes = readMutes([]);

/** Says whether something is not to be seen by a reader; `user`: whether that is so of an account; `judge`, `judgeUser`,
 * `judgeAct` (of what somebody did to something): with reasons. */
export interface Hides {
  (event: VerifiedEvent): boolean;
  readonly user: (pubkey: string) => boolean;
  readonly judge: (event: VerifiedEvent, scope?: FilterScope) => Judgement;
  readonly judgeUser: (pubkey: string) => Judgement;
  readonly judgeAct: (pubkey: string, about: readonly VerifiedEvent[]) => Judgement;
}

/** A reader's judgement, as it is asked for with every row that is drawn. */
export function hiddenBy(lens: Lens): Hides {
  const known = new WeakMap<VerifiedEvent, boolean>();
  const hides = (event: VerifiedEvent): boolean => {
    const isHidden = known.get(event) ?? judge(lens, event).verdict === 'hide';
    known.set(event, isHidden);
    return isHidden;
  };
  return Object.assign(hides, {
    user: (pubkey: string) => judgeAccount(lens, pubkey).verdict === 'hide',
    judge: (event: VerifiedEvent, scope?: FilterScope) => judge(lens, event, scope),
    judgeUser: (pubkey: string) => judgeAccount(lens, pubkey),
    judgeAct: (pubkey: string, about: readonly VerifiedEvent[]) => judgeAct(lens, pubkey, about),
  });
}
