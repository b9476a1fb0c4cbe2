import { saying } from '../../../../tests/support/views/in-english.ts';
import { createActor, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fakeBus } from '../../../../tests/support/connection/fake-bus.ts';
import { fakeSession } from '../../../../tests/support/account/fake-session.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { membershipQuery } from '../../../events/account/signing/signed-query.ts';
import { signedRequestMachine } from './signed-request.machine.ts';

const ME = 'a'.repeat(64);

function start(quiet = false) {
  const clock = new SimulatedClock();
  const bus = fakeBus();
  const signer = fakeSession();
  const asked = membershipQuery(ME);
  const actor = createActor(signedRequestMachine, {
    clock,
    input: { bus: bus.bus, account: ME, signer: signer.ref, asked, quiet },
  }).start();
  const proof = trusted({ ...asked.draft, pubkey: ME });
  return { clock, bus, signer, actor, asked, proof };
}

test('ACCOUNT-18 the proof is signed first, under a plain reason; then the request carries it', () => {
  const { bus, signer, actor, asked, proof } = start();
  expect(bus.open()).toEqual([]);
  expect(signer.open()).toMatchObject([
    {
      pubkey: ME,
      reason: saying('Ask how large your files may be'),
      act: { do: 'sign', template: asked.draft },
      quiet: false,
    },
  ]);
  signer.sign(proof);
  expect(bus.open().map(({ query }) => query)).toEqual([
    { verb: 'membership_status', payload: { event_from_user: proof } },
  ]);
  bus.answer({});
  expect(actor.getSnapshot().output).toEqual({
    ok: true,
    answer: { events: [], referenced: [], claims: [] },
  });
});

test('ACCOUNT-18 BEYOND-03 without a signature no request is sent; automatic requests sign silently', () => {
  const { bus, signer, actor } = start(true);
  expect(signer.open()).toMatchObject([{ quiet: true }]);
  signer.refuse();
  expect([bus.open(), actor.getSnapshot().output]).toMatchObject([
    [],
    { ok: false, reason: 'unsigned' },
  ]);
  const talking = start();
  talking.signer.sign('no event');
  expect([talking.bus.open(), talking.actor.getSnapshot().output]).toEqual([
    [],
    { ok: false, reason: 'unsigned', text: '' },
  ]);
});

test('INV-PROGRESS it ends without a signer or an answer, and cancels the prompt', () => {
  const unsigned = start();
  elapse(unsigned.clock, 15 * 60_000 - 10_000, 10_000);
  expect(unsigned.signer.open()).toHaveLength(1);
  elapse(unsigned.clock, 10_000, 10_000);
  expect([unsigned.actor.getSnapshot().output, unsigned.signer.open()]).toMatchObject([
    { ok: false, reason: 'unsigned' },
    [],
  ]);
  const silent = start();
  silent.signer.sign(silent.proof);
  elapse(silent.clock, 11_000);
  expect(silent.actor.getSnapshot().output).toMatchObject({ ok: false, reason: 'timeout' });
});

test('a service that refuses is an outcome', () => {
  const { bus, signer, actor, proof } = start();
  signer.sign(proof);
  bus.refuse();
  expect(actor.getSnapshot().output).toEqual({ ok: false, reason: 'notice', text: 'error' });
});
