import { generate } from 'lean-qr';
import styles from './QrCode.module.css';

const QUIET = 4;
/** Maximum length in characters. Cameras fail before the standard's limit. */
const LONGEST = 1_024;

/**
 * The text as a QR code, dark on light in every theme, as cameras need it. Texts that are too long
 * draw nothing.
 */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  if (text.length > LONGEST) return null;
  const code = generate(text);
  const side = code.size + 2 * QUIET;
  const places = Array.from({ length: code.size }, (_, at) => at);
  const path = places
    .flatMap((y) =>
      places.filter((x) => code.get(x, y)).map((x) => `M${x + QUIET} ${y + QUIET}h1v1h-1z`),
    )
    .join('');
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={path} />
    </svg>
  );
}
