import { AppLink } from '../ui/navigation/AppLink.tsx';
import { Column } from '../ui/layout/Column.tsx';
import { Icon } from '../ui/display/Icon.tsx';
import { Discover } from '../reading/explore/Discover.tsx';
import { Side } from '../ui/layout/Side.tsx';
import { useSettingsStrings } from '../ui/strings/settings.ts';
import text from '../ui/styles/text.module.css';
import { SECTIONS } from '../ui/layout/sections.ts';
import { SettingsAbout } from './SettingsAbout.tsx';
import styles from './SettingsScreen.module.css';

/** ROUTE-18: the menu of settings, and the versions in use. */
export function SettingsScreen() {
  const { title, sections } = useSettingsStrings();
  return (
    <>
      <Column title={title}>
        <ul>
          {SECTIONS.map(({ name, icon }) => (
            <li key={name}>
              <AppLink to={`/settings/${name}`} className={styles.row}>
                <Icon name={icon} size="nav" className={text.muted} />
                <span>
                  <span className={styles.title}>{sections[name].title}</span>
                  <span className={styles.hint}>{sections[name].hint}</span>
                </span>
                <Icon name="right" size="s" className={styles.arrow} />
              </AppLink>
            </li>
          ))}
        </ul>
        <SettingsAbout />
      </Column>
      <Side>
        <Discover />
      </Side>
    </>
  );
}
