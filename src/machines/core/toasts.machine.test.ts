import { inEnglish } from '../../../tests/support/views/in-english.ts';
import { quotedMessage } from '../../events/account/user-message.ts';
import fc from 'fast-check';
import { createActor, SimulatedClock } from 'xstate';
import { describe, expect, test } from 'vitest';
import { elapse } from '../../../tests/support/machines/clock.ts';
import { millis } from '../../events/core/time.ts';
import { SHOWN, type ToastKind, type ToastsEvent, toastsMachine } from './toasts.machine.ts';
import { runs } from '../../../tests/support/runs.ts';

function start() {
  const clock = new SimulatedClock();
  const actor = createActor(toastsMachine, { clock }).start();
  const show = (text: string, kind: ToastKind = 'info') =>
    actor.send({ type: 'toast.show', kind, message: quotedMessage(text) });
  const shown = () =>
    actor
      .getSnapshot()
      .context.toasts.slice(0, SHOWN)
      .map(({ message }) => inEnglish(message));
  return { actor, clock, show, shown, state: () => actor.getSnapshot().value };
}

/** Return the milliseconds until a toast disappears. */
function lifeOf(kind: ToastKind): number {
  const { clock, show, shown } = start();
  show('a', kind);
  while (shown().length > 0) clock.increment(1);
  return clock.now();
}

test('INV-OUTCOME a message that stays is withdrawn by its code, and no other one', () => {
  const { actor, show, shown, state } = start();
  actor.send({
    type: 'toast.show',
    kind: 'warning',
    message: { code: 'note.locked' },
    stays: true,
  });
  show('a');
  actor.send({ type: 'toast.withdraw', code: 'note.locked' });
  expect(shown()).toEqual(['a']);
  actor.send({ type: 'toast.withdraw', code: 'note.locked' });
  expect(state()).toBe('showing');
});

describe('duration', () => {
  test('LIMIT-01 a toast lasts 4000 ms; success and not-available notices last 2000 ms', () => {
    const kinds: readonly ToastKind[] = ['info', 'success', 'unavailable', 'warning', 'error'];
    expect(kinds.map(lifeOf)).toEqual([4_000, 2_000, 2_000, 4_000, 4_000]);
  });

  test('LIMIT-01 a success with a button, or with a name or a time in its text, lasts 4000 ms', () => {
    const messages: readonly Partial<Extract<ToastsEvent, { type: 'toast.show' }>>[] = [
      { message: { code: 'note.scheduled', params: { at: 9 } } },
      { message: { code: 'feed.added', params: { name: 'Lamps' } } },
      { message: { code: 'note.posted' }, note: 'a' },
      { message: { code: 'note.posted' } },
    ];
    const lives = messages.map((said) => {
      const { actor, clock, shown } = start();
      actor.send({ type: 'toast.show', kind: 'success', message: quotedMessage(''), ...said });
      while (shown().length > 0) clock.increment(1);
      return clock.now();
    });
    expect(lives).toEqual([4_000, 4_000, 4_000, 2_000]);
  });

  test('LIMIT-01 the countdown stops while pointer or focus is on a toast', () => {
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
    expect([state(), shown()]).toEqual(['resting', []]);
  });

  test('LIMIT-01 three toasts show at a time; waiting ones count down once shown', () => {
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

describe('undo toasts', () => {
  const undoable = (job: string) =>
    ({
      type: 'toast.show',
      kind: 'info',
      message: quotedMessage('Liked'),
      undo: job,
      lasts: millis(4_000),
    }) as const;

  test('LIMIT-01 BEYOND-09 an undo toast joins the queue before ordinary ones, and waiting toasts do not age', () => {
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

  test('BEYOND-09 INV-SCOPE settling one job or all removes their undo toasts; others stay', () => {
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

  test('BEYOND-09 the pointer pauses an undo toast like any other', () => {
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

test('a duplicate message is ignored; a dismissed toast disappears at once, even while held', () => {
  const { actor, show, shown, state } = start();
  show('a');
  show('a');
  show('a', 'error');
  expect(shown()).toEqual(['a', 'a']);
  actor.send({ type: 'toast.hold' });
  for (const { id } of actor.getSnapshot().context.toasts)
    actor.send({ type: 'toast.dismiss', id });
  expect([state(), shown()]).toEqual(['resting', []]);
});

test('COMPOSE-12 a message that stays runs no timer and is only dismissed', () => {
  const { actor, clock, show, shown, state } = start();
  actor.send({ type: 'toast.show', kind: 'warning', message: quotedMessage('a'), stays: true });
  elapse(clock, 600_000);
  expect([state(), shown()]).toEqual(['resting', ['a']]);
  show('b');
  expect(state()).toBe('showing');
  elapse(clock, 4_000);
  expect([state(), shown()]).toEqual(['resting', ['a']]);
  for (const { id } of actor.getSnapshot().context.toasts)
    actor.send({ type: 'toast.dismiss', id });
  expect(shown()).toEqual([]);
});

test('LIMIT-01 ZAP-03 an error with a button stays; the next one replaces it, and others go on', () => {
  const { actor, clock, show, shown, state } = start();
  const fail = (payment: string) =>
    actor.send({
      type: 'toast.show',
      kind: 'error',
      message: { code: 'zap.failed', params: { payment } },
    });
  const toasts = () => actor.getSnapshot().context.toasts;
  fail('1');
  elapse(clock, 600_000);
  expect([state(), shown()]).toEqual(['resting', ['We were unable to send this Zap']]);
  show('a');
  fail('2');
  fail('2');
  expect(toasts().map(({ message }) => message.params)).toEqual([{ text: 'a' }, { payment: '2' }]);
  // part of a zap that was paid fails with the same button
  actor.send({
    type: 'toast.show',
    kind: 'success',
    message: { code: 'zap.partly', params: { name: 'Ann', payment: '3' } },
  });
  elapse(clock, 600_000);
  expect(toasts().map(({ message }) => message.code)).toEqual(['zap.partly']);
  actor.send({
    type: 'toast.show',
    kind: 'error',
    message: quotedMessage('no key'),
    why: { code: 'readonly' },
  });
  elapse(clock, 600_000);
  expect(shown()).toEqual(['no key']);
  actor.send({ type: 'toast.dismiss', id: toasts()[0]?.id ?? 0 });
  expect(shown()).toEqual([]);
});

const event: fc.Arbitrary<ToastsEvent | { type: 'wait' }> = fc.oneof(
  fc
    .tuple(fc.constantFrom<ToastKind>('info', 'success', 'error'), fc.nat(5))
    .map(([kind, n]) => ({ type: 'toast.show' as const, kind, message: quotedMessage(`${n}`) })),
  fc.integer({ min: 1, max: 9 }).map((id) => ({ type: 'toast.dismiss' as const, id })),
  fc.constantFrom(
    { type: 'toast.hold' as const },
    { type: 'toast.release' as const },
    { type: 'wait' as const },
    { type: 'wait' as const },
  ),
);

test('INV-PROGRESS at most three toasts show, in order, and all disappear after release', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30, size: 'max' }), (script) => {
      const { actor, clock, shown, state } = start();
      for (const one of script) {
        if (one.type === 'wait') elapse(clock, 1_500);
        else actor.send(one);
        const ids = actor.getSnapshot().context.toasts.map(({ id }) => id);
        expect(ids).toEqual(ids.toSorted((a, b) => a - b));
        expect(shown().length).toBeLessThanOrEqual(3);
        expect(state() === 'resting').toBe(shown().length === 0);
      }
      actor.send({ type: 'toast.release' });
      elapse(clock, 60_000);
      expect(state()).toBe('resting');
    }),
    { numRuns: runs(100) },
  );
});
