import type { ReactNode } from 'react';
import { cx } from '../class-names.ts';
import text from '../styles/text.module.css';

/** A number that changes: its digits keep their width. */
export function Num({ children, className }: { readonly children: ReactNode; readonly className?: string | undefined }) {
  return <span className={cx(text.num, className)}>{children}</span>;
}
