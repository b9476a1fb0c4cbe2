import { parentPort } from 'node:worker_threads';
import { openBrush } from '../pictures/rasteriser.ts';
import { openSigner } from './signer.ts';
import type { Answer, Ask } from './jobs.ts';

const signer = openSigner();
const brush = openBrush();

async function answer(ask: Ask): Promise<Answer> {
  if (ask.ask === 'sign') {
    const pen = await signer;
    return { signatures: ask.jobs.map((job) => pen.sign(job)) };
  }
  const hand = await brush;
  return { drawn: ask.jobs.map((job) => hand.draw(job)) };
}

parentPort?.on('message', (ask: Ask) => {
  answer(ask).then(
    (done) => parentPort?.postMessage(done),
    (error: unknown) => parentPort?.postMessage({ failed: String(error) } satisfies Answer),
  );
});
