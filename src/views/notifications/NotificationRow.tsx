import type { NotificationGroup } from '../../events/notifications/groups.ts';
import { isSaid } from '../../events/notifications/notification.ts';
import { GroupRow } from './GroupRow.tsx';
import { SaidRow } from './SaidRow.tsx';

interface NotificationRowProps {
  readonly group: NotificationGroup;
  /** Nothing tells new from seen. */
  readonly isPlain: boolean;
}

/** A row of the list: what somebody said, or what several did to one thing (NOTIF-01). */
export function NotificationRow({ group, isPlain }: NotificationRowProps) {
  const [first] = group.members;
  return isSaid(first.type) ? <SaidRow one={first} isNew={group.isNew} isPlain={isPlain} /> : <GroupRow group={group} isPlain={isPlain} />;
}
