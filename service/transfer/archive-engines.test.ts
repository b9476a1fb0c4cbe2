import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { network } from '../../tests/network/network.ts';
import { noPostgres, postgresEngine } from '../../tests/support/store/postgres.ts';
import { isLong, runs } from '../../tests/support/runs.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { seconds } from '../../src/events/core/time.ts';
import { openBlobs } from '../media/blobs.ts';
import { openStore } from '../store/sqlite/sqlite-store.ts';
import type { Store } from '../store/store.ts';
import { openEventVerifier } from '../verify.ts';
import { exportStore } from './export-archive.ts';
import { importStream } from './import-stream.ts';

const NOW = 1_760_000_000;
const COUNT = runs(3_000);
const gate = await openEventVerifier();
const dir = mkdtempSync(join(tmpdir(), 'starling-engines-'));
const quiet = () => undefined;
const opening = { now: () => seconds(NOW), verify: gate.verify };

afterAll(() => rmSync(dir, { recursive: true }));

async function written(store: Store, name: string): Promise<string> {
  const file = join(dir, name);
  await exportStore({ store, blobs: undefined }, file, quiet);
  return file;
}

async function read(store: Store, file: string): Promise<void> {
  const { refused } = await importStream({ store, blobs: openBlobs(store), gate }, file, quiet);
  expect([...refused]).toEqual([]);
}

/** Return the sorted lines of an archive without its name and row numbers. */
function linesIn(file: string): string[] {
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n').slice(1);
  return lines
    .filter((line) => !line.includes('"name":"moving '))
    .map((line) => line.replaceAll(/"n":\d+,?/g, ''))
    .toSorted();
}

describe.skipIf(noPostgres)(noPostgres ?? 'between engines', () => {
  const engine = postgresEngine();
  afterAll(() => engine.drop());

  test.runIf(isLong)(
    'a store is unchanged after a transfer from SQLite to PostgreSQL and back',
    async () => {
      const first = openStore(':memory:', opening);
      const events = [...network({ count: COUNT, seed: 6, until: NOW })].flatMap(
        (event) => gate.admit(event) ?? [],
      );
      await first.insert(events.slice(0, COUNT / 2), 'wss://one.example');
      for (const { kind, pubkey } of events.slice(0, COUNT / 6))
        if (kind === KIND.Contacts) await first.addReceiver(pubkey);
      await first.insert(events.slice(COUNT / 2));
      await first.saveSettings(events[0]?.pubkey ?? '', '{}');
      const one = await written(first, 'one.gz');
      const between = await engine.open(opening);
      await read(between, one);
      const two = await written(between, 'two.gz');
      const last = openStore(':memory:', opening);
      await read(last, two);
      expect(linesIn(await written(last, 'three.gz'))).toEqual(linesIn(one));
      const answers = async (store: Store) => [
        await store.netTotals(),
        (await store.query([{}], 5_000, [])).map(({ id }) => id).toSorted(),
      ];
      expect(await answers(between)).toEqual(await answers(first));
    },
  );
});
