const WIDE = [1080, 675] as const;
const CINEMA = [1080, 608] as const;
const CLASSIC = [1080, 720] as const;
const SQUARE = [1000, 1000] as const;
const TALL = [960, 1200] as const;
const LAND = [WIDE, WIDE, CINEMA, CLASSIC] as const;
const MIXED = [WIDE, CLASSIC, CLASSIC, SQUARE, TALL] as const;

/** Pictures of one scene for notes and articles: how many, and in what shapes (pixels). */
export interface PhotoSet {
  readonly scene: string;
  readonly count: number;
  readonly shapes: readonly (readonly [number, number])[];
}

const set = (scene: string, count: number, shapes: PhotoSet['shapes'] = LAND): PhotoSet => ({ scene, count, shapes });

export const PHOTOS: readonly PhotoSet[] = [
  set('flock', 12),
  set('branch', 12, MIXED),
  set('marsh', 8),
  set('harbour', 12),
  set('sea', 8),
  set('lighthouse', 8, MIXED),
  set('sail', 10, MIXED),
  set('ferry', 6),
  set('typecase', 7, MIXED),
  set('poster', 9, MIXED),
  set('shelf', 7, MIXED),
  set('quilt', 6, MIXED),
  set('bread', 12),
  set('fruit', 8),
  set('kettle', 8),
  set('night', 10, MIXED),
  set('moon', 8, MIXED),
  set('trails', 5, MIXED),
  set('workbench', 8),
  set('forest', 9, MIXED),
  set('window', 7, MIXED),
  set('bicycle', 9),
  set('mountains', 9),
  set('road', 7),
  set('snow', 5),
  set('screen', 7),
  set('network', 8),
  set('garden', 10),
  set('greenhouse', 7),
  set('record', 7, MIXED),
  set('piano', 5),
  set('map', 9, MIXED),
  set('city', 9, MIXED),
  set('rain', 7, MIXED),
];
