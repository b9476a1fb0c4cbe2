import { useMemo } from 'react';
import { KIND } from '../../../events/nostr/kinds.ts';
import { draftNameOf } from '../../../events/compose/article/article-draft.ts';
import type { Seconds } from '../../../events/core/time.ts';
import { type OwnDraft, useDrafts } from '../drafts/use-foreign-drafts.ts';
import { useStoredArticleDrafts, useRemovedDrafts } from './use-article-edit.ts';

/**
 * A draft of an article on this device, on relays, or both. `state`: how far a draft that is only
 * on relays can be decrypted.
 */
export interface MyDraft {
  readonly draft: string;
  readonly title: string;
  readonly image: string;
  readonly text: string;
  readonly at: Seconds;
  readonly state: 'here' | OwnDraft['state'];
  readonly isSaved: boolean;
  /** The event on relays, if there is one. */
  readonly event: OwnDraft['event'] | undefined;
}

/**
 * Return all article drafts of the current user, newest first. A draft on this device replaces its
 * version on relays.
 */
export function useMyDrafts() {
  const kept = useStoredArticleDrafts();
  const removed = useRemovedDrafts();
  const { shown: listed, isLoading, isMore, isFailed, isClosed, more, read } = useDrafts();
  const shown = useMemo(() => {
    const found = listed.filter(
      ({ event }) => event.created_at > (removed.get(draftNameOf(event) ?? '') ?? -1),
    );
    const here = (kept ?? []).map(({ draft, text, at, saved }): MyDraft => {
      const { title, image, content } = text;
      const event = found.find((one) => draftNameOf(one.event) === draft)?.event;
      return {
        draft,
        title,
        image,
        text: content,
        at,
        state: 'here',
        isSaved: saved !== undefined || event !== undefined,
        event,
      };
    });
    const names = new Set(here.map(({ draft }) => draft));
    const there = found.flatMap(({ event, kind, state, text }): readonly MyDraft[] => {
      const draft = draftNameOf(event);
      if (kind !== KIND.LongForm || draft === undefined || names.has(draft)) return [];
      return [
        {
          draft,
          title: text?.title ?? '',
          image: '',
          text: text?.text ?? '',
          at: event.created_at,
          state,
          isSaved: true,
          event,
        },
      ];
    });
    return [...here, ...there].toSorted((one, other) => (one.at < other.at ? 1 : -1));
  }, [kept, listed, removed]);
  // An empty list is stated only after all sources answered.
  const isOpening = kept === undefined || (shown.length === 0 && isLoading);
  return { shown, isLoading: isOpening, isMore, isFailed, isClosed, more, read };
}
