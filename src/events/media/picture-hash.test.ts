import { encode } from 'blurhash';
import fc from 'fast-check';
import { rgbaToThumbHash } from 'thumbhash';
import { expect, test } from 'vitest';
import { blurredPicture } from './picture-hash.ts';

const [WIDTH, HEIGHT] = [32, 16];
/** A picture that is red on its left half and blue on its right half. */
const PIXELS = new Uint8ClampedArray(
  Array.from({ length: WIDTH * HEIGHT }, (_, at) =>
    at % WIDTH < WIDTH / 2 ? [255, 0, 0, 255] : [0, 0, 255, 255],
  ).flat(),
);
const BLURHASH = encode(PIXELS, WIDTH, HEIGHT, 4, 3);
const THUMBHASH = btoa(String.fromCharCode(...rgbaToThumbHash(WIDTH, HEIGHT, PIXELS)));

const decoded = (fields: Readonly<Record<string, string>>) =>
  blurredPicture(new Map(Object.entries(fields)));

function ends({ width, height, rgba }: NonNullable<ReturnType<typeof decoded>>) {
  const middle = Math.floor(height / 2) * width;
  const color = (x: number) => {
    const [red = 0, , blue = 0] = rgba.subarray(4 * (middle + x));
    return red > blue ? 'red' : 'blue';
  };
  return [color(0), color(width - 1)];
}

test('MEDIA-05 a thumbhash or blurhash becomes a few pixels with the colours of its picture', () => {
  for (const fields of [{ thumbhash: THUMBHASH }, { blurhash: BLURHASH }]) {
    const picture = decoded(fields) ?? expect.fail('not decoded');
    expect(ends(picture)).toEqual(['red', 'blue']);
  }
  expect(decoded({ thumbhash: THUMBHASH })).toMatchObject({ width: 32, height: 18 });
  expect(decoded({ thumbhash: THUMBHASH.replaceAll('+', '-').replaceAll('/', '_') })).toBeDefined();
  // the other one is used instead of a malformed one
  expect(decoded({ thumbhash: '%', blurhash: BLURHASH })).toMatchObject({ width: 20 });
});

test('E-52 any text is decoded to a bounded picture of whole pixels, or to none', () => {
  const base83 = fc.stringMatching(/^[0-9A-Za-z#$%*+,\-.:;=?@[\]^_{|}~]{0,180}$/);
  const base64 = fc.base64String({ maxLength: 64 });
  fc.assert(
    fc.property(fc.oneof(fc.string(), base83, base64), (text) => {
      for (const name of ['thumbhash', 'blurhash']) {
        const picture = decoded({ [name]: text });
        if (!picture) continue;
        const { width, height, rgba } = picture;
        expect(Math.max(width, height)).toBeLessThanOrEqual(32);
        expect(rgba).toHaveLength(4 * width * height);
      }
    }),
  );
  for (const text of ['', 'x', '~'.repeat(166), '~'.repeat(100_000), BLURHASH.slice(1)])
    expect([text.length, decoded({ thumbhash: text, blurhash: text })]).toEqual([
      text.length,
      undefined,
    ]);
});
