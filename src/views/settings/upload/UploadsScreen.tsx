import { mainServer } from '../../../events/media/media-servers.ts';
import { useActingSoon } from '../../account/use-features.ts';
import { NeedsAccount } from '../../account/NeedsAccount.tsx';
import { Column } from '../../ui/layout/Column.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { SettingGroup } from '../../ui/controls/SettingRow.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { useSettingsStrings } from '../../ui/strings/settings.ts';
import { useUploadsStrings } from '../../ui/strings/uploads.ts';
import { useIntents } from '../../publish/outbox/use-intents.ts';
import { Mirrors } from './Mirrors.tsx';
import styles from '../network/Network.module.css';
import { ServerForm } from './ServerForm.tsx';
import { ServerRow } from './ServerRow.tsx';
import { SettingsIndex } from '../../ui/layout/SettingsIndex.tsx';
import { useMediaList, useMediaServers, useServerChecks } from './use-media-servers.ts';

/**
 * SETTINGS-09 at /settings/uploads: the account's media server, its mirrors, and suggested ones.
 */
export function UploadsScreen() {
  const { sections } = useSettingsStrings();
  const { visitor } = useUploadsStrings();
  const canAct = useActingSoon();
  return (
    <>
      <Column title={sections.uploads.title} back>
        {!canAct ? <NeedsAccount title={visitor.title}>{visitor.text}</NeedsAccount> : <Opened />}
      </Column>
      <SettingsIndex />
    </>
  );
}

/** Waits for the account's list, so that it never claims that an existing list is missing. */
function Opened() {
  const { lost } = useUploadsStrings();
  const { state, ask } = useMediaList();
  if (state === 'lost')
    return (
      <ErrorState title={lost.title} onRetry={ask}>
        {lost.text}
      </ErrorState>
    );
  return state === 'locating' ? <Skeleton /> : <Servers />;
}

function Servers() {
  const { main: words, states } = useUploadsStrings();
  const { home, servers, mirrors, change } = useMediaServers();
  const { edit } = useIntents();
  const [main] = servers;
  const origins = servers.map(({ origin }) => origin).join(' ');
  useServerChecks(origins);
  const unnamed = main.tags.length === 0 ? words.unnamed : undefined;
  const note = change ? states[change] : unnamed;
  return (
    <>
      <SettingGroup title={words.title} hint={words.hint}>
        <ServerRow origin={main.origin} note={note} />
        <ServerForm
          label={words.label}
          confirm={words.confirm}
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
        change={change}
        home={home}
        onEdit={(...intents) => edit('mediaServers', ...intents)}
      />
    </>
  );
}
