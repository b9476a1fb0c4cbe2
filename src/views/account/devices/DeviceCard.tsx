import { formatList } from '../../../events/core/format-list.ts';
import { useState } from 'react';
import type { Device, DeviceEntry } from '../../../events/account/devices/device.ts';
import {
  bothPermits,
  type DeviceAction,
  deviceActionsOf,
  EVERYDAY,
  additionalPermits,
  isEveryday,
  isNone,
  NO_PERMITS,
  type Permits,
  isPermitted,
  withEveryday,
  withPermit,
} from '../../../events/account/devices/permits.ts';
import { exactTime } from '../../../events/core/format.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { SettingRow } from '../../ui/controls/SettingRow.tsx';
import { Time } from '../../ui/display/Time.tsx';
import { Toggle } from '../../ui/controls/Toggle.tsx';
import { useLocale, useStrings } from '../../ui/strings.ts';
import { useDeviceStrings } from '../../ui/strings/devices.ts';
import text from '../../ui/styles/text.module.css';
import { useAsk } from '../../ui/hooks/use-ask.ts';
import styles from './Devices.module.css';
import { useDeviceIntents } from './use-devices.ts';

interface DeviceProps {
  readonly device: Device;
}

/** One device: its start date, its permits, its signatures, and a button that removes it. */
export function DeviceCard({ device }: DeviceProps) {
  const { list: words, unnamed } = useDeviceStrings();
  const { locale } = useStrings();
  const { ask, intended } = useAsk();
  const [isOpen, setIsOpen] = useState(false);
  const name = device.name === '' ? unnamed : device.name;
  const [last] = device.log;
  const hint = (
    <>
      {device.url !== '' && (
        <>
          <bdi dir="ltr" className={styles.url}>
            {device.url}
          </bdi>
          <br />
        </>
      )}
      {formatList(
        [
          words.since(exactTime(device.since, locale)),
          ...(last ? [words.used(exactTime(last.at, locale))] : []),
        ],
        locale,
      )}
    </>
  );
  return (
    <div className={styles.card}>
      <SettingRow title={<bdi>{name}</bdi>} hint={hint}>
        <Button
          compact
          aria-label={words.revokeNamed(name)}
          onClick={() =>
            ask(
              { code: 'removeDevice', name: device.name },
              intended({ type: 'devices.remove', device: device.id }),
            )
          }
        >
          {words.revoke}
        </Button>
      </SettingRow>
      <More device={device} />
      <Button
        compact
        className={styles.act}
        aria-expanded={isOpen}
        aria-label={words.manageNamed(name)}
        onClick={() => setIsOpen(!isOpen)}
      >
        {words.manage}
      </Button>
      {isOpen && (
        <div className={styles.details}>
          <Permissions device={device} />
          <Log log={device.log} />
        </div>
      )}
    </div>
  );
}

/** The permits that the device requested and was not granted. */
function More({ device: { id, asked, permits } }: DeviceProps) {
  const { list: words } = useDeviceStrings();
  const { permit } = useDeviceIntents();
  const further = additionalPermits(asked, permits);
  if (isNone(further)) return null;
  return (
    <Notice
      action={
        <Button compact onClick={() => permit(id, bothPermits(permits, further))}>
          {words.grant}
        </Button>
      }
    >
      {words.asks}
      <PermitList permits={further} />
    </Notice>
  );
}

function PermitList({ permits }: { readonly permits: Permits }) {
  const words = useDeviceStrings();
  return (
    <ul className={styles.wants}>
      {deviceActionsOf(permits).map((deed) => (
        <li key={keyOf(deed)}>{words.deed(deed)}</li>
      ))}
    </ul>
  );
}

/** One switch for all everyday posts, and one for each permit that the device has or requested. */
function Permissions({ device: { id, asked, permits } }: DeviceProps) {
  const words = useDeviceStrings();
  const { permit } = useDeviceIntents();
  const shown = deviceActionsOf(bothPermits(permits, asked));
  return (
    <section aria-label={words.permits.title}>
      <h3 className={styles.subhead}>{words.permits.title}</h3>
      <PermitToggles shown={shown} permits={permits} onChange={(next) => permit(id, next)} />
      <p className={text.muted}>{words.permits.others}</p>
      {!isNone(permits) && (
        <Button compact className={styles.act} onClick={() => permit(id, NO_PERMITS)}>
          {words.permits.askAll}
        </Button>
      )}
    </section>
  );
}

interface PermitTogglesProps {
  readonly shown: readonly DeviceAction[];
  readonly permits: Permits;
  readonly onChange: (permits: Permits) => void;
}

export function PermitToggles({ shown, permits, onChange }: PermitTogglesProps) {
  const words = useDeviceStrings();
  const locale = useLocale();
  return (
    <>
      <Toggle
        label={words.permits.everyday}
        hint={formatList(
          EVERYDAY.map((kind) => words.deed({ kind })),
          locale,
        )}
        on={isEveryday(permits)}
        onChange={(on) => onChange(withEveryday(permits, on))}
      />
      {shown.map((deed) => (
        <Toggle
          key={keyOf(deed)}
          label={words.deed(deed)}
          on={isPermitted(permits, deed)}
          onChange={(on) => onChange(withPermit(permits, deed, on))}
        />
      ))}
    </>
  );
}

const SHOWN = 20;

function Log({ log }: { readonly log: readonly DeviceEntry[] }) {
  const words = useDeviceStrings();
  const { locale } = useStrings();
  return (
    <section aria-label={words.log.title}>
      <h3 className={styles.subhead}>{words.log.title}</h3>
      {log.length === 0 && <p className={text.muted}>{words.log.none}</p>}
      <ul className={styles.log}>
        {log.slice(0, SHOWN).map(({ ref, at, deed, came }) => (
          <li key={ref}>
            {formatList([words.deed(deed), words.log.came[came]], locale)} <Time at={at} />
          </li>
        ))}
      </ul>
      {log.length > SHOWN && <p className={text.muted}>{words.log.more(log.length - SHOWN)}</p>}
    </section>
  );
}

function keyOf(deed: DeviceAction): number | string {
  return 'kind' in deed ? deed.kind : deed.cipher;
}
