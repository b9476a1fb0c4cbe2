import type { Screen } from '../app/screens.ts';

type Load = Screen['load'];

const index: Load = () => import('./SettingsScreen.tsx').then((module) => ({ Component: module.SettingsScreen }));

/** What stands below /settings, each in a chunk of its own. */
const SECTIONS: ReadonlyMap<string, Load> = new Map<string, Load>([
  ['', index],
  ['account', () => import('../account/AccountScreen.tsx').then((module) => ({ Component: module.AccountScreen }))],
  ['appearance', () => import('./AppearanceScreen.tsx').then((module) => ({ Component: module.AppearanceScreen }))],
  ['archive', () => import('../account/ArchiveScreen.tsx').then((module) => ({ Component: module.ArchiveScreen }))],
  ['devices', () => import('../account/DevicesScreen.tsx').then((module) => ({ Component: module.DevicesScreen }))],
  ['devtools', () => import('./DevtoolsScreen.tsx').then((module) => ({ Component: module.DevtoolsScreen }))],
  ['ecash', () => import('../money/EcashScreen.tsx').then((module) => ({ Component: module.EcashScreen }))],
  ['filters', () => import('./FiltersScreen.tsx').then((module) => ({ Component: module.FiltersScreen }))],
  ['home_feeds', () => import('./FeedsScreen.tsx').then((module) => ({ Component: module.HomeFeedsScreen }))],
  ['muted', () => import('./MutedScreen.tsx').then((module) => ({ Component: module.MutedScreen }))],
  ['network', () => import('./NetworkScreen.tsx').then((module) => ({ Component: module.NetworkScreen }))],
  ['notifications', () => import('./NotificationsSettings.tsx').then((module) => ({ Component: module.NotificationsSettings }))],
  ['profile', () => import('../account/EditProfileScreen.tsx').then((module) => ({ Component: module.EditProfileScreen }))],
  ['reads_feeds', () => import('./FeedsScreen.tsx').then((module) => ({ Component: module.ReadsFeedsScreen }))],
  ['uploads', () => import('./UploadsScreen.tsx').then((module) => ({ Component: module.UploadsScreen }))],
  ['versions', () => import('../account/VersionsScreen.tsx').then((module) => ({ Component: module.VersionsScreen }))],
  ['nwc', () => import('./WalletsScreen.tsx').then((module) => ({ Component: module.WalletsScreen }))],
  ['payments', () => import('./PaymentsScreen.tsx').then((module) => ({ Component: module.PaymentsScreen }))],
  ['zaps', () => import('./ZapsScreen.tsx').then((module) => ({ Component: module.ZapsScreen }))],
  ['publishing', () => import('../publish/PublishingScreen.tsx').then((module) => ({ Component: module.PublishingScreen }))],
]);

/** The code of a section by its name, '' for the menu. */
export function loadSection(name: string): ReturnType<Load> {
  return (SECTIONS.get(name) ?? index)();
}
