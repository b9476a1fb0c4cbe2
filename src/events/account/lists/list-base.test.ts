import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { endOf } from '../../../../tests/support/machines/planted.ts';
import type { VerifiedEvent } from '../../nostr/event.ts';
import { inSeconds, seconds } from '../../core/time.ts';
import { listAddress } from './list-definitions.ts';
import { type Base, type BaseAnswer, CACHE, decideBase, newestOf } from './list-base.ts';
import { runs } from '../../../../tests/support/runs.ts';

const me = '1'.repeat(64);
const other = '2'.repeat(64);
const NOW = 1_700_000_000;
const of = { address: listAddress('follows', me), now: seconds(NOW) };
const version = (
  created_at: number,
  fields: { pubkey?: string; kind?: number; content?: string } = {},
) => trusted({ pubkey: me, kind: 3, created_at, ...fields });
const said = (source: string, ...events: VerifiedEvent[]): BaseAnswer => ({
  source,
  answered: true,
  events,
});
const silent = (source: string): BaseAnswer => ({ source, answered: false, events: [] });
const [A, B, C] = ['wss://a.example', 'wss://b.example', 'wss://c.example'];

const versions = fc.array(
  fc
    .record({
      at: fc.constantFrom(NOW - 2, NOW - 1, NOW, NOW + 1, NOW + 599, NOW + 601, NOW + 99_999),
      content: fc.constantFrom('', 'x', 'y', 'z'),
      pubkey: fc.constantFrom(me, me, me, other),
      kind: fc.constantFrom(3, 3, 3, 10_000),
    })
    .map(({ at, ...fields }) => version(at, fields)),
  { maxLength: 10 },
);

/** The rule of NIP-01, written in another way: sort and take the first. */
const bySorting = (events: readonly VerifiedEvent[]) =>
  events
    .filter(
      (event) =>
        event.pubkey === me && event.kind === 3 && inSeconds(event.created_at) <= NOW + 600,
    )
    .toSorted(
      (a, b) => inSeconds(b.created_at) - inSeconds(a.created_at) || (a.id < b.id ? -1 : 1),
    )[0];

type Chooser = (events: readonly VerifiedEvent[]) => VerifiedEvent | undefined;
const choosesNewest = (choose: Chooser) =>
  fc.property(
    versions.chain((all) =>
      fc.tuple(
        fc.constant(all),
        fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
      ),
    ),
    ([all, shuffled]) => {
      expect(choose(all)?.id).toBe(bySorting(all)?.id);
      expect(choose([...shuffled, ...all])?.id).toBe(bySorting(all)?.id);
    },
  );

test('INV-NEWEST ACCOUNT-12 E-18 newestOf chooses the newest, then the lowest id, never the far future', () => {
  fc.assert(
    choosesNewest((events) => newestOf('follows', me, events, seconds(NOW))),
    { numRuns: runs(500) },
  );
});

test('INV-NEWEST choosing the last received version, or using another clock, is caught (planted)', () => {
  const mine = (events: readonly VerifiedEvent[]) =>
    events.filter((event) => event.pubkey === me && event.kind === 3);
  expect(endOf(choosesNewest((events) => mine(events).at(-1)))).toBe('AssertionError');
  expect(
    endOf(choosesNewest((events) => newestOf('follows', me, events, seconds(NOW + 9_999)))),
  ).toBe('AssertionError');
});

const rejected = fc.constantFrom(0, 0, 0, 0, 0, 0, 1);
const answers = fc
  .tuple(
    fc.boolean(),
    versions,
    rejected,
    fc.array(fc.tuple(fc.boolean(), versions, rejected), { maxLength: 4 }),
  )
  .map(([cache, held, bad, relays]): BaseAnswer[] => [
    { source: CACHE, answered: cache, events: held, rejected: bad },
    ...relays.map(([answered, events, refused], n) => ({
      source: `wss://relay${n}.example`,
      answered,
      events,
      rejected: refused,
    })),
  ]);

type Decider = (answers: readonly BaseAnswer[], remembered: readonly VerifiedEvent[]) => Base;
const neverFromNothing = (decide: Decider) =>
  fc.property(answers, versions, (given, remembered) => {
    const base = decide(given, remembered);
    const heard = given.filter(({ answered }) => answered).map(({ source }) => source);
    const all = [...given.flatMap(({ events }) => events), ...remembered];
    const ahead = all.some(
      (event) => event.pubkey === me && event.kind === 3 && inSeconds(event.created_at) > NOW + 600,
    );
    expect(base.unheard).toEqual(
      given.filter(({ answered }) => !answered).map(({ source }) => source),
    );
    if (given.some(({ rejected = 0 }) => rejected > 0))
      expect(base.state === 'unknown' && base.why.reason).toBe('unreadable');
    else if (ahead) expect(base.state === 'unknown' && base.why.reason).toBe('clock');
    else if (heard.length === 0)
      expect(base.state === 'unknown' && base.why.reason).toBe('silence');
    else if (bySorting(all))
      expect(base.state === 'known' && base.event.id).toBe(bySorting(all)?.id);
    else
      expect(base.state).toBe(
        heard[0] === CACHE && (heard.length > 1 || given.length === 1) ? 'none' : 'unknown',
      );
  });

test('INV-BASE ACCOUNT-09 a base is known from fetched events, none if cache and relay agree, else unknown', () => {
  fc.assert(
    neverFromNothing((given, remembered) => decideBase(of, given, remembered)),
    { numRuns: runs(1_000) },
  );
});

test('INV-BASE treating silence as an empty list, or memory as a fresh answer, is caught (planted)', () => {
  const silenceIsEmpty: Decider = (given, remembered) => {
    const base = decideBase(of, given, remembered);
    return base.state === 'unknown' && base.why.reason === 'silence'
      ? { state: 'none', unheard: base.unheard }
      : base;
  };
  const memoryIsFresh: Decider = (given, remembered) => {
    const event = bySorting(remembered);
    return event
      ? { state: 'known', event, unheard: decideBase(of, given, []).unheard }
      : decideBase(of, given, remembered);
  };
  expect(endOf(neverFromNothing(silenceIsEmpty))).toBe('AssertionError');
  expect(endOf(neverFromNothing(memoryIsFresh))).toBe('AssertionError');
  const refusalsAreLost: Decider = (given, remembered) =>
    decideBase(
      of,
      given.map((answer) => ({ ...answer, rejected: 0 })),
      remembered,
    );
  const clocksAreRight: Decider = (given, remembered) => {
    const event = bySorting([...given.flatMap(({ events }) => events), ...remembered]);
    const base = decideBase(of, given, remembered);
    return event && base.state === 'unknown' && base.why.reason === 'clock'
      ? { state: 'known', event, unheard: base.unheard }
      : base;
  };
  expect(endOf(neverFromNothing(refusalsAreLost))).toBe('AssertionError');
  expect(endOf(neverFromNothing(clocksAreRight))).toBe('AssertionError');
});

test('INV-BASE ACCOUNT-09 no list exists only if the cache and any asked relay say so', () => {
  const silence = (...unheard: string[]) => ({
    state: 'unknown',
    unheard,
    why: { reason: 'silence' },
  });
  expect(decideBase(of, [said(CACHE)], [])).toEqual({ state: 'none', unheard: [] });
  expect(decideBase(of, [said(CACHE), said(A)], [])).toEqual({ state: 'none', unheard: [] });
  expect(decideBase(of, [said(CACHE), said(A), silent(B)], [])).toEqual({
    state: 'none',
    unheard: [B],
  });
  expect(decideBase(of, [said(CACHE), silent(A)], [])).toEqual(silence(A));
  expect(decideBase(of, [silent(CACHE), said(A)], [])).toEqual(silence(CACHE));
  expect(decideBase(of, [silent(CACHE), said(A), said(B)], [])).toEqual(silence(CACHE));
  expect([
    decideBase(of, [silent(CACHE), silent(A)], [version(NOW)]),
    decideBase(of, [], [version(NOW)]),
  ]).toEqual([silence(CACHE, A), silence()]);
});

test('unanswering sources are named, and a version from a late fragment still counts', () => {
  const list = version(NOW - 5);
  const newer = version(NOW - 1);
  expect(decideBase(of, [said(CACHE, list), said(A), silent(B), silent(C)], [])).toEqual({
    state: 'known',
    event: list,
    unheard: [B, C],
  });
  expect(decideBase(of, [said(CACHE, list), { ...silent(A), events: [newer] }], [])).toMatchObject({
    event: newer,
    unheard: [A],
  });
});

test('INV-BASE a refused version or one dated ahead makes the base unknown, with sources or date', () => {
  const list = version(NOW - 5);
  const refusing = { ...said(A), rejected: 1 };
  expect(decideBase(of, [said(CACHE, list), refusing, said(B, list)], [list])).toEqual({
    state: 'unknown',
    unheard: [],
    why: { reason: 'unreadable', sources: [A] },
  });
  expect(decideBase(of, [said(CACHE, list), said(A, version(NOW + 86_400))], [])).toMatchObject({
    why: { reason: 'clock', dated: NOW + 86_400 },
  });
  expect(decideBase(of, [said(CACHE, list)], [version(NOW + 86_400)])).toMatchObject({
    why: { reason: 'clock' },
  });
});

test('E-18 a version dated in milliseconds is ignored and blocks no edit', () => {
  const list = version(NOW - 5);
  expect(decideBase(of, [said(CACHE, list, version(NOW * 1_000))], [])).toMatchObject({
    state: 'known',
    event: list,
  });
  expect(decideBase(of, [said(CACHE, list, version(0xffff_ffff))], [])).toMatchObject({
    why: { reason: 'clock' },
  });
});

test('INV-BASE excluded versions are no base, from any source or from memory', () => {
  const [list, given] = [version(NOW - 5), version(NOW - 1)];
  const not = new Set([given.id]);
  expect(decideBase({ ...of, not }, [said(CACHE, given), said(A, list)], [given])).toMatchObject({
    event: list,
  });
  expect(decideBase({ ...of, not }, [said(CACHE, given), said(A, given)], [given])).toMatchObject({
    state: 'none',
  });
  expect(
    decideBase(
      { ...of, not: new Set([version(NOW + 9_999).id]) },
      [said(CACHE, list, version(NOW + 9_999))],
      [],
    ),
  ).toMatchObject({
    event: list,
  });
});
