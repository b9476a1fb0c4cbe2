import { createActor, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fakeSession } from '../../../../tests/support/account/fake-session.ts';
import { signingFailure } from '../../../events/account/signing/signing-error.ts';
import { silentDecryptMachine } from './silent-decrypt.machine.ts';

const ME = 'a'.repeat(64);

function start() {
  const signer = fakeSession();
  const clock = new SimulatedClock();
  const input = { list: 'mutes' as const, account: ME, signer: signer.ref, content: 'sealed' };
  const actor = createActor(silentDecryptMachine, { clock, input }).start();
  return { actor, ...signer, wait: (ms: number) => elapse(clock, ms, 500) };
}

test('ACCOUNT-20 BEYOND-03 a private part is decrypted only silently; after a locked key it is retried', () => {
  const { actor, sign, refuse, requests, wait } = start();
  expect(requests).toMatchObject([
    { quiet: true, pubkey: ME, act: { do: 'decrypt', scheme: 'nip44', peer: ME, text: 'sealed' } },
  ]);
  refuse(undefined, signingFailure('decrypt-no-nsec'));
  expect(requests).toHaveLength(1);
  wait(4_500);
  expect(requests).toHaveLength(1);
  wait(500);
  expect(requests).toHaveLength(2);
  expect(requests.every(({ quiet }) => quiet === true)).toBe(true);
  sign('[["word","anchovy"]]');
  expect(actor.getSnapshot().output).toEqual({ content: 'sealed', tags: [['word', 'anchovy']] });
});

test('ACCOUNT-20 a private part that an open key cannot decrypt is not requested again', () => {
  const { actor, refuse } = start();
  refuse(undefined, signingFailure('bad-cipher'));
  expect(actor.getSnapshot().output).toEqual({ content: 'sealed', tags: undefined });
});

test('INV-PROGRESS a silent signer is asked again, and its first prompt is cancelled', () => {
  const { requests, open, wait } = start();
  wait(59_500);
  expect([requests.length, open().length]).toEqual([1, 1]);
  wait(500);
  expect([requests.length, open().length]).toEqual([1, 0]);
  wait(5_000);
  expect([requests.length, open().length]).toEqual([2, 1]);
});
