import { type AnyEventObject, createActor, setup, SimulatedClock } from 'xstate';
import type { PeerAnswer } from '../../../src/machines/connection/relay-protocol.ts';
import type { Device } from '../../../src/events/account/devices/device.ts';
import type { DeviceCall } from '../../../src/events/account/devices/device-request.ts';
import { NO_PERMITS, type Permits } from '../../../src/events/account/devices/permits.ts';
import { secretOf } from '../../../src/events/account/keys/secret.ts';
import { signingFailure } from '../../../src/events/account/signing/signing-error.ts';
import { seconds } from '../../../src/events/core/time.ts';
import type { Bus } from '../../../src/machines/core/bus.ts';
import { devicesMachine } from '../../../src/machines/account/devices/devices.machine.ts';
import type {
  DevicesCommand,
  DevicesPortInput,
  DevicesSignal,
} from '../../../src/machines/account/devices/devices-protocol.ts';
import type { SignerRef } from '../../../src/machines/core/signer-ref.ts';
import type { SignOutcome, SignRequest } from '../../../src/machines/core/sign-request.ts';
import { elapse } from '../machines/clock.ts';
import { fakePort } from '../machines/fake-port.ts';
import { trusted } from '../events/trusted.ts';
import { pressed } from '../../../src/events/nostr/ours.ts';

export const ME = 'a'.repeat(64);
export const PEER = 'b'.repeat(64);
export const HOME = pressed('ws://here.example');

export function deviceOf(id: string, permits: Partial<Permits> = {}): Device {
  return {
    id: id.repeat(64),
    client: 'c'.repeat(64),
    name: `device ${id}`,
    url: '',
    relays: [HOME],
    asked: NO_PERMITS,
    permits: { ...NO_PERMITS, ...permits },
    since: seconds(1),
    log: [],
  };
}

export const signing = (kind = 1, content = 'hi'): DeviceCall => ({
  do: 'sign',
  template: { kind, content, tags: [], created_at: seconds(9) },
});
export const opening = (): DeviceCall => ({
  do: 'cipher',
  method: 'nip44_decrypt',
  peer: PEER,
  text: secretOf('sealed'),
});

export function recorder() {
  const told: AnyEventObject[] = [];
  const actor = createActor(
    setup({ types: { events: {} as AnyEventObject } }).createMachine({
      on: { '*': { actions: ({ event }) => told.push(event) } },
    }),
  ).start();
  return { told, actor };
}

/** Start the devices machine with a fake connection, signer and bus. */
export function startDevices(devices: readonly Device[] = [deviceOf('1')], isLocal = true) {
  const clock = new SimulatedClock();
  const connection = fakePort<DevicesCommand | PeerAnswer, DevicesPortInput, DevicesSignal>();
  const [bus, signer] = [recorder(), recorder()];
  const machine = devicesMachine.provide({ actors: { connection: connection.logic } });
  const input = {
    account: ME,
    isLocal,
    bus: bus.actor as Bus,
    signer: signer.actor as SignerRef,
    homeRelay: HOME,
    scope: bus.actor,
  };
  const actor = createActor(machine, { input, clock }).start();
  const begin = () => {
    connection.report({ type: 'devicePort.found', devices });
    connection.report({ type: 'devicePort.leadershipChanged', leading: true });
  };
  begin();
  let at = 100;
  const ask = (ref: string, call: DeviceCall | 'odd' = signing(), id = '1') =>
    connection.report({
      type: 'devicePort.requested',
      ref,
      device: id.repeat(64),
      call: call === 'odd' ? undefined : call,
      at: seconds(at++),
    });
  const requests = () =>
    signer.told
      .filter(({ type }) => type === 'sign.request')
      .map((one) => one['request'] as SignRequest);
  const settle = (id: string, outcome: SignOutcome) =>
    actor.send({ type: 'sign.settled', id, outcome });
  const signed = (id: string, over: object = {}) => {
    const act = requests().findLast((one) => one.id === id)?.act;
    if (act?.do !== 'sign') throw new Error('nothing was to be signed');
    settle(id, { ok: true, event: trusted({ ...act.template, pubkey: ME, ...over }) });
  };
  return {
    actor,
    clock,
    connection,
    ask,
    begin,
    requests,
    settle,
    signed,
    decide: (ref: string, how: 'once' | 'always' | 'refuse') =>
      actor.send({ type: 'devices.decide', ref, how, now: seconds(at++) }),
    locked: (id: string) =>
      settle(id, {
        ok: false,
        failure: signingFailure('event_not_signed', { code: 'key.locked' }),
      }),
    asked: () =>
      bus.told
        .filter(({ type }) => type === 'dialog.ask')
        .map(({ question }) => question.ref as string),
    withdrawn: () =>
      bus.told
        .filter(({ type }) => type === 'dialog.withdraw')
        .map(({ question }) => question.ref as string),
    cancelled: () =>
      signer.told.filter(({ type }) => type === 'sign.cancel').map(({ id }) => id as string),
    answers: () =>
      connection
        .told()
        .flatMap((one) =>
          one.type === 'devicePort.answer' ? [[one.ref, one.answer] as const] : [],
        ),
    waits: (ms: number) => elapse(clock, ms, 1_000),
    later: (by: number) => {
      at += by;
    },
    context: () => actor.getSnapshot().context,
  };
}
