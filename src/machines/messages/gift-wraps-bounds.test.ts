import { createRumor } from 'nostr-tools/nip59';
import { expect, test } from 'vitest';
import { trusted } from '../../../tests/support/events/trusted.ts';
import {
  ann,
  ANN,
  BEN,
  HOME,
  junk,
  ME,
  ONE,
  start,
  TWO,
} from '../../../tests/support/messages/wraps-world.ts';
import { secretOf } from '../../events/account/keys/secret.ts';
import { inSeconds, seconds } from '../../events/core/time.ts';
import type { OpenedMessage } from '../../events/messages/unwrap.ts';
import type { VerifiedEvent } from '../../events/nostr/event.ts';
import { pressed } from '../../events/nostr/ours.ts';
import { foldOutbox } from '../../events/publish/outbox/outbox-fold.ts';
import type { OutboxContext } from '../publish/outbox/outbox-context.ts';
import { wrapJobs } from '../publish/outbox/outbox-subscribers.ts';
import {
  readingOf,
  type GiftWrapsContext,
  withEnd,
  withHeld,
  withLost,
  withMessage,
  withoutPage,
  withWraps,
} from './gift-wraps-context.ts';

const { pubkey, content } = junk(0);
const wrapAt = (created_at: number, mark = '') =>
  trusted({
    kind: 1_059,
    pubkey,
    created_at,
    tags: [['p', ME], ...(mark ? [['m', mark]] : [])],
    content,
  });
const wraps = (newest: number, count: number) =>
  Array.from({ length: count }, (_, nth) => wrapAt(newest - nth));
/** Return an empty context with these changes. */
const contextOf = (more: Partial<GiftWrapsContext> = {}): GiftWrapsContext => ({
  ...start().context(),
  ...more,
});
const brought = (
  context: GiftWrapsContext,
  ...events: readonly VerifiedEvent[]
): GiftWrapsContext => ({
  ...context,
  ...withWraps(context, pressed(ONE), events),
});
const ended = (context: GiftWrapsContext, isComplete = true): GiftWrapsContext => ({
  ...context,
  ...withEnd(context, pressed(ONE), isComplete),
});
const until = ({ older }: GiftWrapsContext) => older.get(pressed(ONE))?.until;

test('DM-09 LIMIT-02 a page of 100 is followed by another one, a shorter one is the last', () => {
  expect(until(ended(brought(contextOf(), ...wraps(900, 100))))).toBe(801);
  expect(until(ended(brought(contextOf(), ...wraps(900, 99))))).toBeUndefined();
  // the relay may send it in any number of parts, with other events in between
  const inParts = brought(
    brought(contextOf(), ...wraps(900, 50)),
    ...wraps(850, 50),
    trusted({ kind: 3, pubkey: BEN, created_at: 1 }),
  );
  expect(until(ended(inParts))).toBe(801);
  // wraps for other accounts count for the page size, too
  const others = wraps(900, 100).map((one, nth) =>
    nth < 60 ? one : trusted({ ...one, tags: [['p', BEN]] }),
  );
  expect(until(ended(brought(contextOf(), ...others)))).toBe(801);
  expect(ended(brought(contextOf(), ...others)).waiting).toHaveLength(60);
});

test('DM-09 a page without new wraps moves back by one second, and time zero ends all pages', () => {
  const first = ended(brought(contextOf(), ...wraps(900, 100)));
  const again = ended(brought({ ...first, brought: new Map() }, ...wraps(900, 100)));
  expect(until(again)).toBe(800);
  expect(
    until(ended(brought({ ...first, brought: new Map() }, ...wraps(900, 99), wrapAt(700)))),
  ).toBe(700);
  const zero = ended(brought(contextOf(), ...wraps(99, 100)));
  expect([until(zero), zero.whole.has(ONE)]).toEqual([undefined, true]);
  expect(until(ended(brought(contextOf(), ...wraps(100, 100))))).toBe(1);
});

test('DM-09 INV-PROGRESS at most 180 pages are requested per relay, which then counts as incomplete', () => {
  let context = contextOf();
  for (let page = 1; page < 180; page++) {
    context = ended(
      brought({ ...context, brought: new Map() }, ...wraps(90_000 - page * 100, 100)),
    );
    expect(context.older.get(pressed(ONE))?.pages).toBe(page);
  }
  const last = ended(brought({ ...context, brought: new Map() }, ...wraps(1_000, 100)));
  expect([last.older.size, last.whole.size, last.short.get(pressed(ONE))]).toEqual([
    0,
    0,
    { until: 901, pages: 0 },
  ]);
});

test('DM-10 of two resume positions of a relay the older one counts', () => {
  const at = (time: number) => ({ until: seconds(time), pages: 7 });
  const short = (before: number | undefined, now: number | undefined) => {
    const older = new Map(now === undefined ? [] : [[pressed(ONE), at(now)] as const]);
    const known = new Map(before === undefined ? [] : [[pressed(ONE), at(before)] as const]);
    const all = withoutPage({ ...contextOf(), older, short: known }).short;
    return all.get(pressed(ONE))?.until;
  };
  expect([short(500, 600), short(600, 500), short(undefined, 500), short(500, undefined)]).toEqual([
    500, 500, 500, 500,
  ]);
  expect(withoutPage(contextOf())).toEqual({ older: new Map(), short: new Map() });
  const silent = ended(contextOf(), false);
  expect([[...silent.short], silent.whole.size]).toEqual([[[ONE, undefined]], 0]);
  // a started page is continued there
  const begun = ended(contextOf({ older: new Map([[pressed(ONE), at(500)]]) }), false);
  expect([[...begun.short], begun.older.size]).toEqual([[[ONE, { until: 500, pages: 0 }]], 0]);
  const whole = ended(silent);
  expect([whole.short.size, [...whole.whole]]).toEqual([0, [ONE]]);
});

test('DM-10 above a thousand waiting wraps the oldest are dropped, and load again on an older page', () => {
  const context = brought(contextOf({ whole: new Set([ONE, TWO]) }), ...wraps(5_000, 1_100));
  expect([
    context.waiting.length,
    inSeconds(context.waiting.at(-1)?.created_at ?? seconds(0)),
    until(context),
  ]).toEqual([1_000, 4_001, 4_000]);
  expect([context.seen.size, [...context.whole], context.older.get(pressed(ONE))?.pages]).toEqual([
    1_000,
    [TWO],
    0,
  ]);
  // a dropped wrap is added when it arrives again, and a kept one is not
  const later = brought({ ...context, waiting: [] }, ...wraps(4_100, 200));
  expect(later.waiting.map(({ created_at }) => inSeconds(created_at))).toEqual(
    Array.from({ length: 100 }, (_, nth) => 4_000 - nth),
  );
  const full = brought(contextOf({ whole: new Set([ONE]) }), ...wraps(5_000, 1_000));
  expect([full.waiting.length, until(full), full.whole.has(ONE)]).toEqual([1_000, undefined, true]);
});

test('DM-09 wraps wait newest first and once each, with a fixed order within one second', () => {
  const [one, other, newer] = [wrapAt(100, 'a'), wrapAt(100, 'b'), wrapAt(200)];
  const orders = [
    [one, other, newer],
    [other, newer, one],
  ].map((all) =>
    all
      .reduce((context, event) => brought(context, event), contextOf())
      .waiting.map(({ id }) => id),
  );
  const [first, second] = [one.id, other.id].toSorted();
  expect(orders).toEqual([
    [newer.id, first, second],
    [newer.id, first, second],
  ]);
  expect(brought(contextOf(), one, one, other).waiting).toHaveLength(2);
  const twice = brought(brought(contextOf(), one), one);
  expect([twice.waiting.length, twice.brought.get(pressed(ONE))?.fresh]).toEqual([1, 1]);
});

test('DM-10 a tab remembers the last 20,000 received ids', () => {
  const seen = new Set(Array.from({ length: 20_000 }, (_, nth) => `old ${nth}`));
  const one = wrapAt(100);
  const context = brought(contextOf({ seen }), one);
  expect([
    context.seen.size,
    context.seen.has('old 0'),
    context.seen.has('old 1'),
    context.seen.has(one.id),
  ]).toEqual([20_000, false, true, true]);
});

test('DM-10 wraps of a relay count as newly arrived only if it was read to its end', () => {
  const one = wrapAt(100);
  expect([...brought(contextOf(), one).arriving]).toEqual([]);
  expect([...brought(contextOf({ whole: new Set([TWO]) }), one).arriving]).toEqual([]);
  const arrived = brought(contextOf({ whole: new Set([ONE]), arriving: new Set(['before']) }), one);
  expect([...arrived.arriving]).toEqual(['before', one.id]);
  const many = Array.from({ length: 1_000 }, (_, nth) => `old ${nth}`);
  const bounded = brought(
    contextOf({ whole: new Set([ONE]), arriving: new Set(many) }),
    one,
  ).arriving;
  expect([bounded.size, bounded.has('old 0'), bounded.has(one.id)]).toEqual([1_000, false, true]);
});

test('DM-10 the newest own follow list counts in any order of arrival, and lists by others never', () => {
  const follows = (by: string, created_at: number, ...peers: readonly string[]) =>
    trusted({
      kind: 3,
      pubkey: by,
      created_at,
      tags: [...peers.map((peer) => ['p', peer]), ['p'], ['t', 'x']],
    });
  const first = brought(contextOf(), follows(ME, 20, ANN));
  expect([...first.follows]).toEqual([ANN, '']);
  expect([...brought(first, follows(ME, 10, BEN)).follows]).toEqual([ANN, '']);
  expect(brought(first, follows(ME, 20, ANN)).follows).toBe(first.follows);
  expect([...brought(first, follows(BEN, 30, BEN)).follows]).toEqual([ANN, '']);
  expect([...brought(first, follows(ME, 30, BEN)).follows]).toEqual([BEN, '']);
  const lists = (by: string, created_at: number) =>
    trusted({ kind: 10_050, pubkey: by, created_at, tags: [['relay', TWO]] });
  const named = brought(contextOf(), lists(ME, 20));
  expect(brought(named, lists(ME, 10)).list?.created_at).toBe(20);
  expect(
    brought(named, lists(BEN, 30), trusted({ kind: 10_051, pubkey: ME, created_at: 40 })).list
      ?.created_at,
  ).toBe(20);
});

/** Return an outbox with own copies of messages. `isTaken`: true if the messages were accepted. */
function heldOf(copies: readonly VerifiedEvent[], isTaken = true) {
  const entries = copies.flatMap((own, nth) => {
    const jobs = wrapJobs({ account: ME } as OutboxContext, {
      type: 'outbox.wrap',
      origin: `message:${nth}`,
      message: {
        event: pressed(trusted({ ...own, tags: [['p', ANN]] })),
        to: ANN,
        relays: [pressed(ONE)],
      },
      own: { event: pressed(own), to: ME, relays: [pressed(TWO)] },
      from: undefined as never,
    });
    const answer = {
      job: jobs.job,
      type: 'answered',
      relay: pressed(ONE),
      accepted: true,
    } as const;
    return [...jobs.lines, ...(isTaken ? [answer] : [])];
  });
  return foldOutbox(
    new Map(),
    entries.map((entry) => ({ ...entry, at: seconds(1) })),
  );
}

test('INV-NO-LOSS DM-09 own copies of accepted messages in the outbox wait in order, each once', () => {
  const [one, other] = [wrapAt(300), wrapAt(100)];
  const before = wrapAt(200);
  const held = withHeld(
    contextOf({ waiting: [before], arriving: new Set(['before']) }),
    heldOf([other, one]),
  );
  expect(held.waiting?.map(({ id }) => id)).toEqual([one.id, before.id, other.id]);
  expect([...(held.arriving ?? [])]).toEqual(['before', other.id, one.id]);
  expect([...(held.seen ?? [])]).toEqual([other.id, one.id]);
  expect(withHeld(contextOf({ seen: new Set([one.id]) }), heldOf([one]))).toEqual({});
  expect(withHeld(contextOf(), heldOf([one], false))).toEqual({});
  const many = (text: string, count: number) =>
    new Set(Array.from({ length: count }, (_, nth) => `${text} ${nth}`));
  const full = withHeld(
    contextOf({ seen: many('seen', 20_000), arriving: many('arriving', 1_000) }),
    heldOf([one]),
  );
  expect([
    full.seen?.size,
    full.seen?.has(one.id),
    full.arriving?.size,
    full.arriving?.has(one.id),
  ]).toEqual([20_000, true, 1_000, true]);
});

test('DM-10 the reading progress depends on relays, waiting wraps and full conversations', () => {
  const urls = [ONE, TWO, HOME].map((url) => pressed(url));
  const list = trusted({
    kind: 10_050,
    pubkey: ME,
    created_at: 5,
    tags: [ONE, TWO, HOME].map((url) => ['relay', url]),
  });
  const all = contextOf({ list, whole: new Set(urls) });
  const [wrap] = [wrapAt(100)];
  expect(readingOf(all, false)).toEqual({ code: 'whole', missing: 0 });
  expect(readingOf({ ...all, waiting: [wrap] }, false)).toEqual({ code: 'reading', missing: 0 });
  expect(readingOf({ ...all, waiting: [wrap] }, true)).toEqual({ code: 'short', missing: 0 });
  expect(readingOf({ ...all, waiting: [wrap], arriving: new Set([wrap.id]) }, true).code).toBe(
    'short',
  );
  expect(readingOf({ ...all, waiting: [wrap], arriving: new Set([wrap.id]) }, true, ANN).code).toBe(
    'whole',
  );
  const some = { ...all, whole: new Set([HOME]), short: new Map([[pressed(ONE), undefined]]) };
  expect(readingOf(some, true)).toEqual({ code: 'reading', missing: 2 });
  const bothShort = { ...some, short: new Map([ONE, TWO].map((url) => [pressed(url), undefined])) };
  expect(readingOf(bothShort, false)).toEqual({ code: 'short', missing: 2 });
  expect(
    readingOf(
      { ...bothShort, older: new Map([[pressed(ONE), { until: seconds(5), pages: 0 }]]) },
      true,
    ).code,
  ).toBe('reading');
  const said = Array.from({ length: 5_000 }, () => ({}) as OpenedMessage);
  expect(readingOf({ ...all, opened: new Map([[ANN, said]]) }, false, ANN)).toEqual({
    code: 'short',
    missing: 0,
  });
  expect(readingOf({ ...all, opened: new Map([[ANN, said.slice(1)]]) }, false, ANN).code).toBe(
    'whole',
  );
  expect(readingOf({ ...all, opened: new Map([[ANN, said]]) }, false, BEN).code).toBe('whole');
});

test('DM-09 the last 100 failed wraps are kept for a retry, and all are counted', () => {
  let context = contextOf({ waiting: wraps(900, 101) });
  const [first, second] = context.waiting.map(({ id }) => id);
  for (const { id } of context.waiting) context = { ...context, ...withLost(context, id) };
  expect([context.waiting, context.lost.length, context.lostCount]).toEqual([[], 100, 101]);
  expect([context.lost.some(({ id }) => id === first), context.lost[0]?.id]).toEqual([
    false,
    second,
  ]);
  expect(withLost(context, 'unknown').lostCount).toBe(101);
});

test('DM-10 only strangers above the limit are counted, not followed or known contacts', () => {
  const said = (peer: string): OpenedMessage => ({
    peer,
    message: { id: peer, pubkey: peer, created_at: seconds(1), form: 'nip17', event: wrapAt(1) },
    text: secretOf(''),
  });
  const full = new Map(
    Array.from({ length: 20_000 }, (_, nth) => [String(nth), [said(String(nth))]] as const),
  );
  const rumor = (text: string) =>
    createRumor({ kind: 14, content: text, created_at: 100, tags: [['p', ME]] }, ann);
  const wrap = wrapAt(100);
  const seal = trusted({ kind: 13, pubkey: ANN, created_at: 100 });
  const context = contextOf({
    now: seconds(200),
    waiting: [wrap, wrapAt(99)],
    seals: new Map([[wrap.id, seal]]),
    rest: 3,
  });
  const after = (more: Partial<GiftWrapsContext>, text = 'hello') =>
    withMessage({ ...context, ...more }, wrap.id, secretOf(JSON.stringify(rumor(text))));
  const stranger = after({ opened: full });
  expect([
    stranger.rest,
    stranger.opened?.has(ANN),
    stranger.waiting?.length,
    stranger.seals?.size,
  ]).toEqual([4, false, 1, 0]);
  const followed = after({ opened: full, follows: new Set([ANN]) });
  expect([followed.opened?.has(ANN), followed.opened?.size, followed.rest]).toEqual([
    true,
    20_000,
    4,
  ]);
  const known = after({ opened: new Map([[ANN, [said(ANN)]]]) });
  expect([known.opened?.get(ANN)?.length, known.rest]).toEqual([2, 3]);
  expect([after({}).opened?.size, after({}).rest]).toEqual([1, 3]);
  // an invalid rumor changes nothing, and its text is cleared
  const text = secretOf('no message');
  const none = withMessage({ ...context, arriving: new Set([wrap.id]) }, wrap.id, text);
  expect([none.opened, none.rest, none.arrived, text.reveal(), none.waiting?.length]).toEqual([
    context.opened,
    3,
    undefined,
    undefined,
    1,
  ]);
  const arrived = after({ arriving: new Set([wrap.id]), arrived: new Set(['before']) });
  expect([...(arrived.arrived ?? [])]).toEqual(['before', rumor('hello').id]);
  expect(after({}).arrived).toBeUndefined();
});
