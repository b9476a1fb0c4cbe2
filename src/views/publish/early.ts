import { bookmark } from '../../events/account/list-intents.ts';
import type { VerifiedEvent } from '../../events/event.ts';
import { buildReaction } from '../../events/publish/acts.ts';
import type { Intent } from '../../machines/account/features.ts';
import { now } from '../app/now.ts';

export type EarlyAct = 'reply' | 'like' | 'repost' | 'bookmark';

/** What was pressed before this code was here, as an intent. Undefined for a repost: that is chosen from a menu, which is there by now. */
export function earlyIntent(act: EarlyAct, event: VerifiedEvent): Intent | undefined {
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
