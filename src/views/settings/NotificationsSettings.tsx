import { useState } from 'react';
import { ALERT_KINDS, alertsIn } from '../../events/notifications/alerts.ts';
import { nameOf } from '../../events/notifications/notification.ts';
import {
  ADDITIONAL,
  isAdditionalOn,
  isTypeOn,
  TYPE_SECTIONS,
} from '../../events/notifications/switches.ts';
import { NeedsAccount } from '../account/NeedsAccount.tsx';
import { useActingSoon } from '../account/use-features.ts';
import { useChangeSettings, useSetting } from '../ui/hooks/app-context.ts';
import { Column } from '../ui/layout/Column.tsx';
import { Field } from '../ui/controls/Field.tsx';
import { Notice } from '../ui/display/Notice.tsx';
import { SettingGroup } from '../ui/controls/SettingRow.tsx';
import { Toggle } from '../ui/controls/Toggle.tsx';
import { useNotificationSettingsStrings } from '../ui/strings/notification-settings.ts';
import { useSettingsStrings } from '../ui/strings/settings.ts';
import styles from './NotificationsSettings.module.css';
import { SettingsIndex } from '../ui/layout/SettingsIndex.tsx';

/** SETTINGS-11 NOTIF-06 at /settings/notifications. */
export function NotificationsSettings() {
  const { sections } = useSettingsStrings();
  const words = useNotificationSettingsStrings();
  const canAct = useActingSoon();
  return (
    <>
      <Column title={sections.notifications.title} back>
        {canAct ? (
          <>
            <AlertSettings />
            <TypeSettings />
          </>
        ) : (
          <NeedsAccount title={words.needs}>{words.needsText}</NeedsAccount>
        )}
      </Column>
      <SettingsIndex />
    </>
  );
}

/** The kinds of notification of the account, saved with its settings. */
function TypeSettings() {
  const words = useNotificationSettingsStrings();
  const types = useSetting('notifications');
  const additional = useSetting('notificationsAdditional');
  const change = useChangeSettings();
  return (
    <>
      {TYPE_SECTIONS.map(({ of, types: some }) => (
        <SettingGroup key={of} title={words.sections[of]}>
          {some.map((type) => {
            const name = nameOf(type);
            return (
              <Toggle
                key={name}
                label={words.types[name]}
                on={isTypeOn(types, name)}
                onChange={(on) => change({ notifications: { ...types, [name]: on } })}
              />
            );
          })}
        </SettingGroup>
      ))}
      <SettingGroup title={words.more} hint={words.sectionHint}>
        {ADDITIONAL.map((name) => (
          <Toggle
            key={name}
            label={words.additional[name].title}
            hint={words.additional[name].hint}
            on={isAdditionalOn(additional, name)}
            onChange={(on) => change({ notificationsAdditional: { ...additional, [name]: on } })}
          />
        ))}
      </SettingGroup>
    </>
  );
}

/** System notifications on this device, off by default, and their quiet hours. */
function AlertSettings() {
  const words = useNotificationSettingsStrings();
  const kept = useSetting('alerts');
  const alerts = alertsIn(kept);
  const change = useChangeSettings();
  const [isBlocked, setIsBlocked] = useState(false);
  const set = (edit: Readonly<Record<string, unknown>>) => change({ alerts: { ...kept, ...edit } });
  const isSupported = typeof Notification === 'function';
  const choose = async (kind: string, on: boolean) => {
    const isAllowed = !on || (await Notification.requestPermission()) === 'granted';
    setIsBlocked(!isAllowed);
    if (isAllowed) set({ [kind]: on });
  };
  return (
    <SettingGroup
      title={words.alertsTitle}
      hint={isSupported ? words.alertsHint : words.unsupported}
      notice={isBlocked && <Notice tone="warning">{words.blocked}</Notice>}
    >
      {ALERT_KINDS.map((kind) => (
        <Toggle
          key={kind}
          label={words.alerts[kind]}
          on={alerts.kinds.has(kind)}
          disabled={!isSupported}
          onChange={(on) => void choose(kind, on)}
        />
      ))}
      <Toggle
        label={words.quiet}
        hint={words.quietHint}
        on={alerts.isQuiet}
        onChange={(isQuiet) => set({ isQuiet })}
      />
      {alerts.isQuiet && (
        <div className={styles.times}>
          <Field
            type="time"
            label={words.from}
            value={alerts.from}
            onChange={({ target }) => set({ from: target.value })}
          />
          <Field
            type="time"
            label={words.to}
            value={alerts.to}
            onChange={({ target }) => set({ to: target.value })}
          />
        </div>
      )}
    </SettingGroup>
  );
}
