import { expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { elapse } from '../../../tests/support/machines/clock.ts';
import { writing } from '../../../tests/support/publish/compose-world.ts';
import { fakePort } from '../../../tests/support/machines/fake-port.ts';
import { ME } from '../../../tests/support/publish/outbox-world.ts';
import { millis } from '../../events/core/time.ts';
import { draftListMachine, type ShelfCommand, type ShelfSignal } from './draft-list.machine.ts';

const kept = (target: string, at = 7) => ({ target, writing: writing(target), at: millis(at) });

function boxed() {
  const shelf = fakePort<ShelfCommand, { account: string }, ShelfSignal>();
  const clock = new SimulatedClock();
  const actor = createActor(draftListMachine.provide({ actors: { shelf: shelf.logic } }), {
    input: { account: ME },
    clock,
  }).start();
  return {
    shelf,
    actor,
    wait: (ms: number) => elapse(clock, ms),
    drafts: () => actor.getSnapshot().context.drafts.map(({ target }) => target),
  };
}

test('INV-NO-LOSS a deleted draft can be restored, and deletion affects only the seen version', () => {
  const { shelf, actor, drafts } = boxed();
  shelf.report({ type: 'shelf.found', open: [], drafts: [kept('root'), kept('root x')] });
  actor.send({ type: 'box.drop', target: 'root', at: millis(7) });
  expect([drafts(), shelf.told().at(-1)]).toEqual([
    ['root x'],
    { type: 'shelf.drop', target: 'root', at: 7 },
  ]);
  actor.send({ type: 'box.put', target: 'root', writing: writing('root') });
  expect(shelf.told().slice(2)).toEqual([
    { type: 'shelf.put', target: 'root', writing: writing('root') },
  ]);
});

test('INV-PROGRESS a store that does not answer fails after five seconds; later results are shown', () => {
  const { shelf, actor, wait, drafts } = boxed();
  wait(5_100);
  expect(actor.getSnapshot().hasTag('failed')).toBe(true);
  shelf.report({ type: 'shelf.found', open: [], drafts: [kept('root')] });
  expect([actor.getSnapshot().hasTag('failed'), drafts()]).toEqual([false, ['root']]);
});
