import styles from './Spinner.module.css';

/** Decorative: the words beside it name the activity. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden />;
}
