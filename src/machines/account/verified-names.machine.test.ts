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
  const check = (address: string) => actor.send({ type: 'name.check', address });
  const answers = () => Object.fromEntries(actor.getSnapshot().context.answers);
  return { actor, clock, asked, check, answers };
}

/** Lets promises that were settled be heard. */
const settled = async () => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
};

test('PROFILE-12 a name is looked up once; its key is kept, a failed look-up gives null', async () => {
  const { actor, asked, check, answers } = start();
  check('a@x.example');
  check('b@x.example');
  check('a@x.example');
  expect(asked.map(({ address }) => address)).toEqual(['a@x.example']);
  asked[0]?.answer('key');
  await settled();
  expect(asked.map(({ address }) => address)).toEqual(['a@x.example', 'b@x.example']);
  asked[1]?.fail();
  await settled();
  expect(answers()).toEqual({ 'a@x.example': 'key', 'b@x.example': null });
  check('a@x.example');
  expect([asked.length, actor.getSnapshot().value]).toEqual([2, 'idle']);
});

test('PROFILE-12 INV-PROGRESS a domain that is silent for 8 s has no name; its late answer counts for nobody', async () => {
  const { clock, asked, check, answers } = start();
  check('a@slow.example');
  check('b@x.example');
  elapse(clock, 7_999);
  expect(answers()).toEqual({});
  clock.increment(1);
  expect([answers(), asked[0]?.signal.aborted, asked[1]?.address]).toEqual([{ 'a@slow.example': null }, true, 'b@x.example']);
  asked[0]?.answer('late');
  await settled();
  expect(answers()).toEqual({ 'a@slow.example': null });
  asked[1]?.answer('key');
  await settled();
  expect(answers()).toEqual({ 'a@slow.example': null, 'b@x.example': 'key' });
});

type Move = { do: 'check'; name: number } | { do: 'answer' | 'fail' | 'wait' };
const move: fc.Arbitrary<Move> = fc.oneof(
  fc.nat(4).map((name): Move => ({ do: 'check', name })),
  fc.constantFrom<Move>({ do: 'answer' }, { do: 'fail' }, { do: 'wait' }),
);

test('PROFILE-12 INV-TAGGED whatever happens when, a name has its own key or none, and every look-up ends', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 30, size: 'max' }), async (script) => {
      const { actor, clock, asked, check, answers } = start();
      for (const one of script) {
        const last = asked.at(-1);
        if (one.do === 'check') check(`n${one.name}`);
        else if (one.do === 'answer') last?.answer(`key of ${last.address}`);
        else if (one.do === 'fail') last?.fail();
        else elapse(clock, 3_000, 1_000);
        await settled();
        // one at a time: whatever came before the last has ended or was given up
        expect(asked.slice(0, -1).every(({ signal, ended }) => signal.aborted || ended())).toBe(true);
        for (const [address, key] of Object.entries(answers())) expect([null, `key of ${address}`]).toContain(key);
      }
      elapse(clock, 60_000, 1_000);
      await settled();
      expect([actor.getSnapshot().value, actor.getSnapshot().context.queue]).toEqual(['idle', []]);
    }),
    { numRuns: 60 },
  );
});
