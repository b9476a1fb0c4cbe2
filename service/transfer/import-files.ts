import type { VerifiedEvent } from '../../src/events/nostr/event.ts';
import { parseJson } from '../../src/events/core/json.ts';
import { readEvent } from '../../src/events/nostr/event-shape.ts';
import { readLines } from './read-lines.ts';
import type { EventVerifier } from '../verify.ts';

/** An error in a file to import. The message names file and line. */
export class ImportError extends Error {
  /** True if the lines before it were imported. */
  readonly isPartly: boolean;

  constructor(message: string, isPartly = false) {
    super(message);
    this.isPartly = isPartly;
  }
}

/**
 * Read files with one signed event per line completely, so that an error in any line prevents all
 * writes: an ImportError names it. Other tasks run during the verification. `onRead` is called with
 * the number of events so far.
 */
export async function readFiles(
  gate: EventVerifier,
  files: readonly string[],
  onRead: (count: number) => void,
): Promise<readonly VerifiedEvent[]> {
  const events: VerifiedEvent[] = [];
  for (const file of files) {
    for await (const event of eventsOf(file, gate)) {
      events.push(event);
      if (events.length % 200 !== 0) continue;
      onRead(events.length);
      await new Promise(setImmediate);
    }
  }
  onRead(events.length);
  return events;
}

async function* eventsOf(file: string, gate: EventVerifier): AsyncGenerator<VerifiedEvent> {
  let number = 0;
  try {
    for await (const lines of readLines(file)) {
      for (const line of lines) {
        number++;
        if (line.trim() !== '') yield readLine(line, gate, `${file}:${number}`);
      }
    }
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError(
      `${file}: cannot be read (${error instanceof Error ? error.message : 'unknown reason'})`,
    );
  }
}

function readLine(line: string, gate: EventVerifier, place: string): VerifiedEvent {
  const value = parseJson(line);
  if (value === undefined) throw new ImportError(`${place}: not JSON`);
  const event = readEvent(value);
  if (!event) throw new ImportError(`${place}: not a signed event (NIP-01)`);
  const verified = gate.verify(event);
  if (!verified) throw new ImportError(`${place}: id or signature does not hold`);
  return verified;
}
