import type { WorkerPool } from './workers/worker-pool.ts';
import type { DrawJob } from './workers/jobs.ts';
import type { Person } from './people/people.ts';
import { planPictures } from './pictures/picture-plan.ts';
import type { Rng } from './prng.ts';
import { openPictureLibrary, type Picture, type PictureLibrary } from './story/picture-library.ts';
import type { BuildTarget } from './town-target.ts';

interface Wishes {
  readonly rng: Rng;
  readonly people: readonly Person[];
  readonly scale: number;
}

/**
 * Draw all pictures of the town and give them to the media server. `bytes`: of all files together.
 */
export async function drawPictures(
  target: BuildTarget,
  hands: WorkerPool,
  wishes: Wishes,
  progress: (done: number, total: number) => void,
): Promise<{ readonly shelf: PictureLibrary; readonly bytes: number; readonly count: number }> {
  const plan = planPictures(wishes.rng, wishes.people, wishes.scale);
  const parts = [plan.photos, plan.avatars, plan.banners, plan.emoji];
  const jobs = parts.flat();
  let done = 0;
  const drawn = await hands.draw(jobs, (count) => progress((done += count), jobs.length));
  let bytes = 0;
  const pictures: Picture[] = [];
  for (const [i, job] of jobs.entries()) {
    const { png, alt } = drawn[i] ?? { png: new Uint8Array(), alt: '' };
    bytes += png.length;
    pictures.push(await keep(target, job, png, alt));
  }
  const [photos = [], avatars = [], banners = [], emoji = []] = split(pictures, parts);
  const hung = [...plan.wearers].flatMap(([person, banner]) => {
    const picture = banners[banner];
    return picture ? [[person, picture] as const] : [];
  });
  const given = {
    avatars: new Map(avatars.map((picture, i) => [i, picture])),
    banners: new Map(hung),
    emoji: new Map(emoji.map((picture) => [picture.scene.replace('emoji:', ''), picture])),
  };
  return {
    shelf: openPictureLibrary(wishes.rng.fork('shelf'), photos, given),
    bytes,
    count: pictures.length,
  };
}

async function keep(
  target: BuildTarget,
  job: DrawJob,
  png: Uint8Array,
  alt: string,
): Promise<Picture> {
  const { hash, path } = await target.putBlob(png, 'image/png');
  return {
    scene: job.scene,
    url: `${target.baseUrl}${path}`,
    hash,
    alt,
    width: job.width,
    height: job.height,
  };
}

/** Split a list into parts as long as those given. */
function split<T>(list: readonly T[], parts: readonly (readonly unknown[])[]): T[][] {
  let at = 0;
  return parts.map((part) => list.slice(at, (at += part.length)));
}
