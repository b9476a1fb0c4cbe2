import { useMemo } from 'react';
import { KIND } from '../../../events/nostr/kinds.ts';
import { draftNameOf } from '../../../events/compose/article/article-draft.ts';
import type { Seconds } from '../../../events/core/time.ts';
import { type OwnDraft, useDrafts } from '../drafts/use-foreign-drafts.ts';
import { useKeptDrafts, useRemovedDrafts } from './use-article-edit.ts';

/** An article in the making, on this device, on relays, or on both. `state`: how far what lies on relays alone can be read. */
export interface MyDraft {
  readonly draft: string;
  readonly title: string;
  readonly image: string;
  readonly text: string;
  readonly at: Seconds;
  readonly state: 'here' | OwnDraft['state'];
  readonly isSaved: boolean;
  /** The event on relays, where there is one. */
  readonly event: OwnDraft['event'] | undefined;
}

/** All articles that whoever is here has in the making, the newest first: what this device keeps stands for what relays have of it. */
export function useMyDrafts() {
  const kept = useKeptDrafts();
  const removed = useRemovedDrafts();
  const { shown: listed, isLoading, isMore, isFailed, isClosed, more, read } = useDrafts();
  const shown = useMemo(() => {
    const found = listed.filter(({ event }) => event.created_at > (removed.get(draftNameOf(event) ?? '') ?? -1));
    const here = (kept ?? []).map(({ draft, text, at, saved }): MyDraft => {
      const { title, image, content } = text;
      const event = found.find((one) => draftNameOf(one.event) === draft)?.event;
      return { draft, title, image, text: content, at, state: 'here', isSaved: saved !== undefined || event !== undefined, event };
    });
    const names = new Set(here.map(({ draft }) => draft));
    const there = found.flatMap(({ event, kind, state, text }): readonly MyDraft[] => {
      const draft = draftNameOf(event);
      if (kind !== KIND.LongForm || draft === undefined || names.has(draft)) return [];
      return [{ draft, title: text?.title ?? '', image: '', text: text?.text ?? '', at: event.created_at, state, isSaved: true, event }];
    });
    return [...here, ...there].toSorted((one, other) => (one.at < other.at ? 1 : -1));
  }, [kept, listed, removed]);
  // that there are none is said once those who would know were heard
  const isOpening = kept === undefined || (shown.length === 0 && isLoading);
  return { shown, isLoading: isOpening, isMore, isFailed, isClosed, more, read };
}
