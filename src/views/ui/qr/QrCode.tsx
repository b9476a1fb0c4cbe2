import { generate } from 'lean-qr';
import { useQrStrings } from '../strings/qr.ts';
import text from '../styles/text.module.css';
import styles from './QrCode.module.css';

const QUIET = 4;
/** Cameras fail to read smaller modules from a screen. In px. */
const MIN_MODULE = 4;
const MIN_WIDTH = 184;
/** Width of a dialog on small screens, in px. Larger codes would need smaller modules. */
const MAX_WIDTH = 350;
/** Maximum length in characters, above any code of that width. */
const LONGEST = 1_024;

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
}

/**
 * The text as a QR code, dark on light in every theme, as cameras need it. A sentence replaces a
 * code that would be too fine to read.
 */
export function QrCode({ text: content, label }: QrCodeProps) {
  const { tooLong } = useQrStrings();
  const drawn = content.length > LONGEST ? undefined : drawCode(content);
  if (!drawn) return <p className={text.muted}>{tooLong}</p>;
  const { path, side, width } = drawn;
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${side} ${side}`}
      width={width}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={path} />
    </svg>
  );
}

function drawCode(content: string) {
  const code = generate(content);
  const side = code.size + 2 * QUIET;
  const width = side * Math.max(MIN_MODULE, Math.ceil(MIN_WIDTH / side));
  if (width > MAX_WIDTH) return undefined;
  const places = Array.from({ length: code.size }, (_, at) => at);
  const path = places
    .flatMap((y) =>
      places.filter((x) => code.get(x, y)).map((x) => `M${x + QUIET} ${y + QUIET}h1v1h-1z`),
    )
    .join('');
  return { path, side, width };
}
