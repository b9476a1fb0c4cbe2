import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { SignedEvent } from '../../src/events/nostr/event.ts';

const PART = 1 << 20;

/**
 * The default network to generate and measure: its seed, and the time of its last event (seconds).
 */
export const USUAL = { seed: 7, until: 1_760_000_000 };

/** Return the name of its file. */
export function networkFile(count: number): string {
  return `network-${count}.jsonl.gz`;
}

/**
 * Write events into a compressed file (gzip), one JSON event a line. Memory holds only events that
 * are not written to disk yet. The file gets its final name when it is complete. `onWritten`
 * receives the number of events so far.
 */
export async function writeEvents(
  file: string,
  events: Iterable<SignedEvent>,
  onWritten: (count: number) => void = () => undefined,
): Promise<void> {
  const gzip = createGzip({ level: 4 });
  const partial = `${file}.partial`;
  const output = gzip.pipe(createWriteStream(partial));
  const done = finished(output);
  let text = '';
  let count = 0;
  for (const event of events) {
    text += `${JSON.stringify(event)}\n`;
    count++;
    if (text.length < PART) continue;
    if (!gzip.write(text)) await Promise.race([once(gzip, 'drain'), done]);
    text = '';
    onWritten(count);
  }
  gzip.end(text);
  await done;
  await rename(partial, file);
  onWritten(count);
}
