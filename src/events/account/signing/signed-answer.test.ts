import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { signed } from '../../../../tests/support/events/signed.ts';
import { endOf } from '../../../../tests/support/machines/planted.ts';
import type { SignedEvent } from '../../nostr/event.ts';
import { eventId } from '../../nostr/serialize.ts';
import { inSeconds, minus, plus, type Seconds, seconds } from '../../core/time.ts';
import { checkPure } from '../../nostr/verify-pure.ts';
import { verifyWith } from '../../nostr/verify.ts';
import { readSignedEvent, signErrorOf } from './signed-answer.ts';

const verify = verifyWith(checkPure);
const trusting = verifyWith(() => true);
const EVENT = signed({
  content: 'hello',
  tags: [
    ['t', 'nostr'],
    ['e', 'x', '', 'root'],
  ],
});
const ASKED = {
  pubkey: EVENT.pubkey,
  kind: 1,
  content: 'hello',
  tags: EVENT.tags,
  created_at: EVENT.created_at,
};
const NOW = EVENT.created_at;

describe('the answer of a signer', () => {
  test('SIGN-03 a valid event has the right shape, id and signature; otherwise the fault is named', () => {
    const read = readSignedEvent(EVENT, verify);
    expect(read).toEqual(EVENT);
    expect(read).not.toBe(EVENT);
    expect(readSignedEvent({ ...EVENT, id: 'f'.repeat(64) }, verify)).toBe('id');
    expect(readSignedEvent({ ...EVENT, sig: signed({}).sig }, verify)).toBe('sig');
    const wrong: Record<string, unknown>[] = [
      { ...EVENT, kind: '1' },
      { ...EVENT, content: { text: 'hello' } },
      { ...EVENT, created_at: '1' },
      { ...EVENT, pubkey: EVENT.pubkey.toUpperCase() },
      { ...EVENT, tags: [{ t: 'nostr' }] },
      { ...EVENT, tags: [['t', {}]] },
      { ...EVENT, tags: { t: 'nostr' } },
    ];
    for (const answer of wrong)
      expect(readSignedEvent(answer, verify), JSON.stringify(answer)).toBe('shape');
  });

  test('E-34 malformed answers are faults, never errors', () => {
    const throwing = {
      get id(): string {
        throw new Error('no');
      },
    };
    const round: Record<string, unknown> = {};
    round['self'] = round;
    const hostile = [
      undefined,
      null,
      7,
      '',
      [],
      {},
      () => EVENT,
      1n,
      Symbol('x'),
      throwing,
      round,
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error('no');
          },
        },
      ),
    ];
    for (const answer of hostile) expect(readSignedEvent(answer, verify)).toBe('shape');
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withMap: true, withNullPrototype: true }),
        (answer) => {
          expect(readSignedEvent(answer, trusting)).toBe('shape');
        },
      ),
    );
  });

  test('E-34 is copied on reading, so that later changes to the answer have no effect', () => {
    const answer = { ...EVENT, tags: EVENT.tags.map((tag) => [...tag]) };
    const read = readSignedEvent(answer, verify);
    answer.content = 'other';
    answer.tags[0]?.push('more');
    expect(read).toEqual(EVENT);
  });
});

describe('the comparison with the request', () => {
  const tag = fc.array(fc.string({ maxLength: 5 }), { minLength: 1, maxLength: 3 });
  const fields = {
    pubkey: fc.constantFrom('a'.repeat(64), 'b'.repeat(64)),
    kind: fc.constantFrom(0, 1, 3),
    content: fc.string({ maxLength: 3 }),
    tags: fc.array(tag, { maxLength: 3 }),
  };
  const pairs = fc.record({
    asked: fc.record(fields),
    given: fc.record(fields),
    same: fc.array(fc.constantFrom('pubkey', 'kind', 'content', 'tags'), { minLength: 2 }),
  });

  /**
   * True if a check accepts exactly the events that are as requested. Most pairs differ in one or
   * two fields.
   */
  const holds = (check: typeof signErrorOf) =>
    fc.property(pairs, ({ asked, given, same }) => {
      const kept = Object.fromEntries(
        Object.entries(asked).filter(([name]) => same.some((one) => one === name)),
      );
      const whole = { created_at: seconds(5), ...given, ...kept };
      const event: SignedEvent = { ...whole, id: eventId(whole), sig: '' };
      const isSame =
        JSON.stringify([event.pubkey, event.kind, event.content, event.tags]) ===
        JSON.stringify([asked.pubkey, asked.kind, asked.content, asked.tags]);
      expect(check({ ...asked, created_at: seconds(5) }, event, seconds(5)) === undefined).toBe(
        isSame,
      );
    });

  test('SIGN-03 INV-IDENTITY an event passes exactly if key, kind, content and tags are as requested', () => {
    fc.assert(holds(signErrorOf), { numRuns: 500 });
  });

  test.each(['pubkey', 'kind', 'content', 'tags'] as const)(
    'INV-IDENTITY the same property fails for a check that ignores %s',
    (field) => {
      const blind: typeof signErrorOf = (asked, event, now) => {
        const fault = signErrorOf(asked, { ...event, [field]: asked[field] }, now);
        return fault;
      };
      expect(endOf(holds(blind), 2_000)).toBe('AssertionError');
    },
  );

  test('SIGN-03 each difference has its own fault', () => {
    const given = (over: Partial<SignedEvent>) => signErrorOf(ASKED, { ...EVENT, ...over }, NOW);
    expect(given({})).toBeUndefined();
    expect(given({ pubkey: 'b'.repeat(64) })).toBe('pubkey');
    expect(given({ kind: 2 })).toBe('kind');
    expect(given({ content: 'hello ' })).toBe('content');
    expect(given({ tags: EVENT.tags.toReversed() })).toBe('tags');
    expect(given({ tags: [...EVENT.tags, ['client', 'x']] })).toBe('tags');
  });

  test('SIGN-03 a requested time must be returned unchanged', () => {
    const at = (created_at: Seconds, now: Seconds | undefined) =>
      signErrorOf(ASKED, { ...EVENT, created_at }, now);
    expect(at(NOW, plus(NOW, seconds(86_400)))).toBeUndefined();
    expect(at(NOW, undefined)).toBeUndefined();
    for (const other of [-1, 1, 999 * inSeconds(NOW)].map((by) => plus(NOW, seconds(by))))
      expect(at(other, other)).toBe('created_at');
  });

  test('SIGN-03 without a requested time, the signer dates the event near to now', () => {
    const { created_at, ...timeless } = ASKED;
    const at = (given: Seconds, now: Seconds | undefined) =>
      signErrorOf(timeless, { ...EVENT, created_at: given }, now);
    expect([
      at(created_at, NOW),
      at(minus(created_at, seconds(60)), NOW),
      at(plus(created_at, seconds(60)), NOW),
      at(seconds(0), undefined),
    ]).toEqual(Array(4).fill(undefined));
    for (const far of [-3_600, 3_600, 999 * inSeconds(created_at)].map((by) =>
      plus(created_at, seconds(by)),
    ))
      expect(at(far, NOW)).toBe('created_at');
  });
});
