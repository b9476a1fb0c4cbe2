import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/**
 * Encode opaque RGBA pixels as an 8-bit RGB PNG. All rows use the Sub filter. In flat drawings most
 * pixels equal their left neighbour, so this is both the smallest and the fastest.
 */
export function encodePng(rgba: Uint8Array, width: number, height: number): Uint8Array {
  const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, width * height);
  const stride = width * 3 + 1;
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) filterRow(rgba, pixels, rows, y, width);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 3 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function filterRow(
  rgba: Uint8Array,
  pixels: Uint32Array,
  rows: Uint8Array,
  y: number,
  width: number,
): void {
  let to = y * (width * 3 + 1);
  rows[to++] = 1;
  const start = y * width;
  let from = start * 4;
  rows[to] = rgba[from]!;
  rows[to + 1] = rgba[from + 1]!;
  rows[to + 2] = rgba[from + 2]!;
  for (let i = start + 1; i < start + width; i++) {
    to += 3;
    from += 4;
    if (pixels[i] === pixels[i - 1]) continue;
    rows[to] = rgba[from]! - rgba[from - 4]!;
    rows[to + 1] = rgba[from + 1]! - rgba[from - 3]!;
    rows[to + 2] = rgba[from + 2]! - rgba[from - 2]!;
  }
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  out.set(body, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}
