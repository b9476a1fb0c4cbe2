import { expect, test } from 'vitest';
import { type AnyEventObject, createActor, type InspectionEvent, SimulatedClock } from 'xstate';
import { fakeSession } from '../../../tests/support/account/fake-session.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { elapse } from '../../../tests/support/machines/clock.ts';
import { fakePromises } from '../../../tests/support/machines/fake-promises.ts';
import { ANN, ME } from '../../../tests/support/messages/messages-world.ts';
import { secretOf } from '../../events/account/keys/secret.ts';
import { signingFailure } from '../../events/account/signing/signing-error.ts';
import { rumorOf } from '../../events/messages/seal.ts';
import { seconds } from '../../events/core/time.ts';
import { sealMessageMachine } from './seal-message.machine.ts';

const NOW = seconds(1_000_000);
const TWO_DAYS = 172_800;
const [forAnn, forMe] = [ANN, ME].map((to) =>
  trusted({ kind: 13, pubkey: ME, content: `sealed for ${to}` }),
);
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

function start(text = ' hello ') {
  const ports = fakePromises();
  const signer = fakeSession();
  const clock = new SimulatedClock();
  const machine = sealMessageMachine.provide({
    actors: { ages: ports.port('ages'), wrap: ports.port('wrap') },
  });
  const cancelled: string[] = [];
  const inspect = ({ type, event }: InspectionEvent & { readonly event?: AnyEventObject }) => {
    if (type === '@xstate.event' && event?.type === 'sign.cancel') cancelled.push(event['id']);
  };
  const input = { account: ME, peer: ANN, signer: signer.ref, text: secretOf(text), now: NOW };
  const actor = createActor(machine, { clock, input, inspect }).start();
  return {
    ports,
    signer,
    wait: (ms: number) => elapse(clock, ms, 1_000),
    output: () => actor.getSnapshot().output,
    cancelled: () => cancelled,
    state: () => actor.getSnapshot().value,
    settle: async (value: unknown) => {
      await ports.answer(value);
      await settle();
    },
    acts: () => signer.open().map(({ act }) => act),
    open: (id: string) => signer.open().find((request) => request.id === id),
    late: (id: string) =>
      actor.send({ type: 'sign.settled', id, outcome: { ok: true, text: 'late' } }),
  };
}

async function sealing() {
  const it = start();
  await it.settle({ peer: 0, own: 1 });
  return it;
}
async function signing() {
  const it = await sealing();
  it.signer.sign('for me', it.open('encrypt own'));
  it.signer.sign('for ann', it.open('encrypt peer'));
  return it;
}

test('DM-09 both copies are encrypted for who reads them, sealed with dates by chance, and wrapped', async () => {
  const it = await sealing();
  const rumor = rumorOf(ME, ANN, 'hello', NOW);
  expect(it.acts()).toMatchObject([
    { do: 'encrypt', scheme: 'nip44', peer: ANN },
    { do: 'encrypt', scheme: 'nip44', peer: ME },
  ]);
  expect(it.acts().map((act) => act.do === 'encrypt' && JSON.parse(act.text))).toEqual([
    rumor,
    rumor,
  ]);
  expect(it.signer.open().map(({ pubkey, reason }) => [pubkey, reason.code])).toEqual([
    [ME, 'sign.privateMessage'],
    [ME, 'sign.privateMessage'],
  ]);
  it.signer.sign('for me', it.open('encrypt own'));
  expect(it.acts()).toHaveLength(1);
  it.signer.sign('for ann', it.open('encrypt peer'));
  expect(it.acts()).toMatchObject([
    { do: 'sign', template: { kind: 13, content: 'for ann', created_at: NOW } },
    { do: 'sign', template: { kind: 13, content: 'for me', created_at: 1_000_000 - TWO_DAYS } },
  ]);
  if (forMe) it.signer.sign(forMe, it.open('sign own'));
  expect(it.ports.all).toHaveLength(1);
  if (forAnn) it.signer.sign(forAnn, it.open('sign peer'));
  expect(it.ports.all.at(-1)?.input).toEqual([
    { seal: forAnn, to: ANN, now: NOW },
    { seal: forMe, to: ME, now: NOW },
  ]);
  await it.settle([forAnn, forMe]);
  expect(it.output()).toEqual({
    ok: true,
    rumor: { id: rumor.id, created_at: NOW },
    wraps: { peer: forAnn, own: forMe },
  });
});

test('DM-09 a refused signature ends the message and cancels the open requests', async () => {
  const failure = signingFailure('bad-cipher', { code: 'signer.cancelled' });
  const first = await sealing();
  first.signer.refuse(first.open('encrypt peer'), failure);
  const lacking = await sealing();
  lacking.signer.refuse(
    undefined,
    signingFailure('bad-cipher', { code: 'extension.lacks', params: { text: 'nip44' } }),
  );
  const second = await signing();
  second.signer.refuse(second.open('sign own'), failure);
  expect([first, second].map((it) => [it.output(), it.acts()])).toEqual([
    [{ ok: false, message: { code: 'signer.cancelled' }, isUnable: false }, []],
    [{ ok: false, message: { code: 'signer.cancelled' }, isUnable: false }, []],
  ]);
  expect([lacking.output(), lacking.acts()]).toMatchObject([{ ok: false, isUnable: true }, []]);
});

test('DM-09 INV-PROGRESS a signer that does not answer one step in 12 minutes ends the message', async () => {
  const failed = { ok: false, message: { code: 'publish.unsigned' }, isUnable: false };
  for (const reach of [sealing, signing]) {
    const it = await reach();
    it.wait(12 * 60_000 - 1_000);
    expect(it.output()).toBeUndefined();
    it.wait(1_000);
    expect([it.output(), it.acts()]).toEqual([failed, []]);
  }
});

test('DM-09 an answer of the wrong kind, or to no question, seals nothing', async () => {
  const it = await sealing();
  it.late('encrypt nobody');
  const request = it.open('encrypt peer');
  if (forAnn) it.signer.sign(forAnn, request);
  it.signer.sign('for me', it.open('encrypt own'));
  expect(it.state()).toBe('encrypting');
  const next = await signing();
  next.signer.sign('a text', next.open('sign peer'));
  if (forMe) next.signer.sign(forMe, next.open('sign own'));
  next.late('sign nobody');
  expect(next.state()).toBe('signing');
});

test('DM-09 a text that is too long, or a failed date or wrap, ends the message with a reason', async () => {
  expect(start('\u4e00'.repeat(20_000)).output()).toEqual({
    ok: false,
    message: { code: 'messages.tooLong' },
    isUnable: false,
  });
  const failed = { ok: false, message: { code: 'publish.unsigned' }, isUnable: false };
  const undated = start();
  await undated.ports.fail();
  await settle();
  expect([undated.output(), undated.acts()]).toEqual([failed, []]);
  const sealed = async () => {
    const it = await signing();
    if (forAnn) it.signer.sign(forAnn, it.open('sign peer'));
    if (forMe) it.signer.sign(forMe, it.open('sign own'));
    return it;
  };
  const unwrapped = await sealed();
  await unwrapped.ports.fail();
  await settle();
  expect(unwrapped.output()).toEqual(failed);
  for (const wraps of [[], [forAnn]]) {
    const half = await sealed();
    await half.settle(wraps);
    expect(half.output()).toEqual(failed);
  }
});

test('DM-09 finished signatures are not cancelled', async () => {
  const failure = signingFailure('bad-cipher');
  const first = await sealing();
  first.signer.sign('for me', first.open('encrypt own'));
  first.signer.refuse(first.open('encrypt peer'), failure);
  expect(first.cancelled()).toEqual(['encrypt peer']);
  const second = await signing();
  if (forAnn) second.signer.sign(forAnn, second.open('sign peer'));
  second.signer.refuse(second.open('sign own'), failure);
  expect(second.cancelled()).toEqual(['sign own']);
  const none = await sealing();
  none.signer.refuse(none.open('encrypt own'), failure);
  expect(none.cancelled()).toContain('encrypt peer');
});

test('DM-09 INV-NO-LOSS code that did not load is fetched again, without another signature', async () => {
  const it = await signing();
  it.signer.sign(forAnn ?? expect.fail(), it.open('sign peer'));
  it.signer.sign(forMe ?? expect.fail(), it.open('sign own'));
  await settle();
  await it.settle('unloaded');
  expect([it.state(), it.output()]).toEqual([{ wrapping: 'unloaded' }, undefined]);
  it.wait(16_000);
  expect([it.state(), it.signer.open()]).toEqual([{ wrapping: 'trying' }, []]);
  await it.settle([forAnn, forMe]);
  expect(it.output()).toMatchObject({ ok: true });
});

test('DM-09 INV-PROGRESS after twelve minutes without its code the message says so', async () => {
  const it = await signing();
  it.signer.sign(forAnn ?? expect.fail(), it.open('sign peer'));
  it.signer.sign(forMe ?? expect.fail(), it.open('sign own'));
  await settle();
  for (let tries = 0; tries < 44; tries++) {
    await it.settle('unloaded');
    it.wait(16_000);
  }
  expect(it.output()).toBeUndefined();
  it.wait(16_000);
  expect(it.output()).toMatchObject({ ok: false, message: { code: 'messages.unloaded' } });
});
