export { SettingsLater as DevtoolsScreen } from './SettingsLater.tsx';
