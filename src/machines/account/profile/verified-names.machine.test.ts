import fc from 'fast-check';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fakeBus } from '../../../../tests/support/connection/fake-bus.ts';
import type { Claim } from '../../../events/connection/claims.ts';
import { RESULT } from '../../../events/nostr/kinds.ts';
import { type NameKey, type NameLookUp, verifiedNamesMachine } from './verified-names.machine.ts';
import { runs } from '../../../../tests/support/runs.ts';

interface Asked {
  readonly address: string;
  readonly answer: (key: NameKey) => void;
  readonly fail: () => void;
  readonly signal: AbortSignal;
  readonly ended: () => boolean;
}

const KEY = 'a'.repeat(64);

function start() {
  const clock = new SimulatedClock();
  const asked: Asked[] = [];
  const lookUp = fromPromise<NameKey, NameLookUp>(
    ({ input, signal }) =>
      new Promise((resolve, reject) => {
        let ended = false;
        const end = (say: () => void) => () => {
          ended = true;
          say();
        };
        const answer = (key: NameKey) => end(() => resolve(key))();
        asked.push({
          address: input.address,
          answer,
          fail: end(() => reject(new Error('no'))),
          signal,
          ended: () => ended,
        });
      }),
  );
  const bus = fakeBus();
  const actor = createActor(verifiedNamesMachine.provide({ actors: { lookUp } }), {
    clock,
    id: 'names',
    input: { bus: bus.bus, home: 'wss://starling.example/v1' },
  }).start();
  const context = () => actor.getSnapshot().context;
  /** Addresses requested from the service. */
  const questions = () =>
    bus.open().map(({ query: { verb, payload } }) => [verb, payload?.['address']]);
  const claim = (address: string, pubkey: unknown): Claim => ({
    claim: 'other',
    kind: RESULT.WellKnownKey,
    content: { address, pubkey },
  });
  return {
    clock,
    asked,
    bus,
    questions,
    /** Answer the oldest request to the service. */
    tell: (address: string, pubkey: unknown) => bus.answer({ claims: [claim(address, pubkey)] }),
    /** Hosts that this page asked itself. */
    addresses: () => asked.map(({ address }) => address),
    check: (address: string) => actor.send({ type: 'name.check', address }),
    press: (address: string) => actor.send({ type: 'name.checkDirectly', address }),
    answers: () =>
      Object.fromEntries(
        [...context().answers].map(([address, { key, by }]) => [address, [key, by]]),
      ),
    left: () => [...context().queue, ...context().open],
  };
}

/** Let settled promises run their callbacks. */
const settled = async () => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
};

test('TRUST-08 PROFILE-12 reading asks no host of an author: the service looks each name up once', () => {
  const { addresses, questions, tell, check, answers, left } = start();
  for (const address of ['a@x.example', 'b@x.example', 'c@x.example', 'a@x.example'])
    check(address);
  expect(questions()).toEqual(
    ['a', 'b', 'c'].map((name) => ['verified_name', `${name}@x.example`]),
  );
  tell('a@x.example', KEY);
  tell('b@x.example', null);
  tell('c@x.example', 7);
  expect(answers()).toEqual({
    'a@x.example': [KEY, 'service'],
    'b@x.example': [null, 'service'],
    'c@x.example': [null, 'service'],
  });
  check('a@x.example');
  expect([questions(), left(), addresses()]).toEqual([[], [], []]);
});

test('TRUST-08 if the service cannot tell, the host of a name is asked only on a press', async () => {
  const { asked, addresses, bus, check, press, answers, questions, tell } = start();
  check('a@x.example');
  bus.refuse();
  expect([answers(), addresses()]).toEqual([{ 'a@x.example': [null, 'nobody'] }, []]);
  check('a@x.example');
  expect([questions(), addresses()]).toEqual([[], []]);
  press('a@x.example');
  expect(addresses()).toEqual(['a@x.example']);
  asked[0]?.answer(KEY);
  await settled();
  expect(answers()).toEqual({ 'a@x.example': [KEY, 'host'] });
  press('a@x.example');
  // a name that the service answered is not requested again
  check('b@x.example');
  tell('b@x.example', null);
  press('b@x.example');
  expect(addresses()).toEqual(['a@x.example']);
});

test('ROUTE-16 ZAP-05 only the own origin is asked directly, by name, address or url; lookalikes are not', async () => {
  const { asked, addresses, check, answers, questions } = start();
  const own = ['iris', 'jun@starling.example', 'https://starling.example/.well-known/lnurlp/jun'];
  const others = [
    'a@evil-starling.example',
    'a@starling.example.evil',
    'a@x.example@starling.example',
    'https://x.example/@starling.example',
  ];
  for (const address of [...own, ...others]) check(address);
  expect([addresses(), questions().map(([, address]) => address)]).toEqual([own, others]);
  asked[0]?.answer(KEY);
  asked[1]?.fail();
  await settled();
  expect(answers()).toEqual({ iris: [KEY, 'host'], 'jun@starling.example': [null, 'nobody'] });
});

test('PROFILE-12 INV-PROGRESS a name without an answer for 8 s has no key; a late answer is ignored', async () => {
  const { clock, asked, check, press, bus, answers } = start();
  check('a@slow.example');
  elapse(clock, 7_999);
  expect(answers()).toEqual({});
  clock.increment(1);
  expect([answers(), bus.open()]).toEqual([{ 'a@slow.example': [null, 'nobody'] }, []]);
  press('a@slow.example');
  elapse(clock, 8_000);
  expect(asked[0]?.signal.aborted).toBe(true);
  asked[0]?.answer('late');
  await settled();
  expect(answers()).toEqual({ 'a@slow.example': [null, 'nobody'] });
});

test('PROFILE-12 ROUTE-16 INV-PROGRESS requests to the service do not delay lookups of this origin', async () => {
  const { clock, asked, addresses, check, questions, tell } = start();
  for (let at = 0; at < 20; at++) check(`a@n${at}.example`);
  expect(questions()).toHaveLength(12);
  check('iris');
  expect(addresses()).toEqual(['iris']);
  asked[0]?.answer(KEY);
  await settled();
  tell('a@n0.example', KEY);
  expect(questions().at(-1)).toEqual(['verified_name', 'a@n12.example']);
  elapse(clock, 8_000);
  expect(questions().map(([, address]) => address)).toEqual(
    [13, 14, 15, 16, 17, 18, 19].map((at) => `a@n${at}.example`),
  );
});

type Move =
  | { do: 'check' | 'press'; name: number }
  | { do: 'answer' | 'fail' | 'wait' | 'tell' | 'refuse' };
const move: fc.Arbitrary<Move> = fc.oneof(
  fc.nat(20).map((name): Move => ({ do: 'check', name })),
  fc.nat(20).map((name): Move => ({ do: 'press', name })),
  fc.constantFrom<Move>(
    { do: 'answer' },
    { do: 'fail' },
    { do: 'wait' },
    { do: 'tell' },
    { do: 'refuse' },
  ),
);

test('PROFILE-12 TRUST-08 INV-TAGGED a name has its own key or none, hosts need a press, and lookups end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 30, size: 'max' }), async (script) => {
      const { clock, asked, bus, check, press, tell, questions, answers, left } = start();
      const open = () => asked.filter(({ signal, ended }) => !signal.aborted && !ended());
      const nameOf = (name: number) => (name % 7 === 0 ? `n${name}` : `n@x${name}.y${name % 5}`);
      const pressed = new Set<string>();
      for (const one of script) {
        const last = open().at(-1);
        const first = questions()[0]?.[1];
        if (one.do === 'check') check(nameOf(one.name));
        else if (one.do === 'press') {
          pressed.add(nameOf(one.name));
          press(nameOf(one.name));
        } else if (one.do === 'answer') last?.answer(`key of ${last.address}`);
        else if (one.do === 'fail') last?.fail();
        else if (one.do === 'tell' && typeof first === 'string') tell(first, KEY);
        else if (one.do === 'refuse' && first !== undefined) bus.refuse();
        else if (one.do === 'wait') elapse(clock, 3_000, 1_000);
        await settled();
        expect(questions().length).toBeLessThanOrEqual(12);
        for (const { address } of asked)
          expect(address.includes('@') ? pressed.has(address) : true, address).toBe(true);
        for (const [address, [key, by]] of Object.entries(answers()))
          expect(
            by === 'nobody' ? [null] : by === 'service' ? [KEY] : [null, `key of ${address}`],
          ).toContain(key);
      }
      elapse(clock, 60_000, 1_000);
      await settled();
      expect(left()).toEqual([]);
    }),
    { numRuns: runs(60) },
  );
});
