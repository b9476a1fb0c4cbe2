import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openEventVerifier } from '../../service/verify.ts';
import { readZap, zapRequestOf } from '../../src/events/facts/zap.ts';
import { type SignedEvent, tagValue } from '../../src/events/nostr/event.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { readEvent } from '../../src/events/nostr/event-shape.ts';
import { inSeconds } from '../../src/events/core/time.ts';
import { accountsOf, network, NETWORK_KINDS } from './network.ts';
import { writeEvents } from './network-file.ts';
import { isLong } from '../support/runs.ts';

const UNTIL = 1_760_000_000;
const COUNT = 12_000;
const gate = await openEventVerifier();
const events = [...network({ count: COUNT, seed: 7, until: UNTIL })];
const ofKind = (kind: number) => events.filter((event) => event.kind === kind);

describe('the made-up network', () => {
  test.runIf(isLong)('is the same for a seed, and another for another', () => {
    const some = fc.record({
      count: fc.integer({ min: 1, max: 300 }),
      seed: fc.integer({ min: 0, max: 1e6 }),
    });
    fc.assert(
      fc.property(some, ({ count, seed }) => {
        const once = [...network({ count, seed, until: UNTIL })];
        expect([...network({ count, seed, until: UNTIL })]).toEqual(once);
        expect(once).toHaveLength(count);
        expect(new Set(once.map(({ id }) => id)).size).toBe(count);
        const other = new Set(
          [...network({ count, seed: seed + 1, until: UNTIL })].map(({ id }) => id),
        );
        expect(once.some(({ id }) => other.has(id))).toBe(false);
      }),
      { numRuns: 4 },
    );
  });

  test.runIf(isLong)('every signature is valid, also inside reposts and receipts', () => {
    for (const event of events.filter((_, n) => n % 7 === 0))
      expect(gate.admit(JSON.parse(JSON.stringify(event)))).toBeDefined();
    for (const { content } of ofKind(KIND.Repost).slice(0, 40))
      expect(gate.admit(JSON.parse(content))).toBeDefined();
    for (const receipt of ofKind(KIND.Zap).slice(0, 40)) {
      expect(gate.admit(zapRequestOf(receipt))).toBeDefined();
      const verified = gate.admit(receipt);
      const zap = verified && readZap(verified);
      expect(zap).toMatchObject({ sender: tagValue(receipt, 'P'), target: tagValue(receipt, 'e') });
      expect(zap?.amountMsats).toBe(Number(tagValue(requestIn(receipt), 'amount')));
    }
  });

  test('is in order of time, ends at the given time, and refers only to earlier events', () => {
    const before = new Set<string>();
    let last = 0;
    for (const event of events) {
      expect(inSeconds(event.created_at)).toBeGreaterThanOrEqual(last);
      last = inSeconds(event.created_at);
      for (const [name, value = ''] of event.tags)
        if (name === 'e' || name === 'q') expect(before.has(value)).toBe(true);
      before.add(event.id);
    }
    expect(last).toBe(UNTIL);
  });

  test('has all its kinds in the shares of a network', () => {
    expect(new Set(events.map(({ kind }) => kind))).toEqual(new Set(NETWORK_KINDS));
    const share = (kind: number) => ofKind(kind).length / COUNT;
    expect(share(KIND.Reaction)).toBeGreaterThan(0.3);
    expect(share(KIND.Text)).toBeGreaterThan(0.25);
    for (const kind of [KIND.Repost, KIND.Zap]) expect(share(kind)).toBeGreaterThan(0.03);
  });

  test('follows obey a power law: the best known is followed over ten times as often as the median', () => {
    const followers = new Map<string, Set<string>>();
    for (const { pubkey, tags } of ofKind(KIND.Contacts))
      for (const [, other = ''] of tags)
        followers.set(other, (followers.get(other) ?? new Set()).add(pubkey));
    const counts = [...followers.values()].map(({ size }) => size).toSorted((a, b) => b - a);
    const all = counts.reduce((sum, count) => sum + count, 0);
    const first = counts
      .slice(0, Math.ceil(accountsOf(COUNT) / 100))
      .reduce((sum, count) => sum + count, 0);
    expect(first / all).toBeGreaterThan(0.04);
    expect(counts[0]).toBeGreaterThan(10 * (counts[counts.length >> 1] ?? 0));
    // on logarithmic axes followers fall with the rank in a line, about -1/2 of a decade in each
    const [near = 1, far = 1] = [counts[4], counts[80]];
    expect(Math.log(near / far) / Math.log(80 / 4)).toBeGreaterThan(0.25);
    expect(Math.log(near / far) / Math.log(80 / 4)).toBeLessThan(1.5);
  });

  test('threads are deep, and a few notes are noticed by many', () => {
    const depth = new Map<string, number>();
    for (const { id, tags } of ofKind(KIND.Text)) {
      const answered = tags.findLast(
        ([name, , , marker]) => name === 'e' && (marker === 'reply' || marker === 'root'),
      )?.[1];
      depth.set(id, answered === undefined ? 0 : 1 + (depth.get(answered) ?? 0));
    }
    expect(Math.max(...depth.values())).toBeGreaterThanOrEqual(4);
    const likes = new Map<string, number>();
    for (const event of ofKind(KIND.Reaction))
      likes.set(tagValue(event, 'e') ?? '', (likes.get(tagValue(event, 'e') ?? '') ?? 0) + 1);
    expect(Math.max(...likes.values())).toBeGreaterThan(20);
  });

  test.runIf(isLong)('is written completely, compressed, an event a line', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'starling-network-'));
    const file = join(directory, 'network.jsonl.gz');
    try {
      const told: number[] = [];
      await writeEvents(file, events, (count) => told.push(count));
      const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
      expect(lines.map((line) => JSON.parse(line).id)).toEqual(events.map(({ id }) => id));
      expect(told.at(-1)).toBe(COUNT);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});

function requestIn(receipt: SignedEvent): SignedEvent {
  const request = readEvent(zapRequestOf(receipt));
  if (!request) throw new Error('no request');
  return request;
}
