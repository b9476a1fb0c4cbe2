import { expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { elapse } from '../../../tests/support/machines/clock.ts';
import { writing } from '../../../tests/support/publish/compose-world.ts';
import { fakePort } from '../../../tests/support/machines/fake-port.ts';
import { ME } from '../../../tests/support/publish/outbox-world.ts';
import { millis } from '../../events/core/time.ts';
import {
  draftListMachine,
  type DraftListStoreCommand,
  type DraftListStoreSignal,
} from './draft-list.machine.ts';

const kept = (target: string, at = 7) => ({ target, writing: writing(target), at: millis(at) });

function boxed() {
  const store = fakePort<DraftListStoreCommand, { account: string }, DraftListStoreSignal>();
  const clock = new SimulatedClock();
  const actor = createActor(draftListMachine.provide({ actors: { store: store.logic } }), {
    input: { account: ME },
    clock,
  }).start();
  return {
    store,
    actor,
    wait: (ms: number) => elapse(clock, ms),
    drafts: () => actor.getSnapshot().context.drafts.map(({ target }) => target),
  };
}

test('INV-NO-LOSS a deleted draft can be restored, and deletion affects only the seen version', () => {
  const { store, actor, drafts } = boxed();
  store.report({ type: 'draftListStore.found', open: [], drafts: [kept('root'), kept('root x')] });
  actor.send({ type: 'draftList.drop', target: 'root', at: millis(7) });
  expect([drafts(), store.told().at(-1)]).toEqual([
    ['root x'],
    { type: 'draftListStore.drop', target: 'root', at: 7 },
  ]);
  actor.send({ type: 'draftList.put', target: 'root', writing: writing('root') });
  expect(store.told().slice(2)).toEqual([
    { type: 'draftListStore.put', target: 'root', writing: writing('root') },
  ]);
});

test('INV-PROGRESS a store that does not answer fails after five seconds; later results are shown', () => {
  const { store, actor, wait, drafts } = boxed();
  wait(5_100);
  expect(actor.getSnapshot().hasTag('failed')).toBe(true);
  store.report({ type: 'draftListStore.found', open: [], drafts: [kept('root')] });
  expect([actor.getSnapshot().hasTag('failed'), drafts()]).toEqual([false, ['root']]);
});
