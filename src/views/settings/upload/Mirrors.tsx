import type { ListIntent } from '../../../events/account/lists/list-intents.ts';
import {
  mainServer,
  type MediaServers,
  mirrorServer,
  withoutServer,
} from '../../../events/media/media-servers.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { SettingGroup } from '../../ui/controls/SettingRow.tsx';
import { Toggle } from '../../ui/controls/Toggle.tsx';
import { useUploadsStrings } from '../../ui/strings/uploads.ts';
import { useIntents } from '../../publish/outbox/use-intents.ts';
import styles from '../network/Network.module.css';
import { ServerForm } from './ServerForm.tsx';
import { ServerRow } from './ServerRow.tsx';
import {
  serverName,
  useMediaServers,
  useRecommendedServers,
  useServerUse,
  useUnreachable,
} from './use-media-servers.ts';

interface MirrorsProps {
  readonly servers: MediaServers;
  readonly on: boolean;
  readonly change: 'saving' | 'waits' | undefined;
  readonly home: string;
  readonly onEdit: (...intents: readonly ListIntent[]) => void;
}

/** The switch for the current user's mirrors. Switching off removes them after a confirmation. */
export function Mirrors(props: MirrorsProps) {
  const { servers, on, home, change, onEdit } = props;
  const { mirrors: words, states } = useUploadsStrings();
  const { askToEdit } = useIntents();
  const [, ...mirrors] = servers;
  const { setMirrors: choose } = useMediaServers();
  const removeAll = () =>
    askToEdit('mediaServers', { code: 'removeMirrors' }, ...mirrors.flatMap(withoutServer));
  const toggle = (wanted: boolean) =>
    !wanted && mirrors.length > 0 ? removeAll() : choose(wanted);
  return (
    <>
      <SettingGroup title={words.title}>
        <Toggle label={words.enable} hint={words.hint} on={on} onChange={toggle} />
        {on && mirrors.length === 0 && <p className={styles.words}>{words.none}</p>}
        {on && (
          <ul>
            {mirrors.map((mirror) => (
              <li key={mirror.origin} className={styles.item}>
                <ServerRow origin={mirror.origin} note={change && states[change]}>
                  <Button
                    compact
                    aria-label={words.mainOf(serverName(mirror.origin))}
                    onClick={() => onEdit(...mainServer(mirror.origin, servers, home))}
                  >
                    {words.main}
                  </Button>
                  <IconButton
                    compact
                    icon="trash"
                    label={words.remove(serverName(mirror.origin))}
                    onClick={() => onEdit(...withoutServer(mirror))}
                  />
                </ServerRow>
              </li>
            ))}
          </ul>
        )}
        {on && (
          <ServerForm
            label={words.label}
            confirm={words.add}
            home={home}
            intentsOf={(origin) => mirrorServer(origin, servers, home)}
          />
        )}
      </SettingGroup>
      {on && <Suggested {...props} />}
    </>
  );
}

/** Recommended servers that are not used yet. */
function Suggested({ servers, home }: MirrorsProps) {
  const { suggested: words } = useUploadsStrings();
  const unreachable = useUnreachable();
  const { recommended, stateOf } = useRecommendedServers();
  const take = useServerUse();
  const shown = recommended.filter((origin) => servers.every((server) => server.origin !== origin));
  if (shown.length === 0) return null;
  const add = (origin: string) => take(origin, mirrorServer(origin, servers, home));
  return (
    <SettingGroup title={words.title} hint={words.hint}>
      <ul>
        {shown.map((origin) => (
          <li key={origin} className={styles.relay}>
            <div className={styles.words}>
              <p>
                <bdi dir="ltr">{serverName(origin)}</bdi>
              </p>
              {stateOf(origin) === 'gone' && (
                <p className={styles.state} role="alert">
                  {unreachable}
                </p>
              )}
            </div>
            <Button
              compact
              busy={stateOf(origin) === 'asking'}
              aria-label={words.addOf(serverName(origin))}
              onClick={() => add(origin)}
            >
              {words.add}
            </Button>
          </li>
        ))}
      </ul>
    </SettingGroup>
  );
}
