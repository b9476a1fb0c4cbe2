import { type Seconds, plus, seconds } from '../../core/time.ts';
import type { Tag, VerifiedEvent } from '../../nostr/event.ts';
import { areSame } from './list-diff.ts';
import { entryKey, LIST_DEFINITIONS, type ListName } from './list-definitions.ts';
import { type FirmBase, planEdit, versionOf } from './list-edit.ts';
import type { ListIntent } from './list-intents.ts';

/** An own edit that a relay accepted, and that another device may have overwritten unseen. */
export interface SavedEdit {
  readonly list: ListName;
  readonly account: string;
  readonly intents: readonly ListIntent[];
  readonly version: VerifiedEvent;
  /** The base of the version. `undefined` if another page built it. */
  readonly base: FirmBase | undefined;
  /** This device's clock when the acceptance was known. */
  readonly acceptedAt: Seconds;
  /** True once all sources were asked again, long enough after the acceptance. */
  readonly isSettled: boolean;
}

/**
 * `kept`: the edit is in the newest version, or it was undone there. `again`: it was overwritten,
 * so it is made again. `doubt`: either is possible, so the user decides.
 */
export type Overwrite = 'kept' | 'again' | 'doubt';

/** Decrypted private parts by their encrypted text. */
type Opened = ReadonlyMap<string, readonly Tag[] | undefined>;

/** Clocks of two devices differ by less. An edit is not seen and undone elsewhere as fast. */
const SKEW = seconds(2);

/**
 * Judge an own edit after versions of other devices won against its version. `others`: these, the
 * oldest first. `newest` is the current version: the last of them, or a later own one. The oldest
 * one counts, because the later ones are built on it, unless it has the edit.
 *
 * No version names its base. Dates and contents have to show whether that version was made from
 * ours, and undid the edit, or from our base, and overwrote it unseen:
 *
 * 1. If the newest version has the effect of the edit, nothing is left to do: `kept`.
 * 2. If it changed the same entries, another decision about them exists: `doubt`.
 * 3. A version is dated at least one second after its base. A version of our second was not made
 *    from ours: `again`.
 * 4. A version is dated before its base is fetched. If that was before our acceptance, its user
 *    could not see our edit: `again`. It also has to change something else. If it has the entries
 *    of our base, a device with a slow clock may have undone the edit: `doubt`.
 * 5. A later version may have been made from ours. If it has the entries of our base, it undid the
 *    edit: `kept`. Otherwise `doubt`, but only until the edit is settled. From then on, other
 *    devices know the edit, and leave it out on purpose.
 *
 * Without a known base only rule 3 leads to `again`. A sealed private part hides the effect. The
 * editor opens it before it signs, so `again` does no harm. A later version counts as `kept`.
 */
export function judgeOverwrite(
  edit: SavedEdit,
  newest: VerifiedEvent,
  others: readonly [VerifiedEvent, ...VerifiedEvent[]],
  opened: Opened,
): Overwrite {
  const effect = effectIn(edit, newest, opened);
  if (effect === 'there') return 'kept';
  const [oldest] = others;
  const other = effectIn(edit, oldest, opened) === 'there' ? (others.at(-1) ?? oldest) : oldest;
  const { version, acceptedAt, isSettled } = edit;
  const isLater = other.created_at > plus(acceptedAt, SKEW);
  if (isLater && (isSettled || effect === 'sealed')) return 'kept';
  if (isConflicting(edit, other)) return 'doubt';
  if (other.created_at === version.created_at) return 'again';
  const isOther = hasOtherChange(edit, other, opened);
  if (isLater) return isOther === false ? 'kept' : 'doubt';
  return isOther === true ? 'again' : 'doubt';
}

/** Return the keys of the entries that these intents are about. */
export function keysIn(list: ListName, intents: readonly ListIntent[]): ReadonlySet<string> {
  return new Set(intents.flatMap(({ tag }) => entryKey(list, tag) ?? []));
}

/** `sealed`: the private part may hold the effect, and it is not open. */
function effectIn(
  { list, account, intents, version }: SavedEdit,
  newest: VerifiedEvent,
  opened: Opened,
): 'there' | 'missing' | 'sealed' {
  const secret = opened.get(newest.content);
  const base = { state: 'known', event: newest, unheard: [] } as const;
  const refusalOf = (some: readonly ListIntent[]) => {
    const planned = planEdit({ list, account, base, secret, intents: some });
    return planned.ok ? undefined : planned.refusal;
  };
  const refusal = refusalOf(intents);
  if (refusal !== 'sealed') return refusal === undefined ? 'missing' : 'there';
  const last = new Map(intents.map((intent) => [entryKey(list, intent.tag), intent]));
  if ([...last.values()].some((intent) => refusalOf([intent]) === undefined)) return 'missing';
  return newest.content === version.content ? 'there' : 'sealed';
}

/** True if the other version has one of the edited entries in another form than our base. */
function isConflicting({ list, intents, base }: SavedEdit, other: VerifiedEvent): boolean {
  const keys = keysIn(list, intents);
  const ours = (tags: readonly Tag[]) => tags.filter((tag) => keys.has(entryKey(list, tag) ?? ''));
  const there = ours(other.tags);
  if (base) return !areSame(ours(versionOf(list, base).tags), there);
  // without a base, only an added entry is known to have been missing
  return there.length > 0 || intents.some(({ act }) => act !== 'add');
}

/**
 * True if the other version differs from our base in more entries than the edited ones. Other tags
 * do not count: each client may write its own with any edit. `undefined` if it cannot be told.
 */
function hasOtherChange(
  { list, intents, base }: SavedEdit,
  other: VerifiedEvent,
  opened: Opened,
): boolean | undefined {
  if (!base) return undefined;
  const keys = keysIn(list, intents);
  // other clients may sort the entries
  const others = (tags: readonly Tag[]) =>
    tags
      .filter((tag) => {
        const key = entryKey(list, tag);
        return key !== undefined && !keys.has(key);
      })
      .map((tag) => JSON.stringify(tag))
      .toSorted((one, next) => (one < next ? -1 : 1))
      .join();
  const before = versionOf(list, base);
  if (others(before.tags) !== others(other.tags)) return true;
  if (!LIST_DEFINITIONS[list].hasSecret || before.content === other.content) return false;
  if (intents.every(isPublic)) return true;
  const [was, is] = [before.content, other.content].map((content) =>
    content === '' ? [] : opened.get(content),
  );
  return was && is ? others(was) !== others(is) : undefined;
}

/** True if the intent cannot concern the private part. */
function isPublic({ act, secret }: ListIntent): boolean {
  return act === 'add' && secret !== true;
}
