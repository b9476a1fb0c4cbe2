import type { DoneActorEvent } from 'xstate';
import { writeUrls, type OwnRelay } from '../../../events/account/lists/relay-list.ts';
import type { UserMessage } from '../../../events/account/user-message.ts';
import { newestVersion, tagValue, type VerifiedEvent } from '../../../events/nostr/event.ts';
import { draftOfArticle, originOfArticle } from '../../../events/compose/article/article-draft.ts';
import { publishedAs } from '../../../events/compose/article/article-elsewhere.ts';
import {
  type ArticleBase,
  articleBaseOf,
  articleFault,
  articleNote,
  type ArticleText,
  BLANK_ARTICLE,
  buildArticle,
  isSameArticle,
  newIdentifier,
  slugOf,
} from '../../../events/compose/article/article-edit.ts';
import {
  type ArticleVersion,
  type ArticleVersions,
  begunVersion,
  grownVersion,
  headsOf,
  isOtherSitting,
  reaches,
  savedAt,
  successorOf,
  unseenBy,
  withVersions,
} from '../../../events/compose/article/article-versions.ts';
import type { OutboxRecord, PublishFailure } from '../../../events/publish/outbox/outbox.ts';
import { nextCreatedAt } from '../../../events/publish/outbox/event-template.ts';
import { relayKey } from '../../../events/core/url.ts';
import { later, type Millis, millis, type Seconds, toSeconds } from '../../../events/core/time.ts';
import type { ScopeRef } from '../../core/feature.ts';
import type { SignerRef } from '../../core/signer-ref.ts';
import type { Bus } from '../../core/bus.ts';
import type { ArticleFound, ArticleLookInput } from './article-lookup.machine.ts';
import type { ArticleSaved, ArticleSaveInput } from './article-save.machine.ts';
import type { ArticleSighted } from './article-watch.machine.ts';
import type { ArticleMove, ArticleNews, ArticleOrder, Until } from './article-protocol.ts';
import type { JobUpdate, PublishIntent } from '../../core/outbox-protocol.ts';
import type { Ours } from '../../../events/nostr/ours.ts';
import type { RelayListChanged, PrivateRelaysChanged } from '../../connection/relay-protocol.ts';

export type ArticleWritingEvent =
  | ArticleOrder
  | ArticleNews
  | JobUpdate
  | RelayListChanged
  | PrivateRelaysChanged
  | ArticleSighted
  | DoneActorEvent<ArticleFound | ArticleSaved>;

export interface ArticleWritingInput {
  readonly account: string;
  /** True if this device stores the key, so saving needs no prompt. */
  readonly isLocal: boolean;
  readonly bus: Bus;
  readonly signer: SignerRef;
  readonly scope: ScopeRef;
  readonly draft: string;
  /** Identifier of the published article that is edited. `undefined` if none is known. */
  readonly identifier: string | undefined;
  /** True if it was just created, so there is nothing to look up. */
  readonly isNew: boolean;
  /** True if it was published or deleted here. The editor says so if no version is left. */
  readonly isFinished: boolean;
  /** Versions stored on this device. */
  readonly versions: ArticleVersions;
  /** Unique name of this editing session. */
  readonly sitting: string;
  readonly relays: readonly OwnRelay[];
  /** Relays for drafts. If empty, drafts go to the account's write relays. */
  readonly privates: ReadonlyArray<Ours<string>>;
}

export interface ArticleContext extends ArticleWritingInput {
  readonly mine: ArticleVersion;
  /** True if `mine` was edited here. Otherwise it equals the version it started from. */
  readonly isTouched: boolean;
  /**
   * Versions that are known to be on this device's disk, each with the time of the stored state.
   */
  readonly kept: Until;
  /** True if the draft was removed, so nothing of it is stored again. */
  readonly isOver: boolean;
  /** True if the next change starts a new version. */
  readonly isSaid: boolean;
  readonly sittings: number;
  readonly opened: ReadonlySet<string>;
  /** Ids of drafts that stayed encrypted because decryption was not allowed. */
  readonly closed: readonly string[];
  readonly published: VerifiedEvent | undefined;
  /** Date of the last draft sent from here. */
  readonly sent: Seconds | undefined;
  /** Why the last version is not on relays. */
  readonly unsaved: 'tooLong' | 'unsigned' | 'silent' | undefined;
  /** The identifier under which another device published this draft (COMPOSE-13). */
  readonly elsewhere: string | undefined;
  /** True if the user wants a separate article nevertheless. */
  readonly isApart: boolean;
  /** True if the user asked to save it. */
  readonly isWanted: boolean;
  /** Identifier for publishing a new article. '' until it is known. */
  readonly chosen: string;
  readonly chance: string;
  readonly isHeard: boolean;
  /** True if a draft is being sent to relays. */
  readonly isGoing: boolean;
  /** True if a note about the article is to be posted after publishing. */
  readonly isNoted: boolean;
  readonly job: string | undefined;
  readonly record: OutboxRecord | undefined;
  readonly failure: PublishFailure | 'publish.noRelay' | 'publish.notLocated' | undefined;
  readonly reason: UserMessage | undefined;
}

export const DELAYS = {
  pause: 50,
  savePause: 10_000,
  openTimeout: 10_000,
  outboxTimeout: 5_000,
  orderTimeout: 15_000,
  publishTimeout: 20 * 60_000,
};

/** Extract the parameters of an action from a lookup's result or a save's result. */
export const foundIn = ({ event }: { readonly event: { readonly output: ArticleFound } }) => ({
  found: event.output,
});
export const savedIn = ({ event }: { readonly event: { readonly output: ArticleSaved } }) => ({
  saved: event.output,
});

export const NO_FAILURE = { failure: undefined, reason: undefined } as const;
const LONG_AGO = millis(0);

/** Return the initial context, based on the newest version on this device. */
export function begunContext(input: ArticleWritingInput): ArticleContext {
  return {
    ...input,
    ...started({ ...input, sittings: 0 }),
    kept: {},
    isOver: false,
    isSaid: false,
    opened: new Set(),
    closed: [],
    published: undefined,
    sent: undefined,
    unsaved: undefined,
    elsewhere: undefined,
    isApart: false,
    isWanted: false,
    chosen: '',
    chance: '',
    isHeard: false,
    isGoing: false,
    isNoted: false,
    job: undefined,
    record: undefined,
    ...NO_FAILURE,
  };
}

/** Return an unchanged editing state, based on the newest head. */
export function started({
  sitting,
  sittings,
  versions,
}: Pick<ArticleContext, 'sitting' | 'sittings' | 'versions'>) {
  const head = firstOf(versions);
  const [text, base] = head ? [head.text, head.base] : [BLANK_ARTICLE, undefined];
  const mine = begunVersion(`${sitting} ${sittings}`, head ? [head] : [], {
    text,
    base,
    now: LONG_AGO,
  });
  return { mine, isTouched: false, sittings: sittings + 1 };
}

/** Return the head to continue with. Local heads come before others, which are shown beside it. */
export function firstOf(versions: ArticleVersions): ArticleVersion | undefined {
  const heads = headsOf(versions);
  return heads.find(({ made }) => made === 'here') ?? heads[0];
}

/** Return all versions, including the one being written. */
export function allVersions({
  versions,
  mine,
  isTouched,
}: Pick<ArticleContext, 'versions' | 'mine' | 'isTouched'>): ArticleVersions {
  return isTouched ? withVersions(versions, [mine]) : versions;
}

/** Return the conflicts: versions of other tabs, devices and apps that the writer has not seen. */
export function conflictsOf(
  context: Pick<ArticleContext, 'versions' | 'mine' | 'isTouched'>,
): readonly ArticleVersion[] {
  return unseenBy(allVersions(context), context.mine);
}

/**
 * True if an undecided conflict or an unopened draft exists. Then nothing is saved to relays or
 * published.
 */
export function isOpposed(
  context: Pick<ArticleContext, 'versions' | 'mine' | 'isTouched' | 'closed'>,
): boolean {
  return context.closed.length > 0 || conflictsOf(context).length > 0;
}

/**
 * True if another device published this draft, and it has no identifier here. Then it is neither
 * saved nor published again.
 */
export function isElsewhere(context: ArticleContext): boolean {
  return context.elsewhere !== undefined && !context.isApart && articleIn(context) === undefined;
}

/**
 * Return the changes for events of the own relays that show a publication of this draft. This
 * device's own publication is ignored.
 */
export function sighted(
  context: ArticleContext,
  events: readonly VerifiedEvent[],
): Partial<ArticleContext> {
  const own = ownIdentifier(context);
  const isKnown = context.elsewhere !== undefined || articleIn(context) !== undefined || own === '';
  const elsewhere = isKnown
    ? undefined
    : events
        .map((event) => publishedAs(context, event))
        .find((one) => one !== undefined && one !== own);
  return elsewhere === undefined ? {} : { elsewhere };
}

/**
 * Return the identifier under which this device publishes the draft: '' if unknown yet, `undefined`
 * if it does not publish.
 */
function ownIdentifier({ job, record, chosen }: ArticleContext): string | undefined {
  if (job === undefined) return undefined;
  return record?.wish.type === 'event' ? (tagValue(record.wish.draft, 'd') ?? '') : chosen;
}

/** Return the order to continue the text as a version of the article that the draft became. */
export function adopted(
  { draft, mine, elsewhere = '' }: ArticleContext,
  now: Seconds,
): ArticleMove {
  const removal = { type: 'articleEdit.remove', draft, now, article: elsewhere } as const;
  return {
    type: 'articleEdit.move',
    to: draftOfArticle(elsewhere),
    version: { ...mine, saved: undefined },
    removal,
  };
}

/** True if no source confirmed that the replaced article has no newer version. */
export function isUnheard({
  mine,
  published,
  isHeard,
}: Pick<ArticleContext, 'mine' | 'published' | 'isHeard'>): boolean {
  return !isHeard && baseOf({ mine, published }) !== undefined;
}

/** True if the disk has the complete text, so it survives if the page closes. */
export function isKept({
  mine,
  isTouched,
  kept,
}: Pick<ArticleContext, 'mine' | 'isTouched' | 'kept'>): boolean {
  return !isTouched || reaches(kept, mine);
}

/** True if the draft's new article was published or deleted, and no version is left. */
export function isFinished(
  { identifier, isFinished: isKnown }: ArticleContext,
  { versions, closed, emptied }: ArticleFound,
): boolean {
  return (
    identifier === undefined &&
    versions.length + closed.length === 0 &&
    (isKnown || emptied !== undefined)
  );
}

/**
 * True if relays have the current text: it was not changed after it was saved here or elsewhere.
 */
export function isSaved({
  versions,
  mine,
  isTouched,
}: Pick<ArticleContext, 'versions' | 'mine' | 'isTouched'>): boolean {
  if (mine.saved !== undefined) return true;
  if (isTouched || mine.text === BLANK_ARTICLE) return false;
  return [...versions.values()].some(
    ({ text, saved }) => saved !== undefined && text === mine.text,
  );
}

/** True if the text is the published one, unchanged. This device has not stored it. */
export function isAsPublished({
  versions,
  mine,
  isTouched,
}: Pick<ArticleContext, 'versions' | 'mine' | 'isTouched'>): boolean {
  if (isTouched) return false;
  return [...versions.values()].some(
    ({ text, made }) => made === 'published' && text === mine.text,
  );
}

/**
 * Continue with the version of another tab or device that is based on this text. An unchanged
 * editor continues with the newest version.
 */
export function followedFrom(context: ArticleContext): Partial<ArticleContext> {
  const { versions, mine, isTouched, sitting, sittings } = context;
  if (!isTouched) {
    const head = firstOf(versions);
    return head && !isSameArticle(head.text, mine.text) ? started(context) : {};
  }
  const next = successorOf(allVersions(context), mine);
  if (!next) return {};
  const seen = [next, mine];
  return {
    versions: withVersions(versions, [mine]),
    mine: begunVersion(`${sitting} ${sittings}`, seen, {
      text: next.text,
      base: next.base,
      now: next.at,
    }),
    isTouched: false,
    sittings: sittings + 1,
  };
}

/** Return the article that the edit is based on, in the newest known version. */
export function baseOf({
  mine,
  published,
}: Pick<ArticleContext, 'mine' | 'published'>): ArticleBase | undefined {
  const found = published && articleBaseOf(published);
  return found && (!mine.base || found.at >= mine.base.at) ? found : mine.base;
}

const newestPublished = (
  one: VerifiedEvent | undefined,
  other: VerifiedEvent | undefined,
): VerifiedEvent | undefined => newestVersion([one, other].filter((event) => event !== undefined));

export function isPublishable({ mine }: Pick<ArticleContext, 'mine'>): boolean {
  return articleFault(mine.text) === undefined;
}

/** True if the reviewed text can be published: it has no conflict and overwrites nothing unseen. */
export function isReady(context: ArticleContext): boolean {
  // without a confirmed identifier it replaces nothing: a new article gets its own
  const isNamed = baseOf(context) !== undefined || context.chosen !== '';
  return (
    isNamed &&
    !isElsewhere(context) &&
    !isUnheard(context) &&
    isPublishable(context) &&
    !context.isGoing &&
    !isOpposed(context)
  );
}

/** Return the origin of the publication of the version that this editor started from. */
export function lastOrigin({ draft, versions, mine }: ArticleContext): string {
  return originOfArticle(
    draft,
    [...versions.values()].find(({ text }) => text === mine.text) ?? mine,
  );
}

/** Return the intent to publish: draft, date and origin. */
export function publishing(
  context: ArticleContext,
  now: Seconds,
  client: string | undefined,
): PublishIntent {
  const { mine, draft, chosen } = context;
  const base = baseOf(context);
  const article = buildArticle(mine.text, { identifier: chosen, base, now, client });
  return {
    type: 'intents.publish',
    draft: article,
    now: nextCreatedAt(now, base?.at),
    origin: originOfArticle(draft, mine),
  };
}

/** Return the intent to post a note about a published article. */
export function noteAbout(event: VerifiedEvent): PublishIntent {
  return {
    type: 'intents.publish',
    draft: articleNote(event),
    now: event.created_at,
    origin: `note-about:${event.id}`,
  };
}

/** Return the date of the next draft, later than the draft that it replaces. */
export function draftDate({ mine, sent, versions }: ArticleContext): Seconds {
  const last = savedAt(versions);
  return nextCreatedAt(
    toSeconds(mine.at),
    last !== undefined && sent !== undefined ? later(last, sent) : (last ?? sent),
  );
}

/** Return the changed text. It is a new version if the last one was saved or is old. */
export function written(
  context: ArticleContext,
  text: ArticleText,
  now: Millis,
): Partial<ArticleContext> {
  const { mine, isTouched, isSaid, sitting, sittings } = context;
  const next = { text, base: mine.base, now };
  if (isTouched && !isSaid && !isOtherSitting(mine, now)) return { mine: grownVersion(mine, next) };
  if (!isTouched && !isSaid) return { mine: grownVersion(mine, next), isTouched: true };
  const begun = begunVersion(`${sitting} ${sittings}`, [mine], next);
  return {
    versions: allVersions(context),
    mine: begun,
    isTouched: true,
    isSaid: false,
    sittings: sittings + 1,
  };
}

/**
 * Continue with the text of an existing version. Its conflicts count as seen and stay among the
 * versions.
 */
export function restored(
  context: ArticleContext,
  id: string,
  now: Millis,
): Partial<ArticleContext> {
  const { mine, sitting, sittings } = context;
  const versions = allVersions(context);
  const version = versions.get(id);
  if (!version) return {};
  const seen = [mine, ...conflictsOf(context), version];
  const next = begunVersion(`${sitting} ${sittings}`, seen, {
    text: version.text,
    base: version.base ?? mine.base,
    now,
  });
  return { versions, mine: next, isTouched: true, isSaid: false, sittings: sittings + 1 };
}

/** Keep the own text and mark its conflicts as seen. */
export function stayed(context: ArticleContext, now: Millis): Partial<ArticleContext> {
  const { mine } = context;
  return {
    mine: grownVersion(mine, { text: mine.text, base: mine.base, now }, conflictsOf(context)),
    isTouched: true,
  };
}

/** Record the saved version. Further edits start a new one. */
export function savedAs(
  { mine, versions, opened }: ArticleContext,
  version: ArticleVersion,
): Partial<ArticleContext> {
  const isSame = mine.id === version.id && mine.at === version.at;
  return {
    opened: new Set(opened).add(version.saved?.id ?? ''),
    isSaid: isSame,
    ...(isSame ? { mine: version, versions: withVersions(versions, [version]) } : {}),
  };
}

/**
 * Return the changes from a lookup's result. A published article that merely uses the wanted
 * identifier is left out.
 */
export function found(context: ArticleContext, look: ArticleFound): Partial<ArticleContext> {
  const { versions, published, emptied, opened, closed, isHeard } = look;
  const isOwn = published === undefined || tagValue(published, 'd') === articleIn(context);
  return {
    versions: withVersions(
      context.versions,
      isOwn ? versions : versions.filter(({ made }) => made !== 'published'),
    ),
    published: isOwn ? newestPublished(context.published, published) : context.published,
    opened: new Set([...context.opened, ...opened]),
    closed,
    isHeard,
    ...sighted(
      context,
      [emptied, published].filter((event) => event !== undefined),
    ),
  };
}

/** Return the identifier of the resulting article, if it is known. */
export function articleIn({ mine, published, identifier }: ArticleContext): string | undefined {
  return baseOf({ mine, published })?.identifier ?? identifier;
}

/** Return the identifier for publishing. `isFree`: no article uses the wanted one. */
export function chosenFor(
  context: ArticleContext,
  isFree: boolean,
): Pick<ArticleContext, 'chosen'> {
  return {
    chosen: articleIn(context) ?? newIdentifier(context.mine.text.title, isFree, context.chance),
  };
}

/** Return the input of a lookup at relays and the service. */
export function lookInput(context: ArticleContext, quiet: boolean): ArticleLookInput {
  const identifier = wishedIdentifier(context) || undefined;
  const { account, bus, signer, scope, draft, relays, privates, versions, opened } = context;
  const known = new Set([
    ...opened,
    ...[...versions.values()].flatMap(({ saved }) => saved?.id ?? []),
  ]);
  // drafts may still be on write relays from before the private relays were named
  const all = new Map([...privates, ...writeUrls(relays)].map((url) => [relayKey(url), url]));
  return {
    account,
    bus,
    signer,
    scope,
    draft,
    relays: [...all.values()],
    identifier,
    known,
    quiet,
  };
}

/** The wanted identifier of a new article. '' if the title yields none. */
const wishedIdentifier = (context: ArticleContext): string =>
  articleIn(context) ?? slugOf(context.mine.text.title);

export function saveInput(context: ArticleContext): ArticleSaveInput {
  const { account, bus, signer, scope, draft, relays, privates, mine, isWanted, sent } = context;
  const to = privates.length > 0 ? privates : writeUrls(relays);
  return {
    account,
    bus,
    signer,
    scope,
    draft,
    version: mine,
    now: sent ?? draftDate(context),
    relays: to,
    quiet: !isWanted,
  };
}

/** Return the signer's reason, if any. */
export function reasonIn({ refusal }: OutboxRecord): UserMessage | undefined {
  return refusal?.code === 'event_not_signed' || refusal?.code === 'publish.unsigned'
    ? undefined
    : refusal;
}

/** True if the job publishes one of these versions. */
export function isFromHere({ draft, versions }: ArticleContext, { wish }: OutboxRecord): boolean {
  return (
    wish.type === 'event' &&
    [...versions.values()].some((one) => wish.origin === originOfArticle(draft, one))
  );
}
