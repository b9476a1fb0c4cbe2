import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trusted } from '../../../tests/support/trusted.ts';
import { endOf } from '../../../tests/support/planted.ts';
import type { VerifiedEvent } from '../event.ts';
import { listAddress } from './list-form.ts';
import { type Base, type BaseAnswer, CACHE, decideBase, newestOf } from './list-base.ts';

const me = '1'.repeat(64);
const other = '2'.repeat(64);
const NOW = 1_700_000_000;
const of = { address: listAddress('follows', me), now: NOW };
const version = (created_at: number, fields: { pubkey?: string; kind?: number; content?: string } = {}) =>
  trusted({ pubkey: me, kind: 3, created_at, ...fields });
const said = (source: string, ...events: VerifiedEvent[]): BaseAnswer => ({ source, answered: true, events });
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

/** What NIP-01 says, written down another way: sort and take the first. */
const bySorting = (events: readonly VerifiedEvent[]) =>
  events
    .filter((event) => event.pubkey === me && event.kind === 3 && event.created_at <= NOW + 600)
    .toSorted((a, b) => b.created_at - a.created_at || (a.id < b.id ? -1 : 1))[0];

type Chooser = (events: readonly VerifiedEvent[]) => VerifiedEvent | undefined;
const choosesNewest = (choose: Chooser) =>
  fc.property(
    versions.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }))),
    ([all, shuffled]) => {
      expect(choose(all)?.id).toBe(bySorting(all)?.id);
      expect(choose([...shuffled, ...all])?.id).toBe(bySorting(all)?.id);
    },
  );

test('INV-NEWEST ACCOUNT-12 E-18 in whatever order versions come, the newest is taken, at one second the lowest id, never the far future', () => {
  fc.assert(
    choosesNewest((events) => newestOf('follows', me, events, NOW)),
    { numRuns: 500 },
  );
});

test('INV-NEWEST taking the last that came, or another clock, is caught (planted)', () => {
  const mine = (events: readonly VerifiedEvent[]) => events.filter((event) => event.pubkey === me && event.kind === 3);
  expect(endOf(choosesNewest((events) => mine(events).at(-1)))).toBe('AssertionError');
  expect(endOf(choosesNewest((events) => newestOf('follows', me, events, NOW + 9_999)))).toBe('AssertionError');
});

const answers = fc
  .tuple(fc.boolean(), versions, fc.array(fc.tuple(fc.boolean(), versions), { maxLength: 4 }))
  .map(([cache, held, relays]): BaseAnswer[] => [
    { source: CACHE, answered: cache, events: held },
    ...relays.map(([answered, events], n) => ({ source: `wss://relay${n}.example`, answered, events })),
  ]);

type Decider = (answers: readonly BaseAnswer[], remembered: readonly VerifiedEvent[]) => Base;
const neverFromNothing = (decide: Decider) =>
  fc.property(answers, versions, (given, remembered) => {
    const base = decide(given, remembered);
    const heard = given.filter(({ answered }) => answered).map(({ source }) => source);
    const all = [...given.flatMap(({ events }) => events), ...remembered];
    expect(base.unheard).toEqual(given.filter(({ answered }) => !answered).map(({ source }) => source));
    if (heard.length === 0) expect(base.state).toBe('unknown');
    else if (bySorting(all)) expect(base.state === 'known' && base.event.id).toBe(bySorting(all)?.id);
    else expect(base.state).toBe(heard[0] === CACHE && (heard.length > 1 || given.length === 1) ? 'none' : 'unknown');
  });

test('INV-BASE ACCOUNT-09 a base is known from what was fetched, none only if cache and a relay say so, else unknown', () => {
  fc.assert(
    neverFromNothing((given, remembered) => decideBase(of, given, remembered)),
    { numRuns: 1_000 },
  );
});

test('INV-BASE taking silence for an empty list, or memory for a fresh answer, is caught (planted)', () => {
  const silenceIsEmpty: Decider = (given, remembered) => {
    const base = decideBase(of, given, remembered);
    return base.state === 'unknown' ? { state: 'none', unheard: base.unheard } : base;
  };
  const memoryIsFresh: Decider = (given, remembered) => {
    const event = bySorting(remembered);
    return event ? { state: 'known', event, unheard: [], isSure: true, isHeld: true } : decideBase(of, given, remembered);
  };
  expect(endOf(neverFromNothing(silenceIsEmpty))).toBe('AssertionError');
  expect(endOf(neverFromNothing(memoryIsFresh))).toBe('AssertionError');
});

test('a base is sure if the caching service and half of the write relays answered; a late fragment still counts as seen', () => {
  const list = version(NOW - 5);
  const sure = (...given: BaseAnswer[]) => {
    const base = decideBase(of, given, []);
    return base.state === 'known' && base.isSure;
  };
  expect(sure(said(CACHE, list))).toBe(true);
  expect(sure(said(CACHE), said(A, list), silent(B))).toBe(true);
  expect(sure(said(CACHE, list), said(A), silent(B), silent(C))).toBe(false);
  expect(sure(silent(CACHE), said(A, list), said(B))).toBe(false);
  const newer = version(NOW - 1);
  expect(decideBase(of, [said(CACHE, list), { ...silent(A), events: [newer] }], [])).toMatchObject({ event: newer, unheard: [A] });
});
