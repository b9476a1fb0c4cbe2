import type { PeerUse } from '../../../events/connection/peer-use.ts';
import { type OtherRelay, useOtherRelays } from '../../account/relays/use-network.ts';
import { useWalletNamesAt } from '../../money/payments/use-payers.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { SettingGroup } from '../../ui/controls/SettingRow.tsx';
import { StatusLight } from '../../ui/display/StatusLight.tsx';
import { useNetworkStrings } from '../../ui/strings/network.ts';
import styles from './Network.module.css';
import { relayName } from '../../../events/core/url.ts';
import { useRelayState } from './use-relay-state.ts';

/**
 * RELAY-03, RELAY-08: connections besides those to the account's relays, each with its reason: of
 * wallets, remote signers, devices, and guests.
 */
export function NetworkOthers() {
  const { lines: words } = useNetworkStrings();
  const { relays, retry, allow } = useOtherRelays();
  if (relays.length === 0) return null;
  return (
    <SettingGroup title={words.title} hint={words.hint(relays.length)}>
      <ul>
        {relays.map((one) => (
          <Other key={one.id} other={one} onRetry={retry} onAllow={allow} />
        ))}
      </ul>
    </SettingGroup>
  );
}

interface OtherProps {
  readonly other: OtherRelay;
  readonly onRetry: (url: string) => void;
  readonly onAllow: (url: string, use: PeerUse) => void;
}

const PLAIN = { isBusy: false, isHeld: false, isNamed: true };

function Other({ other: { url, use, count, relay }, onRetry, onAllow }: OtherProps) {
  const { relays: words, lines } = useNetworkStrings();
  const { light, said, canRetry, isProxied } = useRelayState(PLAIN, relay);
  const name = relayName(url);
  const namesAt = useWalletNamesAt();
  const reason =
    use === 'device'
      ? lines.device(count)
      : use === 'wallet'
        ? lines.wallet(namesAt(url))
        : lines[use];
  return (
    <li className={styles.item}>
      <div className={styles.relay}>
        <StatusLight state={light} />
        <div className={styles.words}>
          <p>
            <bdi dir="ltr">{name}</bdi>
          </p>
          <p className={styles.state}>{reason}</p>
          <p className={styles.state} role="status">
            {said}
          </p>
        </div>
        <div className={styles.acts}>
          {canRetry && (
            <IconButton
              compact
              icon="refresh"
              label={words.retryOf(name)}
              onClick={() => onRetry(url)}
            />
          )}
          {isProxied && use !== 'guest' && (
            <Button compact aria-label={lines.allowIt(name)} onClick={() => onAllow(url, use)}>
              {lines.allow}
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}
