/** The faces of the first screen, as `styles/fonts.css` names them. */
const FACES = ['"Inter Variable"', '"Source Serif 4 Variable"'];

/** How long the first screen waits for its faces, and for its code. Milliseconds. */
const PATIENCE = { faces: 100, code: 400 };

export interface FirstDraw {
  readonly fonts: Pick<FontFaceSet, 'load'>;
  /** Settles when the screen's code is there. */
  readonly code: Promise<unknown>;
  readonly after: (ms: number, run: () => void) => void;
}

/**
 * Settles when the first screen can be drawn whole, or when that takes too long. Drawn without its code, what follows is held back for 300 ms
 * by React; without its faces, the layout first looks for others in the system, which can take longer than all the rest, and is done twice.
 */
export async function firstDraw({ fonts, code, after }: FirstDraw): Promise<void> {
  const within = (ms: number, all: readonly Promise<unknown>[]) =>
    Promise.race([Promise.allSettled(all), new Promise<void>((resolve) => after(ms, resolve))]);
  const faces = FACES.map((face) => fonts.load(`1em ${face}`));
  await Promise.all([within(PATIENCE.faces, faces), within(PATIENCE.code, [code])]);
}
