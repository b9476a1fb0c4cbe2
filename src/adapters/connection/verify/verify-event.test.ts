import { beforeAll, describe, expect, test } from 'vitest';
import { realEvents } from '../../../../tests/support/events/real-events.ts';
import { bitFlips } from '../../../../tests/support/events/bit-flips.ts';
import { signed } from '../../../../tests/support/events/signed.ts';
import { wasmCheck } from '../../../../tests/support/events/wasm-check.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import type { SignedEvent } from '../../../events/nostr/event.ts';
import { zapRequestOf } from '../../../events/facts/zap.ts';
import { eventId } from '../../../events/nostr/serialize.ts';
import { readEvent } from '../../../events/nostr/event-shape.ts';
import { type Verify, verifyWith } from '../../../events/nostr/verify.ts';
import { checkPure } from '../../../events/nostr/verify-pure.ts';
import { verifyResult } from './verify-event.ts';
import { sortResult } from './sort-results.ts';
import type { SignatureCheck } from './schnorr.ts';
import { sampleOf } from '../../../../tests/support/runs.ts';

let check: SignatureCheck;
beforeAll(async () => {
  check = await wasmCheck();
});

/** The author of reposts. Its own signature is not tested here: `check` below accepts it. */
const CARRIER = 'c'.repeat(64);
const carried = (kind: number, event: object) =>
  trusted({ kind, content: JSON.stringify(event), pubkey: CARRIER });
const checking = (strict: SignatureCheck) =>
  verifyWith((event) => event.pubkey === CARRIER || strict(event));

/** The ways in which an event can arrive, as result objects of the service. */
const PATHS: Record<string, (event: object) => unknown> = {
  'as it is': (event) => event,
  'wrapped as referenced': (event) => ({
    kind: 10_000_107,
    pubkey: 'x',
    content: JSON.stringify(event),
  }),
  'inside a repost': (event) => carried(6, event),
  'inside a generic repost': (event) => carried(16, event),
  'inside a repost that is wrapped': (event) => ({
    kind: 10_000_107,
    content: JSON.stringify(carried(6, event)),
  }),
};

/** Everything but the carrier that passes on a path. */
function through(
  path: (event: object) => unknown,
  event: SignedEvent,
  verify: Verify,
): readonly SignedEvent[] {
  const result = sortResult(path(event));
  if (result?.type !== 'signed') return [];
  const { event: outer, inside } = verifyResult(result.event, verify);
  return [...(outer ? [outer] : []), ...inside].filter((one) => one.pubkey !== CARRIER);
}

let found: SignedEvent[] | undefined;
const samples = (): SignedEvent[] => {
  if (found) return found;
  const own = [0, 1, 3, 7, 1111, 10_002, 30_023].map((kind) =>
    signed({
      kind,
      content: '{"name":"a"}',
      tags: [
        ['d', 'x'],
        ['t', 'nostr'],
      ],
    }),
  );
  const real = [
    ...realEvents('events-network-primal.jsonl'),
    ...realEvents('events-misc.jsonl'),
    ...realEvents('events-rare-kinds.jsonl'),
  ];
  const kinds = new Set<number>();
  const onePerKind = real.filter(
    ({ kind, content }) => content.length < 5_000 && !kinds.has(kind) && kinds.add(kind),
  );
  found = [
    ...own,
    ...onePerKind.filter(({ kind }) => ![6, 16, 9735, 30_311, 30_078].includes(kind)),
  ];
  return found;
};

describe.each(Object.entries(PATHS))('%s', (_, path) => {
  test('E-15 CACHE-08 INV-VERIFIED an event passes, but not with any single altered bit in any field', () => {
    const verify = checking(check);
    for (const event of samples()) {
      expect(through(path, event, verify)).toEqual([event]);
      for (const flip of bitFlips(event)) expect(through(path, flip, verify)).toEqual([]);
    }
  });

  test('INV-VERIFIED a check that always passes admits altered signatures and new ids (planted)', () => {
    const verify = checking(() => true);
    const event = signed({ content: 'mine' });
    const leaks = bitFlips(event).filter((flip) => through(path, flip, verify).length > 0);
    expect(leaks.some(({ content }) => content !== event.content)).toBe(true);
    expect(leaks.some(({ sig }) => sig !== event.sig)).toBe(true);
  });

  test('E-16 after the genuine event, the same id and signature with other content is refused', () => {
    const verify = checking(check);
    const event = signed({ content: 'genuine' });
    expect(through(path, event, verify)).toEqual([event]);
    expect(through(path, { ...event, content: 'swapped' }, verify)).toEqual([]);
    expect(through(path, { ...event, sig: signed({ content: 'other' }).sig }, verify)).toEqual([]);
    expect(through(path, event, verify)).toEqual([event]);
  });
});

test('a repost stays if its target is forged, null or nonsense; only the forged one counts as rejected', () => {
  const verify = verifyWith(check);
  const forged = { ...signed({ content: 'a' }), content: 'b' };
  const cases: [content: string, rejected: number][] = [
    [JSON.stringify(forged), 1],
    ['{"kind":1}', 1],
    ['null', 0],
    ['[]', 0],
    ['{', 0],
    ['', 0],
  ];
  for (const [content, rejected] of cases) {
    const repost = signed({ kind: 6, content });
    expect(verifyResult(repost, verify)).toEqual({
      event: repost,
      inside: [],
      claim: undefined,
      rejected,
    });
  }
});

test('reposts of reposts are followed three deep and no further', () => {
  const verify = verifyWith(check);
  let event = signed({ content: 'deep' });
  for (let depth = 0; depth < 5; depth++)
    event = signed({ kind: 16, content: JSON.stringify(event) });
  expect(verifyResult(event, verify).inside).toHaveLength(3);
});

test('E-41 a zap receipt passes only with a request that its sender signed, also inside a repost', () => {
  const verify = verifyWith(check);
  const request = signed(
    {
      kind: 9734,
      tags: [
        ['p', 'f'.repeat(64)],
        ['amount', '1000'],
      ],
    },
    3,
  );
  const receiptOf = (description: unknown) =>
    signed({
      kind: 9735,
      tags: [
        [
          'description',
          typeof description === 'string' ? description : JSON.stringify(description),
        ],
      ],
    });
  const receipt = receiptOf(request);
  const inRepost = (event: SignedEvent) =>
    verifyResult(signed({ kind: 16, content: JSON.stringify(event) }), verify).inside;
  expect(verifyResult(receipt, verify).event).toEqual(receipt);
  expect(inRepost(receipt)).toEqual([receipt]);
  for (const bad of [
    { ...request, content: 'other' },
    { ...request, sig: receipt.sig },
    signed({ kind: 1 }),
    'null',
    '{',
    '',
  ]) {
    expect(verifyResult(receiptOf(bad), verify)).toMatchObject({ event: undefined, rejected: 1 });
    expect(inRepost(receiptOf(bad))).toEqual([]);
  }
  expect(
    verifyResult(
      receiptOf({ ...request, sig: receipt.sig }),
      verifyWith(() => true),
    ).event,
  ).toBeDefined();
});

test('a live event passes with its role names restored; merged settings are only a claim', () => {
  const verify = verifyWith(check);
  const live = signed({
    kind: 30_311,
    tags: [
      ['d', 'x'],
      ['p', 'a'.repeat(64), 'wss://a.example', 'Host'],
      ['p', 'b'.repeat(64), '', 'Speaker'],
    ],
  });
  const lowered = {
    ...live,
    tags: live.tags.map((tag) => tag.map((part, at) => (at === 3 ? part.toLowerCase() : part))),
  };
  expect(verifyResult(live, verify).event).toEqual(live);
  expect(verifyResult(lowered, verify)).toMatchObject({ event: live, rejected: 0 });
  const forged = { ...lowered, content: 'x' };
  expect(verifyResult(forged, verify)).toMatchObject({
    event: undefined,
    rejected: 1,
    claim: { claim: 'other', kind: 30_311, content: forged },
  });
  const settings = signed({ kind: 30_078, content: '{"theme":"ice"}' });
  const merged = { ...settings, content: '{"theme":"ice","more":1}' };
  expect(verifyResult(merged, verify)).toMatchObject({
    event: undefined,
    rejected: 1,
    claim: { claim: 'other', kind: 30_078, content: merged },
  });
});

test('every real event, including receipts and reposts, passes; both checks agree', () => {
  const real = [
    'events-network-primal.jsonl',
    'events-articles.jsonl',
    'events-misc.jsonl',
  ].flatMap(realEvents);
  const verify = verifyWith(check);
  const refused = sampleOf(real, 4).filter((event) => !verifyResult(event, verify).event);
  // one provider in 350 receipts includes a request that differs from the signed one
  expect(refused.every(({ kind }) => kind === 9735) && refused.length <= 2).toBe(true);
  const requests = refused.flatMap((receipt) => readEvent(zapRequestOf(receipt)) ?? []);
  expect(requests.every((request) => eventId(request) !== request.id)).toBe(true);
  for (const event of sampleOf(real.slice(0, 60), 4).flatMap((one) => [
    one,
    ...bitFlips(one).slice(0, 5),
  ])) {
    expect(verifyWith(check)(event) === undefined).toBe(verifyWith(checkPure)(event) === undefined);
  }
});
