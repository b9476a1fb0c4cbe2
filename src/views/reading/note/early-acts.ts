import { bookmark } from '../../../events/account/lists/list-intents.ts';
import { buildReaction } from '../../../events/compose/acts/build-acts.ts';
import type { Intent } from '../../../machines/app/features.ts';
import { now } from '../../ui/hooks/now.ts';
import type { EarlyAct, EarlyTarget } from '../../ui/hooks/shell-context.ts';
import { whenDrawn } from '../../ui/navigation/when-drawn.ts';
import { holdZap } from '../../money/zaps/use-pending-zaps.ts';

/** Open the menu of reposts once the row of its button has it. */
export function openRepostMenu(pressed: EventTarget | undefined): void {
  const row = pressed instanceof Element ? pressed.closest('article') : null;
  whenDrawn(
    () => row?.querySelector<HTMLElement>('[data-act="repost"][aria-haspopup]'),
    (menu) => menu.click(),
  );
}

/**
 * Turn an action that was pressed before this code was loaded into an intent. `undefined` for a
 * repost, which is chosen from a menu. A zap is sent once the default amount is known, but never if
 * the user signs in only afterwards.
 */
export function earlyIntent(
  act: EarlyAct,
  target: EarlyTarget,
  isActing: boolean,
): Intent | undefined {
  const event = 'sig' in target ? target : undefined;
  if (act === 'zap') return isActing ? holdZap({ pubkey: target.pubkey, event }) : undefined;
  if (!event) return undefined;
  const found = { event };
  switch (act) {
    case 'like':
      return {
        type: 'intents.publish',
        draft: buildReaction(found),
        now: now(),
        failed: { code: 'like.failed' },
      };
    case 'bookmark':
      return { type: 'lists.edit', list: 'bookmarks', intents: [bookmark(event)], now: now() };
    case 'repost':
      return undefined;
  }
}
