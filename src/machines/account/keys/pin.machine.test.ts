import { pinProblems } from '../../../../tests/support/views/in-english.ts';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { describe, expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fakePromises } from '../../../../tests/support/machines/fake-promises.ts';
import { secretOf } from '../../../events/account/keys/secret.ts';
import type { PasskeyOpened } from './key-protocol.ts';
import { type PinInput, pinMachine } from './pin.machine.ts';

const ME = 'a'.repeat(64);

function start(mode: PinInput['mode']) {
  const clock = new SimulatedClock();
  const ports = fakePromises();
  const machine = pinMachine.provide({
    actors: { lock: ports.port('lock'), open: ports.port('open'), erase: ports.port('erase') },
  });
  const actor = createActor(machine, { input: { mode, pubkey: ME }, clock }).start();
  const submit = (pin: string, repeated?: string) => {
    const secrets = {
      pin: secretOf(pin),
      ...(repeated === undefined ? {} : { repeated: secretOf(repeated) }),
    };
    actor.send({ type: 'pin.submit', ...secrets });
    return secrets;
  };
  const problem = () => actor.getSnapshot().context.problem;
  return { actor, clock, ports, answer: ports.answer, fail: ports.fail, submit, problem };
}

function withPasskey() {
  const answers: PasskeyOpened[] = [];
  const machine = pinMachine.provide({
    actors: {
      hasPasskey: fromPromise<boolean, { pubkey: string | undefined }>(async () => true),
      passkey: fromPromise<PasskeyOpened, { pubkey: string }>(
        async () => answers.shift() ?? { problem: 'failed' },
      ),
    },
  });
  return { machine, answers };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a new PIN', () => {
  test('ACCOUNT-03 a PIN under 4 characters or repeated differently is refused, in the words of the ledger', () => {
    const { submit, problem, ports } = start('create');
    submit('123', '123');
    expect(pinProblems[problem() ?? 'failed']).toBe('PIN must be at least 4 characters');
    submit('1234', '4321');
    expect(pinProblems[problem() ?? 'failed']).toBe('PINs don’t match');
    submit('1234');
    expect(problem()).toBe('different');
    expect(ports.all).toEqual([]);
  });

  test('ACCOUNT-03 a long enough PIN, repeated identically, locks the key', async () => {
    const { actor, submit, ports, answer } = start('create');
    const { pin } = submit('1234', '1234');
    expect(ports.all).toMatchObject([{ port: 'lock', input: { pubkey: ME, pin } }]);
    await answer(true);
    expect(actor.getSnapshot().output).toEqual({ result: 'locked', kept: true });
  });

  test('E-47 a device that does not store the encrypted key says so', async () => {
    const { actor, submit, answer } = start('create');
    submit('1234', '1234');
    await answer(false);
    expect(actor.getSnapshot().output).toEqual({ result: 'locked', kept: false });
  });

  test('ACCOUNT-03 continuing without a PIN warns first', () => {
    const { actor, ports } = start('create');
    actor.send({ type: 'pin.skip' });
    expect(actor.getSnapshot().hasTag('warning')).toBe(true);
    actor.send({ type: 'pin.back' });
    expect(actor.getSnapshot().value).toBe('creating');
    actor.send({ type: 'pin.skip' });
    actor.send({ type: 'pin.confirm' });
    expect(actor.getSnapshot().output).toEqual({ result: 'skipped' });
    expect(ports.all).toEqual([]);
  });

  test('a failure to lock is shown, and can be retried', async () => {
    const { submit, fail, problem, actor } = start('create');
    submit('1234', '1234');
    await fail();
    expect([actor.getSnapshot().value, problem()]).toEqual(['creating', 'failed']);
  });
});

describe('the PIN of a key', () => {
  test('ACCOUNT-03 E-31 a wrong PIN shows an error, and the right one opens the key', async () => {
    const { submit, answer, problem, actor, ports } = start('enter');
    submit('0000');
    await answer('wrong');
    expect([actor.getSnapshot().value, problem()]).toEqual(['entering', 'wrong']);
    submit('1234');
    await answer('right');
    expect(actor.getSnapshot().output).toEqual({ result: 'opened' });
    expect(ports.all.map(({ port }) => port)).toEqual(['open', 'open']);
  });

  test('ACCOUNT-22 a key that no PIN opens says so and offers to sign in again', async () => {
    const { submit, answer, problem, actor, ports } = start('enter');
    actor.send({ type: 'pin.signIn' });
    submit('1234');
    await answer('lost');
    expect([actor.getSnapshot().value, problem()]).toEqual(['entering', 'lost']);
    actor.send({ type: 'pin.signIn' });
    expect(actor.getSnapshot().output).toEqual({ result: 'lost' });
    expect(ports.all.map(({ port }) => port)).toEqual(['open']);
  });

  test("ACCOUNT-05 'I forgot my PIN' warns, then erases the key", async () => {
    const { actor, answer, ports } = start('enter');
    actor.send({ type: 'pin.forgot' });
    expect(actor.getSnapshot().hasTag('warning')).toBe(true);
    expect(ports.all).toEqual([]);
    actor.send({ type: 'pin.back' });
    actor.send({ type: 'pin.forgot' });
    actor.send({ type: 'pin.confirm' });
    expect(ports.waiting()).toEqual(['erase']);
    await answer(undefined);
    expect(actor.getSnapshot().output).toEqual({ result: 'erased' });
  });

  test('BEYOND-12 a passkey is offered if it opens the key; if it fails, the PIN remains', async () => {
    const { machine, answers } = withPasskey();
    const actor = createActor(machine, { input: { mode: 'enter', pubkey: ME } }).start();
    await settle();
    expect(actor.getSnapshot().context.hasPasskey).toBe(true);
    for (const [problem, said] of [
      ['cancelled', 'passkeyCancelled'],
      ['wrong', 'passkeyWrong'],
      ['noPrf', 'passkeyFailed'],
    ] as const) {
      answers.push({ problem });
      actor.send({ type: 'pin.passkey' });
      await settle();
      expect([actor.getSnapshot().value, actor.getSnapshot().context.problem]).toEqual([
        'entering',
        said,
      ]);
    }
    answers.push({ pubkey: 'b'.repeat(64) }, { pubkey: ME });
    actor.send({ type: 'pin.passkey' });
    await settle();
    // the key of another account is not accepted (INV-IDENTITY)
    expect(actor.getSnapshot().context.problem).toBe('passkeyFailed');
    actor.send({ type: 'pin.passkey' });
    await settle();
    expect(actor.getSnapshot().output).toEqual({ result: 'opened' });
  });

  test('cancelling opens nothing', () => {
    const { actor } = start('enter');
    actor.send({ type: 'pin.cancel' });
    expect(actor.getSnapshot().output).toEqual({ result: 'cancelled' });
  });
});

test('E-32 the typed PIN is forgotten once it is used or rejected', async () => {
  const world = start('create');
  const short = world.submit('123', '123');
  expect([short.pin.reveal(), short.repeated?.reveal()]).toEqual([undefined, undefined]);
  const good = world.submit('1234', '1234');
  expect(good.repeated?.reveal()).toBeUndefined();
  await world.fail();
  expect(good.pin.reveal()).toBeUndefined();
  expect(JSON.stringify(world.actor.getSnapshot().context)).not.toContain('1234');
});

test('INV-PROGRESS every wait ends by itself: an absent user, a silent port', () => {
  for (const mode of ['create', 'enter'] as const) {
    const left = start(mode);
    elapse(left.clock, 10 * 60_000 - 10_000, 10_000);
    expect(left.actor.getSnapshot().status).toBe('active');
    elapse(left.clock, 10_000, 10_000);
    expect(left.actor.getSnapshot().output).toEqual({ result: 'cancelled' });
    const stuck = start(mode);
    stuck.submit('1234', '1234');
    elapse(stuck.clock, 50_000, 10_000);
    expect(stuck.actor.getSnapshot().hasTag('busy')).toBe(true);
    elapse(stuck.clock, 10_000, 10_000);
    expect([stuck.actor.getSnapshot().hasTag('typing'), stuck.problem()]).toEqual([true, 'failed']);
  }
  for (const act of ['pin.forgot', 'pin.skip'] as const) {
    const left = start(act === 'pin.skip' ? 'create' : 'enter');
    left.actor.send({ type: act });
    elapse(left.clock, 10 * 60_000 - 10_000, 10_000);
    expect(left.actor.getSnapshot().status).toBe('active');
    elapse(left.clock, 10_000, 10_000);
    expect(left.actor.getSnapshot().output).toEqual({ result: 'cancelled' });
  }
});

test('ACCOUNT-05 a key that could not be erased still exists, and its PIN can be typed', async () => {
  const erasing = () => {
    const world = start('enter');
    world.actor.send({ type: 'pin.forgot' });
    world.actor.send({ type: 'pin.confirm' });
    expect([world.ports.all.at(-1)?.input, world.actor.getSnapshot().hasTag('busy')]).toEqual([
      { pubkey: ME },
      true,
    ]);
    return world;
  };
  const [failed, stuck] = [erasing(), erasing()];
  await failed.fail();
  elapse(stuck.clock, 60_000, 10_000);
  for (const { actor, problem } of [failed, stuck])
    expect([actor.getSnapshot().value, problem()]).toEqual(['entering', 'failed']);
});

test('progress is shown while the key is locked or opened', () => {
  for (const mode of ['create', 'enter'] as const) {
    const { actor, submit } = start(mode);
    submit('1234', '1234');
    expect(
      ['busy', 'typing', 'warning'].filter((tag) => actor.getSnapshot().hasTag(tag as 'busy')),
    ).toEqual(['busy']);
  }
});
