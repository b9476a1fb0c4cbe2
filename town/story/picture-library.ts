import type { Rng } from '../prng.ts';
import { type Bag, bagOf } from './shuffle-bag.ts';

/** A drawn picture on the media server. Pixels. `hash` is its sha256. */
export interface Picture {
  readonly scene: string;
  readonly url: string;
  readonly hash: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
}

/** Pictures by scene. Each is used once before any repeats. */
export interface Shelf {
  take(scene: string): Picture | undefined;
  readonly avatars: ReadonlyMap<number, Picture>;
  readonly banners: ReadonlyMap<number, Picture>;
  readonly emoji: ReadonlyMap<string, Picture>;
  readonly all: readonly Picture[];
}

export function openShelf(
  rng: Rng,
  photos: readonly Picture[],
  given: Pick<Shelf, 'avatars' | 'banners' | 'emoji'>,
): Shelf {
  const scenes = Map.groupBy(photos, (photo) => photo.scene);
  const bags = new Map<string, Bag<Picture>>(
    [...scenes].map(([scene, pictures]) => [scene, bagOf(rng.fork(scene), pictures)]),
  );
  return { ...given, all: photos, take: (scene) => bags.get(scene)?.next() };
}

/** The imeta tag of a picture (NIP-92). */
export function imetaOf(picture: Picture): string[] {
  return [
    'imeta',
    `url ${picture.url}`,
    'm image/png',
    `dim ${picture.width}x${picture.height}`,
    `x ${picture.hash}`,
    `alt ${picture.alt}`,
  ];
}
