/**
 * A group of people with a common interest. Its words are in `texts/banks/<id>.txt`, its essays
 * in `texts/essays/`.
 */
export interface Circle {
  readonly id: string;
  readonly title: string;
  readonly tags: readonly string[];
  /** Scenes of banners and pictures. */
  readonly scenes: readonly string[];
}

export const CIRCLES: readonly Circle[] = [
  {
    id: 'birds',
    title: 'Whin Marsh counters',
    tags: ['birdwatching', 'murmuration', 'marsh'],
    scenes: ['flock', 'branch', 'marsh'],
  },
  {
    id: 'sailing',
    title: 'Small boats',
    tags: ['sailing', 'smallboats', 'tides'],
    scenes: ['sail', 'harbour', 'sea', 'lighthouse'],
  },
  {
    id: 'letterpress',
    title: 'Blackletter Yard',
    tags: ['letterpress', 'type', 'printing'],
    scenes: ['typecase', 'poster', 'shelf'],
  },
  {
    id: 'baking',
    title: 'Ember & Rye',
    tags: ['bread', 'sourdough', 'baking'],
    scenes: ['bread', 'fruit', 'kettle'],
  },
  {
    id: 'stars',
    title: 'The Hump observatory',
    tags: ['astronomy', 'nightsky', 'darksky'],
    scenes: ['night', 'moon', 'trails'],
  },
  {
    id: 'wood',
    title: 'Shavings',
    tags: ['woodworking', 'handtools', 'joinery'],
    scenes: ['workbench', 'forest', 'window'],
  },
  {
    id: 'cycling',
    title: 'Slow wheels',
    tags: ['cycling', 'bikes', 'audax'],
    scenes: ['bicycle', 'mountains', 'road'],
  },
  {
    id: 'smallweb',
    title: 'Small web society',
    tags: ['slowweb', 'smallweb', 'html'],
    scenes: ['screen', 'poster', 'window'],
  },
  {
    id: 'lightning',
    title: 'Corner node club',
    tags: ['lightning', 'bitcoin', 'node'],
    scenes: ['network', 'screen', 'poster'],
  },
  {
    id: 'gardens',
    title: 'Gull Field allotments',
    tags: ['gardening', 'allotment', 'seeds'],
    scenes: ['garden', 'greenhouse', 'fruit'],
  },
  {
    id: 'music',
    title: 'Ropewalk sessions',
    tags: ['music', 'vinyl', 'fiddle'],
    scenes: ['record', 'piano', 'window'],
  },
  {
    id: 'maps',
    title: 'Wrong Turn map club',
    tags: ['maps', 'walking', 'benches'],
    scenes: ['map', 'city', 'mountains'],
  },
  {
    id: 'town',
    title: 'Fennmouth',
    tags: ['fennmouth', 'ferry', 'harbour'],
    scenes: ['harbour', 'city', 'ferry', 'lighthouse', 'rain'],
  },
];
