import { homeRelayOf } from '../../../events/connection/home-relay.ts';
import { entriesOf } from '../../../events/publish/outbox/list-versions.ts';
import { useListVersions } from '../../account/lists/use-lists.ts';
import { useActingSoon } from '../../account/use-features.ts';
import { NeedsAccount } from '../../account/NeedsAccount.tsx';
import { Column } from '../../ui/layout/Column.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { SettingGroup, SettingRow } from '../../ui/controls/SettingRow.tsx';
import { Toggle } from '../../ui/controls/Toggle.tsx';
import { useNetworkStrings } from '../../ui/strings/network.ts';
import { useSettingsStrings } from '../../ui/strings/settings.ts';
import { useIntents } from '../../publish/outbox/use-intents.ts';
import { NetworkAdd } from './NetworkAdd.tsx';
import { NetworkMessages } from './NetworkMessages.tsx';
import { NetworkOthers } from './NetworkOthers.tsx';
import { NetworkPermits } from './NetworkPermits.tsx';
import { NetworkRecommended } from './NetworkRecommended.tsx';
import { NetworkRelay } from './NetworkRelay.tsx';
import { NetworkServices } from './NetworkServices.tsx';
import { useOwnRelays } from './use-own-relays.ts';
import { UnsavedChange } from './UnsavedChange.tsx';
import { WaitingRelay } from './WaitingRelay.tsx';
import { SettingsIndex } from '../../ui/layout/SettingsIndex.tsx';
import { useIsProxied } from '../../account/relays/use-network.ts';
import { useServiceUrl } from '../../connection/use-services.ts';

/** Rows of the placeholder: about as high as the groups that replace it. */
const HIGH = 8;

/**
 * SETTINGS-07 at /settings/network: the account's relays, recommended ones, those for private
 * messages, the caching services, the proxy.
 */
export function NetworkScreen() {
  const { sections } = useSettingsStrings();
  const { visitor } = useNetworkStrings();
  const canAct = useActingSoon();
  return (
    <>
      <Column title={sections.network.title} back>
        {canAct ? (
          <>
            <Relays />
            <NetworkMessages />
            <NetworkOthers />
            <NetworkPermits />
          </>
        ) : (
          <NeedsAccount title={visitor.title} rows={HIGH}>
            {visitor.text}
          </NeedsAccount>
        )}
        <Given />
        <NetworkServices />
        {canAct && <Privacy />}
      </Column>
      <SettingsIndex />
    </>
  );
}

function Relays() {
  const { relays: words, add } = useNetworkStrings();
  const { versions } = useSettingsStrings();
  const relays = useOwnRelays();
  const { edit } = useIntents();
  const isKnown = relays.length > 0;
  const isEmpty = isKnown && relays.every(({ isNamed }) => !isNamed);
  // this device has a list that the service lacks
  const [list] = useListVersions('relays').versions;
  const isUnknown = isEmpty && entriesOf('relays', list).size > 0;
  return (
    <>
      <SettingGroup
        title={words.title}
        hint={isUnknown ? words.unknown : isEmpty ? words.none : words.hint}
      >
        <ul>
          {!isKnown && <WaitingRelay withActions />}
          {relays.map((relay) => (
            <NetworkRelay
              key={relay.key}
              relay={relay}
              onEdit={(intent) => edit('relays', intent)}
            />
          ))}
        </ul>
        <UnsavedChange list="relays" />
        <LinkButton to="/settings/versions?list=relays" tone="quiet">
          {versions.open}
        </LinkButton>
      </SettingGroup>
      <SettingGroup title={add.title}>
        <NetworkAdd relays={relays} onAdd={(intent) => edit('relays', intent)} />
      </SettingGroup>
      <NetworkRecommended relays={relays} onEdit={(intents) => edit('relays', ...intents)} />
    </>
  );
}

/** RELAY-10: relays that are used by default. */
function Given() {
  const { given: words } = useNetworkStrings();
  const proxy = useServiceUrl();
  return (
    <SettingGroup title={words.title}>
      <SettingRow
        title={<bdi dir="ltr">{homeRelayOf(window.location.origin)}</bdi>}
        hint={words.relay}
      />
      <SettingRow title={<bdi dir="ltr">{proxy}</bdi>} hint={words.proxy} />
    </SettingGroup>
  );
}

function Privacy() {
  const { privacy } = useNetworkStrings();
  const [isOn, setOn] = useIsProxied();
  return (
    <SettingGroup title={privacy.title}>
      <Toggle label={privacy.label} hint={privacy.hint} on={isOn} onChange={setOn} />
    </SettingGroup>
  );
}
