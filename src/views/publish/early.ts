import { bookmark } from '../../events/account/list-intents.ts';
import type { VerifiedEvent } from '../../events/event.ts';
import { buildReaction } from '../../events/publish/acts.ts';
import type { CitizenOrder } from '../../machines/account/citizen-context.ts';
import { actStrings } from '../app/strings/acts.ts';
import { now } from './orders.ts';

export type EarlyAct = 'reply' | 'like' | 'repost' | 'bookmark';

/** What was pressed before this code was here, as an order. Undefined for a repost: that is chosen from a menu, which is there by now. */
export function earlyOrder(act: EarlyAct, event: VerifiedEvent, locale: string): CitizenOrder | undefined {
  const found = { event };
  switch (act) {
    case 'like':
      return { type: 'citizen.publish', draft: buildReaction(found), now: now(), failed: actStrings(locale).likeFailed };
    case 'reply':
      return { type: 'citizen.compose', aim: { type: 'reply', found } };
    case 'bookmark':
      return { type: 'citizen.edit', list: 'bookmarks', intents: [bookmark(event)], now: now() };
    case 'repost':
      return undefined;
  }
}
