import { type AnyEventObject, createActor, createMachine } from 'xstate';
import { expect, test } from 'vitest';
import { fakeApp } from '../../../tests/support/views/fake-app.ts';
import { seconds } from '../../events/core/time.ts';
import { dialogsMachine, type Question } from './dialogs.machine.ts';

const discard = (job: string): Question => ({ code: 'discard', job });

function start() {
  const heard: AnyEventObject[] = [];
  const to = createActor(
    createMachine({ on: { '*': { actions: ({ event }) => heard.push(event) } } }),
  ).start();
  const actor = createActor(dialogsMachine).start();
  const asked = () => actor.getSnapshot().context.queue[0];
  return {
    actor,
    heard,
    asked,
    code: () => asked()?.question,
    ask: (question: Question, ...events: readonly AnyEventObject[]) =>
      actor.send({ type: 'dialog.ask', question, yes: events.map((event) => ({ to, event })) }),
    answer: (yes: boolean, id = asked()?.id ?? 0) =>
      actor.send({ type: 'dialog.answer', id, yes, now: seconds(1_700_000_009) }),
    state: () => actor.getSnapshot().value,
  };
}

test('one question is shown at a time, in order, and duplicates are ignored', () => {
  const { ask, answer, code, state, heard } = start();
  expect([state(), code()]).toEqual(['idle', undefined]);
  ask(discard('1'), { type: 'outbox.discard', job: '1' });
  ask(discard('2'), { type: 'outbox.discard', job: '2' });
  ask(discard('1'), { type: 'outbox.discard', job: '1' });
  expect([state(), code()]).toEqual(['asking', discard('1')]);
  answer(false);
  expect([code(), heard]).toEqual([discard('2'), []]);
  answer(true);
  expect([state(), code(), heard]).toEqual([
    'idle',
    undefined,
    [{ type: 'outbox.discard', job: '2' }],
  ]);
});

test('an answer applies only to its own question, so a double click does not answer the next one', () => {
  const { ask, answer, asked, heard } = start();
  ask(discard('1'), { type: 'outbox.discard', job: '1' });
  ask(discard('2'), { type: 'outbox.discard', job: '2' });
  const first = asked()?.id;
  answer(true, first);
  answer(true, first);
  expect([asked()?.question, heard.map((event) => event['job'])]).toEqual([discard('2'), ['1']]);
});

test('the consequences of a yes are sent in order, with the time of the answer', () => {
  const { ask, answer, heard } = start();
  const intent = { type: 'lists.edit', list: 'mutes', intents: [], now: 1 };
  ask(
    { code: 'replaceWallet' },
    { type: 'media.mirrors', on: false },
    { type: 'account.intent', intent },
    { type: 'list.go', now: 2 },
  );
  answer(true);
  expect(heard).toEqual([
    { type: 'media.mirrors', on: false },
    { type: 'account.intent', intent: { ...intent, now: 1_700_000_009 } },
    { type: 'list.go', now: 1_700_000_009 },
  ]);
});

test('a withdrawn question is removed from any position in the queue', () => {
  const { actor, ask, code, state } = start();
  ask(discard('1'));
  ask(discard('2'));
  actor.send({ type: 'dialog.withdraw', question: discard('2') });
  expect(code()).toEqual(discard('1'));
  actor.send({ type: 'dialog.withdraw', question: discard('1') });
  expect(state()).toBe('idle');
});

test('INV-SCOPE questions of another account are dropped; those of the same account stay', () => {
  const { app } = fakeApp({ account: { pubkey: 'a'.repeat(64), method: 'extension' } });
  app.start();
  app.send({ type: 'dialog.ask', question: { code: 'signOut' }, yes: [] });
  const { dialogs } = app.getSnapshot().children;
  app.send({ type: 'account.changed', account: { pubkey: 'a'.repeat(64), method: 'readonly' } });
  expect(dialogs?.getSnapshot().value).toBe('asking');
  app.send({ type: 'account.changed', account: { pubkey: 'b'.repeat(64), method: 'extension' } });
  expect(dialogs?.getSnapshot().value).toBe('idle');
});
