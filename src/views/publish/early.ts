import { bookmark } from '../../events/account/list-intents.ts';
import type { VerifiedEvent } from '../../events/event.ts';
import { buildReaction } from '../../events/publish/acts.ts';
import type { AccountActor } from '../../machines/account/account.machine.ts';
import { now } from './orders.ts';

export type EarlyAct = 'reply' | 'like' | 'repost' | 'bookmark';

/** Does what was pressed while this code was on its way. A repost is chosen from a menu, which is there by now. */
export function press(actor: AccountActor, act: EarlyAct, event: VerifiedEvent): void {
  const found = { event };
  if (act === 'like') actor.send({ type: 'account.order', order: { type: 'citizen.publish', draft: buildReaction(found), now: now() } });
  if (act === 'reply') actor.send({ type: 'account.order', order: { type: 'citizen.compose', aim: { type: 'reply', found } } });
  if (act === 'bookmark')
    actor.send({ type: 'account.order', order: { type: 'citizen.edit', list: 'bookmarks', intents: [bookmark(event)], now: now() } });
}
