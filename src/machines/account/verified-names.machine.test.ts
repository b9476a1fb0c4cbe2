import fc from 'fast-check';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../tests/support/clock.ts';
import { type NameAnswer, verifiedNamesMachine } from './verified-names.machine.ts';

interface Asked {
  readonly address: string;
  readonly answer: (key: NameAnswer) => void;
  readonly fail: () => void;
  readonly signal: AbortSignal;
  readonly ended: () => boolean;
}

function start() {
  const clock = new SimulatedClock();
  const asked: Asked[] = [];
  const lookUp = fromPromise<NameAnswer, { address: string }>(
    ({ input, signal }) =>
      new Promise((resolve, reject) => {
        let ended = false;
        const end = (say: () => void) => () => {
          ended = true;
          say();
        };
        const answer = (key: NameAnswer) => end(() => resolve(key))();
        asked.push({ address: input.address, answer, fail: end(() => reject(new Error('no'))), signal, ended: () => ended });
      }),
  );
  const actor = createActor(verifiedNamesMachine.provide({ actors: { lookUp } }), { clock }).start();
  const context = () => actor.getSnapshot().context;
  return {
    clock,
    asked,
    addresses: () => asked.map(({ address }) => address),
    check: (address: string) => actor.send({ type: 'name.check', address }),
    answers: () => Object.fromEntries(context().answers),
    left: () => [...context().queue, ...context().open],
  };
}

/** Lets promises that were settled be heard. */
const settled = async () => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
};

test('PROFILE-12 a name is looked up once; its key is kept, a failed look-up gives null', async () => {
  const { asked, addresses, check, answers, left } = start();
  check('a@x.example');
  check('b@x.example');
  check('a@x.example');
  expect(addresses()).toEqual(['a@x.example', 'b@x.example']);
  asked[0]?.answer('key');
  asked[1]?.fail();
  await settled();
  expect([answers(), left()]).toEqual([{ 'a@x.example': 'key', 'b@x.example': null }, []]);
  check('a@x.example');
  expect([asked.length, left()]).toEqual([2, []]);
});

test('PROFILE-12 INV-PROGRESS a domain that is silent for 8 s has no name; its late answer counts for nobody', async () => {
  const { clock, asked, check, answers } = start();
  check('a@slow.example');
  elapse(clock, 7_999);
  expect(answers()).toEqual({});
  clock.increment(1);
  expect([answers(), asked[0]?.signal.aborted]).toEqual([{ 'a@slow.example': null }, true]);
  asked[0]?.answer('late');
  await settled();
  expect(answers()).toEqual({ 'a@slow.example': null });
});

test('ZAP-05 INV-PROGRESS the services of lightning addresses are looked up as names are, and count for the same site', () => {
  const { addresses, check } = start();
  const services = ['a', 'b', 'c'].map((name) => `https://pay.tarpit.example:4443/.well-known/lnurlp/${name}`);
  services.forEach(check);
  check('a@tarpit.example');
  check('https://other.example/.well-known/lnurlp/a');
  expect(addresses()).toEqual([...services.slice(0, 2), 'https://other.example/.well-known/lnurlp/a']);
});

test('PROFILE-12 ROUTE-16 INV-PROGRESS domains that never answer hold up no page that waits for a name of this origin, and one of them nobody but itself', async () => {
  const { clock, asked, addresses, check, answers } = start();
  for (let at = 0; at < 9; at++) check(`a@n${at}.tarpit.example`);
  check('b@x.example');
  check('iris');
  expect(addresses()).toEqual(['a@n0.tarpit.example', 'a@n1.tarpit.example', 'b@x.example', 'iris']);
  for (let at = 0; at < 9; at++) check(`a@tarpit${at}.example`);
  expect(asked.length).toBe(7);
  check('jun');
  expect(addresses().at(-1)).toBe('jun');
  asked[2]?.answer('key');
  await settled();
  expect([answers()['b@x.example'], addresses().at(-1)]).toEqual(['key', 'a@tarpit3.example']);
  elapse(clock, 8_000);
  expect(addresses().slice(9)).toEqual([
    'a@n2.tarpit.example',
    'a@n3.tarpit.example',
    'a@tarpit4.example',
    'a@tarpit5.example',
    'a@tarpit6.example',
    'a@tarpit7.example',
  ]);
});

type Move = { do: 'check'; name: number } | { do: 'answer' | 'fail' | 'wait' };
const move: fc.Arbitrary<Move> = fc.oneof(
  fc.nat(20).map((name): Move => ({ do: 'check', name })),
  fc.constantFrom<Move>({ do: 'answer' }, { do: 'fail' }, { do: 'wait' }),
);

test('PROFILE-12 INV-TAGGED whatever happens when, a name has its own key or none, at most eight are looked up at once, and every look-up ends', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 30, size: 'max' }), async (script) => {
      const { clock, asked, check, answers, left } = start();
      const open = () => asked.filter(({ signal, ended }) => !signal.aborted && !ended());
      for (const one of script) {
        const last = open().at(-1);
        if (one.do === 'check') check(one.name % 7 === 0 ? `n${one.name}` : `n@x${one.name}.y${one.name % 5}`);
        else if (one.do === 'answer') last?.answer(`key of ${last.address}`);
        else if (one.do === 'fail') last?.fail();
        else elapse(clock, 3_000, 1_000);
        await settled();
        expect(open().length).toBeLessThanOrEqual(8);
        for (const [address, key] of Object.entries(answers())) expect([null, `key of ${address}`]).toContain(key);
      }
      elapse(clock, 60_000, 1_000);
      await settled();
      expect(left()).toEqual([]);
      expect(new Set(asked.map(({ address }) => address)).size).toBe(asked.length);
    }),
    { numRuns: 60 },
  );
});
