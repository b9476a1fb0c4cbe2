import { memo } from 'react';
import { isSameGroup, type NotificationGroup } from '../../events/notifications/groups.ts';
import { isSaid } from '../../events/notifications/notification.ts';
import { RowBoundary } from '../ui/overlays/Boundaries.tsx';
import { GroupRow } from './GroupRow.tsx';
import { SaidRow } from './NoteNotification.tsx';

interface NotificationRowProps {
  readonly group: NotificationGroup;
  /** True if the row does not distinguish new from seen. */
  readonly isPlain: boolean;
}

/**
 * A row of the list: a note, or several reactions to one event (NOTIF-01). An error does not leave
 * the row, and only changed rows re-render.
 */
export const NotificationRow = memo(function NotificationRow({
  group,
  isPlain,
}: NotificationRowProps) {
  const { isNew, members } = group;
  const [first] = members;
  return (
    <RowBoundary>
      {isSaid(first.type) ? (
        <SaidRow one={first} isNew={isNew} isPlain={isPlain} />
      ) : (
        <GroupRow group={group} isPlain={isPlain} />
      )}
    </RowBoundary>
  );
}, isSameRow);

function isSameRow(one: NotificationRowProps, other: NotificationRowProps): boolean {
  return one.isPlain === other.isPlain && isSameGroup(one.group, other.group);
}
