import { createActor } from 'xstate';
import { expect, test } from 'vitest';
import { fakeBus } from '../../../../tests/support/connection/fake-bus.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { mutualsMachine } from './mutuals.machine.ts';

const [ME, ANN, BEN, CAT] = ['1', '2', '3', '4'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
  string,
];
const profileOf = (pubkey: string) => trusted({ pubkey, kind: KIND.Metadata, content: '{}' });

function start() {
  const bus = fakeBus();
  const actor = createActor(mutualsMachine, { input: { bus: bus.bus, account: ME } }).start();
  return {
    bus,
    ask: (...pubkeys: string[]) => actor.send({ type: 'mutuals.ask', pubkeys }),
    known: () => actor.getSnapshot().context.known,
  };
}

test('PROFILE-01 each person is requested once, one at a time, with the account as viewer', () => {
  const { bus, ask, known } = start();
  ask(ANN, BEN, ANN);
  ask(BEN);
  expect(bus.open().map(({ query }) => query)).toEqual([
    { verb: 'user_profile_followed_by', payload: { pubkey: ANN, user_pubkey: ME, limit: 5 } },
  ]);
  bus.answer({ events: [profileOf(CAT), trusted({ pubkey: BEN, kind: KIND.Text })] });
  expect(bus.open().map(({ query }) => query.payload)).toMatchObject([{ pubkey: BEN }]);
  bus.refuse();
  expect([...known()]).toEqual([
    [ANN, [CAT]],
    [BEN, []],
  ]);
  ask(ANN, BEN);
  expect(bus.open()).toEqual([]);
});

test('a list of thousands requests the first hundred, and at most a thousand are kept', () => {
  const { bus, ask, known } = start();
  const many = Array.from({ length: 3_000 }, (_, at) => at.toString(16).padStart(64, '0'));
  for (let from = 0; from < 1_200; from += 100) {
    ask(...many.slice(from));
    let asked = 0;
    for (; bus.open().length > 0; asked++) bus.answer({});
    expect(asked).toBe(100);
  }
  expect(known().size).toBe(1_000);
});
