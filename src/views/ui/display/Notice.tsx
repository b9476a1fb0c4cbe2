import type { ReactNode } from 'react';
import { cx } from '../hooks/class-names.ts';
import { Icon, type IconName } from './Icon.tsx';
import styles from './Notice.module.css';

const ICON = {
  info: 'info',
  warning: 'alert',
  danger: 'alert',
  success: 'check',
} as const satisfies Record<string, IconName>;

interface NoticeProps {
  readonly tone?: keyof typeof ICON;
  readonly children: ReactNode;
  readonly action?: ReactNode;
  /** Announces it to a screen reader at once. For notices that appear after an action. */
  readonly announce?: boolean;
}

export function Notice({ tone = 'info', children, action, announce = false }: NoticeProps) {
  return (
    <div
      className={cx(styles.notice, styles[tone], action !== undefined && styles.acting)}
      role={announce ? (tone === 'danger' ? 'alert' : 'status') : undefined}
    >
      <Icon name={ICON[tone]} className={styles.icon} />
      <div className={styles.words}>{children}</div>
      {action}
    </div>
  );
}
