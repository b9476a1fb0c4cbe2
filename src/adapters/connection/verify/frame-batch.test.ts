import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { bitFlips } from '../../../../tests/support/events/bit-flips.ts';
import { signed } from '../../../../tests/support/events/signed.ts';
import { wasmCheck } from '../../../../tests/support/events/wasm-check.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import type { SignedEvent } from '../../../events/nostr/event.ts';
import { type Verify, verifyWith } from '../../../events/nostr/verify.ts';
import type { ReceivedBatch } from '../../../machines/core/cache-protocol.ts';
import { openFrameBatch } from './frame-batch.ts';
import { isLong, runs } from '../../../../tests/support/runs.ts';

let verify: Verify;
beforeAll(async () => {
  verify = verifyWith(await wasmCheck());
});

const NOTE = signed({ content: 'a note' });
const text = (...message: unknown[]) => JSON.stringify(message);
const binary = (...message: unknown[]): ArrayBuffer =>
  new Uint8Array(deflateSync(JSON.stringify(message))).buffer;
const scores = (n: number) => ({ kind: 10_000_108, content: `{"${NOTE.pubkey}":${n}}` });

function burst(
  over: { verify?: () => Verify | undefined; isWanted?: (id: string) => boolean } = {},
) {
  const logs: string[] = [];
  const one = openFrameBatch({
    verify: () => verify,
    isWanted: (id) => id.length < 3,
    isFurther: () => false,
    log: (line) => logs.push(line),
    ...over,
  });
  /** Takes batches until there are no more. Each element is one batch. */
  const drain = (): (readonly ReceivedBatch[])[] => {
    const batches: (readonly ReceivedBatch[])[] = [];
    for (let more = true; more; ) {
      const taken = one.take();
      if (taken.arrivals.length > 0) batches.push(taken.arrivals);
      more = taken.more;
    }
    return batches;
  };
  return { ...one, drain, logs };
}
const events = (batches: readonly (readonly ReceivedBatch[])[]): SignedEvent[] =>
  batches.flat().flatMap((arrival) => [...arrival.events, ...arrival.referenced]);

test('CACHE-03 frames that arrive together become one batch with one arrival for each subscription', () => {
  const { add, drain } = burst();
  const other = signed({ content: 'other' });
  add(text('EVENT', 'a', NOTE));
  add(binary('EVENTS', 'b', [scores(1), { kind: 10_000_107, content: JSON.stringify(other) }]));
  add(text('EVENT', 'a', { kind: 1 }));
  add(text('EOSE', 'a'));
  add(binary('EOSE', 'b'));
  add(text('NOTICE', 'c', 'error'));
  expect(drain()).toEqual([
    [
      {
        id: 'a',
        events: [NOTE],
        referenced: [],
        claims: [],
        rejected: 1,
        ended: true,
        notice: undefined,
      },
      {
        id: 'b',
        events: [],
        referenced: [other],
        claims: [expect.objectContaining({ claim: 'scores' })],
        rejected: 0,
        ended: true,
        notice: undefined,
      },
      {
        id: 'c',
        events: [],
        referenced: [],
        claims: [],
        rejected: 0,
        ended: false,
        notice: 'error',
      },
    ],
  ]);
  expect(drain()).toEqual([]);
});

test('INV-BASE an unreadable frame counts as refused for the subscription it names', () => {
  const { add, drain } = burst();
  add('["EVENTS","a",[{"id":');
  add('["EOSE","a"]');
  add('{"EVENTS":"a"');
  expect(drain()).toEqual([
    [
      {
        id: 'a',
        events: [],
        referenced: [],
        claims: [],
        rejected: 1,
        ended: true,
        notice: undefined,
      },
    ],
  ]);
});

test('E-17 frames for unknown ids are dropped, and pending frames of a closed id, too', () => {
  const wanted = new Set(['a']);
  const { add, forget, drain } = burst({ isWanted: (id) => wanted.has(id) });
  add(text('EVENT', 'z', NOTE));
  add(text('EVENT', 'a', NOTE));
  expect(events(drain())).toEqual([NOTE]);
  for (let n = 0; n < 400; n++) add(text('EVENT', 'a', { ...NOTE, created_at: n }));
  forget('a');
  wanted.delete('a');
  expect(drain()).toEqual([]);
});

test('pending results are forgotten with their subscription', () => {
  const { add, take, forget } = burst();
  add(
    text(
      'EVENTS',
      'a',
      Array.from({ length: 250 }, (_, n) => ({ ...NOTE, created_at: n })),
    ),
  );
  expect(take().more).toBe(true);
  forget('a');
  expect(take()).toEqual({ arrivals: [], more: false, rest: undefined, excess: false });
});

test('INV-VERIFIED no event is reported before signatures can be checked; claims and ends are', () => {
  let ready = false;
  const { add, drain } = burst({ verify: () => (ready ? verify : undefined) });
  add(text('EOSE', 's'));
  add(text('EVENT', 'b', scores(1)));
  add(text('EVENT', 'a', NOTE));
  add(text('EOSE', 'a'));
  expect(drain()).toMatchObject([
    [
      { id: 's', ended: true },
      { id: 'b', claims: [{ claim: 'scores' }] },
    ],
  ]);
  expect(drain()).toEqual([]);
  ready = true;
  expect(drain()).toMatchObject([[{ id: 'a', events: [NOTE], ended: true }]]);
});

test('a large response is split into batches of about a hundred events, in order, with its end last', () => {
  const { add, drain } = burst({ verify: () => verifyWith(() => true) });
  const many = Array.from({ length: 20 }, (_, n) => trusted({ content: `${n}` }));
  add(text('EVENTS', 'a', Array.from({ length: 45 }, () => many).flat()));
  add(text('EOSE', 'a'));
  const batches = drain();
  expect(batches.length).toBeGreaterThanOrEqual(8);
  for (const [arrival] of batches) expect(arrival?.events.length).toBeLessThanOrEqual(100);
  expect(events(batches)).toHaveLength(900);
  expect(batches.map(([arrival]) => arrival?.ended)).toEqual([
    ...batches.slice(1).map(() => false),
    true,
  ]);
});

test('one turn checks few signatures, so that a close command is handled in between', () => {
  let checks = 0;
  const { add, take, forget, drain } = burst({ verify: () => verifyWith(() => ++checks > 0) });
  const many = Array.from({ length: 60 }, (_, n) => trusted({ content: `${n}` }));
  add(text('EVENTS', 'a', many.slice(0, 30)));
  add(text('EVENTS', 'b', many.slice(30)));
  expect(take()).toEqual({ arrivals: [], more: true, rest: undefined, excess: false });
  expect(checks).toBeLessThanOrEqual(16);
  forget('a');
  expect(drain()).toMatchObject([[{ id: 'b', events: many.slice(30) }]]);
});

test('nothing is lost, duplicated or reordered, for any interleaving of frames and turns', () => {
  const notes = Array.from({ length: 40 }, (_, n) => trusted({ content: `${n}` }));
  const step = fc.oneof(
    fc.constant('take' as const),
    fc.record({ id: fc.constantFrom('a', 'b'), count: fc.integer({ min: 1, max: 120 }) }),
  );
  fc.assert(
    fc.property(fc.array(step), (script) => {
      const { add, take, drain } = burst({ verify: () => verifyWith(() => true) });
      const sent: Record<string, string[]> = { a: [], b: [] };
      const batches: (readonly ReceivedBatch[])[] = [];
      for (const one of script) {
        if (one === 'take') batches.push(take().arrivals);
        else {
          const some = Array.from({ length: one.count }, (_, n) => notes[n % notes.length] ?? NOTE);
          add(text('EVENTS', one.id, some));
          sent[one.id]?.push(...some.map(({ id }) => id));
        }
      }
      batches.push(...drain());
      const got = (id: string) =>
        batches
          .flat()
          .flatMap((arrival) => (arrival.id === id ? arrival.events.map((event) => event.id) : []));
      expect({ a: got('a'), b: got('b') }).toEqual(sent);
    }),
    { numRuns: runs(100) },
  );
});

test('E-15 an event with one altered bit is dropped from every kind of frame; the genuine one passes', () => {
  const frames: ((event: unknown) => string | ArrayBuffer)[] = [
    (event) => text('EVENT', 'a', event),
    (event) => text('EVENTS', 'a', [event]),
    (event) => binary('EVENT', 'a', event),
    (event) => binary('EVENTS', 'a', [event, { kind: 10_000_107, content: JSON.stringify(event) }]),
  ];
  const event = signed({ content: 'true', tags: [['t', 'nostr']] });
  for (const frame of frames) {
    const { add, drain } = burst();
    for (const flip of bitFlips(event)) add(frame(flip));
    expect(events(drain())).toEqual([]);
    add(frame(event));
    const whole = events(drain());
    expect(whole.length).toBeGreaterThan(0);
    for (const one of whole) expect(one).toEqual(event);
  }
});

test('INV-ISOLATE 10,000 random frames change nothing and stop nothing', () => {
  const { add, drain } = burst();
  const junk = fc.oneof(
    fc.string(),
    fc.json(),
    fc.uint8Array({ maxLength: 80 }).map((bytes) => new Uint8Array(bytes).buffer),
    fc
      .tuple(
        fc.constantFrom('EVENT', 'EVENTS', 'EOSE', 'NOTICE', 'OK', 'x'),
        fc.constantFrom('a', 'unknown'),
        fc.jsonValue(),
      )
      .map((message) => text(...message)),
    fc
      .record({
        kind: fc.oneof(fc.nat(40_000), fc.constantFrom(10_000_107, 10_000_108, 10_000_113)),
        content: fc.json(),
        sig: fc.string(),
      })
      .map((event) => text('EVENT', 'a', event)),
    fc.constantFrom(
      text('EVENT', 'a', { ...NOTE, content: 'forged' }),
      text('EVENT', 'a', signed({ kind: 6, content: 'null' }, 1)).slice(0, 90),
    ),
  );
  let frames = 0;
  fc.assert(
    fc.property(fc.array(junk, { minLength: 100, maxLength: 100 }), (many) => {
      frames += many.length;
      many.forEach(add);
      expect(events(drain())).toEqual([]);
    }),
    { numRuns: runs(100) },
  );
  expect(frames).toBe(100 * runs(100));
  add(text('EVENT', 'a', NOTE));
  expect(events(drain())).toEqual([NOTE]);
});

test('the test above finds a breach: if every signature counts, forged frames pass', () => {
  const { add, drain } = burst({ verify: () => verifyWith(() => true) });
  add(text('EVENT', 'a', { ...NOTE, sig: 'f'.repeat(128) }));
  expect(events(drain())).toHaveLength(1);
});

test('E-26 a zlib bomb ends the burst, with everything pending', () => {
  const { add, take, drain } = burst();
  add(new Uint8Array(deflateSync(new Uint8Array(64 * 1024 * 1024))).buffer);
  add(text('EVENT', 'a', NOTE));
  expect(take()).toEqual({ arrivals: [], more: false, rest: undefined, excess: true });
  expect(drain()).toEqual([]);
});

test.runIf(isLong)(
  'E-27 a flood of 100,000 events is read in small steps; more than 64 MB unread is too much',
  () => {
    const { add, take } = burst({ verify: () => verifyWith(() => true) });
    const frame = text('EVENT', 'a', NOTE);
    for (let n = 0; n < 40_000; n++) add(frame);
    add(
      text(
        'EVENTS',
        'a',
        Array.from({ length: 60_000 }, () => NOTE),
      ),
    );
    let seen = 0;
    for (let more = true; more; ) {
      const taken = take();
      ({ more } = taken);
      const here = taken.arrivals.reduce((sum, arrival) => sum + arrival.events.length, 0);
      expect(here).toBeLessThanOrEqual(100);
      seen += here;
    }
    expect(seen).toBe(100_000);
    for (let n = 0; n < 70; n++) add(new ArrayBuffer(1024 * 1024));
    expect(take().excess).toBe(true);
  },
);
