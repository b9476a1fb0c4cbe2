import { exactTime } from '../../../events/core/format.ts';
import { useAccount } from '../../ui/hooks/app-context.ts';
import { Column } from '../../ui/layout/Column.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { SettingGroup } from '../../ui/controls/SettingRow.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { QrCode } from '../../ui/qr/QrCode.tsx';
import { useStrings } from '../../ui/strings.ts';
import { useDeviceStrings } from '../../ui/strings/devices.ts';
import { useSettingsStrings } from '../../ui/strings/settings.ts';
import text from '../../ui/styles/text.module.css';
import { SettingsIndex } from '../../ui/layout/SettingsIndex.tsx';
import { useCopySecret } from '../keys/copy-secret.ts';
import { DeviceCard } from './DeviceCard.tsx';
import { DeviceJoin } from './DeviceJoin.tsx';
import styles from './Devices.module.css';
import { NeedsAccount } from '../NeedsAccount.tsx';
import {
  type DevicesHandle,
  useDeviceIntents,
  useDevices,
  useDevicesState,
} from './use-devices.ts';
import { useActingSoon } from '../use-features.ts';

/**
 * BEYOND-12 at /settings/devices: other devices that sign with this device's key, how to add them,
 * and their permits.
 */
export function DevicesScreen() {
  const { sections } = useSettingsStrings();
  const words = useDeviceStrings();
  const account = useAccount();
  const canAct = useActingSoon();
  const isHere = account?.method === 'key';
  return (
    <>
      <Column title={sections.devices.title} back>
        {!canAct && <NeedsAccount title={words.needs}>{words.needsText}</NeedsAccount>}
        {canAct && (isHere ? <Opened key={account.pubkey} /> : <Notice>{words.elsewhere}</Notice>)}
      </Column>
      <SettingsIndex />
    </>
  );
}

function Opened() {
  const devices = useDevices();
  return devices ? <Devices devices={devices} /> : <Skeleton />;
}

function Devices({ devices }: { readonly devices: DevicesHandle }) {
  const words = useDeviceStrings();
  const { list, problem, joined, isKept, isOpening } = useDevicesState(devices);
  if (isOpening) return <Skeleton />;
  return (
    <>
      <div className={styles.head}>
        <p className={text.muted}>{words.intro}</p>
        {!isKept && <Notice tone="warning">{words.unkept}</Notice>}
        {problem && (
          <Notice tone="danger" announce>
            {words.problems[problem]}
          </Notice>
        )}
        {joined !== undefined && <Notice announce>{words.joined}</Notice>}
      </div>
      <SettingGroup title={words.show.title}>
        <Offer devices={devices} />
      </SettingGroup>
      <SettingGroup title={words.enter.title}>
        <DeviceJoin />
      </SettingGroup>
      <SettingGroup title={words.list.title} hint={words.list.hint}>
        {list.length === 0 ? (
          <p className={text.muted}>{words.list.none}</p>
        ) : (
          <ul className={styles.list}>
            {list.map((device) => (
              <li key={device.id}>
                <DeviceCard device={device} />
              </li>
            ))}
          </ul>
        )}
      </SettingGroup>
    </>
  );
}

/** The code that lets one device in (E-32: it is shown, and never stored). */
function Offer({ devices }: { readonly devices: DevicesHandle }) {
  const { show: words } = useDeviceStrings();
  const { locale } = useStrings();
  const { offer } = useDevicesState(devices);
  const intents = useDeviceIntents();
  const { copy, said } = useCopySecret('code.copied');
  const uri = offer?.uri.reveal();
  const isShown = offer !== undefined && uri !== undefined;
  return (
    <div className={styles.panel}>
      <p className={text.muted}>{words.text}</p>
      {isShown && (
        <>
          <QrCode text={uri} label={words.label} />
          <p role="status">{words.until(exactTime(offer.until, locale))}</p>
        </>
      )}
      <div className={styles.acts}>
        {/* One button for both states, so that it keeps the focus. */}
        <Button
          icon={isShown ? undefined : 'qr'}
          onClick={isShown ? intents.withdraw : intents.offer}
        >
          {isShown ? words.close : words.open}
        </Button>
        {isShown && (
          <Button tone="primary" icon="copy" onClick={() => copy(uri)}>
            {words.copy}
          </Button>
        )}
      </div>
      <p role="status" className={isShown && said !== undefined ? text.small : text.hidden}>
        {isShown && said}
      </p>
    </div>
  );
}
