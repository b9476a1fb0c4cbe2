import { useChangeSettings, useSetting } from '../../ui/hooks/app-context.ts';
import { useCopiesOffered, useMediaFromHere } from '../../ui/hooks/use-copies-offered.ts';
import { type Appearance, useAppearance } from '../../ui/hooks/appearance.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Column } from '../../ui/layout/Column.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import row from '../../ui/controls/SettingRow.module.css';
import { SettingGroup } from '../../ui/controls/SettingRow.tsx';
import { Toggle } from '../../ui/controls/Toggle.tsx';
import { useStrings } from '../../ui/strings.ts';
import { useSettingsStrings } from '../../ui/strings/settings.ts';
import { useThemeStrings } from '../../ui/strings/themes.ts';
import { shownTheme } from '../../../events/settings/appearance.ts';
import { LanguageSettings } from './LanguageSettings.tsx';
import { ReadingSizePicker } from './ReadingSizePicker.tsx';
import { SettingsIndex } from '../../ui/layout/SettingsIndex.tsx';
import { ThemePicker } from './ThemePicker.tsx';

/** SETTINGS-04 at /settings/appearance. */
export function AppearanceScreen() {
  const { sections } = useSettingsStrings();
  return (
    <>
      <Column title={sections.appearance.title} back>
        <AppearanceSettings appearance={useAppearance()} />
        <LanguageSettings />
        <ReadingSettings />
        <DataSettings />
      </Column>
      <SettingsIndex />
    </>
  );
}

export function AppearanceSettings({ appearance }: { readonly appearance: Appearance }) {
  const names = useThemeStrings();
  const words = useSettingsStrings().appearance;
  const { theme, useSystemTheme, animated, forcedTheme, change } = appearance;
  const pair = (systemDark: boolean) =>
    names[shownTheme({ theme, useSystemTheme: true, systemDark, forced: undefined })];
  return (
    <SettingGroup
      title={words.theme}
      hint={words.local}
      notice={forcedTheme && <Notice tone="warning">{words.forced(names[forcedTheme])}</Notice>}
    >
      <ThemePicker value={theme} onChange={(name) => change({ theme: name })} />
      <Toggle
        label={words.system}
        hint={words.systemHint(pair(false), pair(true))}
        on={useSystemTheme}
        onChange={(on) => change({ useSystemTheme: on })}
      />
      <Toggle
        label={words.motion}
        hint={words.motionHint}
        on={animated}
        onChange={(on) => change({ animated: on })}
      />
    </SettingGroup>
  );
}

/** The size of reading text, with an example (BEYOND-15). */
function ReadingSettings() {
  const words = useSettingsStrings().appearance;
  const change = useChangeSettings();
  return (
    <SettingGroup title={words.reading} hint={words.readingHint}>
      <ReadingSizePicker
        value={useSetting('readingSize')}
        onChange={(readingSize) => change({ readingSize })}
      />
    </SettingGroup>
  );
}

/** Content that is loaded automatically (BEYOND-15), and the way of pictures (MEDIA-06). */
function DataSettings() {
  const words = useSettingsStrings().appearance;
  const change = useChangeSettings();
  const ownPictures = useSetting('ownPictures');
  const { app } = useStrings();
  const isOffered = useCopiesOffered();
  const isKept = useMediaFromHere() && !ownPictures;
  return (
    <SettingGroup title={words.data}>
      <Toggle
        label={words.dataSaver}
        hint={words.dataSaverHint}
        on={useSetting('dataSaver')}
        onChange={(dataSaver) => change({ dataSaver })}
      />
      {isOffered && (
        <Toggle
          label={words.ownPictures}
          hint={words.ownPicturesHint}
          on={ownPictures}
          onChange={(isOn) => change({ ownPictures: isOn })}
        />
      )}
      {isKept && (
        <div className={row.notice}>
          <Notice
            announce
            action={
              <Button compact onClick={() => window.location.reload()}>
                {app.action.reload}
              </Button>
            }
          >
            {words.ownPicturesStay}
          </Notice>
        </div>
      )}
      <Toggle
        label={words.linkCards}
        hint={words.linkCardsHint}
        on={useSetting('linkCards')}
        onChange={(linkCards) => change({ linkCards })}
      />
    </SettingGroup>
  );
}
