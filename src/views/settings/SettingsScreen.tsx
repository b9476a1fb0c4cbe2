import { AppLink } from '../app/AppLink.tsx';
import { Column } from '../app/Column.tsx';
import { Icon } from '../app/primitives/Icon.tsx';
import { Side } from '../app/Side.tsx';
import { useSettingsStrings } from '../app/strings/settings.ts';
import text from '../app/styles/text.module.css';
import { SECTIONS } from './sections.ts';
import { SettingsAbout } from './SettingsAbout.tsx';
import styles from './SettingsScreen.module.css';

/** ROUTE-18: the menu of settings, and which versions are in use. */
export function SettingsScreen() {
  const { title, sections } = useSettingsStrings();
  return (
    <>
      <Column title={title}>
        <ul className={styles.list}>
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
      <Side />
    </>
  );
}
