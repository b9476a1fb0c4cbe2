import type { Screen } from '../ui/navigation/screen-code.ts';

type Load = Screen['load'];

const index: Load = () =>
  import('./SettingsScreen.tsx').then((module) => ({ Component: module.SettingsScreen }));

/** The sections below /settings, each in a chunk of its own. */
const SECTIONS: ReadonlyMap<string, Load> = new Map<string, Load>([
  ['', index],
  [
    'account',
    () =>
      import('../account/keys/AccountScreen.tsx').then((module) => ({
        Component: module.AccountScreen,
      })),
  ],
  [
    'appearance',
    () =>
      import('./appearance/AppearanceScreen.tsx').then((module) => ({
        Component: module.AppearanceScreen,
      })),
  ],
  [
    'archive',
    () =>
      import('./archive/ArchiveScreen.tsx').then((module) => ({ Component: module.ArchiveScreen })),
  ],
  [
    'devices',
    () =>
      import('../account/devices/DevicesScreen.tsx').then((module) => ({
        Component: module.DevicesScreen,
      })),
  ],
  [
    'devtools',
    () =>
      import('./devtools/DevtoolsScreen.tsx').then((module) => ({
        Component: module.DevtoolsScreen,
      })),
  ],
  [
    'ecash',
    () =>
      import('../money/ecash/EcashScreen.tsx').then((module) => ({
        Component: module.EcashScreen,
      })),
  ],
  [
    'filters',
    () =>
      import('./moderation/FiltersScreen.tsx').then((module) => ({
        Component: module.FiltersScreen,
      })),
  ],
  [
    'home_feeds',
    () =>
      import('./feeds/FeedsScreen.tsx').then((module) => ({ Component: module.HomeFeedsScreen })),
  ],
  [
    'muted',
    () =>
      import('./moderation/MutedScreen.tsx').then((module) => ({ Component: module.MutedScreen })),
  ],
  [
    'network',
    () =>
      import('./network/NetworkScreen.tsx').then((module) => ({ Component: module.NetworkScreen })),
  ],
  [
    'notifications',
    () =>
      import('./NotificationsSettings.tsx').then((module) => ({
        Component: module.NotificationsSettings,
      })),
  ],
  [
    'profile',
    () =>
      import('../people/edit/EditProfileScreen.tsx').then((module) => ({
        Component: module.EditProfileScreen,
      })),
  ],
  [
    'reads_feeds',
    () =>
      import('./feeds/FeedsScreen.tsx').then((module) => ({ Component: module.ReadsFeedsScreen })),
  ],
  [
    'uploads',
    () =>
      import('./upload/UploadsScreen.tsx').then((module) => ({ Component: module.UploadsScreen })),
  ],
  [
    'versions',
    () =>
      import('../publish/lists/VersionsScreen.tsx').then((module) => ({
        Component: module.VersionsScreen,
      })),
  ],
  [
    'nwc',
    () =>
      import('./money/WalletsScreen.tsx').then((module) => ({ Component: module.WalletsScreen })),
  ],
  [
    'payments',
    () =>
      import('./money/PaymentsScreen.tsx').then((module) => ({ Component: module.PaymentsScreen })),
  ],
  [
    'zaps',
    () => import('./money/ZapsScreen.tsx').then((module) => ({ Component: module.ZapsScreen })),
  ],
  [
    'publishing',
    () =>
      import('../publish/outbox/PublishingScreen.tsx').then((module) => ({
        Component: module.PublishingScreen,
      })),
  ],
]);

/** Load the code of a section by its name. '' is the menu. */
export function loadSection(name: string): ReturnType<Load> {
  return (SECTIONS.get(name) ?? index)();
}
