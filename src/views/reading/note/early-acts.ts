import { bookmark } from '../../../events/account/lists/list-intents.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { buildReaction } from '../../../events/compose/acts/build-acts.ts';
import type { Intent } from '../../../machines/app/features.ts';
import { now } from '../../ui/hooks/now.ts';
import { earlyZaps } from '../../money/zaps/early-zaps.ts';

export type EarlyAct = 'reply' | 'zap' | 'like' | 'repost' | 'bookmark';

/** What an act was pressed on; somebody's profile can only be zapped. */
export type EarlyTarget = VerifiedEvent | { readonly pubkey: string };

/**
 * What was pressed before this code was here, as an intent. Undefined for a repost: that is chosen from a menu, which is there by now. A zap is
 * given as soon as it is known how much that is, and by nobody who signs in only after it.
 */
export function earlyIntent(act: EarlyAct, target: EarlyTarget, isActing: boolean): Intent | undefined {
  const event = 'sig' in target ? target : undefined;
  if (act === 'zap' && isActing) earlyZaps.hold({ pubkey: target.pubkey, event });
  if (act === 'zap') return isActing ? { type: 'money.open' } : undefined;
  if (!event) return undefined;
  const found = { event };
  switch (act) {
    case 'like':
      return { type: 'intents.publish', draft: buildReaction(found), now: now(), failed: { code: 'like.failed' } };
    case 'reply':
      return { type: 'compose.open', aim: { type: 'reply', found } };
    case 'bookmark':
      return { type: 'lists.edit', list: 'bookmarks', intents: [bookmark(event)], now: now() };
    case 'repost':
      return undefined;
  }
}
