import { expect, test } from 'vitest';
import { type ActorRefFrom, createActor, setup, SimulatedClock } from 'xstate';
import { fakeBus } from '../../../tests/support/connection/fake-bus.ts';
import { range } from '../../../tests/support/connection/fake-cache.ts';
import { ANN, BEN, ME, URL } from '../../../tests/support/messages/messages-world.ts';
import { fakeSession } from '../../../tests/support/account/fake-session.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { RESULT } from '../../events/nostr/kinds.ts';
import type { Relation } from '../../events/messages/contacts.ts';
import { contactsMachine } from './contacts.machine.ts';
import { isLong } from '../../../tests/support/runs.ts';

const strangers = (from: number, count: number) =>
  Array.from(
    { length: count },
    (_, nth) => [(from + nth).toString(16).padStart(64, '0'), 900_000 - from - nth] as const,
  );
/**
 * Return a full page of contacts, each with the time of the last message. `since`: end of the page.
 */
const page = (contacts: ReadonlyArray<readonly [string, number]>, since: number) => {
  const content = Object.fromEntries(
    contacts.map(([peer, latest_at]) => [peer, { cnt: 1, latest_at }]),
  );
  const peers = Array.from({ length: 20 }, (_, nth) => String(nth));
  return {
    claims: [
      { claim: 'other' as const, kind: RESULT.MessageStatsPerSender, content },
      range(peers, { since, until: since + 9 }),
    ],
  };
};

function start() {
  const { bus, ...asked } = fakeBus();
  const input = {
    account: ME,
    bus,
    signer: fakeSession().ref,
    service: URL,
    isLocal: true,
    quiet: true,
  };
  const house = setup({ actors: { contacts: contactsMachine } }).createMachine({
    invoke: { id: 'contacts', src: 'contacts', input },
  });
  const root = createActor(house, { clock: new SimulatedClock() }).start();
  const actor = root.getSnapshot().children['contacts'] as ActorRefFrom<typeof contactsMachine>;
  const list = (relation: Relation) => actor.getSnapshot().context.lists.get(relation);
  return { ...asked, send: actor.send, list };
}

test.runIf(isLong)(
  'DM-10 thousands of strangers from the service do not displace followed or answered contacts',
  () => {
    const it = start();
    it.send({ type: 'contacts.show', relation: 'follows' });
    it.answer(page([[ANN, 5]], 5));
    it.send({ type: 'contacts.show', relation: 'any' });
    const own = trusted({ kind: 4, pubkey: ME, created_at: 6, tags: [['p', BEN]] });
    it.answer({ ...page([[ANN, 5], [BEN, 6], ...strangers(0, 4_000)], 800_000), events: [own] });
    for (let nth = 1; nth < 6; nth++) {
      it.send({ type: 'contacts.loadMore' });
      it.answer(page(strangers(nth * 4_000, 4_000), 800_000 - nth));
    }
    const any = it.list('any');
    expect([any?.contacts.size, any?.rest, any?.contacts.has(ANN), any?.contacts.has(BEN)]).toEqual(
      [20_002, 4_000, true, true],
    );
    // a newer message by the peer does not make them a stranger
    it.send({ type: 'contacts.refresh' });
    it.answer(page([[BEN, 999_999]], 999_990));
    expect(it.list('any')?.contacts.get(BEN)).toMatchObject({
      isWrittenTo: true,
      latestAt: 999_999,
    });
  },
);
