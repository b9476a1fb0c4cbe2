import { isLanguage, type LanguageCode, OFFERED } from '../../events/settings/language.ts';
import { useChangeSettings, useSetting } from '../app/app-context.ts';
import { Select } from '../app/primitives/Select.tsx';
import { SettingGroup, SettingRow } from '../app/primitives/SettingRow.tsx';
import { useSettingsStrings } from '../app/strings/settings.ts';

/** The value of the choice that leaves it to the browser. */
const OF_BROWSER = '';

/** The language of the interface (ACCESS-05), where there is more than one to choose from; each is named in itself. */
export function LanguageSettings({ offered = OFFERED }: { readonly offered?: readonly LanguageCode[] }) {
  const words = useSettingsStrings().appearance;
  const change = useChangeSettings();
  const chosen = useSetting('language') ?? OF_BROWSER;
  if (offered.length < 2) return null;
  const options = [{ value: OF_BROWSER, label: words.ofBrowser }, ...offered.map((code) => ({ value: code, label: nameOf(code) }))];
  return (
    <SettingGroup title={words.language} hint={words.languageHint}>
      <SettingRow title={words.language}>
        <Select
          label={words.language}
          options={options}
          value={chosen}
          onChange={(value) => change({ language: isLanguage(value) ? value : undefined })}
        />
      </SettingRow>
    </SettingGroup>
  );
}

function nameOf(code: LanguageCode): string {
  return new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code;
}
