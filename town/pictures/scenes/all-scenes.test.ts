import { expect, test } from 'vitest';
import { readDimensions } from '../../../service/media/dimensions.ts';
import { CAST } from '../../people/cast.ts';
import { rngOf } from '../../prng.ts';
import { openRasteriser } from '../rasteriser.ts';
import { PHOTOS } from '../photo-sets.ts';
import { SCENES } from './all-scenes.ts';

const SHAPES = [
  [360, 225],
  [320, 400],
  [420, 140],
] as const;

test.each(PHOTOS)(
  '$scene is drawn in every shape, differs by seed and has a description',
  async ({ scene }) => {
    const brush = await openRasteriser();
    for (const [width, height] of SHAPES) {
      const { png, alt } = brush.draw({ scene, seed: 'a', width, height });
      expect(readDimensions(png)).toEqual({ width, height });
      expect(alt.length).toBeGreaterThan(8);
    }
    const [first, again, other] = ['a', 'a', 'b'].map((seed) =>
      Buffer.from(brush.draw({ scene, seed, width: 120, height: 80 }).png).toString('base64'),
    );
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  },
);

test('there are at least fourteen scenes for photos', () => {
  expect(PHOTOS.length).toBeGreaterThanOrEqual(14);
  expect(PHOTOS.filter((photo) => !SCENES.has(photo.scene))).toEqual([]);
});

test('the faces and emblems of the cast are drawn without invalid numbers', async () => {
  const brush = await openRasteriser();
  for (const known of CAST) {
    const [scene = '', hint = ''] = known.picture.split(':');
    const svg = SCENES.get(scene)?.(rngOf(known.name), 96, 96, hint).svg ?? 'NaN';
    expect(svg, known.name).not.toMatch(/NaN|undefined|Infinity/);
    expect(
      brush.draw({ scene: known.picture, seed: known.name, width: 96, height: 96 }).png.length,
      known.name,
    ).toBeGreaterThan(400);
  }
});
