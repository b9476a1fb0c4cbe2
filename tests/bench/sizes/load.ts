import { readLines } from '../../../service/transfer/read-lines.ts';
import type { Store } from '../../../service/store/store.ts';
import { readEvent } from '../../../src/events/nostr/event-shape.ts';
import { verifyWith } from '../../../src/events/nostr/verify.ts';
import type { SignedEvent, VerifiedEvent } from '../../../src/events/nostr/event.ts';
import { parseJson } from '../../../src/events/core/json.ts';

const BATCH = 2_000;
const NOTE = 'bench';

/** Result of filling a store: number of stored events, events held back, and speed. */
export interface Load {
  readonly rest: readonly SignedEvent[];
  readonly perSecond: number | undefined;
}

/**
 * Fill an empty database with event lines faster than the store, with the same result. Returns
 * their number.
 */
export type Fill = (
  lines: AsyncIterable<readonly string[]>,
  told: (done: number) => void,
) => Promise<number>;

/**
 * Fill a store from a generated file, except its last `held` events. Signatures are not checked. A
 * store already filled from that file stays unchanged.
 */
export async function loadEvents(
  store: Store,
  file: string,
  count: number,
  held: number,
  told: (done: number) => void,
): Promise<Load> {
  const granted = verifyWith(() => true, 0);
  const isFilled = await isLoaded(store, count);
  const rest: SignedEvent[] = [];
  let batch: VerifiedEvent[] = [];
  let done = 0;
  const started = performance.now();
  for await (const lines of readLines(file)) {
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

/** The same by bulk copy, which only works on an empty database. */
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
    for await (const lines of readLines(file)) {
      const [filled, left] = [count - held - done, count - done];
      done += lines.length;
      for (const line of lines.slice(Math.max(0, filled), Math.max(0, left)))
        rest.push(readEvent(parseJson(line)) ?? wrong(file, done));
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

/** True if a store already contains that many events of a file. */
export async function isLoaded(store: Store, count: number): Promise<boolean> {
  return (await store.noted(NOTE)) === `${count}`;
}

function wrong(file: string, line: number): never {
  throw new Error(`${file}: an id that is not its own in line ${line}`);
}
