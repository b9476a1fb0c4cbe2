import { useLocation } from 'react-router';
import { useActingSoon } from '../../account/use-features.ts';
import { listIntents, useLists } from '../../account/lists/use-lists.ts';
import { NeedsAccount } from '../../account/NeedsAccount.tsx';
import { Column } from '../../ui/layout/Column.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { useComposeStrings } from '../../ui/strings/compose.ts';
import { useSettingsStrings } from '../../ui/strings/settings.ts';
import { SettingsIndex } from '../../ui/layout/SettingsIndex.tsx';
import { useIntents } from './use-intents.ts';
import { PublishLedger } from './PublishLedger.tsx';
import { useIsOutboxOpening, useOutbox } from './use-outbox.ts';

/** BEYOND-05 at /settings/publishing. */
export function PublishingScreen() {
  const { sections } = useSettingsStrings();
  return (
    <>
      <Column title={sections.publishing.title} back>
        <Publishing />
      </Column>
      <SettingsIndex />
    </>
  );
}

function Publishing() {
  const { ledger } = useComposeStrings();
  const canAct = useActingSoon();
  const { compose } = useIntents();
  const { hash } = useLocation();
  const outbox = useOutbox();
  const lists = useLists();
  const isOpening = useIsOutboxOpening(outbox);
  if (!canAct || !outbox)
    return <NeedsAccount title={ledger.empty}>{ledger.emptyText}</NeedsAccount>;
  if (isOpening) return <Skeleton />;
  return (
    <PublishLedger
      outbox={outbox}
      sought={hash.slice(1)}
      onOpen={compose}
      lists={lists}
      onResume={(job) => lists && listIntents.resume(lists, job)}
    />
  );
}
