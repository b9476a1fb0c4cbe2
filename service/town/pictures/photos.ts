const WIDE = [1080, 675] as const;
const CINEMA = [1080, 608] as const;
const CLASSIC = [1080, 720] as const;
const SQUARE = [1000, 1000] as const;
const TALL = [960, 1200] as const;
const LAND = [WIDE, WIDE, CINEMA, CLASSIC] as const;
const MIXED = [WIDE, CLASSIC, SQUARE, TALL] as const;

/** Which pictures are drawn for notes and articles: how many of each scene, and in what shapes (pixels). */
export const PHOTOS: readonly {
  readonly scene: string;
  readonly count: number;
  readonly shapes: readonly (readonly [number, number])[];
}[] = [
  { scene: 'flock', count: 12, shapes: LAND },
  { scene: 'harbour', count: 12, shapes: MIXED },
];
