import { generate } from 'lean-qr';
import { useMemo } from 'react';
import { useQrStrings } from '../strings/qr.ts';
import text from '../styles/text.module.css';
import styles from './QrCode.module.css';

const QUIET = 4;
/** Cameras fail to read smaller modules from a screen. In pixels of the screen. */
const MIN_MODULE = 4;
/** Module size of codes that have room for it, in px. */
const MODULE = 4;
const MIN_WIDTH = 184;
/** Largest code in a dialog, and the margins of a dialog beside it, in px. */
const MAX_WIDTH = 440;
const MARGINS = 40;
/** Bytes that the largest code holds: version 40 at level L. */
const LONGEST = 2_953;

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
  const drawn = useMemo(() => drawCode(content), [content]);
  const width = drawn && widthOf(drawn.side);
  if (!drawn || width === undefined) return <p className={text.muted}>{tooLong}</p>;
  const { path, side } = drawn;
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

/** Return the width of a code in px, or `undefined` if its modules would be too small. */
function widthOf(side: number): number | undefined {
  const room = Math.min(MAX_WIDTH, window.innerWidth - MARGINS);
  const width = side * Math.max(MODULE, Math.ceil(MIN_WIDTH / side));
  if (width <= room) return width;
  // Modules of whole screen pixels have the same size.
  const density = window.devicePixelRatio;
  const module = Math.floor((room * density) / side);
  return module < MIN_MODULE ? undefined : (side * module) / density;
}

function drawCode(content: string) {
  if (new TextEncoder().encode(content).length > LONGEST) return undefined;
  const code = generate(content);
  const side = code.size + 2 * QUIET;
  const places = Array.from({ length: code.size }, (_, at) => at);
  const path = places
    .flatMap((y) =>
      places.filter((x) => code.get(x, y)).map((x) => `M${x + QUIET} ${y + QUIET}h1v1h-1z`),
    )
    .join('');
  return { path, side };
}
