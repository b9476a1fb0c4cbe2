import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isRecord, parseJson } from '../../src/events/core/json.ts';
import { NOW, openVillage } from '../../tests/support/service/village.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A village whose clock runs with the timers. */
function running() {
  const start = Date.now();
  const village = openVillage({ now: () => NOW + Math.floor((Date.now() - start) / 1000) });
  const said: unknown[] = [];
  const stop = village.context.streams.netStats((result) => said.push(notesIn(result)));
  return { village, said, stop };
}

/** Return the number of notes in a stream result. */
function notesIn(text: string): unknown {
  const result = parseJson(text);
  const content = isRecord(result) ? parseJson(String(result['content'])) : undefined;
  return isRecord(content) ? content['pubnotes'] : undefined;
}

test('the totals are sent at once, on changes, and periodically', async () => {
  const { village, said, stop } = running();
  await vi.advanceTimersByTimeAsync(0);
  expect(said).toEqual([0]);
  await vi.advanceTimersByTimeAsync(10_000);
  village.note(1, 'first');
  village.note(2, 'second');
  await vi.advanceTimersByTimeAsync(6_000);
  expect(said).toEqual([0, 2]);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(said).toEqual([0, 2, 2]);
  stop();
  village.note(3, 'third');
  await vi.advanceTimersByTimeAsync(120_000);
  expect(said).toEqual([0, 2, 2]);
});

test('no timer is left without listeners', () => {
  const { village, stop } = running();
  const other = village.context.streams.netStats(() => undefined);
  village.note(1, 'note');
  expect(vi.getTimerCount()).toBe(2);
  stop();
  stop();
  expect(vi.getTimerCount()).toBe(2);
  other();
  expect(vi.getTimerCount()).toBe(0);
});

test('every stored event is sent once, by id and in full', async () => {
  const { village } = running();
  const told: string[] = [];
  const stop = village.context.streams.inserted((id, event) => told.push(id, event));
  const note = village.note(1, 'note');
  await village.store.insert([note]);
  expect(told[0]).toBe(note.id);
  expect(parseJson(told[1] ?? '')).toEqual(JSON.parse(JSON.stringify(note)));
  expect(told).toHaveLength(2);
  stop();
  village.note(1, 'after');
  expect(told).toHaveLength(2);
});
