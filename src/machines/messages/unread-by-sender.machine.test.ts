import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { elapse } from '../../../tests/support/machines/clock.ts';
import { fakeBus } from '../../../tests/support/connection/fake-bus.ts';
import { range } from '../../../tests/support/connection/fake-cache.ts';
import { ANN, BEN, counts, ME, URL } from '../../../tests/support/messages/messages-world.ts';
import { runs } from '../../../tests/support/runs.ts';
import { fakeSession } from '../../../tests/support/account/fake-session.ts';
import { unreadBySenderMachine } from './unread-by-sender.machine.ts';

const UNPROVEN = `auth-required: who are you; challenge=${'d'.repeat(64)}`;
const peerOf = (at: number) => at.toString(16).padStart(64, '0');

function start(isLocal = true) {
  const signer = fakeSession();
  const { bus, ...asked } = fakeBus();
  const clock = new SimulatedClock();
  const input = { account: ME, bus, signer: signer.ref, service: URL, isLocal, quiet: true };
  const actor = createActor(unreadBySenderMachine, { clock, input }).start();
  return {
    ...asked,
    signer,
    wait: (ms: number) => elapse(clock, ms, 100),
    send: actor.send,
    count: (count: number) => actor.send({ type: 'unread.changed', count }),
    /** Return the known number of unread messages, in total and by sender. */
    known: () => {
      const { tally } = actor.getSnapshot().context;
      return tally && [tally.total, Object.fromEntries(tally.unread)];
    },
  };
}

/** Return a full page of contacts with the given unread counts. `since`: end of the page. */
const fullPage = (since: number, unread: Readonly<Record<string, number>> = {}) => {
  const peers = Array.from({ length: 100 }, (_, at) => peerOf(since * 1_000 + at));
  const { claims } = counts({ ...Object.fromEntries(peers.map((peer) => [peer, 0])), ...unread });
  return { claims: [...claims, range(peers, { since, until: since + 9 })] };
};

test('ROUTE-19 each new count requests the senders of unread messages among all contacts', () => {
  const it = start();
  it.count(0);
  expect([it.open(), it.known()]).toEqual([[], [0, {}]]);
  it.count(3);
  expect(it.open().map(({ query }) => [query.verb, query.payload])).toEqual([
    ['get_directmsg_contacts', { user_pubkey: ME, relation: 'any', limit: 100 }],
  ]);
  // a count is reported only together with its senders
  expect(it.known()).toEqual([0, {}]);
  it.answer(counts({ [ANN]: 2, [BEN]: 1 }));
  expect([it.known(), it.open()]).toEqual([[3, { [ANN]: 2, [BEN]: 1 }], []]);
  it.count(0);
  expect([it.known(), it.open()]).toEqual([[0, {}], []]);
});

test('ROUTE-19 pages load until all counted messages are found or no page is left', () => {
  const it = start();
  it.count(3);
  it.answer(fullPage(500, { [ANN]: 2 }));
  expect(it.open()[0]?.query.payload).toMatchObject({ until: 500, offset: 1 });
  it.answer(fullPage(400, { [BEN]: 1 }));
  expect(it.known()).toEqual([3, expect.objectContaining({ [ANN]: 2, [BEN]: 1 })]);
  it.count(4);
  it.answer(fullPage(500, { [ANN]: 2 }));
  it.answer(counts({ [BEN]: 1 }));
  expect([it.known()?.[0], it.open()]).toEqual([4, []]);
  it.count(5);
  for (let page = 0; page < 10; page++) it.answer(fullPage(500 - page));
  expect([it.known()?.[0], it.open()]).toEqual([5, []]);
});

test('ROUTE-19 the same count is checked again once a minute, because its senders may have changed', () => {
  const it = start();
  it.count(1);
  it.answer(counts({ [ANN]: 1 }));
  for (const count of [1, 1]) it.count(count);
  expect(it.open()).toEqual([]);
  it.wait(60_000);
  it.count(1);
  it.answer(counts({ [BEN]: 1 }));
  expect(it.known()).toEqual([1, { [BEN]: 1 }]);
});

test('INV-PROGRESS a stale response is requested again, and a late or refused one blocks nothing', () => {
  const it = start();
  it.count(1);
  it.count(2);
  it.answer(counts({ [ANN]: 1 }));
  it.answer(counts({ [ANN]: 2 }));
  expect([it.known(), it.open()]).toEqual([[2, { [ANN]: 2 }], []]);
  it.count(3);
  it.refuse();
  expect([it.known(), it.open()]).toEqual([[3, { [ANN]: 2 }], []]);
  it.count(4);
  it.wait(600_000);
  expect([it.known(), it.open()]).toEqual([[4, { [ANN]: 2 }], []]);
});

test.each([true, false])(
  'BEYOND-03 a service that requires a proof gets it only without a prompt (local key: %s)',
  (isLocal) => {
    const it = start(isLocal);
    it.send({ type: 'unreadBySender.open', service: 'wss://other.example' });
    it.count(2);
    it.refuse(undefined, UNPROVEN);
    const [request] = it.signer.open();
    expect(request).toMatchObject({ quiet: true });
    expect(JSON.stringify(request?.act)).toContain('wss://other.example');
    it.signer.refuse();
    expect([it.known(), it.signer.open()]).toEqual([[2, {}], []]);
    it.wait(10_000);
    // a local key may open at any moment
    expect(it.open()).toHaveLength(isLocal ? 1 : 0);
    if (isLocal) it.answer(counts({ [ANN]: 2 }));
    expect(it.known()).toEqual([2, isLocal ? { [ANN]: 2 } : {}]);
  },
);

test('INV-PROGRESS in any order of counts, responses and errors, the last count is finally reported', () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('count'), count: fc.nat(5) }),
    fc.record({
      do: fc.constantFrom('answer', 'further', 'refuse', 'unproven', 'unsigned', 'wait'),
    }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), fc.boolean(), (steps, isLocal) => {
      const it = start(isLocal);
      let total: number | undefined;
      for (const one of steps) {
        if ('count' in one) it.count((total = one.count));
        else if (one.do === 'wait') it.wait(3_000);
        else if (one.do === 'unsigned' && it.signer.open().length > 0) it.signer.refuse();
        else if (it.open().length === 0) continue;
        else if (one.do === 'answer') it.answer(counts({ [ANN]: total ?? 0 }));
        else if (one.do === 'further') it.answer(fullPage(500));
        else if (one.do === 'refuse') it.refuse();
        else if (one.do === 'unproven') it.refuse(undefined, UNPROVEN);
      }
      for (let round = 0; round < 3 && it.known()?.[0] !== total; round++) {
        while (it.signer.open().length > 0) it.signer.refuse();
        while (it.open().length > 0) it.answer(counts({ [ANN]: total ?? 0 }));
      }
      expect(it.known()?.[0]).toBe(total);
    }),
    { numRuns: runs(200) },
  );
});

test('BEYOND-03 pages that a service closed half way are asked for again from the first one', () => {
  const it = start();
  it.count(5);
  it.answer(fullPage(500, { [ANN]: 2 }));
  it.refuse(undefined, UNPROVEN);
  it.signer.refuse();
  expect([it.known(), it.open()]).toEqual([[5, {}], []]);
  it.wait(4_900);
  expect(it.open()).toEqual([]);
  it.wait(100);
  expect(it.open()[0]?.query.payload).toEqual({ user_pubkey: ME, relation: 'any', limit: 100 });
  // the second look finds the same messages again
  it.answer(counts({ [BEN]: 5 }));
  expect(it.known()).toEqual([5, { [BEN]: 5 }]);
});

test('ROUTE-19 a full page has another one behind it, a shorter one has none', () => {
  const it = start();
  it.count(5);
  it.answer(fullPage(500, { [ANN]: 1 }));
  expect([it.known(), it.open().length]).toEqual([undefined, 1]);
  const { claims } = counts({ [BEN]: 1 });
  const peers = Array.from({ length: 99 }, (_, at) => peerOf(at));
  it.answer({ claims: [...claims, range(peers, { since: 400, until: 409 })] });
  expect([it.known()?.[0], it.open()]).toEqual([5, []]);
});

test('INV-PROGRESS a count during the last page restarts at the first page with empty results', () => {
  const it = start();
  it.count(3);
  it.answer(fullPage(500, { [ANN]: 1 }));
  it.count(4);
  it.answer(counts({ [BEN]: 1 }));
  expect(it.open()[0]?.query.payload).toEqual({ user_pubkey: ME, relation: 'any', limit: 100 });
  it.answer(counts({ [BEN]: 4 }));
  expect([it.known(), it.open()]).toEqual([[4, { [BEN]: 4 }], []]);
});

test('TRUST-06 a failed page keeps the known counts', () => {
  const it = start();
  it.count(1);
  it.answer(counts({ [ANN]: 1 }));
  it.count(2);
  it.send({
    type: 'xstate.error.actor.page',
    actorId: 'page',
    error: new Error('planted'),
  } as never);
  expect(it.known()).toEqual([2, { [ANN]: 1 }]);
});
