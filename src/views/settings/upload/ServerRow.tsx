import type { ReactNode } from 'react';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { StatusLight } from '../../ui/display/StatusLight.tsx';
import { useStrings } from '../../ui/strings.ts';
import { useUploadsStrings } from '../../ui/strings/uploads.ts';
import styles from '../network/Network.module.css';
import { useConnection } from '../../connection/use-connection.ts';
import { serverName, useServerState } from './use-media-servers.ts';

interface RowProps {
  readonly origin: string;
  /** Shown beside its state. */
  readonly note?: string | undefined;
  readonly children?: ReactNode;
}

const LIGHTS = { asking: 'connecting', there: 'online', gone: 'failed' } as const;

/** A media server with its light, its state in words, and its actions. */
export function ServerRow({ origin, note, children }: RowProps) {
  const { states: words } = useUploadsStrings();
  const { app } = useStrings();
  const name = serverName(origin);
  const { state = 'asking', check } = useServerState(origin);
  const { isOffline } = useConnection();
  const said = state === 'gone' && isOffline ? app.state.offline : words[state];
  return (
    <div className={styles.relay}>
      <StatusLight state={LIGHTS[state]} />
      <div className={styles.words}>
        <p>
          <bdi dir="ltr">{name}</bdi>
        </p>
        <p className={styles.state}>{[said, note].filter(Boolean).join(' · ')}</p>
      </div>
      <div className={styles.acts}>
        {state === 'gone' && (
          <IconButton compact icon="refresh" label={words.retry(name)} onClick={check} />
        )}
        {children}
      </div>
    </div>
  );
}
