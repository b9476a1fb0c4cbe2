import { lastListJob } from '../../../events/publish/outbox/list-versions.ts';
import { type OutboxRecord, stateOf } from '../../../events/publish/outbox/outbox.ts';
import { listIntents, useLists } from '../../account/lists/use-lists.ts';
import { useListWork, useOutboxRecords } from '../../publish/outbox/use-outbox.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { useStrings } from '../../ui/strings.ts';
import { useNetworkStrings } from '../../ui/strings/network.ts';
import { useSay } from '../../ui/strings/own-messages.ts';

interface ListProps {
  readonly list: 'relays' | 'messageRelays';
}

/** Says that the last change of a list failed or waits, until a later one is saved. */
export function UnsavedChange({ list }: ListProps) {
  const record = lastListJob(useOutboxRecords(), list);
  return record && stateOf(record) !== 'accepted' && <Unsaved record={record} />;
}

function Unsaved({ record }: { readonly record: OutboxRecord }) {
  const { unsaved: words } = useNetworkStrings();
  const { action } = useStrings().app;
  const say = useSay();
  const lists = useLists();
  const { isQueued, fault } = useListWork(record, lists);
  const { job, isHeld = false, event } = record;
  const isFailed = fault !== undefined || ['failed', 'unsigned'].includes(stateOf(record));
  if (isHeld) return <Notice announce>{words.waits}</Notice>;
  if (isQueued || !isFailed || !lists) return null;
  return (
    <Notice
      tone="danger"
      announce
      action={
        <>
          <Button compact onClick={() => listIntents.resume(lists, job)}>
            {action.retry}
          </Button>
          <LinkButton compact tone="quiet" to={`/settings/publishing#${job}`}>
            {words.log}
          </LinkButton>
        </>
      }
    >
      {words.title} {event ? words.refused : fault && say(fault)}
    </Notice>
  );
}
