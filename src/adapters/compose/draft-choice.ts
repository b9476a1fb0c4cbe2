import { draftOrigin, isBlank, splitTarget, targetIn } from '../../events/compose/compose.ts';
import type { Writing } from '../../events/publish/writing/writing.ts';
import {
  type StoredDraft,
  type StoredDraftName,
  formerNames,
} from '../../events/compose/stored-draft.ts';
import { type Millis, millis } from '../../events/core/time.ts';
import type { DraftInput } from '../../machines/compose/compose-protocol.ts';
import type { TabNames } from '../core/tab-names.ts';

/** The text that a composer opens, and the name that it has locked. */
export interface DraftChoice {
  readonly target: string;
  /** `undefined`: a new text. */
  readonly writing: Writing | undefined;
  /** The time when the text was last stored. */
  readonly at: Millis;
  /** Number of other unsent texts for the same target that no other tab has open. */
  readonly others: number;
  /** Resolves to the function that releases the name. `undefined` if the name is not locked. */
  readonly claim: Promise<(() => void) | undefined>;
  /**
   * Earlier names of this text. Their records are removed once the text is stored under the new
   * name.
   */
  readonly earlier?: readonly StoredDraftName[];
}

interface Choosing {
  readonly claims: TabNames;
  readonly newId: () => string;
  /** Names that this page has given to texts. Without locks, no other tab writes to these. */
  readonly given: Set<string>;
}

/** The lock of the tab that has a text open. */
export const draftLock = (account: string, target: string): string =>
  `starling-draft-${account}-${target}`;

/**
 * Picks the text for a composer (COMPOSE-12, INV-NO-LOSS). Each open text belongs to one tab. A
 * text that another tab has open is not picked, nor one that was set aside. `look` reads all stored
 * texts, the latest one first.
 */
export async function chooseDraft(
  input: DraftInput,
  look: () => Promise<readonly StoredDraft[]>,
  choosing: Choosing,
): Promise<DraftChoice> {
  const { account, isChosen } = input;
  const { claims } = choosing;
  const { aim } = splitTarget(input.target);
  const isWanted = ({ target, writing, isAside }: StoredDraft): boolean =>
    isChosen
      ? target === input.target
      : splitTarget(target).aim === aim && !isBlank(writing) && isAside !== true;
  const othersThan = async (
    mine: string | undefined,
    drafts: readonly StoredDraft[],
  ): Promise<number> => {
    const held = await claims.held();
    return drafts.filter(
      ({ target, writing }) =>
        target !== mine &&
        splitTarget(target).aim === aim &&
        !isBlank(writing) &&
        !held.has(draftLock(account, target)),
    ).length;
  };
  const found = await look();
  const wanted = found.filter(isWanted);
  for (const { target } of wanted) {
    const release = await claims.take(draftLock(account, target));
    if (!release && claims.areThere) continue;
    // the tab that had it open may have changed or dropped it before the release
    const drafts = await look();
    const draft = drafts.find((one) => one.target === target && isWanted(one));
    if (draft)
      return opened(draft, { input, choosing, release, others: await othersThan(target, drafts) });
    release?.();
  }
  const [copied] = isChosen ? wanted : [];
  const fresh = newDraft(input, choosing);
  await fresh.claim;
  if (!copied) return { ...fresh, others: await othersThan(undefined, found) };
  const { target, writing } = copied;
  // an outbox job for the text is recognized by its origin
  return {
    ...fresh,
    writing: { ...writing, origin: draftOrigin(target, writing) },
    others: await othersThan(target, found),
  };
}

interface Opening {
  readonly input: DraftInput;
  readonly choosing: Choosing;
  readonly release: (() => void) | undefined;
  readonly others: number;
}

/**
 * Opens a text in place if no other tab can write there. A tab of an earlier version locks no name,
 * and overwrites any text without a name. Without locks any tab may have the text open. In both
 * cases the text continues under a name of its own.
 */
async function opened(
  draft: StoredDraft,
  { input, choosing, release, others }: Opening,
): Promise<DraftChoice> {
  const { target, writing, at } = draft;
  const isOwn = choosing.claims.areThere
    ? splitTarget(target).place !== ''
    : choosing.given.has(target);
  if (isOwn)
    return {
      target,
      writing,
      at,
      others,
      claim: Promise.resolve(release),
      earlier: draft.earlier ?? [],
    };
  const fresh = newDraft(input, choosing);
  const own = await fresh.claim;
  const claim = Promise.resolve(() => [own, release].forEach((end) => end?.()));
  return {
    ...fresh,
    writing: { ...writing, origin: draftOrigin(target, writing) },
    at,
    others,
    claim,
    earlier: formerNames(draft),
  };
}

/** Creates a text under a name that no other tab can have. */
export function newDraft(
  { account, target }: DraftInput,
  { claims, newId, given }: Choosing,
): DraftChoice {
  const name = targetIn(splitTarget(target).aim, newId());
  given.add(name);
  return {
    target: name,
    writing: undefined,
    at: millis(0),
    others: 0,
    claim: claims.take(draftLock(account, name)),
  };
}
