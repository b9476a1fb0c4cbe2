import fc from 'fast-check';
import { expect, test } from 'vitest';
import { vectors } from '../../../tests/support/events/real-events.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { LIST_DEFINITIONS } from '../account/lists/list-definitions.ts';
import { EVENT_LIMITS, LIST_LIMITS, readEvent } from './event-shape.ts';

const event = { ...trusted({ tags: [['e', 'x'], []], content: 'hello' }) };

test('a well-formed event is read with its seven fields and nothing else', () => {
  expect(readEvent({ ...event, relay: 'wss://x.example', seen_on: [] })).toEqual(event);
  expect(readEvent(JSON.parse(JSON.stringify(event)))).toEqual(event);
});

const hex = 'a'.repeat(64);
const wrong: Array<readonly [string, object]> = [
  ['kind as text', { kind: '1' }],
  ['kind with fraction', { kind: 1.5 }],
  ['negative kind', { kind: -1 }],
  ['minus zero', { kind: -0 }],
  ['kind over 65535', { kind: 65_536 }],
  ['kind of a result', { kind: 10_000_100 }],
  ['no number', { kind: Number.NaN }],
  ['negative time', { created_at: -1 }],
  ['time with fraction', { created_at: 1.5 }],
  ['time as text', { created_at: '9e99' }],
  ['endless time', { created_at: Number.POSITIVE_INFINITY }],
  ['time beyond whole numbers', { created_at: 2 ** 53 }],
  ['upper-case id', { id: hex.toUpperCase() }],
  ['short id', { id: hex.slice(1) }],
  ['id no hex', { id: `${hex.slice(1)}g` }],
  ['id as number', { id: 7 }],
  ['pubkey with space', { pubkey: ` ${hex.slice(1)}` }],
  ['pubkey as npub', { pubkey: 'npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg' }],
  ['pubkey missing', { pubkey: undefined }],
  ['upper-case signature', { sig: 'A'.repeat(128) }],
  ['long signature', { sig: 'a'.repeat(130) }],
  ['content null', { content: null }],
  ['content as object', { content: {} }],
  ['tags null', { tags: null }],
  ['tags as object', { tags: {} }],
  ['tag as text', { tags: ['e'] }],
  ['tag with number', { tags: [['e', 1]] }],
  ['tag with null', { tags: [['e', null]] }],
  ['tag with array', { tags: [['e', ['x']]] }],
];

test.each(wrong)('SIGN-03 E-14 refused: %s', (_, change) => {
  expect(readEvent({ ...event, ...change })).toBeUndefined();
});

test('E-28 limits: values at the limit pass, and values just above are refused', () => {
  const within = [
    { content: 'x'.repeat(EVENT_LIMITS.content) },
    { tags: Array.from({ length: EVENT_LIMITS.tags }, () => ['p', hex]) },
    { tags: [Array.from({ length: EVENT_LIMITS.tagValues }, () => '')] },
    { tags: [['x'.repeat(EVENT_LIMITS.tagCharacters)]] },
  ];
  const over = [
    { content: 'x'.repeat(EVENT_LIMITS.content + 1) },
    { content: 'x'.repeat(5 * 1024 * 1024) },
    { tags: Array.from({ length: 20_000 }, () => ['p', hex]) },
    { tags: [Array.from({ length: EVENT_LIMITS.tagValues + 1 }, () => '')] },
    { tags: [['x'.repeat(EVENT_LIMITS.tagCharacters + 1)]] },
  ];
  expect(within.map((change) => readEvent({ ...event, ...change }) !== undefined)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(over.map((change) => readEvent({ ...event, ...change }) !== undefined)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});

test('INV-BASE E-28 editable lists are read up to the size of a relay’s frame, and no further', () => {
  const kinds = new Set(Object.values(LIST_DEFINITIONS).map(({ kind }) => kind));
  const follows = (length: number) => ({ tags: Array.from({ length }, () => ['p', hex]) });
  for (const kind of kinds) {
    expect(readEvent({ ...event, kind, ...follows(20_000) })?.tags).toHaveLength(20_000);
    expect(readEvent({ ...event, kind, ...follows(LIST_LIMITS.tags + 1) })).toBeUndefined();
    expect(readEvent({ ...event, kind, content: 'x'.repeat(LIST_LIMITS.content) })).toBeDefined();
    expect(
      readEvent({ ...event, kind, content: 'x'.repeat(LIST_LIMITS.content + 1) }),
    ).toBeUndefined();
    expect(
      readEvent({
        ...event,
        kind,
        tags: [Array.from({ length: LIST_LIMITS.tagValues + 1 }, () => '')],
      }),
    ).toBeUndefined();
    expect(
      readEvent({ ...event, kind, tags: [['x'.repeat(LIST_LIMITS.tagCharacters + 1)]] }),
    ).toBeUndefined();
  }
  expect(readEvent({ ...event, kind: 1, ...follows(20_000) })).toBeUndefined();
});

test('INV-ISOLATE any value is read or refused without an error', () => {
  fc.assert(
    fc.property(
      fc.anything({
        withNullPrototype: true,
        withMap: true,
        withBigInt: true,
        withSparseArray: true,
      }),
      (value) => {
        expect(readEvent(value)).toBeUndefined();
      },
    ),
    { numRuns: 500 },
  );
  fc.assert(
    fc.property(
      fc.constantFrom('id', 'pubkey', 'sig', 'kind', 'created_at', 'tags', 'content'),
      fc.jsonValue(),
      (name, value) => {
        const read = readEvent({ ...event, [name]: value });
        if (read) expect(readEvent(read)).toEqual(read);
      },
    ),
    { numRuns: 500 },
  );
});

interface Validity {
  cases: ReadonlyArray<{
    name: string;
    valid: boolean;
    why?: string;
    event: unknown;
    peer_accepts: boolean;
  }>;
}

test('vectors: every valid form passes, every malformed one is refused, even if the peer accepts it', () => {
  const { cases } = vectors<Validity>('event-validity.json');
  const refused = cases
    .filter((each) => readEvent(each.event) === undefined)
    .map((each) => each.name);
  const ofForm = [
    'id in upper case',
    'sig too long',
    'pubkey as npub',
    'kind with fraction',
    'tags null',
    'no id',
    'empty object',
    'null',
  ];
  expect(refused).toEqual(ofForm);
  // The peer accepts a fractional kind. NIP-01 requires integers, so we do not.
  expect(cases.filter((each) => each.peer_accepts !== each.valid).map((each) => each.name)).toEqual(
    ['kind with fraction'],
  );
});
