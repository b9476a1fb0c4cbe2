import fc from 'fast-check';
import { nip77 } from 'nostr-tools';
import { expect, test } from 'vitest';
import { answerNegentropy, collectIds } from './negentropy.ts';
import { openReader, openWriter } from './negentropy-wire.ts';

interface Item {
  readonly id: string;
  readonly time: number;
}

const hex = fc.stringMatching(/^[0-9a-f]{64}$/);
// Many have the same second and the same id prefix.
const item = fc.oneof(
  fc.record({ id: hex, time: fc.integer({ min: 0, max: 2_000_000_000 }) }),
  fc.record({
    id: hex.map((id) => `abcd${id.slice(4)}`),
    time: fc.integer({ min: 1_000, max: 1_003 }),
  }),
);
const items = (most: number) => fc.uniqueArray(item, { maxLength: most, selector: ({ id }) => id });

/** Collect events in store order: newest first, and in one second the lower id first. */
function collected(events: readonly Item[]) {
  const own = collectIds();
  for (const { id, time } of events.toSorted(
    (one, other) => other.time - one.time || (one.id < other.id ? -1 : 1),
  ))
    own.add(id, time);
  return own.sorted();
}

/**
 * Reconcile with a second implementation. Returns the ids that it lacks and those that only it has.
 */
function reconcile(
  asking: readonly Item[],
  asked: readonly Item[],
  most?: number,
): { need: string[]; have: string[]; rounds: number } {
  const vector = new nip77.NegentropyStorageVector();
  for (const { time, id } of asking) vector.insert(time, id);
  vector.seal();
  const client = new nip77.Negentropy(vector, 60_000);
  const [need, have] = [new Set<string>(), new Set<string>()];
  const own = collected(asked);
  let rounds = 0;
  for (let message: string | null = client.initiate(); message !== null; rounds++) {
    const answer = answerNegentropy(own, Buffer.from(message, 'hex'), most);
    expect(answer.length).toBeLessThanOrEqual((most ?? 60_000) + 100);
    message = client.reconcile(
      answer.toString('hex'),
      (id) => have.add(id),
      (id) => need.add(id),
    );
    if (rounds > 200) throw new Error('it does not end');
  }
  return { need: [...need].toSorted(), have: [...have].toSorted(), rounds };
}

const without = (all: readonly Item[], those: readonly Item[]) => {
  const known = new Set(those.map(({ id }) => id));
  return all
    .map(({ id }) => id)
    .filter((id) => !known.has(id))
    .toSorted();
};

test('NIP-77 a second implementation finds exactly the differences, for any events on both sides', () => {
  fc.assert(
    fc.property(items(300), items(80), items(80), (both, mine, theirs) => {
      const [asking, asked] = [unique([...both, ...mine]), unique([...both, ...theirs])];
      const found = reconcile(asking, asked);
      expect([found.need, found.have]).toEqual([without(asked, asking), without(asking, asked)]);
    }),
  );
});

test('NIP-77 a difference that does not fit into one answer is requested again until it is complete', () => {
  const many = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => ({
      id: (from + n).toString(16).padStart(64, '0'),
      time: Math.floor((from + n) / 7),
    }));
  const [one, other] = [many(0, 6_000), many(1_000, 7_500)];
  const found = reconcile(one, other, 8_000);
  expect([found.need, found.have]).toEqual([without(other, one), without(one, other)]);
  expect(found.rounds).toBeGreaterThan(3);
  const empty = reconcile([], other, 8_000);
  expect(empty.need).toEqual(other.map(({ id }) => id).toSorted());
  // differences everywhere: the split ranges alone do not fit
  const [even, odd] = [many(0, 6_000), many(0, 6_000)].map((all, half) =>
    all.filter((_, at) => at % 40 !== half),
  );
  const scattered = reconcile(even ?? [], odd ?? [], 4_000);
  expect([scattered.need, scattered.have]).toEqual([
    without(odd ?? [], even ?? []),
    without(even ?? [], odd ?? []),
  ]);
});

test('NIP-77 each range with listed ids is answered with our ids, all in one answer', () => {
  const own = collected([
    { id: 'a'.repeat(64), time: 1 },
    { id: 'b'.repeat(64), time: 9 },
  ]);
  const asking = openWriter(0x61);
  for (const time of [5, Number.POSITIVE_INFINITY]) {
    asking.range({ time, id: Buffer.alloc(0) }, 2);
    asking.number(0);
  }
  const answer = openReader(answerNegentropy(own, asking.whole()));
  expect(answer.byte()).toBe(0x61);
  for (const [time, id] of [
    [5, 'a'],
    [Number.POSITIVE_INFINITY, 'b'],
  ] as const) {
    expect(answer.bound()).toEqual({ time, id: Buffer.alloc(0) });
    expect([answer.number(), answer.number()]).toEqual([2, 1]);
    expect(answer.bytes(32).toString('hex')).toBe(id.repeat(64));
  }
  expect(answer.isDone()).toBe(true);
});

const EVER = { time: Number.POSITIVE_INFINITY, id: Buffer.alloc(0) };

/** Return the ranges with which a wrong fingerprint of everything before `end` is answered. */
function rangesOf(events: readonly Item[], end = EVER) {
  const asking = openWriter(0x61);
  asking.range(end, 1);
  asking.bytes(Buffer.alloc(16));
  const answer = openReader(answerNegentropy(collected(events), asking.whole()));
  answer.byte();
  const ranges: { time: number; id: string; ids?: readonly string[] }[] = [];
  while (!answer.isDone()) {
    const { time, id } = answer.bound();
    const range = { time, id: id.toString('hex') };
    if (answer.number() === 2) {
      const count = answer.number();
      const ids = Array.from({ length: count }, () => answer.bytes(32).toString('hex'));
      ranges.push({ ...range, ids });
    } else {
      answer.bytes(16);
      ranges.push(range);
    }
  }
  return ranges;
}

test('NIP-77 ranges of one second end at the shortest id prefix that separates their events', () => {
  // `prefix`: bytes that an id has in common with the one before it
  const prefixes = Array.from({ length: 16 }, (_, at) => (at * 2) % 32);
  let last = Buffer.alloc(32);
  const events = prefixes.flatMap((prefix) => {
    const next = Buffer.concat([last.subarray(0, prefix), Buffer.alloc(32 - prefix)]);
    next[prefix] = (last[prefix] ?? 0) + 1;
    last = Buffer.concat([next.subarray(0, 31), Buffer.from([255])]);
    return [next, last].map((id) => ({ id: id.toString('hex'), time: 7 }));
  });
  expect(events.toSorted((one, other) => (one.id < other.id ? -1 : 1))).toEqual(events);
  expect(rangesOf(events)).toEqual([
    ...prefixes.slice(1).map((prefix, at) => ({
      time: 7,
      id: (events[(at + 1) * 2]?.id ?? '').slice(0, (prefix + 1) * 2),
    })),
    { time: Number.POSITIVE_INFINITY, id: '' },
  ]);
});

test('NIP-77 a range that ends between two seconds needs no id, one that ends within one does', () => {
  const events = (shift: number) =>
    Array.from({ length: 32 }, (_, at) => ({
      id: at.toString(16).padStart(2, '0').padEnd(64, '0'),
      time: 10 + Math.floor((at + shift) / 2),
    }));
  const bounds = (prefix: (at: number) => string) => [
    ...Array.from({ length: 15 }, (_, at) => ({ time: 11 + at, id: prefix(at) })),
    { time: Number.POSITIVE_INFINITY, id: '' },
  ];
  expect(rangesOf(events(0))).toEqual(bounds(() => ''));
  expect(rangesOf(events(1))).toEqual(bounds((at) => ((at + 1) * 2).toString(16).padStart(2, '0')));
});

test('NIP-77 up to 31 events of a range are listed, more are split into 16 parts with its end', () => {
  const events = Array.from({ length: 37 }, (_, at) => ({
    id: at.toString(16).padStart(64, '0'),
    time: at,
  }));
  const end = { time: 1_000, id: Buffer.from('ab', 'hex') };
  expect(rangesOf(events.slice(0, 31), end)).toEqual([
    { time: 1_000, id: 'ab', ids: events.slice(0, 31).map(({ id }) => id) },
  ]);
  // 37 events: five parts of three, and eleven of two
  expect(rangesOf(events, end)).toEqual([
    ...[3, 6, 9, 12, ...Array.from({ length: 11 }, (_, at) => 15 + at * 2)].map((time) => ({
      time,
      id: '',
    })),
    { time: 1_000, id: 'ab' },
  ]);
});

test('NIP-77 a range ends before the event of its bound, and includes all earlier seconds', () => {
  const own = collected(
    ['4f', '5a', '5b', '90', '91', '92', '93'].map(([time, digit = '']) => ({
      time: Number(time),
      id: digit.repeat(64),
    })),
  );
  const asking = openWriter(0x61);
  for (const bound of [{ time: 5, id: Buffer.alloc(32, 0xbb) }, EVER]) {
    asking.range(bound, 2);
    asking.number(0);
  }
  const answer = openReader(answerNegentropy(own, asking.whole()));
  answer.byte();
  for (const digits of ['fa', 'b0123']) {
    answer.bound();
    expect([answer.number(), answer.number()]).toEqual([2, digits.length]);
    expect(answer.bytes(32 * digits.length).toString('hex')).toBe(
      [...digits].map((digit) => digit.repeat(64)).join(''),
    );
  }
  expect(answer.isDone()).toBe(true);
});

test('NIP-77 an invalid message throws, and another version gets ours as the answer', () => {
  const own = collected([{ id: 'a'.repeat(64), time: 5 }]);
  expect(answerNegentropy(own, Buffer.from([0x62, 1, 2]))).toEqual(Buffer.from([0x61]));
  for (const bytes of [
    [],
    [0x61, 0],
    [0x61, 0, 0, 9],
    [0x61, 0, 40],
    [0x61, 0, 0, 2, 5],
    [0x61, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1],
  ])
    expect(() => answerNegentropy(own, Buffer.from(bytes))).toThrow();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      try {
        answerNegentropy(own, Buffer.from([0x61, ...bytes]));
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
    }),
  );
});

function unique(all: readonly Item[]): Item[] {
  return [...new Map(all.map((each) => [each.id, each])).values()];
}
