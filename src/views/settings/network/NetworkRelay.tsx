import { useId, useState } from 'react';
import {
  type ListIntent,
  relayUse as relayIntent,
} from '../../../events/account/lists/list-intents.ts';
import { ShareRelay } from '../../ui/qr/ShareRelay.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { StatusLight } from '../../ui/display/StatusLight.tsx';
import { useNetworkStrings } from '../../ui/strings/network.ts';
import styles from './Network.module.css';
import { NetworkAbout } from './NetworkAbout.tsx';
import { relayName } from '../../../events/core/url.ts';
import type { ListedRelay } from './use-own-relays.ts';
import { useRelay } from '../../account/relays/use-network.ts';
import { useIntents } from '../../publish/outbox/use-intents.ts';
import { useRelayState } from './use-relay-state.ts';

interface RelayProps {
  readonly relay: ListedRelay;
  readonly onEdit: (intent: ListIntent) => void;
}

/** One relay of the account: its light and state, its use, and its information. */
export function NetworkRelay({ relay, onEdit }: RelayProps) {
  const words = useNetworkStrings();
  const { url, key, isBusy, isNamed } = relay;
  const name = relayName(url);
  const panel = useId();
  const [isOpen, setOpen] = useState(false);
  const { askToEdit } = useIntents();
  const [isTried, setTried] = useState(false);
  const { relay: running, retry } = useRelay(key);
  const { light, said, canRetry } = useRelayState(relay, running);
  const removal = relayIntent(url, { read: false, write: false });
  const askRemoval = () => {
    if (removal) askToEdit('relays', { code: 'removeRelay', url }, removal);
  };
  const use = (read: boolean, write: boolean) => {
    const intent = relayIntent(url, { read, write });
    if (!read && !write) askRemoval();
    else if (intent) onEdit(intent);
  };
  return (
    <li className={styles.item}>
      <div className={styles.relay}>
        <StatusLight state={light} />
        <div className={styles.words}>
          <p>
            <bdi dir="ltr">{name}</bdi>
          </p>
          <p className={styles.state} role={isTried ? 'status' : undefined}>
            {said}
          </p>
        </div>
        <div className={styles.acts}>
          {canRetry && (
            <IconButton
              compact
              icon="refresh"
              label={words.relays.retryOf(name)}
              onClick={() => {
                setTried(true);
                retry(url);
              }}
            />
          )}
          <ShareRelay url={url} name={name} />
          {isNamed && <Uses relay={relay} name={name} onUse={use} />}
          <IconButton
            compact
            icon={isOpen ? 'up' : 'down'}
            label={words.relays.about(name)}
            aria-expanded={isOpen}
            aria-controls={panel}
            onClick={() => setOpen(!isOpen)}
          />
          {isNamed && (
            <IconButton
              compact
              icon="trash"
              label={words.relays.remove(name)}
              disabled={isBusy}
              onClick={askRemoval}
            />
          )}
        </div>
      </div>
      <div id={panel} hidden={!isOpen}>
        {isOpen && <NetworkAbout url={url} relay={running} />}
      </div>
    </li>
  );
}

interface UsesProps {
  readonly relay: ListedRelay;
  readonly name: string;
  readonly onUse: (read: boolean, write: boolean) => void;
}

function Uses({ relay: { read, write, isBusy }, name, onUse }: UsesProps) {
  const { relays: words } = useNetworkStrings();
  return (
    <>
      <label className={styles.use}>
        <input
          type="checkbox"
          aria-label={words.readAt(name)}
          checked={read}
          disabled={isBusy}
          onChange={() => onUse(!read, write)}
        />
        {words.read}
      </label>
      <label className={styles.use}>
        <input
          type="checkbox"
          aria-label={words.writeAt(name)}
          checked={write}
          disabled={isBusy}
          onChange={() => onUse(read, !write)}
        />
        {words.write}
      </label>
    </>
  );
}
