import { isFarFuture, plus, type Seconds, seconds } from '../../../events/core/time.ts';
import { addressOf } from '../../../events/nostr/address.ts';
import { newestVersion, replaces, type VerifiedEvent } from '../../../events/nostr/event.ts';
import { listAddress, type ListName } from '../../../events/account/lists/list-definitions.ts';
import type { ListIntent } from '../../../events/account/lists/list-intents.ts';
import type { ListLoss } from '../../../events/account/lists/list-losses.ts';
import {
  judgeOverwrite,
  keysIn,
  type Overwrite,
  type SavedEdit,
} from '../../../events/account/lists/list-overwritten.ts';
import { ownVersions } from '../../../events/publish/outbox/list-versions.ts';
import { stateOf } from '../../../events/publish/outbox/outbox.ts';
import type { ListNews } from './list-edit-context.ts';
import type { ListsContext } from './lists-context.ts';

/**
 * A saved edit that another device may still overwrite. `isLeft`: an earlier page saved it, so it
 * is judged only after the last look, and the user decides whether it is made again.
 */
export interface WatchedEdit extends SavedEdit {
  readonly isShown: boolean;
  readonly isLeft?: boolean;
  /** How often it was made again. */
  readonly times: number;
}

/** An edit that is being made again. `other`: the version that lacks it. */
export interface AgainEdit extends WatchedEdit {
  readonly other: VerifiedEvent;
}

/** How often an edit is made again. After that, another program keeps leaving it out. */
const MOST_TIMES = 2;
/** Maximum number of edits to watch. */
const MOST_WATCHED = 50;
/** How long after a save a new page still watches it. */
export const LEFT_FOR = seconds(600);

type Watching = Pick<ListsContext, 'saved' | 'again' | 'losses'>;

/** Return the watched edits with one that was just saved. It answers an open loss of the same. */
export function withSaved(
  { account, saved, again, losses }: Watching & Pick<ListsContext, 'account'>,
  { list, intents, accepted, again: name = '' }: Extract<ListNews, { type: 'list.saved' }>,
): Watching {
  const times = again.get(name)?.times ?? 0;
  const edit = accepted && { ...accepted, list, account, intents, times, isSettled: false };
  return {
    saved: edit ? [...saved, edit].slice(-MOST_WATCHED) : saved,
    again: without(again, name),
    losses: losses.filter(
      (loss) => loss.list !== list || !loss.own || !areEqual(loss.own.intents, intents),
    ),
  };
}

/**
 * Return the edits that relays accepted shortly before this page started. Its predecessor may have
 * closed before it looked again.
 */
export function leftEdits(
  { account, records }: Pick<ListsContext, 'account' | 'records'>,
  startedAt: Seconds,
): readonly WatchedEdit[] {
  return [...records.values()]
    .flatMap((record): readonly WatchedEdit[] => {
      const { wish, event, acceptedAt } = record;
      if (wish.type !== 'list' || record.account !== account) return [];
      if (!event || acceptedAt === undefined || stateOf(record) !== 'accepted') return [];
      if (acceptedAt > startedAt || plus(acceptedAt, LEFT_FOR) < startedAt) return [];
      const edit = { list: wish.list, account, intents: wish.intents, version: event, acceptedAt };
      return [
        { ...edit, base: undefined, isSettled: false, isShown: false, times: 0, isLeft: true },
      ];
    })
    .slice(-MOST_WATCHED);
}

/** Return the watched edits after a new one, which decides about the same entries. */
export function withoutTouched(
  saved: readonly WatchedEdit[],
  list: ListName,
  intents: readonly ListIntent[],
): readonly WatchedEdit[] {
  return saved.filter((edit) => edit.list !== list || !isTouched(edit, intents));
}

/** Return the watched edits after the last look at their list. */
export function withSettled(saved: readonly WatchedEdit[], list: ListName): readonly WatchedEdit[] {
  return saved.map((edit) => (edit.list === list ? { ...edit, isSettled: true } : edit));
}

/** Return the state after an edit that was made again has failed: the user decides about it. */
export function withFailedAgain(
  { again, losses }: Pick<Watching, 'again' | 'losses'>,
  name: string,
): Pick<Watching, 'again' | 'losses'> {
  const edit = again.get(name);
  return {
    again: without(again, name),
    losses: edit ? [...losses, lossOf(edit, edit.other)] : losses,
  };
}

/**
 * Judge the watched edits by the seen versions. `orders`: to be made again now, with their names.
 * `lost`: losses to tell the user about. `keysOf`: the keys of the entries of both, in one list.
 */
export function judgeSaved(
  {
    account,
    saved,
    again,
    records,
    opened,
  }: Pick<ListsContext, 'account' | 'saved' | 'again' | 'records' | 'opened'>,
  events: readonly VerifiedEvent[],
  now: Seconds,
) {
  const verdicts = saved.map((edit) => {
    const address = listAddress(edit.list, account);
    const own = [...ownVersions(records, address).byJob.values()];
    const isNewer = (event: VerifiedEvent) =>
      event.id !== edit.version.id && replaces(event, edit.version);
    const versions = events.filter(
      (event) =>
        addressOf(event) === address && isNewer(event) && !isFarFuture(event.created_at, now),
    );
    const newest = newestVersion(versions);
    const [oldest, ...later] = versions
      .filter(({ id }) => own.every((one) => one.event.id !== id))
      .toSorted((one, next) => (replaces(one, next) ? 1 : -1));
    const other = later.at(-1) ?? oldest;
    const isDecidedHere = own.some(
      ({ event, intents = [] }) => isNewer(event) && isTouched(edit, intents),
    );
    const isEarly = edit.isLeft === true && !edit.isSettled;
    const verdict: Overwrite | 'decided' | undefined = isDecidedHere
      ? 'decided'
      : newest && oldest && !isEarly
        ? judgeOverwrite(edit, newest, [oldest, ...later], opened)
        : undefined;
    return { edit, other, verdict };
  });
  const moved = verdicts.flatMap(({ edit, other, verdict }) =>
    other && (verdict === 'again' || verdict === 'doubt')
      ? [
          {
            ...edit,
            other,
            isRedone: verdict === 'again' && !edit.isLeft && edit.times < MOST_TIMES,
          },
        ]
      : [],
  );
  const orders = moved.flatMap(
    ({ isRedone, ...edit }): Array<readonly [string, AgainEdit]> =>
      isRedone ? [[`again ${edit.version.id}`, { ...edit, times: edit.times + 1 }]] : [],
  );
  return {
    saved: verdicts.flatMap(({ edit, verdict }) =>
      verdict === undefined || (verdict === 'kept' && !edit.isSettled) ? [edit] : [],
    ),
    again: new Map([...again, ...orders]),
    orders,
    lost: moved.flatMap(({ isRedone, other, ...edit }) => (isRedone ? [] : [lossOf(edit, other)])),
    keysOf: (list: ListName) =>
      keysIn(
        list,
        moved.filter((edit) => edit.list === list).flatMap(({ intents }) => intents),
      ),
  };
}

function lossOf({ list, intents, version, times }: WatchedEdit, other: VerifiedEvent): ListLoss {
  return {
    list,
    lost: [],
    from: version.id,
    to: other.id,
    at: other.created_at,
    own: { intents, isTried: times > 0 },
  };
}

function isTouched({ list, intents }: WatchedEdit, by: readonly ListIntent[]): boolean {
  const keys = keysIn(list, intents);
  return [...keysIn(list, by)].some((key) => keys.has(key));
}

function areEqual(one: readonly ListIntent[], other: readonly ListIntent[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function without<T>(map: ReadonlyMap<string, T>, name: string): ReadonlyMap<string, T> {
  return new Map([...map].filter(([one]) => one !== name));
}
