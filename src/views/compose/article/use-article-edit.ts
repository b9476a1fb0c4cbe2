import { shallowEqual, useSelector } from '@xstate/react';
import { createContext, use, useEffect, useMemo } from 'react';
import type { Preview, Tag } from '../../../events/nostr/event.ts';
import {
  type ArticleText,
  articleFault,
  buildArticle,
  isBlankArticle,
} from '../../../events/compose/article/article-edit.ts';
import {
  type ArticleVersions,
  newestFirst,
  savedAt,
} from '../../../events/compose/article/article-versions.ts';
import { type Seconds, toSeconds } from '../../../events/core/time.ts';
import {
  articleIn,
  baseOf,
  conflictsOf,
  firstOf,
  isAsPublished,
  isElsewhere,
  isKept,
  isOpposed,
  isReady,
  isSaved,
  isUnheard,
} from '../../../machines/compose/article/article-context.ts';
import type { ArticleWritingActor } from '../../../machines/compose/article/article-writing.machine.ts';
import { useAccountActor } from '../../ui/hooks/app-context.ts';
import { now, nowMillis } from '../../ui/hooks/now.ts';
import { useOpened } from '../../account/use-features.ts';
import { writeUrls } from '../../../events/account/lists/relay-list.ts';

type ArticleHandle = ArticleWritingActor;

export const ArticleContext = createContext<ArticleHandle | undefined>(undefined);

/**
 * Return the editor of that draft while it is shown. `undefined` until loaded. `isNew`: it was
 * created just now.
 */
export function useArticleEditor(draft: string, isNew: boolean) {
  const articles = useOpened('articleEdit');
  useEffect(() => {
    articles?.send({ type: 'articleEdit.begin', draft, sitting: crypto.randomUUID(), isNew });
    return () => articles?.send({ type: 'articleEdit.leave', draft });
  }, [articles, draft, isNew]);
  const handle = useSelector(articles, (snapshot) =>
    snapshot?.context.writing === draft ? snapshot.children.writing : undefined,
  );
  const unkept = useSelector(articles, (snapshot) => snapshot?.context.unkept);
  return { handle, unkept, articles };
}

const NOBODY: readonly string[] = [];

/**
 * Return the people that the name in the text may refer to, best first. `undefined` if no name is
 * being typed.
 */
export function useArticleMention(name: string | undefined): readonly string[] {
  const mention = useSelector(useOpened('articleEdit'), (snapshot) => snapshot?.children.mention);
  useEffect(() => {
    mention?.send(
      name === undefined ? { type: 'mention.stop' } : { type: 'mention.ask', text: name },
    );
  }, [mention, name]);
  useEffect(() => () => mention?.send({ type: 'mention.stop' }), [mention]);
  return useSelector(mention, (snapshot) => snapshot?.context.people ?? NOBODY);
}

function useHandle(): ArticleHandle {
  const handle = use(ArticleContext);
  if (!handle) throw new Error('a part of the editor needs <ArticleContext>');
  return handle;
}

export function useArticleText(): ArticleText {
  return useSelector(useHandle(), ({ context }) => context.mine.text);
}

/** Return the state of the article, named as in the machine. */
export function useArticleState() {
  return useSelector(
    useHandle(),
    (snapshot) => ({
      isOpening: snapshot.hasTag('opening'),
      isMissing: snapshot.hasTag('missing'),
      isGone: snapshot.hasTag('gone'),
      isPublished: snapshot.hasTag('published'),
      isNoted: snapshot.context.isNoted,
      isReviewing: snapshot.hasTag('reviewing'),
      isPublishing: snapshot.hasTag('publishing'),
      isFailed: snapshot.hasTag('failed'),
      isKept: isKept(snapshot.context),
      isSaving: snapshot.hasTag('saving'),
      isSaved: isSaved(snapshot.context),
      isAsPublished: isAsPublished(snapshot.context),
      isTouched: snapshot.context.isTouched,
      isBlank: isBlankArticle(snapshot.context.mine.text),
      isClosed: snapshot.context.closed.length > 0,
      unsaved: snapshot.context.unsaved,
    }),
    shallowEqual,
  );
}

/** Return why the article was not published. `record`: the outbox record. */
export function useArticleFailure() {
  return useSelector(
    useHandle(),
    ({ context: { failure, reason, record } }) => ({ failure, reason, record }),
    shallowEqual,
  );
}

/** Return the identifier of the article that another device has published from this draft. */
export function useArticleElsewhere(): string | undefined {
  return useSelector(useHandle(), ({ context }) =>
    isElsewhere(context) ? context.elsewhere : undefined,
  );
}

/** Return the article to be published and its identifier. */
export function useArticleReview() {
  return useSelector(
    useHandle(),
    (snapshot) => {
      const { context } = snapshot;
      return {
        isLooking: snapshot.matches({ text: { reviewing: 'looking' } }),
        isReady: snapshot.matches({ text: { reviewing: 'ready' } }) && isReady(context),
        isLate: snapshot.matches({ text: 'late' }),
        isUnheard: isUnheard(context),
        isOpposed: isOpposed(context),
        identifier: articleIn(context) ?? context.chosen,
        publishedAt: baseOf(context)?.publishedAt,
        relays: writeUrls(context.relays).length,
        sentTo: context.record?.relays.size ?? 0,
        fault: articleFault(context.mine.text),
      };
    },
    shallowEqual,
  );
}

/** Return the saved versions, newest first, without the current text. */
export function useArticleVersions() {
  const handle = useHandle();
  const mine = useSelector(handle, ({ context }) => context.mine);
  const conflicts = useSelector(handle, ({ context }) => conflictsOf(context), areSame);
  // the same list while only the current text is stored
  const listed = useSelector(
    handle,
    ({ context }) => newestFirst(context.versions).filter(({ id }) => id !== context.mine.id),
    areSame,
  );
  return { listed, mine, conflicts };
}

/** Return the signed article. `undefined` until signed. */
export function usePublishedArticle() {
  return useSelector(useHandle(), ({ context }) => context.record?.event);
}

/** Return the article as readers will see it. */
export function useArticlePreview(account: string): Preview {
  const handle = useHandle();
  const mine = useSelector(handle, ({ context }) => context.mine);
  return useMemo(() => {
    const { draft } = handle.getSnapshot().context;
    return {
      ...buildArticle(mine.text, { identifier: draft, base: mine.base, now: toSeconds(mine.at) }),
      pubkey: account,
    };
  }, [handle, mine, account]);
}

/** Return the actions on the article. The machine decides whether to run each. */
export function useArticleOrders() {
  const handle = useHandle();
  return {
    write: (change: Partial<ArticleText>) => {
      const { text } = handle.getSnapshot().context.mine;
      handle.send({ type: 'article.write', text: { ...text, ...change }, now: nowMillis() });
    },
    /**
     * A change together with the metadata of a file that the text or cover references (an imeta
     * tag).
     */
    attach: (tag: Tag, change: Partial<ArticleText> = {}) => {
      const { text } = handle.getSnapshot().context.mine;
      handle.send({
        type: 'article.write',
        text: { ...text, ...change, files: [...text.files, tag] },
        now: nowMillis(),
      });
    },
    restore: (id: string) => handle.send({ type: 'article.restore', id, now: nowMillis() }),
    stay: () => handle.send({ type: 'article.cancelLeave', now: nowMillis() }),
    adopt: () => handle.send({ type: 'article.adopt', now: now() }),
    apart: () => handle.send({ type: 'article.keepSeparate' }),
    unseal: () => handle.send({ type: 'article.unseal' }),
    look: () => handle.send({ type: 'article.load' }),
    save: () => handle.send({ type: 'article.save' }),
    review: () => handle.send({ type: 'article.review', chance: crypto.randomUUID() }),
    back: () => handle.send({ type: 'article.closeReview' }),
    publish: (client: string | undefined, note: boolean) =>
      handle.send({ type: 'article.publish', now: now(), client, note }),
    retry: () => handle.send({ type: 'article.retry', now: now() }),
    edit: () => handle.send({ type: 'article.edit' }),
  };
}

/** A draft of an article in a list. */
export interface StoredArticleDraft {
  readonly draft: string;
  readonly text: ArticleText;
  readonly at: Seconds;
  readonly saved: Seconds | undefined;
}

const NONE: ReadonlyMap<string, ArticleVersions> = new Map();

/** Return the drafts of articles on this device, newest first. `undefined` until loaded. */
export function useStoredArticleDrafts(): readonly StoredArticleDraft[] | undefined {
  const articles = useOpened('articleEdit');
  const drafts = useSelector(articles, (snapshot) => snapshot?.context.drafts ?? NONE);
  const isOpening = useSelector(articles, (snapshot) => snapshot?.hasTag('opening') ?? true);
  return useMemo(() => {
    if (isOpening) return undefined;
    const kept = [...drafts].flatMap(([draft, versions]): readonly StoredArticleDraft[] =>
      keptOf(draft, versions),
    );
    return kept.toSorted((one, other) => (one.at < other.at ? 1 : -1));
  }, [drafts, isOpening]);
}

const NONE_REMOVED: ReadonlyMap<string, Seconds> = new Map();

/** Return deleted drafts with their times. Older versions on relays are deleted, too. */
export function useRemovedDrafts(): ReadonlyMap<string, Seconds> {
  return useSelector(
    useOpened('articleEdit'),
    (snapshot) => snapshot?.context.removed ?? NONE_REMOVED,
  );
}

/** Return a function that deletes a draft after the user confirmed it. */
export function useDraftRemoval() {
  const account = useAccountActor();
  return (
    draft: string,
    known: { readonly saved?: Seconds; readonly ids?: readonly string[] },
  ) => ({
    to: account,
    event: {
      type: 'account.intent',
      intent: { type: 'articleEdit.remove', draft, now: now(), ...known },
    },
  });
}

function keptOf(draft: string, versions: ArticleVersions): readonly StoredArticleDraft[] {
  const head = firstOf(versions);
  if (!head || isBlankArticle(head.text)) return [];
  return [{ draft, text: head.text, at: toSeconds(head.at), saved: savedAt(versions) }];
}

function areSame<T>(one: readonly T[], other: readonly T[]): boolean {
  return one.length === other.length && one.every((item, at) => item === other[at]);
}
