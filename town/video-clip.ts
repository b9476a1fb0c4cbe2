import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Picture } from './story/picture-library.ts';
import type { BuildTarget } from './town-target.ts';

/**
 * Give the town's only video to the media server: five seconds of the lamp at Skerry, drawn for the
 * town.
 */
export async function storeClip(target: BuildTarget): Promise<Picture> {
  const bytes = readFileSync(join(import.meta.dirname, 'clips/lamp.webm'));
  const { hash, path } = await target.putBlob(bytes, 'video/webm');
  const alt = 'The lamp at Skerry sweeps the bar while a small boat sails past';
  return { scene: 'lamp', url: `${target.baseUrl}${path}`, hash, alt, width: 640, height: 360 };
}
