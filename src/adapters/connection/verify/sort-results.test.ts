import fc from 'fast-check';
import { expect, test } from 'vitest';
import { signed } from '../../../../tests/support/events/signed.ts';
import { sortResult } from './sort-results.ts';

test('a signed event, a wrapped referenced event, and a claim are distinguished', () => {
  const event = signed({ content: 'hello' });
  expect(sortResult(event)).toMatchObject({ type: 'signed', path: 'events', event });
  expect(
    sortResult({ kind: 10_000_107, pubkey: event.pubkey, content: JSON.stringify(event) }),
  ).toMatchObject({
    type: 'signed',
    path: 'referenced',
    event,
  });
  expect(
    sortResult({ kind: 10_000_108, content: JSON.stringify({ [event.pubkey]: 5 }) }),
  ).toMatchObject({
    type: 'claim',
    claim: { claim: 'scores', scores: new Map([[event.pubkey, 5]]) },
  });
});

test("an object with an event's kind but not its shape is rejected, wrapped or not", () => {
  const { sig: _, ...unsigned } = signed();
  for (const bad of [
    unsigned,
    { kind: 1 },
    { ...signed(), kind: -1 },
    { ...signed(), kind: 70_000 },
    { ...signed(), id: signed().id.toUpperCase() },
  ]) {
    expect(sortResult(bad)).toEqual({ type: 'rejected', weight: 0 });
    expect(sortResult({ kind: 10_000_107, content: JSON.stringify(bad) })).toEqual({
      type: 'rejected',
      weight: 0,
    });
  }
  // nostr-wasm would accept this one as kind 1
  expect(sortResult({ ...signed(), kind: '1' })).toEqual({ type: 'rejected', weight: 0 });
});

test('INV-VERIFIED default settings with a signature of zeros are a claim, never an event', () => {
  const settings = {
    kind: 10_000_103,
    id: '0'.repeat(64),
    pubkey: '0'.repeat(64),
    sig: '0'.repeat(128),
    created_at: 1,
    tags: [],
    content: '{"a":1}',
  };
  expect(sortResult(settings)).toMatchObject({
    type: 'claim',
    claim: { claim: 'other', kind: 10_000_103, content: { a: 1 } },
  });
});

test('empty results are skipped, and results that are nested too deeply, too', () => {
  for (const nothing of [
    undefined,
    null,
    7,
    'x',
    [],
    {},
    { content: 7 },
    { content: 'server', a: 1 },
  ])
    expect(sortResult(nothing)).toBeUndefined();
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  expect(sortResult({ kind: 10_000_999, content: nested(20) })).toMatchObject({ type: 'claim' });
  expect(sortResult({ kind: 10_000_999, content: nested(50_000) })).toBeUndefined();
});

test('E-14 INV-ISOLATE any JSON is sorted without a throw, and the result can be sent to another thread', () => {
  const kinds = fc.oneof(
    fc.integer({ min: 0, max: 40_000 }),
    fc.integer({ min: 10_000_098, max: 10_000_180 }),
    fc.anything(),
  );
  const result = fc.record(
    {
      kind: kinds,
      content: fc.oneof(fc.string(), fc.json(), fc.jsonValue()),
      tags: fc.jsonValue(),
      pubkey: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(
      fc.oneof(result, fc.jsonValue()),
      (value) => void structuredClone(sortResult(value)),
    ),
    { numRuns: 1_000 },
  );
});
