import { fromPromise } from 'xstate';
import { beforeAll, expect, test } from 'vitest';
import { settle, signedInApp } from '../../../../tests/support/account/signed-in-app.ts';
import { A } from '../../../../tests/support/account/session-world.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { actorAt } from '../../../../tests/support/views/rendered-app.tsx';
import type { Secret } from '../../../events/account/keys/secret.ts';
import { millis, seconds } from '../../../events/core/time.ts';
import { giftWrapsMachine, type VerifiedWraps } from '../../messages/gift-wraps.machine.ts';
import { readRecording } from './read-recording.ts';
import { checkStates, compareChecks } from './recording-checks.ts';
import { recordingText } from './recording-text.ts';
import { replay } from './replay.ts';
import { replayedApp } from './replayed-app.ts';

const [ANN, STRANGER] = ['b4'.repeat(32), 'c5'.repeat(32)];
const SECRET = 'the spare key is under the third pot';
const NOW = seconds(1_700_000_000);
const sealed = (length: number) => 'A'.repeat(length);

const wrap = trusted({
  kind: 1059,
  pubkey: STRANGER,
  content: sealed(400),
  tags: [['p', A]],
});
const seal = trusted({ kind: 13, pubkey: ANN, content: sealed(300) });
const RUMOR = JSON.stringify({
  kind: 14,
  pubkey: ANN,
  created_at: 1_699_999_000,
  tags: [['p', A]],
  content: SECRET,
});

/** Sign in, open one private message, and sign a note after it. */
async function session() {
  const judge = fromPromise<VerifiedWraps, { readonly texts: readonly Secret<string>[] }>(() =>
    Promise.resolve({ seals: () => [seal], now: NOW }),
  );
  const giftWraps = giftWrapsMachine.provide({ actors: { judge } });
  const fake = await signedInApp({ giftWraps: async () => giftWraps });
  const { app, clock, recorder } = fake;
  const check = async () => {
    await settle();
    checkStates(app, recorder);
  };
  fake.sign();
  await check();
  const scope = actorAt(app, 'account', 'scope');
  scope.send({ type: 'giftWraps.open' });
  await settle();
  const wraps = actorAt(app, 'account', 'scope', 'giftWraps');
  const { signer } = fake.session;
  wraps.send({ type: 'giftWraps.allowPrompts' });
  while (fake.isAsked('replaceable_event')) fake.answer('replaceable_event');
  for (const life of fake.sockets.lives) life.report({ type: 'socket.opened' });
  elapse(clock, 3_000);
  for (const life of fake.sockets.lives)
    for (const told of life.told)
      if (
        told.type === 'socket.subscribe' &&
        told.filters.some(({ kinds }) => kinds?.includes(1059))
      )
        life.report({
          type: 'socket.heard',
          heard: [{ type: 'events', id: told.id, events: [wrap], rejected: 0 }],
        });
  for (const text of [JSON.stringify(seal), RUMOR]) {
    await settle();
    const id = signer.prompts.at(-1)?.id ?? '';
    signer.report({ type: 'signer.answered', id, answer: { text } });
    await check();
  }
  const opened = wraps.getSnapshot().context.opened;
  actorAt(app, 'account').send({
    type: 'account.intent',
    intent: { type: 'compose.open', aim: { type: 'note' } },
  });
  await settle();
  const compose = actorAt(app, 'account', 'scope', 'compose');
  compose.send({ type: 'draft.found', place: '00000000-0000-4000-8000-000000000000', others: 0 });
  compose.send({ type: 'compose.write', text: 'for all', now: millis(1_700_000_000_000) });
  compose.send({ type: 'compose.publish', now: millis(1_700_000_000_000) });
  elapse(clock, 5_000);
  await settle();
  // the timer of this prompt fires
  elapse(clock, 500);
  fake.sign();
  await check();
  return { recorder, opened };
}

let recorded: Awaited<ReturnType<typeof session>>;

beforeAll(async () => {
  recorded = await session();
});

test('TOOL-02 DM-09 after a private message a session is replayed with equal states', () => {
  const { recorder, opened } = recorded;
  expect([...opened.keys()]).toEqual([ANN]);
  const read = readRecording(recordingText(recorder.recording(), 'shared'));
  const checks = compareChecks(read);
  const { lost } = replay(replayedApp(), read, { onStep: checks.onStep });
  expect(lost.map(({ to, event }) => `/${to.join('/')} ${event.type}`)).toEqual([]);
  expect(checks.result()).toEqual({ compared: 4, divergence: undefined });
});

test('TRUST-05 DM-09 the sender and text of a private message are in no saved recording', () => {
  const text = recordingText(recorded.recorder.recording(), 'shared');
  for (const needle of [ANN, SECRET, seal.id]) expect(text).not.toContain(needle);
});
