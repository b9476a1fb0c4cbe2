import type { DoneActorEvent } from 'xstate';
import { writeUrls } from '../../../events/account/lists/relay-list.ts';
import type { Message } from '../../../events/account/user-message.ts';
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
import type { RelayUse } from '../../connection/relay-pool-members.ts';
import type { ArticleFound, ArticleLookInput } from './article-lookup.machine.ts';
import type { ArticleSaved, ArticleSaveInput } from './article-save.machine.ts';
import type { ArticleSighted } from './article-watch.machine.ts';
import type { ArticleMove, ArticleNews, ArticleOrder, Until } from './article-protocol.ts';
import type { OutboxNews, PublishIntent } from '../../core/outbox-protocol.ts';
import type { Ours } from '../../../events/nostr/ours.ts';
import type { RelayListChanged, PrivateRelaysChanged } from '../../connection/relay-protocol.ts';

export type ArticleWritingEvent =
  | ArticleOrder
  | ArticleNews
  | OutboxNews
  | RelayListChanged
  | PrivateRelaysChanged
  | ArticleSighted
  | DoneActorEvent<ArticleFound | ArticleSaved>;

export interface ArticleWritingInput {
  readonly account: string;
  /** Its key is kept here: saving by itself troubles nobody. */
  readonly isLocal: boolean;
  readonly bus: Bus;
  readonly signer: SignerRef;
  readonly scope: ScopeRef;
  readonly draft: string;
  /** Of the published article that is edited; undefined: of none that is known. */
  readonly identifier: string | undefined;
  /** It was begun just now: there is nothing to look for. */
  readonly isNew: boolean;
  /** It was published or deleted here: where nobody has anything of it any more that is said. */
  readonly isFinished: boolean;
  /** What this device has kept of it. */
  readonly versions: ArticleVersions;
  /** Names what is written in this editor; unlike that of any other. */
  readonly sitting: string;
  readonly relays: readonly RelayUse[];
  /** Where the account wants drafts kept; none: where it writes. */
  readonly privates: ReadonlyArray<Ours<string>>;
}

export interface ArticleContext extends ArticleWritingInput {
  readonly mine: ArticleVersion;
  /** Whether anything of `mine` was written here: else it is what it was begun from. */
  readonly isTouched: boolean;
  /** What of the text's versions the disk of this device is known to have, each as far as it was then. */
  readonly kept: Until;
  /** The draft went: nothing of it is kept anew. */
  readonly isOver: boolean;
  /** The next change is another version. */
  readonly isSaid: boolean;
  readonly sittings: number;
  readonly opened: ReadonlySet<string>;
  /** Drafts that stayed closed, as nobody allowed to open them. */
  readonly closed: readonly string[];
  readonly published: VerifiedEvent | undefined;
  /** When the last draft was dated that was sent from here. */
  readonly sent: Seconds | undefined;
  /** Why the last version does not lie on relays. */
  readonly unsaved: 'tooLong' | 'unsigned' | 'silent' | undefined;
  /** The identifier under which another device has published this draft (COMPOSE-13). */
  readonly elsewhere: string | undefined;
  /** A person wants this text to become an article of its own all the same. */
  readonly isApart: boolean;
  /** A person asked to save it. */
  readonly isWanted: boolean;
  /** What it will be published as, where it is new; '' until that is known. */
  readonly chosen: string;
  readonly chance: string;
  readonly isHeard: boolean;
  /** A draft is on its way to relays. */
  readonly isGoing: boolean;
  /** A note about the article is wanted once it is published. */
  readonly isNoted: boolean;
  readonly job: string | undefined;
  readonly record: OutboxRecord | undefined;
  readonly failure: PublishFailure | 'publish.noRelay' | 'publish.notLocated' | undefined;
  readonly reason: Message | undefined;
}

/** In milliseconds. */
export const DELAYS = {
  pause: 50,
  savePause: 10_000,
  openPatience: 10_000,
  outboxPatience: 5_000,
  orderPatience: 15_000,
  publishPatience: 20 * 60_000,
};

/** The parameters of an action that takes what a look found, and of one that takes how saving ended. */
export const foundIn = ({ event }: { readonly event: { readonly output: ArticleFound } }) => ({ found: event.output });
export const savedIn = ({ event }: { readonly event: { readonly output: ArticleSaved } }) => ({ saved: event.output });

export const NO_FAILURE = { failure: undefined, reason: undefined } as const;
const LONG_AGO = millis(0);

/** How an editor begins: on the newest version that this device has. */
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

/** An editor on the newest head, of which nothing was changed yet. */
export function started({ sitting, sittings, versions }: Pick<ArticleContext, 'sitting' | 'sittings' | 'versions'>) {
  const head = firstOf(versions);
  const [text, base] = head ? [head.text, head.base] : [BLANK_ARTICLE, undefined];
  const mine = begunVersion(`${sitting} ${sittings}`, head ? [head] : [], { text, base, now: LONG_AGO });
  return { mine, isTouched: false, sittings: sittings + 1 };
}

/** What is gone on with: what was written here before what comes from elsewhere, which is shown beside it. */
export function firstOf(versions: ArticleVersions): ArticleVersion | undefined {
  const heads = headsOf(versions);
  return heads.find(({ made }) => made === 'here') ?? heads[0];
}

/** All versions, the one that is being written among them. */
export function allVersions({ versions, mine, isTouched }: Pick<ArticleContext, 'versions' | 'mine' | 'isTouched'>): ArticleVersions {
  return isTouched ? withVersions(versions, [mine]) : versions;
}

/** What stands against the text: versions by other tabs, devices and programs that its writer has not seen. */
export function conflictsOf(context: Pick<ArticleContext, 'versions' | 'mine' | 'isTouched'>): readonly ArticleVersion[] {
  return unseenBy(allVersions(context), context.mine);
}

/** Something stands beside the text that nobody has decided on, or has not even been opened: nothing is saved on relays or published. */
export function isOpposed(context: Pick<ArticleContext, 'versions' | 'mine' | 'isTouched' | 'closed'>): boolean {
  return context.closed.length > 0 || conflictsOf(context).length > 0;
}

/** Another device has published this draft, which has no identifier here: it is not saved any more, nor published a second time. */
export function isElsewhere(context: ArticleContext): boolean {
  return context.elsewhere !== undefined && !context.isApart && articleIn(context) === undefined;
}

/** What events of the own relays tell of the publication of this draft. The own publication is none. */
export function sighted(context: ArticleContext, events: readonly VerifiedEvent[]): Partial<ArticleContext> {
  const own = ownIdentifier(context);
  const isKnown = context.elsewhere !== undefined || articleIn(context) !== undefined || own === '';
  const elsewhere = isKnown
    ? undefined
    : events.map((event) => publishedAs(context, event)).find((one) => one !== undefined && one !== own);
  return elsewhere === undefined ? {} : { elsewhere };
}

/** The identifier under which this draft goes out from here; '' before that is known, `undefined` if it does not. */
function ownIdentifier({ job, record, chosen }: ArticleContext): string | undefined {
  if (job === undefined) return undefined;
  return record?.wish.type === 'event' ? (tagValue(record.wish.draft, 'd') ?? '') : chosen;
}

/** What the keeper of all articles is told where the text goes on as one of the article that came of it. */
export function adopted({ draft, mine, elsewhere = '' }: ArticleContext, now: Seconds): ArticleMove {
  const removal = { type: 'articleEdit.remove', draft, now, article: elsewhere } as const;
  return { type: 'articleEdit.move', to: draftOfArticle(elsewhere), version: { ...mine, saved: undefined }, removal };
}

/** Nobody could say whether there is a newer version of the article that this takes the place of. */
export function isUnheard({ mine, published, isHeard }: Pick<ArticleContext, 'mine' | 'published' | 'isHeard'>): boolean {
  return !isHeard && baseOf({ mine, published }) !== undefined;
}

/** The disk has all that was written here, to the last letter: it outlives the end of the page at any moment. */
export function isKept({ mine, isTouched, kept }: Pick<ArticleContext, 'mine' | 'isTouched' | 'kept'>): boolean {
  return !isTouched || reaches(kept, mine);
}

/** It is a draft of a new article that was published or deleted, and nothing is left of it. */
export function isFinished({ identifier, isFinished: isKnown }: ArticleContext, { versions, closed, emptied }: ArticleFound): boolean {
  return identifier === undefined && versions.length + closed.length === 0 && (isKnown || emptied !== undefined);
}

/** Relays have the text as it is: nothing was changed since it was saved, here or by whoever began it. */
export function isSaved({ versions, mine, isTouched }: Pick<ArticleContext, 'versions' | 'mine' | 'isTouched'>): boolean {
  if (mine.saved !== undefined) return true;
  if (isTouched || mine.text === BLANK_ARTICLE) return false;
  return [...versions.values()].some(({ text, saved }) => saved !== undefined && text === mine.text);
}

/** Another tab or device went on with this very text: so does this one. Where nothing was changed here, with whatever is newest. */
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
    mine: begunVersion(`${sitting} ${sittings}`, seen, { text: next.text, base: next.base, now: next.at }),
    isTouched: false,
    sittings: sittings + 1,
  };
}

/** What an edit keeps of the article: of the newest version that is known. */
export function baseOf({ mine, published }: Pick<ArticleContext, 'mine' | 'published'>): ArticleBase | undefined {
  const found = published && articleBaseOf(published);
  return found && (!mine.base || found.at >= mine.base.at) ? found : mine.base;
}

const newestPublished = (one: VerifiedEvent | undefined, other: VerifiedEvent | undefined): VerifiedEvent | undefined =>
  newestVersion([one, other].filter((event) => event !== undefined));

export function isPublishable({ mine }: Pick<ArticleContext, 'mine'>): boolean {
  return articleFault(mine.text) === undefined;
}

/** Whether it can be published as it was reviewed: nothing stands against it, and nothing is overwritten unseen. */
export function isReady(context: ArticleContext): boolean {
  // what nobody could say takes the place of nothing: a new article gets an identifier of its own
  const isNamed = baseOf(context) !== undefined || context.chosen !== '';
  return isNamed && !isElsewhere(context) && !isUnheard(context) && isPublishable(context) && !context.isGoing && !isOpposed(context);
}

/** Names the publishing of the version that this was begun on, if that was ever published. */
export function lastOrigin({ draft, versions, mine }: ArticleContext): string {
  return originOfArticle(draft, [...versions.values()].find(({ text }) => text === mine.text) ?? mine);
}

/** What is to be signed, when it is dated, and where it comes from. */
export function publishing(context: ArticleContext, now: Seconds, client: string | undefined): PublishIntent {
  const { mine, draft, chosen } = context;
  const base = baseOf(context);
  const article = buildArticle(mine.text, { identifier: chosen, base, now, client });
  return { type: 'intents.publish', draft: article, now: nextCreatedAt(now, base?.at), origin: originOfArticle(draft, mine) };
}

/** The note that tells of a published article. */
export function noteAbout(event: VerifiedEvent): PublishIntent {
  return { type: 'intents.publish', draft: articleNote(event), now: event.created_at, origin: `note-about:${event.id}` };
}

/** When the next draft is dated: later than what it takes the place of. */
export function draftDate({ mine, sent, versions }: ArticleContext): Seconds {
  const last = savedAt(versions);
  return nextCreatedAt(toSeconds(mine.at), last !== undefined && sent !== undefined ? later(last, sent) : (last ?? sent));
}

/** The text after a change; another version, where the last one was saved or is long ago. */
export function written(context: ArticleContext, text: ArticleText, now: Millis): Partial<ArticleContext> {
  const { mine, isTouched, isSaid, sitting, sittings } = context;
  const next = { text, base: mine.base, now };
  if (isTouched && !isSaid && !isOtherSitting(mine, now)) return { mine: grownVersion(mine, next) };
  if (!isTouched && !isSaid) return { mine: grownVersion(mine, next), isTouched: true };
  const begun = begunVersion(`${sitting} ${sittings}`, [mine], next);
  return { versions: allVersions(context), mine: begun, isTouched: true, isSaid: false, sittings: sittings + 1 };
}

/** Goes on with the text of a version that is there; what stands against it was seen, and stays among the versions. */
export function restored(context: ArticleContext, id: string, now: Millis): Partial<ArticleContext> {
  const { mine, isTouched, sitting, sittings } = context;
  const versions = allVersions(context);
  const version = versions.get(id);
  if (!version) return {};
  const seen = [...(isTouched ? [mine] : []), ...conflictsOf(context), version];
  const next = begunVersion(`${sitting} ${sittings}`, seen, { text: version.text, base: version.base ?? mine.base, now });
  return { versions, mine: next, isTouched: true, isSaid: false, sittings: sittings + 1 };
}

/** One's own text stays, and what stands against it was seen. */
export function stayed(context: ArticleContext, now: Millis): Partial<ArticleContext> {
  const { mine } = context;
  return { mine: grownVersion(mine, { text: mine.text, base: mine.base, now }, conflictsOf(context)), isTouched: true };
}

/** Once a version lies on relays: what is written from now on is another one. */
export function savedAs({ mine, versions, opened }: ArticleContext, version: ArticleVersion): Partial<ArticleContext> {
  const isSame = mine.id === version.id && mine.at === version.at;
  return {
    opened: new Set(opened).add(version.saved?.id ?? ''),
    isSaid: isSame,
    ...(isSame ? { mine: version, versions: withVersions(versions, [version]) } : {}),
  };
}

/** What a look found, but for a published article that only has the identifier which this one wants. */
export function found(context: ArticleContext, look: ArticleFound): Partial<ArticleContext> {
  const { versions, published, emptied, opened, closed, isHeard } = look;
  const isOwn = published === undefined || tagValue(published, 'd') === articleIn(context);
  return {
    versions: withVersions(context.versions, isOwn ? versions : versions.filter(({ made }) => made !== 'published')),
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

/** The identifier of the article that this becomes, where it is known already. */
export function articleIn({ mine, published, identifier }: ArticleContext): string | undefined {
  return baseOf({ mine, published })?.identifier ?? identifier;
}

/** What it will be published as. `isFree`: nobody has what a new one would like to have. */
export function chosenFor(context: ArticleContext, isFree: boolean): Pick<ArticleContext, 'chosen'> {
  return { chosen: articleIn(context) ?? newIdentifier(context.mine.text.title, isFree, context.chance) };
}

/** The question for what relays and service have. */
export function lookInput(context: ArticleContext, quiet: boolean): ArticleLookInput {
  const identifier = wishedIdentifier(context) || undefined;
  const { account, bus, signer, scope, draft, relays, privates, versions, opened } = context;
  const known = new Set([...opened, ...[...versions.values()].flatMap(({ saved }) => saved?.id ?? [])]);
  // drafts may lie there from before these were named
  const all = new Map([...privates, ...writable(relays)].map((url) => [relayKey(url), url]));
  return { account, bus, signer, scope, draft, relays: [...all.values()], identifier, known, quiet };
}

/** The identifier that a new article would like to have; '' where the title gives none. */
const wishedIdentifier = (context: ArticleContext): string => articleIn(context) ?? slugOf(context.mine.text.title);

export function saveInput(context: ArticleContext): ArticleSaveInput {
  const { account, bus, signer, scope, draft, relays, privates, mine, isWanted, sent } = context;
  const to = privates.length > 0 ? privates : writable(relays);
  return { account, bus, signer, scope, draft, version: mine, now: sent ?? draftDate(context), relays: to, quiet: !isWanted };
}

/** The reason that the signer gave, if any. */
export function reasonIn({ refusal }: OutboxRecord): Message | undefined {
  return refusal?.code === 'event_not_signed' || refusal?.code === 'publish.unsigned' ? undefined : refusal;
}

/** Whether a job came from one of these versions. */
export function isFromHere({ draft, versions }: ArticleContext, { wish }: OutboxRecord): boolean {
  return wish.type === 'event' && [...versions.values()].some((one) => wish.origin === originOfArticle(draft, one));
}

export const writable = (relays: readonly RelayUse[]): ReadonlyArray<Ours<string>> => writeUrls(relays);
