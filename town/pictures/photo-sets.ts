const WIDE = [1080, 675] as const;
const CINEMA = [1080, 608] as const;
const CLASSIC = [1080, 720] as const;
const SQUARE = [1000, 1000] as const;
const TALL = [960, 1200] as const;
const LAND = [WIDE, WIDE, CINEMA, CLASSIC] as const;
const MIXED = [WIDE, CLASSIC, CLASSIC, SQUARE, TALL] as const;

/** Pictures of one scene for notes and articles: number and shapes (pixels). */
export interface PhotoSet {
  readonly scene: string;
  readonly count: number;
  readonly shapes: readonly (readonly [number, number])[];
}

const set = (scene: string, count: number, shapes: PhotoSet['shapes'] = LAND): PhotoSet => ({
  scene,
  count,
  shapes,
});

export const PHOTOS: readonly PhotoSet[] = [
  set('flock', 10),
  set('branch', 8, MIXED),
  set('marsh', 6),
  set('harbour', 12),
  set('sea', 5),
  set('lighthouse', 5, MIXED),
  set('sail', 8, MIXED),
  set('ferry', 6),
  set('typecase', 5, MIXED),
  set('poster', 11, MIXED),
  set('shelf', 7, MIXED),
  set('quilt', 4, MIXED),
  set('bread', 9),
  set('fruit', 6),
  set('kettle', 8),
  set('night', 9, MIXED),
  set('moon', 8, MIXED),
  set('trails', 4, MIXED),
  set('workbench', 8),
  set('forest', 6, MIXED),
  set('window', 8, MIXED),
  set('bicycle', 9),
  set('mountains', 9),
  set('road', 8),
  set('snow', 5),
  set('screen', 9),
  set('network', 6),
  set('garden', 7),
  set('greenhouse', 5),
  set('record', 6, MIXED),
  set('piano', 3),
  set('map', 9, MIXED),
  set('city', 12, MIXED),
  set('rain', 8, MIXED),
];
