import type { DrawJob } from '../workers/jobs.ts';
import { CIRCLES } from '../people/circles.ts';
import type { Person } from '../people/people.ts';
import type { Rng } from '../prng.ts';
import { EMOJI } from './emoji.ts';
import { PHOTOS, type PhotoSet } from './photo-sets.ts';

/** All pictures of a town. `wearers`: the owners of banners, by indexes of people and banners. */
export interface PicturePlan {
  readonly photos: readonly DrawJob[];
  readonly avatars: readonly DrawJob[];
  readonly banners: readonly DrawJob[];
  readonly emoji: readonly DrawJob[];
  readonly wearers: ReadonlyMap<number, number>;
}

const AVATAR = 192;
const BANNER = { width: 1200, height: 400 };
const EMOJI_SIZE = 72;
const SHARED_BANNERS = 3;
/** Factor by which photos and banners of a small test town are smaller. */
const SMALLER = 2;

export function planPictures(rng: Rng, people: readonly Person[], scale: number): PicturePlan {
  const sized = (job: DrawJob): DrawJob =>
    scale < 1
      ? { ...job, width: Math.round(job.width / SMALLER), height: Math.round(job.height / SMALLER) }
      : job;
  const banners: DrawJob[] = [];
  const wearers = new Map<number, number>();
  const shared = new Map<string, number[]>();
  for (const person of people) {
    const circle = CIRCLES.find((one) => one.id === person.circles[0]) ?? CIRCLES[0];
    if (!circle || (!person.known && rng.chance(0.14))) continue;
    const pool = shared.get(circle.id) ?? [];
    shared.set(circle.id, pool);
    if (!person.known && pool.length >= SHARED_BANNERS) wearers.set(person.index, rng.pick(pool));
    else {
      if (!person.known) pool.push(banners.length);
      wearers.set(person.index, banners.length);
      banners.push({ scene: rng.pick(circle.scenes), seed: `banner ${banners.length}`, ...BANNER });
    }
  }
  return {
    photos: PHOTOS.flatMap((photo) => photoJobs(rng.fork(photo.scene), photo, scale)).map(sized),
    avatars: people.map((person) => ({
      scene: person.picture,
      seed: person.name,
      width: AVATAR,
      height: AVATAR,
    })),
    banners: banners.map(sized),
    emoji: Object.keys(EMOJI).map((name) => ({
      scene: `emoji:${name}`,
      seed: '',
      width: EMOJI_SIZE,
      height: EMOJI_SIZE,
    })),
    wearers,
  };
}

function photoJobs(rng: Rng, photo: PhotoSet, scale: number): DrawJob[] {
  return Array.from({ length: Math.max(1, Math.round(photo.count * scale)) }, (_, i) => {
    const [width, height] = rng.pick(photo.shapes);
    return { scene: photo.scene, seed: `photo ${i}`, width, height };
  });
}
