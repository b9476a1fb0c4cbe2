import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import type { HidesEvent, ModerationStep } from '../../events/reading/moderation/moderation.ts';
import { displayNameOf } from '../../events/facts/profile.ts';
import type { Facts } from '../../events/facts/facts.ts';
import type { Direct } from '../../events/notifications/counts.ts';
import type { Notification } from '../../events/notifications/notification.ts';
import { noteOf } from '../../events/facts/selectors.ts';
import { getRow } from '../../events/core/table.ts';
import type {
  Alert,
  NotificationsActor,
} from '../../machines/notifications/notifications.machine.ts';
import { useFeature } from '../account/use-features.ts';
import { useFactsActor, useFactsShallow } from '../ui/hooks/app-context.ts';
import { useHides } from '../ui/hooks/shell-context.ts';
import type { UnreadMessages } from '../messages/use-unread-messages.ts';

const NONE: readonly Notification[] = [];

/** Return ids of those that the reader's lists hide. */
export function useHiddenIn(list: readonly Notification[]): readonly string[] {
  const hides = useHides();
  return useFactsShallow(useMemo(() => hiddenIn(list, hides), [list, hides]));
}

/** Return a selector that judges again only if the known events have changed. */
function hiddenIn(
  list: readonly Notification[],
  hides: HidesEvent | undefined,
): (facts: Facts) => readonly string[] {
  let last:
    | {
        readonly events: Facts['events'];
        readonly deletions: Facts['deletions'];
        readonly ids: readonly string[];
      }
    | undefined;
  return (facts) => {
    const { events, deletions } = facts;
    if (last?.events !== events || last.deletions !== deletions) {
      const hidden = hides
        ? list.filter((one) => judgedIn(one, facts, hides).verdict === 'hide')
        : NONE;
      last = { events, deletions, ids: hidden.map(({ id }) => id) };
    }
    return last.ids;
  };
}

/** Judge person, note and target like any other event. */
export function judgedIn(
  { actor, target, about }: Notification,
  facts: Facts,
  hides: HidesEvent,
): ModerationStep {
  return hides.moderateAction(
    actor,
    [target, about].flatMap((id) => (id === undefined ? [] : (noteOf(facts, id) ?? []))),
  );
}

/** Words for system notifications: about new notifications, and about a new message. */
export interface Say {
  readonly news: (
    fresh: readonly Notification[],
    nameOf: (pubkey: string) => string,
  ) => readonly Alert[];
  readonly messages: () => readonly Alert[];
}

/**
 * Return the number of new notifications (NOTIF-04). It is judged here, where the account's lists
 * are known. `say`: words for new ones.
 */
export function useUnread(say: Say['news']): number {
  const actor = useFeature('notifications');
  const hides = useHides();
  const news = useSelector(actor, (snapshot) => snapshot?.context.news ?? NONE);
  const fresh = useSelector(actor, (snapshot) => snapshot?.context.fresh ?? NONE);
  const ids = useHiddenIn(news).join();
  const facts = useFactsActor();
  const nameOf = (pubkey: string) =>
    displayNameOf(getRow(facts.getSnapshot().context.profiles, pubkey), pubkey);
  const judge = useEffectEvent(() => {
    const hidden = ids === '' ? [] : ids.split(',');
    actor?.send({
      type: 'notifications.judged',
      hidden,
      alerts: say(
        fresh.filter(({ id }) => !hidden.includes(id)),
        nameOf,
      ),
    });
  });
  const hasLooked = useSelector(actor, (snapshot) => snapshot?.context.hasLooked ?? false);
  const isJudging = hides !== undefined && hasLooked;
  useEffect(() => {
    if (isJudging) judge();
    // oxlint-disable-next-line react/exhaustive-deps -- what came is judged once more with each look at it
  }, [isJudging, news, ids]);
  return useSelector(actor, (snapshot) => snapshot?.context.unread ?? 0);
}

/**
 * Add unread messages to the numbers, except those of muted people, and show a system notification
 * for a new one. `say`: its words.
 */
export function useMessageNews(
  { counted, muted, privately, isKnown }: UnreadMessages,
  say: Say['messages'],
): void {
  const actor = useFeature('notifications');
  const all = isKnown ? counted + privately : undefined;
  const before = useRef(all);
  const tell = useEffectEvent(
    (
      to: NotificationsActor | undefined,
      count: number,
      direct: Direct,
      messages: number | undefined,
    ) => {
      to?.send({
        type: 'notifications.messages',
        count,
        direct,
        alerts: hasRisen(before.current, messages) ? say() : [],
      });
      before.current = messages;
    },
  );
  useEffect(
    () => tell(actor, privately, { shown: counted, muted }, all),
    [actor, privately, counted, muted, all],
  );
}

/** True if a message arrived. Messages that were unread at the first number are not new. */
export function hasRisen(before: number | undefined, now: number | undefined): boolean {
  return before !== undefined && now !== undefined && now > before;
}

/** Run `go` when the user clicks a system notification. */
export function useChosen(go: (of: Alert['of']) => void): void {
  const chosen = useSelector(useFeature('notifications'), (snapshot) => snapshot?.context.chosen);
  const run = useEffectEvent(go);
  useEffect(() => {
    if (chosen) run(chosen.of);
  }, [chosen]);
}
