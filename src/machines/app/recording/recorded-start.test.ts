import { type AnyActorRef, createActor, createMachine } from 'xstate';
import { expect, test } from 'vitest';
import { settle, signedInApp } from '../../../../tests/support/account/signed-in-app.ts';
import { differences } from '../../../../tests/support/machines/differences.ts';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { range, verified } from '../../../../tests/support/connection/fake-cache.ts';
import { actorAt } from '../../../../tests/support/views/rendered-app.tsx';
import { isRef } from '../../core/refs.ts';
import { readRecording } from './read-recording.ts';
import { recordingText } from './recording-text.ts';
import { replay } from './replay.ts';
import { replayedApp } from './replayed-app.ts';
import { stateHashes } from './state-hash.ts';

const NOTE = 'e'.repeat(64);
/** Start as a visitor, sign in with an extension, and open a thread. */
async function start() {
  const fake = await signedInApp();
  const { app, clock } = fake;
  actorAt(app, 'account').send({
    type: 'account.intent',
    intent: { type: 'compose.open', aim: { type: 'note' } },
  });
  await settle();
  actorAt(app, 'screens').send({
    type: 'screen.opened',
    order: { kind: 'thread', key: `thread:${NOTE}`, input: { target: { type: 'note', id: NOTE } } },
  });
  fake.answer('thread_view', {
    events: [verified({ id: NOTE })],
    claims: [range([NOTE], { since: 1, until: 1 })],
  });
  elapse(clock, 1_000);
  return fake;
}

/**
 * Return the paths of values that a recording cannot store: functions, logics and other live
 * objects. Actors are recorded as paths.
 */
function livingIn(value: unknown, path: string): readonly string[] {
  if (typeof value === 'function' || typeof value === 'symbol') return [path];
  if (typeof value !== 'object' || value === null || isRef(value) || value instanceof Error)
    return [];
  if (value instanceof Map || value instanceof Set)
    return [...value].flatMap((one, at) => livingIn(one, `${path}/${at}`));
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return [path];
  return Object.entries(value).flatMap(([key, one]) => livingIn(one, `${path}/${key}`));
}

test('TOOL-02 a whole start is recorded as data: no event carries a machine or function', async () => {
  const { recorder } = await start();
  const log = recorder.recording().log;
  expect(log.map(({ event }) => event.type)).toContain('xstate.done.actor.code');
  expect(log.map(({ to, event }) => `/${to.join('/')} ${event.type}`)).toContain(
    '/account/scope xstate.done.actor.code compose',
  );
  expect(log.flatMap(({ to, event }) => livingIn(event, `/${to.join('/')} ${event.type}`))).toEqual(
    [],
  );
  const caught = livingIn(
    { code: { logic: createMachine({}), input: [() => 1] }, from: createActor(createMachine({})) },
    'planted',
  );
  expect(caught).toEqual(['planted/code/logic', 'planted/code/input/0']);
});

test('TOOL-02 entries name actors by stable ids, and derived events are not recorded', async () => {
  const { app, recorder } = await start();
  const entries = recorder.recording().log.map(({ to, event }) => `/${to.join('/')} ${event.type}`);
  expect(entries.filter((one) => /x:\d/.test(one))).toEqual([]);
  expect(entries).toContain('/account/session/login login.extension');
  // lazily loaded screens send the same requests, which follow from opening them
  expect(
    entries.filter((one) => / (cache\.ask|session\.changed|account\.changed)$/.test(one)),
  ).toEqual([]);
  const thread: AnyActorRef = actorAt(app, 'screens', `thread:${NOTE}`);
  thread.send({ type: 'thread.earlier' });
  expect(recorder.recording().log.at(-1)).toMatchObject({
    to: ['screens', `thread:${NOTE}`],
    event: { type: 'thread.earlier' },
  });
});

test('TOOL-02 a recorded start, replayed from its file without ports, restores every actor’s state', async () => {
  const { app, recorder } = await start();
  const recording = readRecording(recordingText(recorder.recording(), 'own'));
  const { root, lost } = replay(replayedApp(), recording);
  expect(actorAt(root, 'account', 'scope', 'lists')).toBeDefined();
  expect(actorAt(root, 'account', 'scope', 'compose').getSnapshot().context.aim).toEqual({
    type: 'note',
  });
  expect(actorAt(root, 'screens', `thread:${NOTE}`).getSnapshot().hasTag('found')).toBe(true);
  expect(lost).toEqual([]);
  expect(differences(stateHashes(root), stateHashes(app))).toEqual([]);
});
