import { field, isRecord } from '../../events/core/json.ts';
import { shownLanguage } from '../../events/settings/language.ts';
import { isReadingSize, isTheme, shownTheme } from '../../events/settings/appearance.ts';
import { applyAppearance, forcedTheme, systemDark } from './appearance.ts';
import { applyLanguage } from './document-language.ts';
import {
  accountPrefix,
  findDevice,
  GLOBAL_PREFIX,
  keptValue,
  tabAccount,
  textOf,
} from '../core/storage.ts';
import type { AccountKey, Flag, GlobalKey } from '../core/storage-keys.ts';

/**
 * A separate script in the page's head, which runs before the first frame. The first frame has the
 * theme (SETTINGS-04), reading size (BEYOND-15), language and direction (ACCESS-05) of the last
 * account. It delays the first pixels, so it reads only these.
 */
const device = findDevice(window);
const secret: GlobalKey = 'secret';
const accounts = keptValue(device, `${GLOBAL_PREFIX}/${secret}`);
const current = tabAccount(device) ?? (isRecord(accounts) ? field(accounts, 'current') : undefined);
const prefix = accountPrefix(typeof current === 'string' ? current : '');
const read = (key: AccountKey): unknown => keptValue(device, `${prefix}/${key}`);
const flag = (name: Flag): string | undefined => textOf(device, name);
const theme = read('theme');
const shown = shownTheme({
  theme: isTheme(theme) ? theme : 'sunrise',
  useSystemTheme: read('useSystemDarkMode') === true,
  systemDark: systemDark(window).matches,
  forced: forcedTheme(flag('forcedTheme')),
});
const size = read('readingSize');
applyAppearance(document.documentElement, {
  theme: shown,
  animated: read('animated') !== false,
  readingSize: isReadingSize(size) ? size : 'normal',
});
applyLanguage(
  document.documentElement,
  shownLanguage(flag('forcedLanguage'), read('language'), navigator.languages),
);
