import { parentPort } from 'node:worker_threads';
import { openRasteriser } from '../pictures/rasteriser.ts';
import { openSigner } from './signer.ts';
import type { WorkResult, WorkRequest } from './jobs.ts';

const signer = openSigner();
const brush = openRasteriser();

async function answer(ask: WorkRequest): Promise<WorkResult> {
  if (ask.ask === 'sign') {
    const pen = await signer;
    return { signatures: ask.jobs.map((job) => pen.sign(job)) };
  }
  const hand = await brush;
  return { drawn: ask.jobs.map((job) => hand.draw(job)) };
}

parentPort?.on('message', (ask: WorkRequest) => {
  answer(ask).then(
    (done) => parentPort?.postMessage(done),
    (error: unknown) => parentPort?.postMessage({ failed: String(error) } satisfies WorkResult),
  );
});
