import { encodeText } from './bytes.ts';
import { alignmentPlaces, LEVELS, type Level } from './tables.ts';

type Grid = (boolean | undefined)[][];

/** The dark modules of a text's QR code (ISO/IEC 18004), row by row; undefined when the text is too long (about 2,950 bytes). */
export function qrModules(text: string): readonly (readonly boolean[])[] | undefined {
  const encoded = encodeText(text);
  if (!encoded) return undefined;
  const { version, level, bytes } = encoded;
  const frame = drawFrame(version);
  let best: boolean[][] | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (let mask = 0; mask < 8; mask++) {
    const grid = drawData(frame, bytes, mask);
    drawFormat(grid, level, mask);
    const modules = grid.map((row) => row.map((dark) => dark === true));
    const cost = penalty(modules);
    if (cost >= least) continue;
    least = cost;
    best = modules;
  }
  return best;
}

/** Everything that does not depend on the message; undefined where the message goes. */
function drawFrame(version: number): Grid {
  const size = version * 4 + 17;
  const grid: Grid = Array.from({ length: size }, () => Array.from({ length: size }, () => undefined));
  for (let at = 0; at < size; at++) {
    set(grid, 6, at, at % 2 === 0);
    set(grid, at, 6, at % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    rings(grid, x, y, 4, (ring) => ring !== 2 && ring !== 4);
  const places = alignmentPlaces(version);
  const last = places.length - 1;
  for (const [i, x] of places.entries()) {
    for (const [j, y] of places.entries()) {
      const finder = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0);
      if (!finder) rings(grid, x, y, 2, (ring) => ring !== 1);
    }
  }
  drawFormat(grid, 'M', 0);
  if (version >= 7) drawVersion(grid, version);
  return grid;
}

function set(grid: Grid, x: number, y: number, dark: boolean): void {
  const row = grid[y];
  if (row && x >= 0 && x < row.length) row[x] = dark;
}

function rings(grid: Grid, x: number, y: number, reach: number, dark: (ring: number) => boolean): void {
  for (let dy = -reach; dy <= reach; dy++)
    for (let dx = -reach; dx <= reach; dx++) set(grid, x + dx, y + dy, dark(Math.max(Math.abs(dx), Math.abs(dy))));
}

/** Level and mask with their BCH code, twice, and the dark module. */
function drawFormat(grid: Grid, level: Level, mask: number): void {
  const data = (LEVELS[level].format << 3) | mask;
  let rest = data;
  for (let step = 0; step < 10; step++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
  const bits = ((data << 10) | rest) ^ 0x5412;
  const size = grid.length;
  for (let at = 0; at < 15; at++) {
    const dark = ((bits >>> at) & 1) === 1;
    set(grid, at < 8 ? 8 : at === 8 ? 7 : 14 - at, at < 6 ? at : at < 8 ? at + 1 : 8, dark);
    set(grid, at < 8 ? size - 1 - at : 8, at < 8 ? 8 : size - 15 + at, dark);
  }
  set(grid, 8, size - 8, true);
}

function drawVersion(grid: Grid, version: number): void {
  let rest = version;
  for (let step = 0; step < 12; step++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let at = 0; at < 18; at++) {
    const dark = ((bits >>> at) & 1) === 1;
    const far = grid.length - 11 + (at % 3);
    set(grid, far, Math.floor(at / 3), dark);
    set(grid, Math.floor(at / 3), far, dark);
  }
}

/** The message in pairs of columns, up and down from the right, turned over by the mask. */
function drawData(frame: Grid, bytes: readonly number[], mask: number): Grid {
  const grid = frame.map((row) => [...row]);
  const size = grid.length;
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const upward = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step++) {
      const y = upward ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (frame[y]?.[x] !== undefined) continue;
        const dark = (((bytes[bit >>> 3] ?? 0) >>> (7 - (bit & 7))) & 1) === 1;
        bit++;
        set(grid, x, y, dark !== isMasked(mask, x, y));
      }
    }
  }
  return grid;
}

export function isMasked(mask: number, x: number, y: number): boolean {
  const product = (x * y) % 2;
  const third = (x * y) % 3;
  const rules = [
    (x + y) % 2,
    y % 2,
    x % 3,
    (x + y) % 3,
    (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
    product + third,
    (product + third) % 2,
  ];
  return (rules[mask] ?? (((x + y) % 2) + third) % 2) === 0;
}

/** How hard a symbol is to read, by the four rules of the standard. */
function penalty(modules: readonly (readonly boolean[])[]): number {
  const size = modules.length;
  const columns = modules.map((_, x) => modules.map((row) => row[x] === true));
  let cost = 0;
  for (const line of [...modules, ...columns]) cost += runs(line) + finders(line);
  for (let y = 1; y < size; y++)
    for (let x = 1; x < size; x++) {
      const here = modules[y]?.[x];
      if (here === modules[y]?.[x - 1] && here === modules[y - 1]?.[x] && here === modules[y - 1]?.[x - 1]) cost += 3;
    }
  const dark = modules.reduce((sum, row) => sum + row.filter(Boolean).length, 0);
  return cost + Math.floor(Math.abs((dark * 20) / (size * size) - 10)) * 10;
}

function runs(line: readonly boolean[]): number {
  let cost = 0;
  for (let at = 0, length = 0; at < line.length; at++) {
    length = at > 0 && line[at] === line[at - 1] ? length + 1 : 1;
    if (length === 5) cost += 3;
    else if (length > 5) cost += 1;
  }
  return cost;
}

function finders(line: readonly boolean[]): number {
  const text = line.map((dark) => (dark ? '1' : '0')).join('');
  let cost = 0;
  for (const pattern of ['10111010000', '00001011101'])
    for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + 1)) cost += 40;
  return cost;
}
