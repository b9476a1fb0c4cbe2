import { expect, test } from 'vitest';
import { type ActorRefFrom, type AnyEventObject, createActor, setup, SimulatedClock } from 'xstate';
import { fakeSession } from '../../../tests/support/account/fake-session.ts';
import { fakeBus } from '../../../tests/support/connection/fake-bus.ts';
import { range } from '../../../tests/support/connection/fake-cache.ts';
import { elapse } from '../../../tests/support/machines/clock.ts';
import { ANN, BEN, counts, ME, URL } from '../../../tests/support/messages/messages-world.ts';
import { RESULT } from '../../events/nostr/kinds.ts';
import type { Relation } from '../../events/messages/contacts.ts';
import { inSeconds } from '../../events/core/time.ts';
import { contactsMachine } from './contacts.machine.ts';

type Told = Readonly<Record<string, { readonly cnt: number; readonly latest_at: number }>>;

const UNPROVEN = 'auth-required: who are you';
const peerAt = (at: number) => at.toString(16).padStart(64, '0');
/** Return contacts with these numbers, each with that time of the last message. */
const people = (...at: readonly number[]): Told =>
  Object.fromEntries(at.map((one) => [peerAt(one), { cnt: 1, latest_at: one }]));
/** Return a page with `named` contacts that ends at the time `since`. */
const page = (content: Told, since: number, named = 20) => ({
  claims: [
    { claim: 'other' as const, kind: RESULT.MessageStatsPerSender, content },
    range(
      Array.from({ length: named }, (_, nth) => String(nth)),
      { since, until: since + 9 },
    ),
  ],
});

function start(isLocal = true) {
  const { bus, ...asked } = fakeBus();
  const signer = fakeSession();
  const told: AnyEventObject[] = [];
  const clock = new SimulatedClock();
  const input = { account: ME, bus, signer: signer.ref, service: URL, isLocal, quiet: true };
  const house = setup({
    types: { events: {} as AnyEventObject },
    actors: { contacts: contactsMachine },
  }).createMachine({
    invoke: { id: 'contacts', src: 'contacts', input },
    on: { '*': { actions: ({ event }) => told.push(event) } },
  });
  const root = createActor(house, { clock }).start();
  const actor = root.getSnapshot().children['contacts'] as ActorRefFrom<typeof contactsMachine>;
  return {
    ...asked,
    signer,
    send: actor.send,
    show: (relation: Relation) => actor.send({ type: 'contacts.show', relation }),
    is: (tag: 'loading' | 'failed' | 'closed') => actor.getSnapshot().hasTag(tag),
    wait: (ms: number) => elapse(clock, ms, 100),
    asks: () => asked.open().map(({ query }) => query.payload),
    told: () =>
      told.flatMap(({ type, unread }) =>
        type === 'contacts.changed' ? [Object.fromEntries(unread)] : [],
      ),
    /** Times of the last messages of the listed contacts, newest first. */
    times: (relation: Relation) =>
      [...(actor.getSnapshot().context.lists.get(relation)?.contacts.values() ?? [])]
        .map(({ latestAt }) => inSeconds(latestAt))
        .toSorted((one, other) => other - one),
    unread: (relation: Relation, peer: string) =>
      actor.getSnapshot().context.lists.get(relation)?.contacts.get(peer)?.unread,
  };
}

test('DM-01 LIMIT-02 contacts load in pages of 20 until a page is not full', () => {
  const it = start();
  expect([it.asks(), it.is('loading')]).toEqual([[], false]);
  it.show('other');
  expect([it.asks(), it.is('loading')]).toEqual([
    [{ user_pubkey: ME, relation: 'other', limit: 20 }],
    true,
  ]);
  it.answer(page(people(900, 800), 800));
  it.send({ type: 'contacts.loadMore' });
  expect(it.asks()).toEqual([
    { user_pubkey: ME, relation: 'other', limit: 20, until: 800, offset: 1 },
  ]);
  it.answer(page(people(700), 700, 19));
  expect(it.times('other')).toEqual([900, 800, 700]);
  it.send({ type: 'contacts.loadMore' });
  expect([it.asks(), it.is('loading')]).toEqual([[], false]);
});

test('DM-01 another list starts at its top, and the previous one later continues at its position', () => {
  const it = start();
  it.show('follows');
  it.answer(page(people(900), 900));
  it.send({ type: 'contacts.loadMore' });
  it.answer(page(people(800), 800));
  it.show('other');
  expect(it.asks()).toEqual([{ user_pubkey: ME, relation: 'other', limit: 20 }]);
  it.answer(page(people(50), 50, 1));
  it.send({ type: 'contacts.loadMore' });
  expect(it.asks()).toEqual([]);
  it.show('follows');
  expect(it.asks()).toEqual([{ user_pubkey: ME, relation: 'follows', limit: 20 }]);
  it.answer(page(people(900), 900));
  expect([it.times('follows'), it.times('other')]).toEqual([[900, 800], [50]]);
  it.send({ type: 'contacts.loadMore' });
  expect(it.asks()).toMatchObject([{ until: 800, offset: 1 }]);
});

test('DM-01 INV-TAGGED a response that arrives after another list was selected counts for neither', () => {
  const it = start();
  it.show('follows');
  it.show('other');
  expect(it.asks()).toMatchObject([{ relation: 'other' }]);
  it.answer(page(people(5), 5, 1));
  expect([it.times('follows'), it.times('other')]).toEqual([[], [5]]);
});

test('DM-01 a reloaded list drops contacts that are gone, and keeps older pages and its position', () => {
  const it = start();
  it.show('any');
  it.answer(page(people(900, 850, 800), 800));
  it.send({ type: 'contacts.loadMore' });
  it.answer(page(people(750, 700), 700));
  it.send({ type: 'contacts.refresh' });
  expect(it.asks()).toEqual([{ user_pubkey: ME, relation: 'any', limit: 20 }]);
  it.answer(page(people(950, 900, 800), 800));
  expect(it.times('any')).toEqual([950, 900, 800, 750, 700]);
  it.send({ type: 'contacts.loadMore' });
  expect(it.asks()).toMatchObject([{ until: 700, offset: 1 }]);
  it.answer(page(people(600), 600));
  // a list that is shorter now has no page after the first one
  it.send({ type: 'contacts.refresh' });
  it.answer(page(people(950), 950, 1));
  it.send({ type: 'contacts.loadMore' });
  expect([it.times('any'), it.asks()]).toEqual([[950], []]);
});

test('DM-01 INV-PROGRESS news during a request for contacts causes one more request from the top', () => {
  const it = start();
  it.show('any');
  it.answer(page(people(900), 900));
  it.send({ type: 'contacts.loadMore' });
  it.send({ type: 'contacts.refresh' });
  it.send({ type: 'contacts.refresh' });
  expect(it.asks()).toMatchObject([{ until: 900 }]);
  it.answer(page(people(800), 800));
  expect(it.asks()).toEqual([{ user_pubkey: ME, relation: 'any', limit: 20 }]);
  it.answer(page(people(950, 900), 900));
  expect([it.asks(), it.times('any')]).toEqual([[], [950, 900, 800]]);
});

test('DM-03 contacts read during a request stay read, and the next response counts unchanged', () => {
  const it = start();
  it.show('any');
  const cid = peerAt(7);
  it.send({ type: 'contacts.read', peer: ANN });
  it.send({ type: 'contacts.read', peer: cid });
  it.answer(counts({ [ANN]: 2, [BEN]: 3, [cid]: 4 }));
  expect([it.unread('any', ANN), it.unread('any', BEN), it.unread('any', cid)]).toEqual([0, 3, 0]);
  it.send({ type: 'contacts.refresh' });
  it.answer(counts({ [ANN]: 1, [BEN]: 3 }));
  expect([it.unread('any', ANN), it.unread('any', BEN)]).toEqual([1, 3]);
  it.send({ type: 'contacts.read', peer: BEN });
  it.show('other');
  it.answer(counts({ [BEN]: 4 }));
  it.send({ type: 'contacts.read', peer: undefined });
  // each list is reported while it is shown
  expect([it.unread('any', ANN), it.unread('any', BEN), it.unread('other', BEN)]).toEqual([
    0, 0, 0,
  ]);
  expect(it.told()).toEqual([
    {},
    {},
    { [ANN]: 0, [BEN]: 3, [cid]: 0 },
    { [ANN]: 1, [BEN]: 3 },
    { [ANN]: 1, [BEN]: 0 },
    { [BEN]: 4 },
    { [BEN]: 0 },
  ]);
});

test('DM-01 DM-03 a list that was marked as read keeps its position', () => {
  const it = start();
  it.show('any');
  it.answer(page(people(900), 900));
  it.send({ type: 'contacts.read', peer: undefined });
  it.send({ type: 'contacts.loadMore' });
  expect(it.asks()).toMatchObject([{ until: 900, offset: 1 }]);
});

test('DM-10 all followed contacts are listed, with any number of them', () => {
  const it = start();
  it.show('follows');
  for (let nth = 0; nth < 6; nth++) {
    it.answer(
      page(
        people(...Array.from({ length: 4_000 }, (_, at) => 100_000 - nth * 4_000 - at)),
        100_000 - nth,
      ),
    );
    it.send({ type: 'contacts.loadMore' });
  }
  expect(it.times('follows')).toHaveLength(24_000);
});

test('BEYOND-03 permission before a list was selected applies to the list of followed contacts', () => {
  const it = start();
  it.send({ type: 'contacts.allowPrompts' });
  expect(it.asks()).toEqual([{ user_pubkey: ME, relation: 'follows', limit: 20 }]);
});

test('DM-01 INV-PROGRESS a failed request for contacts is repeated on news or a request for more', () => {
  const it = start();
  it.show('any');
  it.answer(page(people(900), 900));
  it.send({ type: 'contacts.loadMore' });
  it.refuse();
  expect([it.is('failed'), it.is('closed'), it.asks()]).toEqual([true, false, []]);
  it.send({ type: 'contacts.loadMore' });
  expect(it.asks()).toMatchObject([{ until: 900, offset: 1 }]);
  it.refuse();
  it.send({ type: 'contacts.refresh' });
  expect(it.asks()).toEqual([{ user_pubkey: ME, relation: 'any', limit: 20 }]);
  expect(it.is('failed')).toBe(false);
});

test('BEYOND-03 contacts that require a proof are requested again after 5 s if the key is local', () => {
  const here = start();
  here.show('any');
  here.refuse(undefined, UNPROVEN);
  expect(here.signer.open()).toMatchObject([{ quiet: true }]);
  here.signer.refuse();
  expect([here.is('closed'), here.is('failed'), here.asks()]).toEqual([true, false, []]);
  here.wait(4_900);
  expect(here.asks()).toEqual([]);
  here.wait(100);
  expect(here.asks()).toHaveLength(1);

  const away = start(false);
  away.send({ type: 'contacts.setService', service: 'wss://other.example' });
  away.show('any');
  away.answer(page(people(900), 900));
  away.send({ type: 'contacts.loadMore' });
  away.refuse(undefined, UNPROVEN);
  away.signer.refuse();
  away.wait(60_000);
  expect([away.is('closed'), away.asks()]).toEqual([true, []]);
  away.send({ type: 'contacts.allowPrompts' });
  expect(away.asks()).toEqual([{ user_pubkey: ME, relation: 'any', limit: 20 }]);
  away.refuse(undefined, UNPROVEN);
  const [request] = away.signer.open();
  expect([request?.quiet, JSON.stringify(request?.act).includes('wss://other.example')]).toEqual([
    false,
    true,
  ]);
});
