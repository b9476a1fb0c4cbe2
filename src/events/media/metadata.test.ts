import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joined } from '../core/bytes.ts';
import { withoutMetadata } from './metadata.ts';

const ascii = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
const bytes = (...parts: readonly (Uint8Array | readonly number[])[]) =>
  joined(parts.map((part) => Uint8Array.from(part)));
const hex = (part: Uint8Array | undefined) => part && Buffer.from(part).toString('hex');
const holds = (whole: Uint8Array | undefined, text: string) =>
  Buffer.from(whole ?? []).includes(text, 0, 'latin1');

/** A JPEG segment: marker, length, payload. */
const segment = (marker: number, payload: Uint8Array | readonly number[]) =>
  bytes([0xff, marker, (payload.length + 2) >> 8, (payload.length + 2) & 255], payload);
const JFIF = segment(0xe0, ascii('JFIF\0..'));
const TABLES = bytes(
  segment(0xdb, [0, 1, 2]),
  segment(0xc0, [8, 0, 1, 0, 1]),
  segment(0xc4, [9, 9]),
);
const PIXELS = bytes(segment(0xda, [1, 2, 3]), [7, 0xff, 0, 8, 0xff, 0xd3, 9, 0xff, 0xff, 0, 1]);
const EOI = [0xff, 0xd9];

/** Exif data with an orientation in either byte order, and a location. */
function exif(side: number, little = false): Uint8Array {
  const two = (value: number) => (little ? [value & 255, value >> 8] : [value >> 8, value & 255]);
  const four = (value: number) => (little ? [...two(value), 0, 0] : [0, 0, ...two(value)]);
  const entry = (tag: number, value: readonly number[]) => [
    ...two(tag),
    ...two(3),
    ...four(1),
    ...value,
  ];
  const tiff = [
    ...ascii(little ? 'II' : 'MM'),
    ...two(42),
    ...four(8),
    ...two(2),
    ...entry(0x8825, four(99)),
  ];
  return segment(
    0xe1,
    bytes(
      ascii('Exif\0\0'),
      tiff,
      entry(0x0112, [...two(side), 0, 0]),
      four(0),
      ascii('GPS 48.2N 16.3E'),
    ),
  );
}

describe('JPEG', () => {
  test('MEDIA-01 BEYOND-15 only the segments that the pixels need stay, byte for byte', () => {
    const talk = [
      segment(0xe1, ascii('http://ns.adobe.com/xap/1.0/\0<x/>')),
      segment(0xed, ascii('Photoshop 3.0')),
      segment(0xfe, ascii('mine')),
    ];
    const colours = segment(0xe2, ascii('ICC_PROFILE\0..'));
    const others = segment(0xe2, ascii('MPF\0...'));
    const jpeg = bytes(
      [0xff, 0xd8],
      JFIF,
      exif(1),
      ...talk,
      colours,
      others,
      TABLES,
      PIXELS,
      EOI,
      ascii('another picture'),
    );
    expect(hex(withoutMetadata(jpeg))).toBe(
      hex(bytes([0xff, 0xd8], JFIF, colours, TABLES, PIXELS, EOI)),
    );
  });

  test.each([true, false])(
    'the orientation stays, and nothing else of Exif (little endian: %s)',
    (little) => {
      const bare = withoutMetadata(bytes([0xff, 0xd8], JFIF, exif(6, little), TABLES, PIXELS, EOI));
      expect([holds(bare, 'Exif'), holds(bare, 'GPS')]).toEqual([true, false]);
      const side = bytes(
        ascii('Exif\0\0MM\0*'),
        [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0],
      );
      expect(hex(bare)).toBe(
        hex(bytes([0xff, 0xd8], JFIF, segment(0xe1, side), TABLES, PIXELS, EOI)),
      );
    },
  );

  test('a picture without an end keeps its last byte; one truncated before its pixels is refused', () => {
    const whole = bytes([0xff, 0xd8], exif(1), TABLES, PIXELS);
    expect(hex(withoutMetadata(whole))).toBe(hex(bytes([0xff, 0xd8], TABLES, PIXELS)));
    for (let end = 2; end < whole.length - PIXELS.length + 2; end++)
      expect(withoutMetadata(whole.slice(0, end))).toBeUndefined();
  });

  const payload = fc.uint8Array({ maxLength: 40 });
  const talk = fc
    .tuple(fc.constantFrom(0xe1, 0xe3, 0xed, 0xef, 0xfe), payload)
    .map(([marker, part]) => segment(marker, part));
  const look = fc
    .tuple(fc.constantFrom(0xe0, 0xee, 0xdb, 0xc0, 0xc2, 0xc4, 0xdd), payload)
    .map(([marker, part]) => segment(marker, part));
  const coded = fc.array(
    fc.oneof(fc.integer({ min: 0, max: 254 }), fc.constantFrom(256, 256 + 0xd0, 256 + 0xd7)),
    { maxLength: 60 },
  );
  // 0xff is followed by 0 or a restart
  const scan = coded.map((codes) =>
    bytes(
      segment(0xda, [1]),
      codes.flatMap((code) => (code < 256 ? code : [0xff, code - 256])),
    ),
  );
  const parts = fc.tuple(
    fc.array(fc.oneof(talk, look), { maxLength: 12 }),
    scan,
    fc.array(fc.oneof(talk, look, scan), { maxLength: 6 }),
  );

  test('any order of segments: pixel segments stay, no APP1 is left, and a second run changes nothing', () => {
    fc.assert(
      fc.property(parts, payload, ([before, first, after], tail) => {
        const all = [...before, first, ...after];
        const bare = withoutMetadata(bytes([0xff, 0xd8], ...all, EOI, tail));
        const kept = all.filter((part) => ![0xe1, 0xe3, 0xed, 0xef, 0xfe].includes(part[1] ?? 0));
        expect(hex(bare)).toBe(hex(bytes([0xff, 0xd8], ...kept, EOI)));
        expect(bare && hex(withoutMetadata(bare))).toBe(hex(bare));
      }),
      { seed: 11, numRuns: 400 },
    );
  });
});

/** A PNG chunk; its checksum is not verified here. */
const chunk = (name: string, part: Uint8Array) =>
  bytes([0, 0, part.length >> 8, part.length & 255], ascii(name), part, [1, 2, 3, 4]);
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** A chunk of a RIFF file, padded to an even length. */
const riff = (name: string, part: readonly number[] | Uint8Array) =>
  bytes(
    ascii(name),
    [part.length & 255, part.length >> 8, 0, 0],
    part,
    part.length % 2 === 1 ? [0] : [],
  );
const webp = (...chunks: readonly Uint8Array[]) => {
  const body = bytes(ascii('WEBP'), ...chunks);
  return bytes(ascii('RIFF'), [body.length & 255, body.length >> 8, 0, 0], body);
};

test('MEDIA-01 a PNG loses its texts, times, Exif data, and everything after its end', () => {
  const look = [
    chunk('IHDR', ascii('1234')),
    chunk('iCCP', ascii('x')),
    chunk('IDAT', ascii('pixels')),
  ] as const;
  const talk = ['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME'].map((name) => chunk(name, ascii('Vienna')));
  const end = chunk('IEND', ascii(''));
  const [head, ...rest] = look;
  expect(hex(withoutMetadata(bytes(PNG, head, ...talk, ...rest, end, ascii('tail'))))).toBe(
    hex(bytes(PNG, ...look, end)),
  );
  expect(withoutMetadata(bytes(PNG, ...look))).toBeUndefined();
});

test('MEDIA-01 a WebP picture loses Exif and XMP, and its flags and length are updated', () => {
  const pixels = riff('VP8 ', ascii('odd'));
  const flags = (bits: number) => riff('VP8X', [bits, 0, 0, 0, 1, 0, 0, 1, 0, 0]);
  const told = webp(
    flags(0b0011_1100),
    pixels,
    riff('EXIF', ascii('Vienna')),
    riff('XMP ', ascii('<x/>')),
  );
  expect(hex(withoutMetadata(told))).toBe(hex(webp(flags(0b0011_0000), pixels)));
  expect(withoutMetadata(told.slice(0, -3))).toBeUndefined();
});

test('INV-ISOLATE junk is returned unchanged or refused, and never throws', () => {
  const begins = fc.constantFrom<readonly number[]>([], [0xff, 0xd8], PNG, [
    ...ascii('RIFF\x20\0\0\0WEBP'),
  ]);
  fc.assert(
    fc.property(begins, fc.uint8Array({ maxLength: 200 }), (head, rest) => {
      const junk = bytes(head, rest);
      const bare = withoutMetadata(junk);
      if (head.length === 0 && junk[0] !== 0xff) expect(bare).toBe(junk);
      if (bare) expect(hex(withoutMetadata(bare))).toBe(hex(bare));
    }),
    { seed: 12, numRuns: 1_000 },
  );
});
