import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutOf, dragged, drawnSize, MOST_ZOOM, WHOLE } from './crop.ts';

const length = fc.integer({ min: 1, max: 20_000 });
const size = fc.record({ width: length, height: length });
const aspect = fc.constantFrom(1, 3);
const crop = fc.record({
  zoom: fc.double({ min: 0, max: 9 }),
  x: fc.double({ min: -1, max: 2 }),
  y: fc.double({ min: -1, max: 2 }),
});
const NEARLY = 1e-6;

test('PROFILE-10 for any crop, the cut is inside the picture and has the requested aspect', () => {
  fc.assert(
    fc.property(size, aspect, crop, (picture, shape, wanted) => {
      const { left, top, width, height } = cutOf(picture, shape, wanted);
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(-NEARLY);
      expect(left + width).toBeLessThanOrEqual(picture.width + NEARLY);
      expect(top + height).toBeLessThanOrEqual(picture.height + NEARLY);
      expect(width / height).toBeCloseTo(shape);
    }),
  );
});

test('PROFILE-10 the whole crop takes as much as possible from the middle; zooming in takes less', () => {
  expect(cutOf({ width: 400, height: 300 }, 1, WHOLE)).toEqual({
    left: 50,
    top: 0,
    width: 300,
    height: 300,
  });
  expect(cutOf({ width: 400, height: 300 }, 1, { zoom: 3, x: 0, y: 1 })).toEqual({
    left: 0,
    top: 200,
    width: 100,
    height: 100,
  });
  expect(cutOf({ width: 300, height: 300 }, 3, { ...WHOLE, zoom: MOST_ZOOM }).width).toBe(60);
});

test('PROFILE-10 dragging moves the picture with the pointer, within its limits, and back again', () => {
  const picture = { width: 400, height: 300 };
  expect(dragged(picture, 1, WHOLE, { x: 0.1, y: 0.4 })).toEqual({ zoom: 1, x: 0.2, y: 0.5 });
  expect(dragged(picture, 1, WHOLE, { x: -9, y: 0 }).x).toBe(1);
  fc.assert(
    fc.property(
      size,
      aspect,
      fc.double({ min: 1, max: MOST_ZOOM, noNaN: true }),
      fc.double({ min: -0.01, max: 0.01, noNaN: true }),
      (one, shape, zoom, by) => {
        const middle = { ...WHOLE, zoom };
        const there = dragged(one, shape, middle, { x: by, y: by });
        const before = cutOf(one, shape, middle);
        const after = cutOf(one, shape, there);
        const isFree = there.x > 0 && there.x < 1 && one.width - before.width > 1;
        if (isFree) expect(before.left - after.left).toBeCloseTo(by * before.width);
        const back = dragged(one, shape, there, { x: -by, y: -by });
        if (isFree) expect(back.x).toBeCloseTo(0.5);
      },
    ),
  );
});

test('PROFILE-10 a cut is drawn no larger than its own pixels and the requested size', () => {
  expect(drawnSize({ width: 3000, height: 1000 }, 1500)).toEqual({ width: 1500, height: 500 });
  expect(drawnSize({ width: 30, height: 30 }, 400)).toEqual({ width: 30, height: 30 });
  expect(drawnSize({ width: 0.2, height: 0.1 }, 400)).toEqual({ width: 1, height: 1 });
});
