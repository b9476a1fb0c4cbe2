import { AppLink } from '../navigation/AppLink.tsx';
import styles from './SideFoot.module.css';
import { useStrings } from '../strings.ts';

export function SideFoot() {
  const { footer } = useStrings().app;
  return (
    <nav className={styles.foot} aria-label={footer.label}>
      <AppLink to="/help">{footer.help}</AppLink>
      <AppLink to="/downloads">{footer.downloads}</AppLink>
      <AppLink to="/privacy">{footer.privacy}</AppLink>
      <AppLink to="/terms">{footer.terms}</AppLink>
      <AppLink to="/support">{footer.support}</AppLink>
    </nav>
  );
}
