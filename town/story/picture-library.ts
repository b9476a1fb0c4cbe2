import type { Rng } from '../prng.ts';
import { type ShuffleBag, shuffleBagOf } from './shuffle-bag.ts';

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
export interface PictureLibrary {
  take(scene: string): Picture | undefined;
  readonly avatars: ReadonlyMap<number, Picture>;
  readonly banners: ReadonlyMap<number, Picture>;
  readonly emoji: ReadonlyMap<string, Picture>;
  readonly all: readonly Picture[];
}

export function openPictureLibrary(
  rng: Rng,
  photos: readonly Picture[],
  given: Pick<PictureLibrary, 'avatars' | 'banners' | 'emoji'>,
): PictureLibrary {
  const scenes = Map.groupBy(photos, (photo) => photo.scene);
  const bags = new Map<string, ShuffleBag<Picture>>(
    [...scenes].map(([scene, pictures]) => [scene, shuffleBagOf(rng.fork(scene), pictures)]),
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
