import { initNostrWasm } from 'nostr-wasm/gzipped';
import { expect, test } from 'vitest';
import {
  EVENT_FILES,
  realEvents,
  rowsHeld,
  vectors,
} from '../../../tests/support/events/real-events.ts';
import type { SignedEvent } from './event.ts';
import { field, isRecord } from '../core/json.ts';
import { readEvent } from './event-shape.ts';
import { verifyWith } from './verify.ts';
import { checkPure } from './verify-pure.ts';
import { plainEvent } from '../../../tests/support/events/plain-event.ts';
import { runs, sampleOf } from '../../../tests/support/runs.ts';

async function wasmCheck(): Promise<(event: SignedEvent) => boolean> {
  const wasm = await initNostrWasm();
  return (event) => {
    wasm.verifyEvent(plainEvent(event));
    return true;
  };
}

test('INV-VERIFIED every real event has its shape and verifies', async () => {
  const verify = verifyWith(await wasmCheck());
  const events = EVENT_FILES.flatMap((file) => sampleOf(realEvents(file)));
  const refused = events.filter((event) => {
    const shaped = readEvent(event);
    return !shaped || verify(shaped) !== shaped;
  });
  expect(events.length).toBeGreaterThan(runs(rowsHeld(6_000, 200)));
  expect(refused.map((event) => event.id)).toEqual([]);
});

test('E-15 no published invalid event passes, with either check', async () => {
  const checks = [await wasmCheck(), checkPure];
  const rows: readonly unknown[] = realEvents('invalid-events.jsonl');
  const passed = rows.filter((row) => {
    const event = isRecord(row) ? field(row, 'event') : undefined;
    const shaped = readEvent(event);
    return shaped && checks.some((check) => verifyWith(check)(shaped) !== undefined);
  });
  expect(rows).toHaveLength(rowsHeld(94, 21));
  expect(passed).toEqual([]);
});

test('vectors: generated events pass or fail as expected, with either check', async () => {
  const { cases } = vectors<{
    cases: ReadonlyArray<{ name: string; valid: boolean; event: unknown }>;
  }>('event-validity.json');
  for (const check of [await wasmCheck(), checkPure]) {
    const verify = verifyWith(check);
    const wrong = cases.filter(({ event, valid }) => {
      const shaped = readEvent(event);
      return (shaped !== undefined && verify(shaped) !== undefined) !== valid;
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  }
});

test('the pure check agrees on a sample of real events', () => {
  const events = realEvents('events-global-2024-03.jsonl').filter((_, i) => i % 20 === 0);
  expect(events.filter((event) => !checkPure(event))).toEqual([]);
});
