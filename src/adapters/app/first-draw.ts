/** The fonts of the first screen, as named in `styles/fonts.css`. */
const FACES = ['"Inter Variable"', '"Source Serif 4 Variable"'];

/** Timeouts for the first screen's fonts and code, in milliseconds. */
const TIMEOUT_MS = { faces: 100, code: 400 };

export interface FirstDraw {
  readonly fonts: Pick<FontFaceSet, 'load'>;
  readonly code: Promise<unknown>;
  readonly after: (ms: number, run: () => void) => void;
}

/**
 * Settles when the first screen can be drawn completely, or after the timeout. Drawn without its
 * code, React delays the next render by 300 ms. Drawn without its fonts, the layout first searches
 * the system's fonts, which can be slower than everything else, and runs twice.
 */
export async function firstDraw({ fonts, code, after }: FirstDraw): Promise<void> {
  const within = (ms: number, all: readonly Promise<unknown>[]) =>
    Promise.race([Promise.allSettled(all), new Promise<void>((resolve) => after(ms, resolve))]);
  const faces = FACES.map((face) => fonts.load(`1em ${face}`));
  await Promise.all([within(TIMEOUT_MS.faces, faces), within(TIMEOUT_MS.code, [code])]);
}
