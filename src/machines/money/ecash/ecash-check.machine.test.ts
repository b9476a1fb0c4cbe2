import { expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fakePromises } from '../../../../tests/support/machines/fake-promises.ts';
import { ecashCheckMachine } from './ecash-check.machine.ts';
import type { MintAnswer } from './ecash-protocol.ts';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

function start(act?: 'check' | 'prove') {
  const ports = fakePromises();
  const clock = new SimulatedClock();
  const machine = ecashCheckMachine.provide({ actors: { mint: ports.port('mint') } });
  const input = {
    key: 'k',
    mint: 'https://mint.example',
    proofs: [],
    home: 'https://here.example',
    act,
  };
  const actor = createActor(machine, { clock, input }).start();
  return {
    ports,
    output: () => actor.getSnapshot().output,
    wait: (ms: number) => elapse(clock, ms, 500),
  };
}

async function found(answer: MintAnswer) {
  const it = start();
  await it.ports.answer(answer);
  await settle();
  return it.output();
}

test('ECASH-01 NOTE-21 a mint says that all, some or none of the proofs are spent, or signed by it', async () => {
  const spent = (...all: readonly boolean[]) => ({ is: 'checked', spent: all }) as const;
  const table: ReadonlyArray<readonly [MintAnswer, string]> = [
    [spent(true, true), 'spent'],
    [spent(true, false), 'partly'],
    [spent(false, true), 'partly'],
    [spent(false, false), 'unspent'],
    [{ is: 'proven', all: true }, 'proven'],
    [{ is: 'proven', all: false }, 'unproven'],
    [{ is: 'waiting', reason: undefined }, 'unknown'],
    [{ is: 'used' }, 'unknown'],
  ];
  for (const [answer, result] of table)
    expect(await found(answer)).toEqual({ key: 'k', found: result });
});

test('ECASH-01 a mint is asked once, without a key of the wallet', async () => {
  const it = start();
  expect(it.ports.all.map(({ input }) => input)).toEqual([
    {
      mint: 'https://mint.example',
      home: 'https://here.example',
      words: undefined,
      keys: new Map(),
      act: { do: 'check', proofs: [] },
    },
  ]);
  const [asked] = start('prove').ports.all;
  expect(asked?.input).toMatchObject({ act: { do: 'prove' } });
  await it.ports.fail();
  await settle();
  expect([it.output(), it.ports.all.length]).toEqual([{ key: 'k', found: 'unknown' }, 1]);
});

test('ECASH-01 a mint that does not answer within 30 seconds leaves it unknown', () => {
  const it = start();
  it.wait(29_500);
  expect(it.output()).toBeUndefined();
  it.wait(500);
  expect(it.output()).toEqual({ key: 'k', found: 'unknown' });
});
