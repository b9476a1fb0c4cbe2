import { writeUrls } from '../../../events/account/lists/relay-list.ts';
import { type OutboxState, stateOf } from '../../../events/publish/outbox/outbox.ts';
import {
  type ArticleContext,
  type ArticleWritingEvent,
  followedFrom,
  found,
  isElsewhere,
  isFinished,
  isFromHere,
  isOpposed,
  isPublishable,
  isReady,
  sighted,
} from './article-context.ts';
import type { ArticleFound } from './article-lookup.machine.ts';
import { reaches } from '../../../events/compose/article/article-versions.ts';

interface Guarded {
  readonly context: ArticleContext;
  readonly event: ArticleWritingEvent;
}

interface Looked {
  readonly found: ArticleFound;
}

const isNews =
  (state: OutboxState) =>
  ({ event }: Guarded): boolean =>
    event.type === 'outbox.jobChanged' && stateOf(event.record) === state;

const isPublication = ({ context, event }: Guarded): boolean =>
  event.type === 'article.found' && isElsewhere({ ...context, ...sighted(context, [event.event]) });

export const ARTICLE_GUARDS = {
  // the history entry of a finished draft still says that it is new
  isNew: ({ context }: Guarded) =>
    context.isNew && !context.isFinished && context.versions.size === 0,
  isHere: ({ context }: Guarded) => context.versions.size > 0,
  isGone: ({ context: { mine, isTouched }, event }: Guarded) =>
    event.type === 'article.removed' && (!isTouched || reaches(event.until, mine)),
  isElsewhere: ({ context }: Guarded) => isElsewhere(context),
  isPublication,
  /** True if relays show a publication of this draft, and this device has no text of it. */
  isOverAlready: (now: Guarded) =>
    !now.context.isTouched && now.context.versions.size === 0 && isPublication(now),
  hasConflict: ({ context }: Guarded) => isOpposed(context),
  canFollow: ({ context }: Guarded) => followedFrom(context).mine !== undefined,
  isQuiet: ({ context }: Guarded) => context.isLocal,
  isSaveable: ({ context: { isTouched, isWanted, isLocal, isHeard } }: Guarded) =>
    isTouched && isHeard && (isWanted || isLocal),
  isContinued: ({ context }: Guarded) => !context.isTouched && context.isHeard,
  isLocated: ({ context }: Guarded) => context.relays.length > 0,
  isUnsent: ({ context: { unsaved } }: Guarded) => unsaved !== undefined,
  isSaid: ({ context: { isLocal, isSaid } }: Guarded) => !isLocal || isSaid,
  isUnsaved: ({ context: { isLocal, isTouched, mine } }: Guarded) =>
    isLocal && isTouched && mine.saved === undefined,
  isWithoutRelay: ({ context }: Guarded) => writeUrls(context.relays).length === 0,
  isReady: ({ context }: Guarded) => isReady(context),
  isPublishable: ({ context }: Guarded) => isPublishable(context),
  isOther: ({ context, event }: Guarded) =>
    event.type === 'outbox.jobChanged' && !isFromHere(context, event.record),
  isStale: ({ context, event }: Guarded) =>
    event.type === 'outbox.jobChanged' && event.record.job !== context.job,
  isAccepted: isNews('accepted'),
  isFailed: isNews('failed'),
  isSending: isNews('sending'),
  isUnsigned: isNews('unsigned'),
  isDiscarded: isNews('discarded'),
  isFinished: ({ context }: Guarded, { found: look }: Looked) => isFinished(context, look),
  isOpened: (_: Guarded, { found: look }: Looked) => look.versions.length > 0,
  isSighted: ({ context }: Guarded, { found: look }: Looked) =>
    isElsewhere({ ...context, ...found(context, look) }),
};
