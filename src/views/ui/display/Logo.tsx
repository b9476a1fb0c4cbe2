import { useId } from 'react';
import styles from './Logo.module.css';

/** The mark in the theme's brand gradient. Decorative: the text beside it has the name. */
export function Logo({ size = 30 }: { readonly size?: number }) {
  const gradient = useId();
  return (
    <svg className={styles.logo} viewBox="0 0 32 32" width={size} height={size} aria-hidden>
      <linearGradient id={gradient} x1="0" y1="1" x2="1" y2="0">
        <stop offset="0" className={styles.from} />
        <stop offset="1" className={styles.to} />
      </linearGradient>
      <g fill={`url(#${gradient})`}>
        <path
          transform="translate(1.6 -1) rotate(42 16 16) scale(.93)"
          d="M16 1.2C17.3 3 18.4 5 18.7 8.1C24.2 8.7 28.9 12.6 31 18.6C26.8 16 22.6 16.4 19.5 19.2L20.7 28.4L16 26.2L11.3 28.4L12.5 19.2C9.4 16.4 5.2 16 1 18.6C3.1 12.6 7.8 8.7 13.3 8.1C13.6 5 14.7 3 16 1.2Z"
        />
        <circle cx="4.6" cy="20.8" r="1.7" />
        <circle cx="9.2" cy="27.3" r="1.3" />
        <circle cx="3.2" cy="28" r=".9" />
      </g>
    </svg>
  );
}
