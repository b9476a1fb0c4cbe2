import { AppLink } from '../navigation/AppLink.tsx';
import styles from './SideFoot.module.css';
import { useStrings } from '../strings.ts';

export function SideFoot() {
  const { foot } = useStrings().app;
  return (
    <nav className={styles.foot} aria-label={foot.label}>
      <AppLink to="/help">{foot.help}</AppLink>
      <AppLink to="/downloads">{foot.downloads}</AppLink>
      <AppLink to="/privacy">{foot.privacy}</AppLink>
      <AppLink to="/terms">{foot.terms}</AppLink>
      <AppLink to="/support">{foot.support}</AppLink>
    </nav>
  );
}
