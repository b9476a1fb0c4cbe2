import { createActor, createMachine, setup } from 'xstate';
import { expect, test, vi } from 'vitest';
import { lazyLogic } from './lazy-logic.ts';

const counting = setup({
  types: {
    events: {} as { type: 'more' },
    context: {} as { count: number },
    input: {} as { from: number },
  },
}).createMachine({
  context: ({ input }) => ({ count: input.from }),
  on: { more: { actions: ({ context }) => void (context.count += 1) } },
});

test('INV-PROGRESS a loaded logic behaves like a bundled one; starting it before it is loaded fails', () => {
  const { logic, register } = lazyLogic<typeof counting>('counting');
  const early = createActor(logic, { input: { from: 1 } });
  const told = vi.fn();
  early.subscribe({ error: told });
  early.start();
  expect(told).toHaveBeenCalledWith(new Error("'counting' is not loaded"));
  register(counting);
  const actor = createActor(logic, { input: { from: 1 } }).start();
  actor.send({ type: 'more' });
  expect(actor.getSnapshot()).toMatchObject({ status: 'active', context: { count: 2 } });
  expect(actor.getPersistedSnapshot()).toMatchObject({ context: { count: 2 } });
});

test('TRUST-06 a loaded actor that finishes is removed', () => {
  const short = createMachine({
    initial: 'on',
    states: { on: { on: { off: 'over' } }, over: { type: 'final' } },
  });
  const { logic, register } = lazyLogic<typeof short>('short');
  register(short);
  const actor = createActor(logic).start();
  actor.send({ type: 'off' });
  expect(actor.getSnapshot().status).toBe('done');
});
