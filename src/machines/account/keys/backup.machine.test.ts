import { createActor, fromCallback, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fakePort } from '../../../../tests/support/machines/fake-port.ts';
import { secretOf } from '../../../events/account/keys/secret.ts';
import { type BackupEvent, type BackupInput, backupMachine } from './backup.machine.ts';
import type { VaultCommand, VaultInput, VaultSignal } from './key-protocol.ts';

const ME = 'a'.repeat(64);
const FORM = 'words';

function start(by: BackupInput['by'] = 'open') {
  const clock = new SimulatedClock();
  const vault = fakePort<VaultCommand, VaultInput, VaultSignal>();
  const actor = createActor(backupMachine.provide({ actors: { vault: vault.logic } }), {
    input: { pubkey: ME, by },
    clock,
  }).start();
  const [nsec, words] = [secretOf('nsec1'), secretOf('one two')];
  return {
    actor,
    clock,
    vault,
    nsec,
    words,
    send: (event: BackupEvent) => actor.send(event),
    is: (tag: 'proving' | 'busy' | 'shown' | 'checking' | 'locking') =>
      actor.getSnapshot().hasTag(tag),
    problem: () => actor.getSnapshot().context.problem,
    open: () => {
      actor.send({ type: 'backup.show' });
      if (by === 'pin') actor.send({ type: 'backup.prove', pin: secretOf('1234') });
      vault.report({ type: 'vault.opened', nsec, words });
    },
    lock: (password: string, repeated = password) => {
      const typed = { password: secretOf(password), repeated: secretOf(repeated) };
      actor.send({ type: 'backup.lock', ...typed });
      return typed;
    },
  };
}

test('E-32 the key is read only for showing; hiding, closing or two minutes forget it', () => {
  for (const end of ['hide', 'close', 'wait'] as const) {
    const world = start();
    elapse(world.clock, 60_000, 1_000);
    expect(world.vault.lives).toEqual([]);
    world.open();
    expect([world.is('shown'), world.nsec.reveal(), world.words.reveal()]).toEqual([
      true,
      'nsec1',
      'one two',
    ]);
    world.lock('long enough');
    const ncryptsec = secretOf('ncryptsec1');
    world.vault.report({ type: 'vault.locked', ncryptsec });
    expect(world.actor.getSnapshot().context.ncryptsec?.reveal()).toBe('ncryptsec1');
    elapse(world.clock, 119_000, 1_000);
    expect([world.is('shown'), world.nsec.reveal()]).toEqual([true, 'nsec1']);
    if (end === 'wait') elapse(world.clock, 1_000);
    else world.send({ type: `backup.${end}` });
    expect([world.nsec.reveal(), world.words.reveal(), ncryptsec.reveal()]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(world.actor.getSnapshot().context).toMatchObject({
      nsec: undefined,
      words: undefined,
      ncryptsec: undefined,
    });
    expect(world.vault.lives.map(({ ended }) => ended)).toEqual([true]);
  }
});

test('SETTINGS-11 a key with a PIN is shown only after its PIN; a wrong PIN can be retried', () => {
  const world = start('pin');
  world.send({ type: 'backup.show' });
  expect([world.is('proving'), world.vault.lives]).toEqual([true, []]);
  world.send({ type: 'backup.prove', pin: secretOf('0000') });
  expect(world.vault.last().input).toMatchObject({ pubkey: ME, by: 'pin' });
  world.vault.report({ type: 'vault.refused', why: 'pin' });
  expect([world.is('proving'), world.problem()]).toEqual([true, 'pin']);
  world.send({ type: 'backup.prove', pin: secretOf('1234') });
  expect(world.problem()).toBeUndefined();
  world.vault.report({ type: 'vault.opened', nsec: world.nsec, words: undefined });
  expect(world.is('shown')).toBe(true);
  expect(world.actor.getSnapshot().context.pin?.reveal()).toBe('1234');
  world.send({ type: 'backup.hide' });
  expect(world.actor.getSnapshot().context.pin).toBeUndefined();
});

test('BEYOND-12 an ncryptsec needs a password of eight characters, typed twice; input is always forgotten', () => {
  const world = start();
  world.open();
  const short = world.lock('1234567');
  expect([world.problem(), short.password.reveal(), short.repeated.reveal()]).toEqual([
    'short',
    undefined,
    undefined,
  ]);
  world.lock('long enough', 'long enougj');
  expect(world.problem()).toBe('different');
  expect(world.vault.told()).toEqual([]);
  const { repeated } = world.lock('long enough');
  expect([world.is('locking'), world.problem(), repeated.reveal()]).toEqual([
    true,
    undefined,
    undefined,
  ]);
  expect(world.vault.told()).toMatchObject([{ type: 'vault.lock' }]);
  world.vault.report({ type: 'vault.locked', ncryptsec: undefined });
  expect([world.is('shown'), world.problem()]).toEqual([true, 'failed']);
  world.lock('long enough');
  elapse(world.clock, 59_000, 1_000);
  expect([world.is('locking'), world.problem()]).toEqual([true, undefined]);
  elapse(world.clock, 1_000);
  expect([world.is('locking'), world.problem()]).toEqual([false, 'failed']);
});

test('INV-PROGRESS a key that cannot be opened shows an error, also after a timeout', () => {
  const refused = start();
  refused.send({ type: 'backup.show' });
  refused.vault.report({ type: 'vault.refused', why: 'failed' });
  expect(refused.actor.getSnapshot()).toMatchObject({
    value: 'hidden',
    context: { problem: 'failed' },
  });
  const silent = start();
  silent.send({ type: 'backup.show' });
  elapse(silent.clock, 59_000, 1_000);
  expect(silent.is('busy')).toBe(true);
  elapse(silent.clock, 1_000);
  expect(silent.actor.getSnapshot()).toMatchObject({
    value: 'hidden',
    context: { problem: 'failed' },
  });
  const left = start('pin');
  left.send({ type: 'backup.show' });
  elapse(left.clock, 299_000, 1_000);
  expect(left.is('proving')).toBe(true);
  elapse(left.clock, 1_000);
  expect(left.actor.getSnapshot().value).toBe('hidden');
});

test('INV-PROGRESS a failing vault shows an error, which a retry or leaving clears', () => {
  const broken = backupMachine.provide({
    actors: {
      vault: fromCallback(() => {
        throw new Error('broken');
      }),
    },
  });
  const actor = createActor(broken, { input: { pubkey: ME, by: 'open' } }).start();
  actor.send({ type: 'backup.show' });
  expect(actor.getSnapshot()).toMatchObject({ value: 'hidden', context: { problem: 'failed' } });
  actor.send({ type: 'backup.close' });
  expect(actor.getSnapshot().status).toBe('done');
  for (const by of ['open', 'pin'] as const) {
    const world = start(by);
    const refuse = () => {
      world.send({ type: 'backup.show' });
      world.send({ type: 'backup.prove', pin: secretOf('1234') });
      world.vault.report({ type: 'vault.refused', why: 'failed' });
    };
    refuse();
    world.send({ type: 'backup.show' });
    expect([world.problem(), world.is(by === 'pin' ? 'proving' : 'busy')]).toEqual([
      undefined,
      true,
    ]);
    world.send({ type: 'backup.hide' });
  }
  const wrong = start('pin');
  wrong.send({ type: 'backup.show' });
  wrong.send({ type: 'backup.prove', pin: secretOf('0000') });
  wrong.vault.report({ type: 'vault.refused', why: 'pin' });
  wrong.send({ type: 'backup.hide' });
  expect(wrong.actor.getSnapshot()).toMatchObject({
    value: 'hidden',
    context: { problem: undefined },
  });
});

test('E-32 BEYOND-12 an error hides the secret, and a second ncryptsec replaces the first', () => {
  const [hidden, left, shown, copied] = [start(), start(), start(), start()];
  for (const world of [hidden, left, shown]) {
    world.open();
    world.lock('short');
    expect(world.problem()).toBe('short');
  }
  hidden.send({ type: 'backup.hide' });
  elapse(left.clock, 120_000, 1_000);
  shown.send({ type: 'backup.check', form: FORM, positions: [1, 2] });
  expect([hidden.problem(), left.problem(), shown.problem()]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  shown.send({ type: 'backup.answer', typed: [secretOf('x')] });
  expect(shown.problem()).toBe('uncopied');
  shown.send({ type: 'backup.show' });
  expect([shown.is('shown'), shown.problem()]).toEqual([true, undefined]);
  shown.send({ type: 'backup.check', form: FORM, positions: [1, 2] });
  shown.send({ type: 'backup.answer', typed: [secretOf('x')] });
  elapse(shown.clock, 299_000, 1_000);
  expect([shown.is('checking'), shown.nsec.reveal()]).toEqual([true, 'nsec1']);
  elapse(shown.clock, 1_000);
  expect([shown.is('checking'), shown.problem(), shown.nsec.reveal()]).toEqual([
    false,
    undefined,
    undefined,
  ]);
  copied.open();
  const [first, second] = [secretOf('ncryptsec1'), secretOf('ncryptsec2')];
  for (const ncryptsec of [first, second]) {
    copied.lock('long enough');
    copied.vault.report({ type: 'vault.locked', ncryptsec });
  }
  expect([first.reveal(), second.reveal()]).toEqual([undefined, 'ncryptsec2']);
});

test('BEYOND-12 E-32 a copy counts if two pieces are right; input and key are forgotten', () => {
  const world = start();
  const answer = (...texts: string[]) => {
    const typed = texts.map((text) => secretOf(text));
    world.send({ type: 'backup.answer', typed });
    return typed.every((one) => one.reveal() === undefined);
  };
  const isProved = () => world.actor.getSnapshot().context.isProved;
  // not before it was shown
  world.send({ type: 'backup.check', form: FORM, positions: [1, 2] });
  expect([world.is('checking'), isProved()]).toEqual([false, false]);
  world.open();
  world.send({ type: 'backup.check', form: FORM, positions: [2, 1] });
  expect([world.is('checking'), world.is('shown')]).toEqual([true, false]);
  expect([answer('one', 'two'), world.problem(), isProved()]).toEqual([true, 'uncopied', false]);
  expect([answer('', ''), isProved()]).toEqual([true, false]);
  expect([answer(' Two ', 'one'), world.problem(), isProved()]).toEqual([true, undefined, true]);
  expect([world.nsec.reveal(), world.words.reveal(), world.is('checking')]).toEqual([
    undefined,
    undefined,
    false,
  ]);
});

test('BEYOND-12 a wrong piece of a copy is named by its place, and the right one is not', () => {
  const world = start();
  world.open();
  world.send({ type: 'backup.check', form: FORM, positions: [2, 1] });
  const answer = (...texts: string[]) => {
    world.send({ type: 'backup.answer', typed: texts.map((text) => secretOf(text)) });
    return world.actor.getSnapshot().context.wrong;
  };
  expect(answer('two', 'three')).toEqual([1]);
  expect(answer('1. two', '1. one')).toEqual([0]);
  expect([answer('2. two', '1. one'), world.problem()]).toEqual([[], undefined]);
});

test('ACCOUNT-07 the check asks for the form that was saved, also of a key with words', () => {
  const world = start();
  const [nsec, words] = [secretOf('nsec1abcdefghijkl'), secretOf('one two')];
  world.send({ type: 'backup.show' });
  world.vault.report({ type: 'vault.opened', nsec, words });
  world.send({ type: 'backup.check', form: 'nsec', positions: [1, 2] });
  world.send({ type: 'backup.answer', typed: [secretOf('one'), secretOf('two')] });
  expect(world.problem()).toBe('uncopied');
  world.send({ type: 'backup.answer', typed: [secretOf('abcd'), secretOf('ijkl')] });
  expect(world.actor.getSnapshot().context.isProved).toBe(true);
});

test('ACCOUNT-07 E-32 the saved file proves a copy in any form, and is forgotten', () => {
  for (const saved of ['nsec1', 'one\ntwo\n', '1. one\n2. two\n']) {
    const world = start();
    world.open();
    world.send({ type: 'backup.check', form: FORM, positions: [1, 2] });
    const compare = (text: string) => {
      const file = secretOf(text);
      world.send({ type: 'backup.compare', file });
      return file.reveal();
    };
    expect([compare('another file'), world.problem()]).toEqual([undefined, 'otherFile']);
    expect([compare(saved), world.problem()]).toEqual([undefined, undefined]);
    expect([world.actor.getSnapshot().context.isProved, world.nsec.reveal()]).toEqual([
      true,
      undefined,
    ]);
  }
});
