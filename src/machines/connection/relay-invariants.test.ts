import fc from 'fast-check';
import { createActor, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../tests/support/machines/clock.ts';
import { fakeRelaySockets, relayAsker } from '../../../tests/support/connection/fake-relays.ts';
import {
  count,
  ME,
  ok,
  publish,
  subscribe,
  URL,
} from '../../../tests/support/connection/relay-asks.ts';
import { fakeSession } from '../../../tests/support/account/fake-session.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { endOf } from '../../../tests/support/machines/planted.ts';
import { runs } from '../../../tests/support/runs.ts';
import { type RelayEvent, relayMachine } from './relay.machine.ts';
import type { RelayAsk } from './relay-protocol.ts';
import { pressed } from '../../events/nostr/ours.ts';

const steps = fc.oneof(
  fc.constantFrom(
    'open',
    'errored',
    'closed',
    'publish',
    'subscribe',
    'count',
    'ok',
    'no',
    'auth',
    'ended',
    'count 1',
    'sign',
    'proved',
  ),
  fc.constantFrom<RelayEvent>(
    { type: 'relay.suspend' },
    { type: 'relay.resume' },
    { type: 'relay.retry' },
    { type: 'relay.setOnline' },
  ),
  fc.nat(9_000),
);

/** Run a script against a relay and return every caller with the answers that it received. */
function play(machine: typeof relayMachine, script: ReadonlyArray<string | number | RelayEvent>) {
  const clock = new SimulatedClock();
  const sockets = fakeRelaySockets();
  const signer = fakeSession();
  const actor = createActor(machine.provide({ actors: { socket: sockets.logic } }), {
    input: {
      url: pressed(URL),
      seed: 0.5,
      suspended: false,
      rule: 'silent',
      signer: signer.ref,
      account: ME,
    },
    clock,
  }).start();
  const askers: Array<ReturnType<typeof relayAsker> & { kind: RelayAsk['kind'] }> = [];
  const say = (...heard: Parameters<typeof sockets.say>[0][number][]) =>
    sockets.alive().at(-1)?.report({ type: 'socket.heard', heard });
  let most = 0;
  for (const step of script) {
    if (typeof step === 'number') elapse(clock, step, 500);
    else if (typeof step !== 'string') actor.send(step);
    else if (step === 'open') sockets.alive().at(-1)?.report({ type: 'socket.opened' });
    else if (step === 'errored' || step === 'closed')
      sockets.alive().at(-1)?.report({ type: 'socket.closed', reason: step });
    else if (step === 'ok' || step === 'no') say(ok(step === 'ok', 'x'));
    else if (step === 'sign')
      signer
        .open()
        .forEach(
          ({ act }) => act.do === 'sign' && signer.sign(trusted({ ...act.template, pubkey: ME })),
        );
    else if (step === 'proved')
      say(...[actor.getSnapshot().context.proof ?? ''].map((id) => ok(true, '', id)));
    else if (step === 'auth')
      say({ type: 'challenge', challenge: 'c' }, ok(false, 'auth-required: x'));
    else if (step === 'ended')
      for (const { id } of actor.getSnapshot().context.pending)
        say({ type: 'ended', id: id ?? '' });
    else if (step === 'count 1')
      for (const { id } of actor.getSnapshot().context.pending)
        say({ type: 'count', id: id ?? '', count: 1 });
    else {
      const asks = { publish, subscribe, count };
      const what =
        step === 'publish' || step === 'subscribe' || step === 'count' ? asks[step] : undefined;
      if (!what) continue;
      const asker = relayAsker();
      askers.push({ ...asker, kind: what.kind });
      actor.send({ type: 'relay.ask', from: asker.ref, ask: what, as: pressed(URL) });
    }
    most = Math.max(most, sockets.alive().length);
  }
  return { actor, clock, sockets, askers, most };
}

const everybodyHearsAnEnd = (machine: typeof relayMachine) =>
  fc.property(fc.array(steps, { maxLength: 40 }), (script) => {
    const { actor, clock, askers, most } = play(machine, script);
    elapse(clock, 80_000, 500);
    expect(actor.getSnapshot().status).toBe('active');
    expect(most).toBeLessThanOrEqual(1);
    for (const { heard } of askers) {
      const ends = heard.filter(({ type }) => type !== 'relay.events');
      const firm = ends.filter((end) => end.type !== 'relay.outcome' || end.outcome !== 'silent');
      expect(ends.length).toBeGreaterThanOrEqual(1);
      expect(firm.length).toBeLessThanOrEqual(1);
      expect(firm[0] ? ends.at(-1) : ends[0]).toBe(firm[0] ?? ends[0]);
    }
  });

test('INV-PROGRESS INV-ONE-SOCKET in any event order, every caller gets one end, or a late OK after it', () => {
  fc.assert(everybodyHearsAnEnd(relayMachine), { numRuns: runs(400) });
});

test('INV-PROGRESS a relay that does not report a lost connection or a timeout is caught (planted)', () => {
  const mute = relayMachine.provide({ actions: { rejectAll: () => undefined } });
  const patient = relayMachine.provide({ actions: { expire: () => undefined } });
  expect(endOf(everybodyHearsAnEnd(mute))).toBe('AssertionError');
  expect(endOf(everybodyHearsAnEnd(patient))).toBe('AssertionError');
});
