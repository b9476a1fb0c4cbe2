import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { mainServer } from '../../events/account/media-servers.ts';
import type { MediaServersActor } from '../../machines/settings/media-servers.machine.ts';
import { useActingSoon, useFeature } from '../account/use-features.ts';
import { NeedsAccount } from '../account/NeedsAccount.tsx';
import { Column } from '../app/Column.tsx';
import { Button } from '../app/primitives/Button.tsx';
import { ErrorState } from '../app/primitives/ErrorState.tsx';
import { SettingGroup } from '../app/primitives/SettingRow.tsx';
import { Skeleton } from '../app/primitives/Skeleton.tsx';
import { useSettingsStrings } from '../app/strings/settings.ts';
import { useUploadsStrings } from '../app/strings/uploads.ts';
import { useIntents } from '../publish/use-intents.ts';
import { useMediaServers } from './media-servers.ts';
import { Mirrors } from './Mirrors.tsx';
import styles from './Network.module.css';
import { ServerForm } from './ServerForm.tsx';
import { ServerRow } from './ServerRow.tsx';
import { SettingsIndex } from './SettingsIndex.tsx';

/** SETTINGS-09 at /settings/uploads: the account's media server, its mirrors, and suggested ones. */
export function UploadsScreen() {
  const { sections } = useSettingsStrings();
  const { visitor } = useUploadsStrings();
  const canAct = useActingSoon();
  const media = useFeature('media');
  return (
    <>
      <Column title={sections.uploads.title} back>
        {!canAct ? <NeedsAccount title={visitor.title}>{visitor.text}</NeedsAccount> : media ? <Opened media={media} /> : <Skeleton />}
      </Column>
      <SettingsIndex />
    </>
  );
}

/** Who has a list is not shown that he has none: it is asked for first. */
function Opened({ media }: { readonly media: MediaServersActor }) {
  const { lost } = useUploadsStrings();
  const isLocating = useSelector(media, (snapshot) => snapshot.hasTag('locating'));
  const isLost = useSelector(media, (snapshot) => snapshot.hasTag('lost'));
  useEffect(() => media.send({ type: 'media.open' }), [media]);
  if (isLost)
    return (
      <ErrorState title={lost.title} onRetry={() => media.send({ type: 'media.open' })}>
        {lost.text}
      </ErrorState>
    );
  return isLocating ? <Skeleton /> : <Servers media={media} />;
}

function Servers({ media }: { readonly media: MediaServersActor }) {
  const { main: words, states } = useUploadsStrings();
  const { home, servers, mirrors, isSaving } = useMediaServers();
  const { edit } = useIntents();
  const [main] = servers;
  const origins = servers.map(({ origin }) => origin).join(' ');
  useEffect(() => media.send({ type: 'media.check', origins: origins.split(' ') }), [media, origins]);
  const note = isSaving ? states.saving : main.tags.length === 0 ? words.unnamed : undefined;
  return (
    <>
      <SettingGroup title={words.title} hint={words.hint}>
        <ServerRow origin={main.origin} media={media} note={note} />
        <ServerForm
          label={words.label}
          confirm={words.confirm}
          media={media}
          home={home}
          intentsOf={(origin) => mainServer(origin, servers, home, !mirrors)}
        />
        {main.origin !== home && (
          <Button
            className={styles.reset}
            icon="refresh"
            aria-label={words.restoreIt}
            onClick={() => edit('mediaServers', ...mainServer(home, servers, home, !mirrors))}
          >
            {words.restore}
          </Button>
        )}
      </SettingGroup>
      <Mirrors
        servers={servers}
        on={mirrors}
        isSaving={isSaving}
        media={media}
        home={home}
        onEdit={(...intents) => edit('mediaServers', ...intents)}
      />
    </>
  );
}
