import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  EVENT_FILES,
  needsCollection,
  realEvents,
} from '../../tests/support/events/real-events.ts';
import { isLong, sampleOf } from '../../tests/support/runs.ts';
import { signed } from '../../tests/support/events/signed.ts';
import { fill } from '../fill.ts';
import { ImportError, readFiles } from './import-files.ts';
import { openBlobs } from '../media/blobs.ts';
import { openStore } from '../store/sqlite/sqlite-store.ts';
import { openEventVerifier } from '../verify.ts';

const dir = mkdtempSync(join(tmpdir(), 'starling-import-'));
const gate = await openEventVerifier();

afterAll(() => rmSync(dir, { recursive: true }));

function file(name: string, ...lines: string[]): string {
  const path = join(dir, name);
  writeFileSync(path, lines.join('\n'));
  return path;
}

const good = (content: string) => JSON.stringify(signed({ content }));

test('events are imported with blank lines, Windows line ends and Unicode separators', async () => {
  const store = openStore(':memory:');
  const path = file('good.jsonl', good('one'), '', `${good('two \u2028 lines')}\r`, '');
  const counts: number[] = [];
  const { added } = await store.insert(
    await readFiles(gate, [path], (count) => counts.push(count)),
  );
  expect(added).toHaveLength(2);
  expect(counts).toEqual([2]);
});

test.each([
  ['not JSON', '{"id":'],
  ['not a signed event (NIP-01)', '{"kind":1}'],
  ['not a signed event (NIP-01)', 'null'],
  [
    'id or signature does not hold',
    JSON.stringify({ ...signed({ content: 'said' }), content: 'altered' }),
  ],
])('INV-VERIFIED one bad line and nothing at all is written: %s', async (reason, bad) => {
  const store = openStore(':memory:', { verify: gate.verify });
  const files = [
    file('first.jsonl', good('first')),
    file('bad.jsonl', good('second'), bad, good('third')),
  ];
  const filled = fill({ store, blobs: openBlobs(store), gate, baseUrl: '' }, { imports: files });
  await expect(filled).rejects.toThrow(new ImportError(`${join(dir, 'bad.jsonl')}:2: ${reason}`));
  expect(await store.isEmpty()).toBe(true);
});

test('an unreadable file is named', async () => {
  const missing = join(dir, 'missing.jsonl');
  await expect(readFiles(gate, [missing], () => {})).rejects.toThrow(
    `${missing}: cannot be read (ENOENT`,
  );
});

test('every real event is accepted or refused for a reason of its own', async (context) => {
  needsCollection(context);
  const store = openStore(':memory:', { verify: gate.verify });
  const rows = EVENT_FILES.map((name) => sampleOf(realEvents(name)));
  const total = rows.flat().length;
  const files = rows.map((events, n) =>
    file(`real${n}.jsonl`, ...events.map((event) => JSON.stringify(event))),
  );
  const { added, older, quarantined, duplicates, ephemeral, refused } = await store.insert(
    await readFiles(gate, files, () => {}),
  );
  expect(
    added.length +
      older.length +
      quarantined.length +
      duplicates.length +
      ephemeral.length +
      refused.length,
  ).toBe(total);
  expect(duplicates).toEqual([]);
  const known = ['invalid: expired', 'blocked: deleted by its author'];
  const reasons = new Set(refused.map(({ reason }) => reason));
  expect([...reasons].filter((reason) => !known.includes(reason))).toEqual([]);
  if (isLong) expect(reasons.size).toBe(known.length);
  expect(refused.length + ephemeral.length).toBeLessThan(total / 100);
  expect(store.database.db.prepare('pragma integrity_check').get()).toEqual({
    integrity_check: 'ok',
  });
}, 60_000);

test('E-15 none of the events that are known to be invalid is imported', () => {
  const rows = realEvents('invalid-events.jsonl').map((row): unknown =>
    'event' in row ? row.event : row,
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter((row) => gate.admit(row))).toEqual([]);
});
