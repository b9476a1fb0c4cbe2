import { Button } from '../../ui/controls/Button.tsx';
import { SettingGroup, SettingRow } from '../../ui/controls/SettingRow.tsx';
import { useNetworkStrings } from '../../ui/strings/network.ts';
import { useRelayPermits } from '../../account/relays/use-network.ts';
import { relayName } from './use-own-relays.ts';

/** Other people's relays that asked for authentication, with the user's answers (TRUST-08). */
export function NetworkPermits() {
  const { proof: words } = useNetworkStrings();
  const { permits, forget } = useRelayPermits();
  if (permits.length === 0) return null;
  return (
    <SettingGroup title={words.title} hint={words.hint}>
      {permits.map(([url, allowed]) => (
        <SettingRow key={url} title={relayName(url)} hint={allowed ? words.allowed : words.refused}>
          <Button compact onClick={() => forget(url)} aria-label={words.againFor(relayName(url))}>
            {words.again}
          </Button>
        </SettingRow>
      ))}
    </SettingGroup>
  );
}
