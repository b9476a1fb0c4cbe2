import { createActor, SimulatedClock } from 'xstate';
import { afterEach, expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { type TranslationJob, translatorLogic, type TranslatorSignal } from './translator-logic.ts';
import { translationMachine } from './translation.machine.ts';

interface Asked {
  readonly job: TranslationJob;
  readonly tell: (signal: TranslatorSignal) => void;
  readonly signal: AbortSignal;
  readonly fail: (error: Error) => void;
}

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** Return a translation whose translator the test plays. */
function translation(texts: readonly string[] = ['hola']) {
  const asked: Asked[] = [];
  translatorLogic.provide(
    async () => (job, tell, signal) =>
      new Promise((_, fail) => asked.push({ job, tell, signal, fail })),
  );
  const clock = new SimulatedClock();
  const actor = createActor(translationMachine, { clock, input: { texts, to: 'en' } }).start();
  stops.push(() => actor.stop());
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  };
  const state = () => {
    const { value, context } = actor.getSnapshot();
    return [typeof value === 'string' ? value : Object.keys(value)[0], context.problem];
  };
  return { actor, asked, state, settle, wait: (ms: number) => elapse(clock, ms) };
}

test('BEYOND-15 texts are translated by the browser and return with their original language', async () => {
  const { actor, asked, state, settle } = translation();
  await settle();
  expect(asked[0]?.job).toEqual({ texts: ['hola'], to: 'en' });
  asked[0]?.tell({ type: 'translator.progress', loaded: 0.25 });
  expect([state(), actor.getSnapshot().context.loaded]).toEqual([['working', undefined], 0.25]);
  asked[0]?.tell({ type: 'translator.done', from: 'es', words: [['hola', 'hello']] });
  expect(state()).toEqual(['done', undefined]);
  expect([
    actor.getSnapshot().context.from,
    actor.getSnapshot().context.words?.get('hola'),
  ]).toEqual(['es', 'hello']);
});

test('BEYOND-15 a note without words is not translated', async () => {
  const { asked, state, settle } = translation([]);
  await settle();
  expect([asked.length, state()]).toEqual([0, ['failed', 'wordless']]);
});

test('BEYOND-15 an error or a crash of the browser is shown and can be retried', async () => {
  const { actor, asked, state, settle } = translation();
  await settle();
  asked[0]?.tell({ type: 'translator.failed', problem: 'same', from: 'en' });
  expect(state()).toEqual(['failed', 'same']);
  actor.send({ type: 'translation.retry' });
  await settle();
  expect([state(), asked.length]).toEqual([['working', undefined], 2]);
  asked[1]?.fail(new Error('no'));
  await settle();
  expect(state()).toEqual(['failed', 'failed']);
});

test("BEYOND-15 a minute without progress ends the translation and aborts the browser's work", async () => {
  const { asked, state, settle, wait } = translation();
  await settle();
  wait(59_000);
  asked[0]?.tell({ type: 'translator.progress', loaded: 0.5 });
  wait(59_000);
  expect(state()).toEqual(['working', undefined]);
  wait(1_000);
  expect([state(), asked[0]?.signal.aborted]).toEqual([['failed', 'slow'], true]);
  // late results change nothing
  asked[0]?.tell({ type: 'translator.done', from: 'es', words: [] });
  expect(state()).toEqual(['failed', 'slow']);
});
