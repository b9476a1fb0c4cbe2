/** A circle of people who share something: its words are in `words/<id>.txt`, its essays in `essays/`. */
export interface Circle {
  readonly id: string;
  readonly title: string;
  readonly tags: readonly string[];
  /** Scenes of banners and pictures. */
  readonly scenes: readonly string[];
}

export const CIRCLES: readonly Circle[] = [
  { id: 'birds', title: 'Whin Marsh counters', tags: ['birdwatching', 'murmuration', 'marsh'], scenes: ['flock', 'harbour'] },
  { id: 'sailing', title: 'Small boats', tags: ['sailing', 'smallboats', 'tides'], scenes: ['flock', 'harbour'] },
  { id: 'letterpress', title: 'Blackletter Yard', tags: ['letterpress', 'type', 'printing'], scenes: ['flock', 'harbour'] },
  { id: 'baking', title: 'Ember & Rye', tags: ['bread', 'sourdough', 'baking'], scenes: ['flock', 'harbour'] },
  { id: 'stars', title: 'The Hump observatory', tags: ['astronomy', 'nightsky', 'darksky'], scenes: ['flock', 'harbour'] },
  { id: 'wood', title: 'Shavings', tags: ['woodworking', 'handtools', 'joinery'], scenes: ['flock', 'harbour'] },
  { id: 'cycling', title: 'Slow wheels', tags: ['cycling', 'bikes', 'audax'], scenes: ['flock', 'harbour'] },
  { id: 'smallweb', title: 'Small web society', tags: ['slowweb', 'smallweb', 'html'], scenes: ['flock', 'harbour'] },
  { id: 'lightning', title: 'Corner node club', tags: ['lightning', 'bitcoin', 'node'], scenes: ['flock', 'harbour'] },
  { id: 'gardens', title: 'Gull Field allotments', tags: ['gardening', 'allotment', 'seeds'], scenes: ['flock', 'harbour'] },
  { id: 'music', title: 'Ropewalk sessions', tags: ['music', 'vinyl', 'fiddle'], scenes: ['flock', 'harbour'] },
  { id: 'maps', title: 'Wrong Turn map club', tags: ['maps', 'walking', 'benches'], scenes: ['flock', 'harbour'] },
  { id: 'town', title: 'Fennmouth', tags: ['fennmouth', 'ferry', 'harbour'], scenes: ['flock', 'harbour'] },
];
