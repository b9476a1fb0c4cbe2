import { isLanguage, type LanguageCode, OFFERED } from '../../../events/settings/language.ts';
import { useChangeSettings, useSetting } from '../../ui/hooks/app-context.ts';
import { Select } from '../../ui/controls/Select.tsx';
import { SettingGroup, SettingRow } from '../../ui/controls/SettingRow.tsx';
import { useSettingsStrings } from '../../ui/strings/settings.ts';

/** The value of the choice that follows the browser. */
const OF_BROWSER = '';

/** The language of the interface (ACCESS-05), if there is more than one to choose from. */
export function LanguageSettings() {
  const change = useChangeSettings();
  const value = useSetting('language');
  return (
    OFFERED.length > 1 && (
      <LanguageChoice
        offered={OFFERED}
        value={value}
        onChange={(language) => change({ language })}
      />
    )
  );
}

interface ChoiceProps {
  readonly offered: readonly LanguageCode[];
  /** `undefined` follows the browser. */
  readonly value: string | undefined;
  readonly onChange: (language: LanguageCode | undefined) => void;
}

/** Languages by their native names, and the browser's. */
export function LanguageChoice({ offered, value, onChange }: ChoiceProps) {
  const words = useSettingsStrings().appearance;
  const options = [
    { value: OF_BROWSER, label: words.ofBrowser },
    ...offered.map((code) => ({ value: code, label: nameOf(code) })),
  ];
  return (
    <SettingGroup title={words.language} hint={words.languageHint}>
      <SettingRow title={words.language}>
        <Select
          label={words.language}
          options={options}
          value={value ?? OF_BROWSER}
          onChange={(chosen) => onChange(isLanguage(chosen) ? chosen : undefined)}
        />
      </SettingRow>
    </SettingGroup>
  );
}

function nameOf(code: LanguageCode): string {
  return new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code;
}
