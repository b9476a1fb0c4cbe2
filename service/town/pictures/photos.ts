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
  set('flock', 9),
  set('branch', 9, MIXED),
  set('marsh', 6),
  set('harbour', 9),
  set('sea', 6),
  set('lighthouse', 6, MIXED),
  set('sail', 8, MIXED),
  set('ferry', 5),
  set('typecase', 5, MIXED),
  set('poster', 7, MIXED),
  set('shelf', 5, MIXED),
  set('quilt', 5, MIXED),
  set('bread', 9),
  set('fruit', 6),
  set('kettle', 6),
  set('night', 8, MIXED),
  set('moon', 6, MIXED),
  set('trails', 4, MIXED),
  set('workbench', 6),
  set('forest', 7, MIXED),
  set('window', 5, MIXED),
  set('bicycle', 7),
  set('mountains', 7),
  set('road', 5),
  set('snow', 4),
  set('screen', 5),
  set('network', 6),
  set('garden', 8),
  set('greenhouse', 5),
  set('record', 5, MIXED),
  set('piano', 4),
  set('map', 7, MIXED),
  set('city', 7, MIXED),
  set('rain', 5, MIXED),
];
