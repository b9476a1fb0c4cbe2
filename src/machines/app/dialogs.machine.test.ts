import fc from 'fast-check';
import { type AnyActorRef, createActor, setup } from 'xstate';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endOf, planted } from '../../../tests/support/planted.ts';
import { type DialogAnswer, dialogsMachine, type Question } from './dialogs.machine.ts';

// XState warns of each event to an actor that has stopped; that they come is what is tested here
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

const question = (id: string): Question => ({ id, title: id, text: '', confirm: 'Yes', cancel: 'No', danger: false });

/** Somebody who asks, and what they are told. */
function asker() {
  const told: DialogAnswer[] = [];
  const machine = setup({ types: { events: {} as DialogAnswer } }).createMachine({
    on: { 'dialog.answered': { actions: ({ event }) => told.push(event) } },
  });
  return { ref: createActor(machine).start() as AnyActorRef, told };
}

function start(logic = dialogsMachine) {
  const actor = createActor(logic).start();
  const ask = (id: string, from = asker()) => {
    actor.send({ type: 'dialog.ask', question: question(id), from: from.ref });
    return from;
  };
  return { actor, ask, shown: () => actor.getSnapshot().context.asked[0]?.question.id };
}

test('one question at a time, later ones in order; confirm and cancel are told to whoever asked', () => {
  const { actor, ask, shown } = start();
  const [one, two] = [ask('1'), ask('2')];
  expect(shown()).toBe('1');
  actor.send({ type: 'dialog.confirm' });
  expect([one.told, two.told, shown()]).toEqual([[{ type: 'dialog.answered', id: '1', confirmed: true }], [], '2']);
  actor.send({ type: 'dialog.cancel' });
  expect([two.told, shown()]).toEqual([[{ type: 'dialog.answered', id: '2', confirmed: false }], undefined]);
  expect(actor.getSnapshot().value).toBe('closed');
});

test('what is withdrawn is asked no more and never answered', () => {
  const { actor, ask, shown } = start();
  const [one, two, three] = [ask('1'), ask('2'), ask('3')];
  actor.send({ type: 'dialog.withdraw', id: '2' });
  actor.send({ type: 'dialog.withdraw', id: '1' });
  expect(shown()).toBe('3');
  actor.send({ type: 'dialog.confirm' });
  expect([one.told.length, two.told.length, three.told.length]).toEqual([0, 0, 1]);
});

test('an asker that has stopped meanwhile hurts nobody', () => {
  const { actor, ask, shown } = start();
  const one = ask('1');
  one.ref.stop?.();
  ask('2');
  actor.send({ type: 'dialog.confirm' });
  expect([shown(), one.told]).toEqual(['2', []]);
});

type Move = { do: 'ask' | 'withdraw'; id: number } | { do: 'confirm' | 'cancel' };
const move: fc.Arbitrary<Move> = fc.oneof(
  fc.nat(6).map((id): Move => ({ do: 'ask', id })),
  fc.nat(6).map((id): Move => ({ do: 'withdraw', id })),
  fc.constantFrom<Move>({ do: 'confirm' }, { do: 'cancel' }),
);

/** Every question is open, withdrawn or answered, and answered once at most, the oldest first. */
const holds = (logic: typeof dialogsMachine) =>
  fc.property(fc.array(move, { maxLength: 40, size: 'max' }), (script) => {
    const { actor, ask } = start(logic);
    const from = asker();
    let open: string[] = [];
    const answered: string[] = [];
    for (const [at, one] of script.entries()) {
      if (one.do === 'ask') {
        const id = `${one.id}.${at}`;
        ask(id, from);
        open.push(id);
      } else if (one.do === 'withdraw') {
        const id = open.find((asked) => asked.startsWith(`${one.id}.`));
        actor.send({ type: 'dialog.withdraw', id: id ?? 'none' });
        open = open.filter((asked) => asked !== id);
      } else {
        actor.send({ type: `dialog.${one.do}` });
        answered.push(...open.splice(0, 1));
      }
      const { context, value } = actor.getSnapshot();
      expect(context.asked.map((asked) => asked.question.id)).toEqual(open);
      expect(value).toBe(open.length > 0 ? 'asking' : 'closed');
    }
    expect(from.told.map(({ id }) => id)).toEqual(answered);
  });

test('whatever is asked, withdrawn and answered in whatever order, each question has one end', () => {
  fc.assert(holds(dialogsMachine));
});

test('the property finds a breach: an answer that closes although others wait', () => {
  const closing = planted(dialogsMachine, ({ states }) => {
    const on = states?.['asking']?.['on'];
    const last = on?.['dialog.confirm']?.['1'];
    if (on && last) on['dialog.confirm'] = last;
  });
  expect(endOf(holds(closing))).toBe('AssertionError');
});
