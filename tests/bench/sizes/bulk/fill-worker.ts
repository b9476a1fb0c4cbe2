import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { POSTGRES } from '../../../../service/store/postgres/postgres-dialect.ts';
import { parseJson } from '../../../../src/events/core/json.ts';
import { readEvent } from '../../../../src/events/nostr/event-shape.ts';
import { seconds } from '../../../../src/events/core/time.ts';
import { verifyWith } from '../../../../src/events/nostr/verify.ts';
import { copyRows } from './copy.ts';
import { recordRows } from './record.ts';

/**
 * The events that a worker copies, and the part's number, which the worker reports after the
 * commit.
 */
export interface Part {
  readonly lines: readonly string[];
  readonly first: number;
}

/** Input of a worker. */
export interface FillerData {
  readonly url: string;
  /** Seconds. */
  readonly now: number;
}

/** Copy the events of a part in one transaction. */
async function copyPart(client: pg.Client, { lines, first }: Part, now: number): Promise<void> {
  const granted = verifyWith(() => true, 0);
  const events = lines.map((line, n) => {
    const event = readEvent(parseJson(line));
    const verified = event && granted(event);
    if (!verified) throw new Error(`no event, or not by its id: event ${first + n}`);
    return verified;
  });
  const tables = recordRows(
    { events, first },
    { now: seconds(now), dialect: POSTGRES, verify: granted },
  );
  await client.query('begin');
  for (const rows of tables) await copyRows(client, rows);
  await client.query('commit');
}

async function work({ url, now }: FillerData): Promise<void> {
  const port = parentPort;
  if (!port) return;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("set synchronous_commit = 'off'");
  let last: Promise<void> = Promise.resolve();
  port.on('message', (part: Part | 'end') => {
    last = last.then(async () => {
      if (part === 'end') {
        await client.end();
        port.close();
        return;
      }
      await copyPart(client, part, now);
      port.postMessage(part.first);
    });
    // an error in a worker's promise ends the worker, which notifies its parent
    void last;
  });
}

if (!isMainThread) await work(workerData);
