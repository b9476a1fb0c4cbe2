/** Error correction of ISO/IEC 18004 by version 1 to 40: codewords of a block, and how many blocks. L mends 7 %, M 15 %. */
export const LEVELS = {
  M: {
    format: 0,
    perBlock: [
      10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
      28, 28, 28, 28, 28, 28, 28,
    ],
    blocks: [
      1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43,
      45, 47, 49,
    ],
  },
  L: {
    format: 1,
    perBlock: [
      7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30,
      30, 30, 30, 30, 30, 30,
    ],
    blocks: [
      1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24,
      25,
    ],
  },
} as const;

export type Level = keyof typeof LEVELS;

/** How many bytes a symbol holds, and how many of them are the message's. */
export function capacity(
  version: number,
  level: Level,
): { readonly all: number; readonly message: number; readonly blocks: number; readonly perBlock: number } {
  const aligns = version < 2 ? 0 : Math.floor(version / 7) + 2;
  const alignModules = aligns === 0 ? 0 : (25 * aligns - 10) * aligns - 55;
  const modules = (16 * version + 128) * version + 64 - alignModules - (version < 7 ? 0 : 36);
  const all = Math.floor(modules / 8);
  const blocks = LEVELS[level].blocks[version - 1] ?? 1;
  const perBlock = LEVELS[level].perBlock[version - 1] ?? 0;
  return { all, message: all - blocks * perBlock, blocks, perBlock };
}

/** Rows and columns on which alignment patterns stand. */
export function alignmentPlaces(version: number): readonly number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const last = version * 4 + 10;
  const step = version === 32 ? 26 : Math.ceil((last - 6) / (count * 2 - 2)) * 2;
  const places = Array.from({ length: count - 1 }, (_, at) => last - at * step);
  return [6, ...places.toReversed()];
}
