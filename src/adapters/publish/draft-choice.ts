import { draftOrigin, isBlank, splitTarget, targetIn, type Writing } from '../../events/publish/compose.ts';
import type { KeptDraft } from '../../events/publish/kept-draft.ts';
import { type Millis, millis } from '../../events/time.ts';
import type { DraftInput } from '../../machines/publish/compose-wire.ts';
import type { TabClaims } from '../app/tab-claims.ts';

/** The text that a composer opens, and the name that it holds. */
export interface DraftChoice {
  readonly target: string;
  /** `undefined`: a new text. */
  readonly writing: Writing | undefined;
  /** When the text was kept last. */
  readonly at: Millis;
  /** Further unsent texts for the same aim that no other tab has open. */
  readonly others: number;
  /** Gives the release, or `undefined` if the name is not held. */
  readonly claim: Promise<(() => void) | undefined>;
  /** The text of which this one is a copy. It goes with the copy; set only if the browser cannot say whether another tab has it open. */
  readonly copyOf?: KeptDraft;
  /** The text that goes on under this name. It goes as soon as it is kept here. */
  readonly movedFrom?: KeptDraft;
}

interface Choosing {
  readonly claims: TabClaims;
  readonly newId: () => string;
  /** Names that this page has given to texts. Without locks, no other tab writes under these. */
  readonly given: Set<string>;
}

/** The lock of the tab that has a text open. */
export const draftLock = (account: string, target: string): string => `starling-draft-${account}-${target}`;

/**
 * Picks the text for a composer (COMPOSE-12, INV-NO-LOSS). Each open text belongs to one tab. A text that another tab has open is not picked.
 * Without locks no text of an earlier page is written on in its place: a copy of it is.
 */
export async function chooseDraft(input: DraftInput, drafts: readonly KeptDraft[], choosing: Choosing): Promise<DraftChoice> {
  const { account, isChosen } = input;
  const { claims, given } = choosing;
  const held = await claims.held();
  const { aim } = splitTarget(input.target);
  const wanted = drafts.filter(({ target, writing }) =>
    isChosen ? target === input.target : splitTarget(target).aim === aim && !isBlank(writing),
  );
  const take = (target: string) => claims.take(draftLock(account, target));
  const othersThan = (mine: string | undefined): number =>
    drafts.filter(
      ({ target, writing }) =>
        target !== mine && splitTarget(target).aim === aim && !isBlank(writing) && !held.has(draftLock(account, target)),
    ).length;
  for (const draft of wanted) {
    const { target, writing, at } = draft;
    const release = await take(target);
    if (release && splitTarget(target).place === '')
      return moved(draft, { fresh: newDraft(input, choosing), release, others: othersThan(target) });
    if (release || (!claims.areThere && given.has(target)))
      return { target, writing, at, others: othersThan(target), claim: Promise.resolve(release) };
  }
  const [copied] = isChosen || !claims.areThere ? wanted : [];
  const fresh = newDraft(input, choosing);
  await fresh.claim;
  if (!copied) return { ...fresh, others: othersThan(undefined) };
  const { target, writing } = copied;
  return {
    ...fresh,
    // an order that was given for the text is recognised by its origin
    writing: { ...writing, origin: draftOrigin(target, writing) },
    others: othersThan(target),
    ...(claims.areThere ? {} : { copyOf: copied }),
  };
}

/** A tab of an earlier version holds no name, and writes over whatever is kept without a place. So that text goes on under a name of its own. */
function moved(draft: KeptDraft, { fresh, release, others }: { fresh: DraftChoice; release: () => void; others: number }): DraftChoice {
  const { target, writing, at } = draft;
  const claim = fresh.claim.then((own) => () => [own, release].forEach((end) => end?.()));
  return { ...fresh, writing: { ...writing, origin: draftOrigin(target, writing) }, at, others, claim, movedFrom: draft };
}

/** A new text under a name that no other tab can have. */
export function newDraft({ account, target }: DraftInput, { claims, newId, given }: Choosing): DraftChoice {
  const name = targetIn(splitTarget(target).aim, newId());
  given.add(name);
  return { target: name, writing: undefined, at: millis(0), others: 0, claim: claims.take(draftLock(account, name)) };
}
