import { inEnglish } from '../../../tests/support/views/in-english.ts';
import { said } from '../../events/account/user-message.ts';
import fc from 'fast-check';
import { createActor, SimulatedClock } from 'xstate';
import { describe, expect, test } from 'vitest';
import { elapse } from '../../../tests/support/machines/clock.ts';
import { millis } from '../../events/core/time.ts';
import { SHOWN, type ToastKind, type ToastsEvent, toastsMachine } from './toasts.machine.ts';

function start() {
  const clock = new SimulatedClock();
  const actor = createActor(toastsMachine, { clock }).start();
  const show = (text: string, kind: ToastKind = 'info') => actor.send({ type: 'toast.show', kind, message: said(text) });
  const shown = () =>
    actor
      .getSnapshot()
      .context.toasts.slice(0, SHOWN)
      .map(({ message }) => inEnglish(message));
  return { actor, clock, show, shown, state: () => actor.getSnapshot().value };
}

/** Milliseconds until a toast is gone. */
function lifeOf(kind: ToastKind): number {
  const { clock, show, shown } = start();
  show('a', kind);
  while (shown().length > 0) clock.increment(1);
  return clock.now();
}

describe('how long', () => {
  test('LIMIT-01 4000 ms, 2000 ms for success and the not-available notice', () => {
    const kinds: readonly ToastKind[] = ['info', 'success', 'unavailable', 'warning', 'error'];
    expect(kinds.map(lifeOf)).toEqual([4_000, 2_000, 2_000, 4_000, 4_000]);
  });

  test('LIMIT-01 its time stands still while pointer or focus rests on it', () => {
    const { actor, clock, show, shown, state } = start();
    show('a');
    elapse(clock, 3_000);
    actor.send({ type: 'toast.hold' });
    elapse(clock, 600_000);
    expect([state(), shown()]).toEqual(['held', ['a']]);
    actor.send({ type: 'toast.release' });
    elapse(clock, 999);
    expect(shown()).toEqual(['a']);
    clock.increment(1);
    expect([state(), shown()]).toEqual(['empty', []]);
  });

  test('LIMIT-01 three at a time; the time of those behind begins when they are shown', () => {
    const { clock, show, shown } = start();
    for (const text of ['a', 'b', 'c', 'd', 'e']) show(text);
    expect(shown()).toEqual(['a', 'b', 'c']);
    elapse(clock, 4_000);
    expect(shown()).toEqual(['d', 'e']);
    elapse(clock, 3_900);
    expect(shown()).toEqual(['d', 'e']);
    elapse(clock, 100);
    expect(shown()).toEqual([]);
  });
});

describe('what can be undone', () => {
  const undoable = (job: string) =>
    ({ type: 'toast.show', kind: 'info', message: said('Liked'), undo: job, lasts: millis(4_000) }) as const;

  test('LIMIT-01 BEYOND-09 it stands in the one queue, before what can wait: three are shown in all, and what is behind does not age', () => {
    const { actor, clock, show, shown } = start();
    for (const text of ['a', 'b', 'c']) show(text, 'success');
    actor.send(undoable('1'));
    actor.send(undoable('2'));
    expect(shown()).toEqual(['Liked', 'Liked', 'a']);
    elapse(clock, 2_000);
    expect(shown()).toEqual(['Liked', 'Liked', 'b']);
    elapse(clock, 2_000);
    expect(shown()).toEqual(['c']);
    elapse(clock, 1_900);
    expect(shown()).toEqual(['c']);
    elapse(clock, 100);
    expect(shown()).toEqual([]);
  });

  test('BEYOND-09 INV-SCOPE it goes as soon as nothing can be undone: that job’s, or all of them; the rest stays', () => {
    const { actor, show, shown } = start();
    show('a');
    for (const job of ['1', '2', '3']) actor.send(undoable(job));
    actor.send({ type: 'toast.settle', job: '1' });
    const undos = () => actor.getSnapshot().context.toasts.flatMap(({ undo }) => undo ?? []);
    expect([undos(), shown()]).toEqual([
      ['2', '3'],
      ['Liked', 'Liked', 'a'],
    ]);
    actor.send({ type: 'toast.settle', job: undefined });
    expect([undos(), shown()]).toEqual([[], ['a']]);
  });

  test('BEYOND-09 the pointer holds it as it holds the others', () => {
    const { actor, clock, shown } = start();
    actor.send(undoable('1'));
    actor.send({ type: 'toast.hold' });
    elapse(clock, 60_000);
    expect(shown()).toEqual(['Liked']);
    actor.send({ type: 'toast.release' });
    elapse(clock, 4_000);
    expect(shown()).toEqual([]);
  });
});

test('what is said already is not said twice; what was dismissed is gone at once, also while held', () => {
  const { actor, show, shown, state } = start();
  show('a');
  show('a');
  show('a', 'error');
  expect(shown()).toEqual(['a', 'a']);
  actor.send({ type: 'toast.hold' });
  for (const { id } of actor.getSnapshot().context.toasts) actor.send({ type: 'toast.dismiss', id });
  expect([state(), shown()]).toEqual(['empty', []]);
});

const event: fc.Arbitrary<ToastsEvent | { type: 'wait' }> = fc.oneof(
  fc
    .tuple(fc.constantFrom<ToastKind>('info', 'success', 'error'), fc.nat(5))
    .map(([kind, n]) => ({ type: 'toast.show' as const, kind, message: said(`${n}`) })),
  fc.integer({ min: 1, max: 9 }).map((id) => ({ type: 'toast.dismiss' as const, id })),
  fc.constantFrom(
    { type: 'toast.hold' as const },
    { type: 'toast.release' as const },
    { type: 'wait' as const },
    { type: 'wait' as const },
  ),
);

test('INV-PROGRESS whatever happens, at most three are shown, in the order they came, and once released all go', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30, size: 'max' }), (script) => {
      const { actor, clock, shown, state } = start();
      for (const one of script) {
        if (one.type === 'wait') elapse(clock, 1_500);
        else actor.send(one);
        const ids = actor.getSnapshot().context.toasts.map(({ id }) => id);
        expect(ids).toEqual(ids.toSorted((a, b) => a - b));
        expect(shown().length).toBeLessThanOrEqual(3);
        expect(state() === 'empty').toBe(shown().length === 0);
      }
      actor.send({ type: 'toast.release' });
      elapse(clock, 60_000);
      expect(state()).toBe('empty');
    }),
  );
});
