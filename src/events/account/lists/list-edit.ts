import type { Draft, Tag } from '../../nostr/event.ts';
import { parseJson } from '../../core/json.ts';
import { type Base, isPausedUnsure, PAUSED, silentIn } from './list-base.ts';
import { areSame, diffOf, type ListDiff, type ListParts } from './list-diff.ts';
import {
  LIST_DEFINITIONS,
  type ListName,
  NO_ENTRY,
  numberEntries,
  type Numbering,
} from './list-definitions.ts';
import { type ListIndex, indexTags } from './list-index.ts';
import { breachesOf, type ListVersion } from './list-guard.ts';
import type { ListIntent } from './list-intents.ts';
import { composed, type Ours } from '../../nostr/ours.ts';
import { isTag } from '../../nostr/tag.ts';

/** Maximum number of follows to add at once without a question. */
const FEW = 10;

/** A base that an edit may build on: every base but an unknown one. */
export type FirmBase = Exclude<Base, { state: 'unknown' }>;

/** A new version, not yet sealed, dated or signed. */
export interface ListPlan {
  readonly draft: Ours<Draft>;
  /**
   * The new private part, to be encrypted into the content. `undefined` if the content stays as it
   * is (INV-OPAQUE).
   */
  readonly seal: readonly Tag[] | undefined;
  readonly diff: ListDiff;
  /** Reasons why the user must agree before it is signed. */
  readonly reasons: readonly Reason[];
}

/**
 * few-follows: fewer than 2 remain. many-follows: more than 10 are added at once. first-bookmark,
 * last-bookmark: of the public ones. new-list: no earlier list was found. unsure-base: some sources
 * did not answer. paused-base: the relays are paused, so only the caching service was asked.
 */
type Reason =
  | 'few-follows'
  | 'many-follows'
  | 'first-bookmark'
  | 'last-bookmark'
  | 'new-list'
  | 'unsure-base'
  | 'paused-base';

/**
 * unchanged: the list is already so. sealed: the entry may be in a private part that is not open.
 * oneself: the account would unfollow itself.
 */
type Refusal = 'unchanged' | 'sealed' | 'oneself' | 'no-entry' | 'breach';

export type Planned =
  | { readonly ok: true; readonly plan: ListPlan }
  | { readonly ok: false; readonly refusal: Refusal };

/** Risks that the user need not be asked about. */
export interface AcceptedRisks {
  /** Sources whose silence the user accepted during this visit. PAUSED stands for paused relays. */
  readonly silent: ReadonlySet<string>;
  /** True if the account was created on this device, so that no earlier list exists. */
  readonly isMadeHere: boolean;
  /** True if the user ordered the edit in a dialog that listed all of its entries. */
  readonly isShown?: boolean;
}

const NO_RISKS: AcceptedRisks = { silent: new Set(), isMadeHere: false };

export interface ListEdit {
  readonly list: ListName;
  readonly account: string;
  readonly base: FirmBase;
  /** The private part, if the signer opened it. */
  readonly secret?: readonly Tag[] | undefined;
  readonly intents: readonly ListIntent[];
  readonly risks?: AcceptedRisks | undefined;
}

/**
 * Read the private part of a list from its decrypted text; `undefined` if that is no array of tags,
 * which differs from an empty part.
 */
export function readSecret(text: string): readonly Tag[] | undefined {
  const value = parseJson(text);
  return Array.isArray(value) && value.every(isTag) ? value : undefined;
}

/**
 * True if the private part must be opened for these intents, because they may concern an entry in
 * it. Nothing is opened without need.
 */
export function needsSecret(
  list: ListName,
  base: FirmBase,
  intents: readonly ListIntent[],
): boolean {
  if (!LIST_DEFINITIONS[list].hasSecret || base.state === 'none' || base.event.content === '')
    return false;
  return intents.some(({ act, secret }) => secret === true || act !== 'add');
}

/**
 * Build the next version from a base: apply the intents in order and leave everything else as it
 * was. Deterministic.
 */
export function planEdit(edit: ListEdit): Planned {
  const { list, account, base, secret, intents } = edit;
  const numbering = numberEntries(list);
  const parts = openParts(list, versionOf(list, base, secret), numbering);
  const oneself = list === 'follows' ? numbering.of(['p', account]) : NO_ENTRY;
  for (const intent of intents) {
    const entry = numbering.of(intent.tag);
    if (entry === NO_ENTRY || (intent.secret && !LIST_DEFINITIONS[list].hasSecret))
      return refused('no-entry');
    if (entry === oneself && intent.act === 'remove') return refused('oneself');
    const refusal = applyIntent(parts, entry, intent);
    if (refusal) return refused(refusal);
  }
  return planOf(edit, { tags: parts.tags.tags(), secret: parts.secret?.tags() }, numbering);
}

/**
 * Return the plan for an edited version. It is refused if it contains a change that no intent asked
 * for (BEYOND-01).
 */
export function planOf(
  { list, base, secret, intents, risks }: ListEdit,
  edited: ListParts,
  numbering = numberEntries(list),
): Planned {
  const before = versionOf(list, base, secret);
  const after: ListVersion = { ...edited, content: contentOf(before, edited) };
  if (isSame(before, after)) return refused('unchanged');
  if (breachesOf(list, before, after, intents, numbering).size > 0) return refused('breach');
  const draft = composed({
    kind: LIST_DEFINITIONS[list].kind,
    tags: after.tags,
    content: after.content ?? '',
  });
  const seal = after.content === undefined ? after.secret : undefined;
  const count = ({ tags }: ListParts) =>
    numbering.all(tags).filter((entry) => entry !== NO_ENTRY).length;
  const reasons = reasonsOf({ list, base, risks }, count(before), count(after));
  return { ok: true, plan: { draft, seal, diff: diffOf(list, before, after, numbering), reasons } };
}

/** Return the version of a base. For a list without an event, it holds only the name. */
export function versionOf(
  list: ListName,
  base: FirmBase,
  secret?: readonly Tag[],
): ListVersion & { readonly content: string } {
  const { hasSecret, identifier } = LIST_DEFINITIONS[list];
  if (base.state === 'none')
    return {
      tags: identifier === '' ? [] : [['d', identifier]],
      secret: hasSecret ? [] : undefined,
      content: '',
    };
  const { tags, content } = base.event;
  return { tags, content, secret: hasSecret ? (content === '' ? [] : secret) : undefined };
}

/** A version while it is edited. `isSealed`: it has a private part that is not open. */
interface Parts {
  readonly tags: ListIndex;
  readonly secret: ListIndex | undefined;
  readonly isSealed: boolean;
}

function openParts(list: ListName, { tags, secret }: ListVersion, numbering: Numbering): Parts {
  return {
    tags: indexTags(tags, numbering),
    secret: secret && indexTags(secret, numbering),
    isSealed: LIST_DEFINITIONS[list].hasSecret && secret === undefined,
  };
}

/**
 * Apply one intent to the entry of this number. Returns the refusal, or `undefined` if it
 * succeeded.
 */
function applyIntent(
  { tags, secret, isSealed }: Parts,
  entry: number,
  { act, tag, secret: isWishedSecret }: ListIntent,
): Refusal | undefined {
  const isPublic = tags.has(entry);
  const isSecret = secret?.has(entry) ?? false;
  if (isSealed && !isPublic && (act !== 'add' || isWishedSecret)) return 'sealed';
  const part = secret && (isSecret || (!isPublic && isWishedSecret)) ? secret : tags;
  if (act === 'remove') {
    tags.remove(entry);
    secret?.remove(entry);
  } else if (act === 'add') {
    if (!part.has(entry)) part.add(entry, tag);
  } else part[act](entry, tag);
  return undefined;
}

/**
 * Return the new content; `undefined` if it must be sealed again. An empty private part gives empty
 * content.
 */
function contentOf(
  before: ListVersion & { readonly content: string },
  after: ListParts,
): string | undefined {
  if (areSame(before.secret, after.secret)) return before.content;
  return after.secret?.length === 0 ? '' : undefined;
}

function isSame(before: ListVersion, after: ListVersion): boolean {
  return areSame(before.tags, after.tags) && areSame(before.secret, after.secret);
}

/** `before`, `after`: numbers of public entries. */
function reasonsOf(
  { list, base, risks = NO_RISKS }: Pick<ListEdit, 'list' | 'base' | 'risks'>,
  before: number,
  after: number,
): readonly Reason[] {
  const { silent, isMadeHere, isShown = false } = risks;
  const isFirstFollow = isMadeHere && after > before;
  const reasons: ReadonlyArray<readonly [Reason, boolean]> = [
    ['few-follows', list === 'follows' && after < 2 && !isFirstFollow],
    ['many-follows', list === 'follows' && after - before > FEW && !isShown],
    ['first-bookmark', list === 'bookmarks' && before === 0 && after > 0],
    ['last-bookmark', list === 'bookmarks' && before > 0 && after === 0],
    ['new-list', base.state === 'none' && !isMadeHere],
    ['unsure-base', silentIn(base).some((source) => !silent.has(source))],
    ['paused-base', isPausedUnsure(base) && !silent.has(PAUSED)],
  ];
  return reasons.flatMap(([reason, holds]) => (holds ? [reason] : []));
}

function refused(refusal: Refusal): Planned {
  return { ok: false, refusal };
}
