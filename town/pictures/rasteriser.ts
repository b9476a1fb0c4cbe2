import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import type { DrawJob, Drawn } from '../workers/jobs.ts';
import { rngOf } from '../prng.ts';
import { encodePng } from './png.ts';
import { SCENES } from './scenes/all-scenes.ts';

export interface Rasteriser {
  draw(job: DrawJob): Drawn;
}

let ready: Promise<void> | undefined;

/** Load the rasteriser once for each thread. */
export async function openRasteriser(): Promise<Rasteriser> {
  ready ??= readFile(
    createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm'),
  ).then(initWasm);
  await ready;
  return { draw };
}

function draw(job: DrawJob): Drawn {
  const [name = '', hint = ''] = job.scene.split(':');
  const scene = SCENES.get(name);
  if (!scene) throw new Error(`no scene ${name}`);
  const { svg, alt } = scene(rngOf(`${name} ${job.seed}`), job.width, job.height, hint);
  const page = `<svg xmlns="http://www.w3.org/2000/svg" width="${job.width}" height="${job.height}" viewBox="0 0 ${job.width} ${job.height}">${svg}</svg>`;
  const drawing = new Resvg(page, { font: { loadSystemFonts: false } });
  const image = drawing.render();
  const png = encodePng(image.pixels, image.width, image.height);
  image.free();
  drawing.free();
  return { png, alt };
}
