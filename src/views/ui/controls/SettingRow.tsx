import type { ReactNode } from 'react';
import styles from './SettingRow.module.css';

/** A row of settings: its name, one line of explanation, and its control or value at the end. */
export function SettingRow({
  title,
  hint,
  children,
}: {
  readonly title: ReactNode;
  readonly hint?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div className={styles.row}>
      <div>
        <p className={styles.title}>{title}</p>
        {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      </div>
      {children !== undefined && <div className={styles.value}>{children}</div>}
    </div>
  );
}

/** Rows of settings under a serif heading. `notice`: information to read first. */
export function SettingGroup({
  title,
  hint,
  notice,
  children,
}: {
  readonly title: string;
  readonly hint?: ReactNode;
  readonly notice?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className={styles.group} aria-label={title}>
      <h2 className={styles.heading}>{title}</h2>
      {notice && <div className={styles.notice}>{notice}</div>}
      {children}
      {hint !== undefined && <p className={styles.foot}>{hint}</p>}
    </section>
  );
}
