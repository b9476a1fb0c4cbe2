import { shallowEqual, useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import {
  draftedKind,
  type DraftText,
  draftContent,
} from '../../../events/compose/foreign-drafts.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import type { DraftsActor } from '../../../machines/compose/foreign-drafts.machine.ts';
import { useAccount } from '../../ui/hooks/app-context.ts';
import { useServiceUrl } from '../../connection/use-services.ts';
import { useActingSoon, useFeature } from '../../account/use-features.ts';
import { useIsSessionFailed } from '../../account/session/use-session.ts';

/** A draft, and how far its text can be decrypted. `opening`: the signer is asked. */
export interface OwnDraft {
  readonly event: VerifiedEvent;
  readonly kind: number;
  readonly state: 'open' | 'sealed' | 'opening' | 'unreadable';
  readonly text: DraftText | undefined;
}

const NONE: readonly VerifiedEvent[] = [];
const UNOPENED: ReadonlySet<string> = new Set();
const UNREAD: ReadonlyMap<string, DraftText | undefined> = new Map();

/** Return the current user's drafts on relays, requested again on each mount. */
export function useDrafts() {
  const me = useAccount()?.pubkey ?? '';
  useActingSoon();
  const isCut = useIsSessionFailed();
  const actor = useFeature('drafts');
  const service = useServiceUrl();
  useEffect(() => actor?.send({ type: 'drafts.show', service }), [actor, service]);
  const { drafts, opening, texts, ...state } = useSelector(actor, stateOf, shallowEqual);
  const shown = useMemo(
    () =>
      drafts.flatMap((event): readonly OwnDraft[] => {
        const kind = draftedKind(event, me);
        return kind === undefined ? [] : [{ event, kind, ...readable(event, opening, texts) }];
      }),
    [drafts, me, opening, texts],
  );
  const isFailed = state.isFailed || isCut;
  return {
    ...state,
    shown,
    isFailed,
    /** True if there may be more and they can be requested now. */
    isMore: !state.isLoading && !state.isEnded && !state.isClosed && !isFailed,
    more: () => actor?.send({ type: 'drafts.loadMore' }),
    read: (ids: readonly string[]) => actor?.send({ type: 'drafts.read', ids }),
  };
}

type Snapshot = ReturnType<DraftsActor['getSnapshot']>;

function stateOf(snapshot: Snapshot | undefined) {
  return {
    drafts: snapshot?.context.drafts ?? NONE,
    opening: snapshot?.context.opening ?? UNOPENED,
    texts: snapshot?.context.texts ?? UNREAD,
    rejected: snapshot?.context.rejected ?? 0,
    isLoading: snapshot?.hasTag('loading') ?? true,
    isEnded: snapshot?.hasTag('ended') ?? false,
    isFailed: snapshot?.hasTag('failed') ?? false,
    isClosed: snapshot?.hasTag('closed') ?? false,
  };
}

function readable(
  event: VerifiedEvent,
  opening: ReadonlySet<string>,
  texts: ReadonlyMap<string, DraftText | undefined>,
): Pick<OwnDraft, 'state' | 'text'> {
  const kept = draftContent(event);
  if (kept.kept === 'open') return { state: 'open', text: kept.text };
  if (kept.kept === 'unreadable') return { state: 'unreadable', text: undefined };
  const text = texts.get(event.id);
  if (text) return { state: 'open', text };
  if (texts.has(event.id)) return { state: 'unreadable', text: undefined };
  return { state: opening.has(event.id) ? 'opening' : 'sealed', text: undefined };
}
