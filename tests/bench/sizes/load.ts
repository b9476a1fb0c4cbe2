import { linesOf } from '../../../service/transfer/read-lines.ts';
import type { Store } from '../../../service/store/store.ts';
import { readEvent } from '../../../src/events/nostr/event-shape.ts';
import { verifyWith } from '../../../src/events/nostr/verify.ts';
import type { SignedEvent, VerifiedEvent } from '../../../src/events/nostr/event.ts';
import { parseJson } from '../../../src/events/core/json.ts';

const BATCH = 2_000;
const NOTE = 'bench';

/** How a store was filled: how many events of the file it holds, the ones that were left for later, and how fast it went. */
export interface Load {
  readonly rest: readonly SignedEvent[];
  readonly perSecond: number | undefined;
}

/** Fills what is empty with lines of events by another way than the store's own, as if they had gone through it; gives how many there are. */
export type Fill = (lines: AsyncIterable<readonly string[]>, told: (done: number) => void) => Promise<number>;

/**
 * Fills a store from a file that was generated here, whose signatures are taken for granted, but for its last `held` events. One that was
 * filled from that file before is left as it is.
 */
export async function loadEvents(store: Store, file: string, count: number, held: number, told: (done: number) => void): Promise<Load> {
  const granted = verifyWith(() => true, 0);
  const isFilled = await isLoaded(store, count);
  const rest: SignedEvent[] = [];
  let batch: VerifiedEvent[] = [];
  let done = 0;
  const started = performance.now();
  for await (const lines of linesOf(file)) {
    for (const line of lines) {
      const place = done++;
      if (place >= count || (isFilled && place < count - held)) continue;
      const event = readEvent(parseJson(line));
      if (!event) throw new Error(`${file}: not an event in line ${done}`);
      if (place >= count - held) rest.push(event);
      else batch.push(granted(event) ?? wrong(file, done));
      if (batch.length < BATCH) continue;
      await store.insert(batch);
      batch = [];
      told(done);
    }
  }
  if (done < count) throw new Error(`${file}: ${done} events, and ${count} are wanted`);
  await store.insert(batch);
  const perSecond = (count - held) / ((performance.now() - started) / 1_000);
  await store.note(NOTE, `${count}`);
  await store.checkpoint();
  return { rest, perSecond: isFilled ? undefined : perSecond };
}

/** The same by another way. Only what was never filled can be filled so. */
export async function loadInBulk(
  store: Store,
  fill: Fill,
  file: string,
  count: number,
  held: number,
  told: (done: number) => void,
): Promise<Load> {
  const rest: SignedEvent[] = [];
  let done = 0;
  async function* beginning(): AsyncGenerator<readonly string[]> {
    for await (const lines of linesOf(file)) {
      const [filled, left] = [count - held - done, count - done];
      done += lines.length;
      for (const line of lines.slice(Math.max(0, filled), Math.max(0, left))) rest.push(readEvent(parseJson(line)) ?? wrong(file, done));
      if (filled > 0) yield lines.slice(0, filled);
    }
    if (done < count) throw new Error(`${file}: ${done} events, and ${count} are wanted`);
  }
  const started = performance.now();
  const filled = await fill(beginning(), told);
  const perSecond = filled / ((performance.now() - started) / 1_000);
  await store.note(NOTE, `${count}`);
  return { rest, perSecond };
}

/** Whether a store holds that many events of a file already. */
export async function isLoaded(store: Store, count: number): Promise<boolean> {
  return (await store.noted(NOTE)) === `${count}`;
}

function wrong(file: string, line: number): never {
  throw new Error(`${file}: an id that is not its own in line ${line}`);
}
