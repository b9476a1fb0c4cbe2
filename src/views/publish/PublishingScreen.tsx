import { useSelector } from '@xstate/react';
import { useLocation } from 'react-router';
import { useCitizenNow } from '../account/citizen.ts';
import { NeedsAccount } from '../account/NeedsAccount.tsx';
import { Column } from '../app/Column.tsx';
import { Skeleton } from '../app/primitives/Skeleton.tsx';
import { useComposeStrings } from '../app/strings/compose.ts';
import { useSettingsStrings } from '../app/strings/settings.ts';
import { SettingsIndex } from '../settings/SettingsIndex.tsx';
import { PublishLedger } from './PublishLedger.tsx';

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
  const citizen = useCitizenNow();
  const { hash } = useLocation();
  const outbox = useSelector(citizen, (snapshot) => snapshot?.children.outbox);
  const lists = useSelector(citizen, (snapshot) => snapshot?.children.lists);
  const isOpening = useSelector(outbox, (snapshot) => snapshot?.hasTag('opening') ?? false);
  if (!citizen || !outbox) return <NeedsAccount title={ledger.empty}>{ledger.emptyText}</NeedsAccount>;
  if (isOpening) return <Skeleton />;
  return (
    <PublishLedger
      outbox={outbox}
      sought={hash.slice(1)}
      onOpen={() => citizen.send({ type: 'citizen.compose', aim: { type: 'note' } })}
      lists={lists}
      onResume={(job) => lists?.send({ type: 'lists.resume', job })}
    />
  );
}
