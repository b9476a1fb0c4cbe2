import { type AnyStateMachine, assign, createActor, setup } from 'xstate';
import { expect, test } from 'vitest';
import { millis } from '../../../events/core/time.ts';
import { dropFirst } from './limit-recording.ts';
import { readRecording } from './read-recording.ts';
import { createRecorder } from './recorder.ts';
import { checkStates, compareChecks } from './recording-checks.ts';
import { recordingText } from './recording-text.ts';
import { replay } from './replay.ts';

type CountingEvent =
  | { type: 'more' }
  | { type: 'chance'; number?: number }
  | { type: 'close' }
  | { type: 'say'; text: string };

/** A root with two children. Its event `chance` adds a number of the caller. */
const machine = (chance: () => number): AnyStateMachine => {
  const counting = setup({
    types: {
      context: {} as { count: number; text: string },
      events: {} as CountingEvent,
    },
  }).createMachine({
    context: { count: 0, text: '' },
    on: {
      more: { actions: assign({ count: ({ context }) => context.count + 1 }) },
      chance: { actions: assign({ count: ({ context }) => context.count + chance() }) },
      say: { actions: assign({ text: ({ event }) => event.text }) },
    },
  });
  return setup({ actors: { counting } }).createMachine({
    type: 'parallel',
    invoke: { id: 'one', src: 'counting' },
    states: {
      other: {
        initial: 'open',
        states: {
          open: { invoke: { id: 'two', src: 'counting' }, on: { close: 'gone' } },
          gone: {},
        },
      },
    },
  });
};

function recorded() {
  const recorder = createRecorder(
    () => millis(0),
    millis(0),
    () => undefined,
  );
  const root = createActor(
    machine(() => 1),
    { inspect: recorder.inspect },
  ).start();
  const { one, two } = root.getSnapshot().children;
  /** The entries until now are steps of their own. */
  const check = async () => {
    await Promise.resolve();
    checkStates(root, recorder);
  };
  return { recorder, root, one, two, check };
}

/** Replay the shared file. */
function compared({ recorder }: ReturnType<typeof recorded>, chance = () => 1) {
  const recording = readRecording(recordingText(recorder.recording()));
  const { onStep, result } = compareChecks(recording);
  replay(machine(chance), recording, { onStep });
  return result();
}

test('TOOL-02 BEYOND-07 the checks of a saved recording agree with its replay', async () => {
  const world = recorded();
  const { one, two, root, check, recorder } = world;
  await check();
  one?.send({ type: 'more' });
  two?.send({ type: 'chance' });
  await check();
  root.send({ type: 'close' });
  await check();
  // nothing happened since
  await check();
  expect(recorder.recording().checks?.map(({ after }) => after)).toEqual([0, 2, 3]);
  // an unchanged machine is not written again
  expect(recorder.recording().checks?.at(-1)?.changed).toEqual([
    [[], expect.any(Number)],
    [['two'], undefined],
  ]);
  expect(compared(world)).toEqual({ compared: 3, divergence: undefined });
});

test('TOOL-02 BEYOND-07 a check says where a replay differs, and in which machine (planted)', async () => {
  const world = recorded();
  const { one, two, check } = world;
  one?.send({ type: 'more' });
  await check();
  one?.send({ type: 'more' });
  two?.send({ type: 'chance' });
  await check();
  one?.send({ type: 'more' });
  await check();
  expect(compared(world, () => 2)).toEqual({
    compared: 2,
    divergence: { from: 1, to: 3, paths: [['two']] },
  });
});

test('E-32 TRUST-05 TOOL-02 a saved hash is the same for each text of a length', async () => {
  const hashesOf = async (text: string) => {
    const { one, check, recorder } = recorded();
    one?.send({ type: 'say', text });
    await check();
    return recordingText(recorder.recording(), 'own').match(/^.*"states".*$/m)?.[0];
  };
  const hash = await hashesOf('a secret');
  expect(await hashesOf('b secret')).toBe(hash);
  expect(await hashesOf('a longer secret')).not.toBe(hash);
});

test('TOOL-02 a stand-in for a text that is withheld does not make the checks differ', async () => {
  const world = recorded();
  const { one, check, recorder } = world;
  one?.send({ type: 'say', text: 'a private note' });
  await check();
  expect(recordingText(recorder.recording())).not.toContain('private');
  expect(compared(world)).toEqual({ compared: 1, divergence: undefined });
});

test('TOOL-02 a recording that lost its beginning has no checks', async () => {
  const { one, check, recorder } = recorded();
  one?.send({ type: 'more' });
  await check();
  dropFirst(recorder, 1);
  one?.send({ type: 'more' });
  await check();
  expect(recorder.recording().checks).toBeUndefined();
});
