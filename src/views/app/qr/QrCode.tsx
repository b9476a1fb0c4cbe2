import { qrModules } from './modules.ts';
import styles from './QrCode.module.css';

const QUIET = 4;

/** The text as a QR code, dark on light in every theme, as cameras want it. Texts over 1 KB are too much: nothing is drawn. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const modules = qrModules(text);
  if (!modules) return null;
  const side = modules.length + 2 * QUIET;
  const path = modules.map((row, y) => row.map((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '')).join('')).join('');
  return (
    <svg className={styles.code} viewBox={`0 0 ${side} ${side}`} shapeRendering="crispEdges" role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}
