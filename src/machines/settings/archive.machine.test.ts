import { createActor, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../tests/support/machines/clock.ts';
import { fakePort } from '../../../tests/support/machines/fake-port.ts';
import { secretOf } from '../../events/account/keys/secret.ts';
import { archiveMachine } from './archive.machine.ts';
import type { ArchiveCommand, ArchiveSignal } from './archive-protocol.ts';

const PLAN = {
  made: 5,
  versions: 3,
  drafts: 1,
  scheduled: 0,
  replaced: 0,
  settings: 2,
  key: false,
};
const LONG = 'four long words here';

function start() {
  const clock = new SimulatedClock();
  const files = fakePort<ArchiveCommand, { account: string }, ArchiveSignal>();
  const actor = createActor(archiveMachine.provide({ actors: { files: files.logic } }), {
    input: { account: 'a' },
    clock,
  }).start();
  const make = (one: string, other = one) => {
    const typed = { passphrase: secretOf(one), repeated: secretOf(other), pin: secretOf('1234') };
    actor.send({ type: 'archive.make', ...typed });
    return typed;
  };
  const read = () => {
    const passphrase = secretOf(LONG);
    actor.send({ type: 'archive.read', file: new Blob([]), passphrase });
    return passphrase;
  };
  return {
    actor,
    clock,
    files,
    make,
    read,
    context: () => actor.getSnapshot().context,
    told: () => files.told().map(({ type }) => type),
  };
}

test('BEYOND-16 E-32 a file needs a long passphrase entered twice, and rejected input is cleared', () => {
  const { make, context, told, files, actor } = start();
  const short = make('short');
  expect([
    context().problem,
    short.passphrase.reveal(),
    short.repeated.reveal(),
    short.pin.reveal(),
  ]).toEqual(['short', undefined, undefined, undefined]);
  make(LONG, 'four long words there');
  expect([context().problem, told()]).toEqual(['different', []]);
  make(LONG);
  expect([told(), context().problem]).toEqual([['archive.seal'], undefined]);
  const second = make(LONG);
  expect([told().length, second.passphrase.reveal()]).toEqual([1, undefined]);
  files.report({ type: 'archive.progress', part: 0.4 });
  expect(context().progress).toBe(0.4);
  files.report({ type: 'archive.saved' });
  expect([context().done, actor.getSnapshot().value]).toEqual(['saved', 'ready']);
});

test('BEYOND-16 the contents of a file are shown first and written only after confirmation', () => {
  const { actor, read, context, told, files } = start();
  read();
  files.report({ type: 'archive.found', plan: PLAN });
  expect([context().plan, told()]).toEqual([PLAN, ['archive.load']]);
  actor.send({ type: 'archive.cancel' });
  expect([context().plan, told()]).toEqual([undefined, ['archive.load', 'archive.drop']]);
  read();
  files.report({ type: 'archive.found', plan: PLAN });
  actor.send({ type: 'archive.confirm' });
  files.report({ type: 'archive.written' });
  expect([context().done, told().at(-1), context().plan]).toEqual([
    'written',
    'archive.write',
    undefined,
  ]);
});

test('BEYOND-16 a file that cannot be opened reports an error, and the next attempt clears it', () => {
  const { read, context, files } = start();
  read();
  files.report({ type: 'archive.failed', why: 'wrong' });
  expect(context().problem).toBe('wrong');
  read();
  expect(context().problem).toBeUndefined();
});

test('INV-PROGRESS every wait times out: a silent worker and an absent user', () => {
  const { actor, clock, read, make, context, told, files } = start();
  make(LONG);
  elapse(clock, 3 * 60_000, 1_000);
  expect([actor.getSnapshot().value, context().problem]).toEqual(['ready', 'failed']);
  read();
  elapse(clock, 3 * 60_000, 1_000);
  expect([context().problem, told().at(-1)]).toEqual(['failed', 'archive.drop']);
  read();
  files.report({ type: 'archive.found', plan: PLAN });
  elapse(clock, 30 * 60_000, 10_000);
  expect([actor.getSnapshot().value, told().at(-1)]).toEqual(['ready', 'archive.drop']);
});
