import { useLocation } from 'react-router';
import { AppLink } from '../navigation/AppLink.tsx';
import { Icon } from '../display/Icon.tsx';
import { Side } from './Side.tsx';
import { useSettingsStrings } from '../strings/settings.ts';
import { SECTIONS } from './sections.ts';
import styles from './SettingsIndex.module.css';

/** The menu of sections in the side column, beside an open section. */
export function SettingsIndex() {
  const { title, sections } = useSettingsStrings();
  const { pathname } = useLocation();
  return (
    <Side label={title} search={false}>
      <nav className={styles.index} aria-label={title}>
        {SECTIONS.map(({ name, icon }) => (
          <AppLink
            key={name}
            to={`/settings/${name}`}
            className={styles.item}
            aria-current={pathname === `/settings/${name}` ? 'page' : undefined}
          >
            <Icon name={icon} />
            {sections[name].title}
          </AppLink>
        ))}
      </nav>
    </Side>
  );
}
