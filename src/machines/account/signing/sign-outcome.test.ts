import { createActor, createMachine } from 'xstate';
import { expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { encryptNip44 } from '../../../events/account/keys/nip44.ts';
import { seconds } from '../../../events/core/time.ts';
import { checked, notDone, settledOf } from './sign-outcome.ts';
import type { SignAction } from '../../core/sign-request.ts';
import { pressed } from '../../../events/nostr/ours.ts';

const me = '1'.repeat(64);
const template = pressed({ kind: 1, tags: [['t', 'x']], content: 'hello', created_at: seconds(5) });
const sign: SignAction = { do: 'sign', template };
const cipher = (act: 'encrypt' | 'decrypt', scheme: 'nip04' | 'nip44' = 'nip44'): SignAction => ({
  do: act,
  scheme,
  peer: me,
  text: '',
});
const event = trusted({ ...template, pubkey: me });
const code = (outcome: ReturnType<typeof checked>) => (outcome.ok ? 'ok' : outcome.failure.code);

test('INV-IDENTITY SIGN-03 a signed event counts only if it is exactly the requested one', () => {
  expect(checked(sign, me, { event })).toEqual({ ok: true, event });
  const others = [
    { pubkey: '2'.repeat(64) },
    { kind: 2 },
    { content: 'other' },
    { tags: [] },
    { created_at: seconds(6) },
  ];
  for (const fields of others)
    expect(
      code(checked(sign, me, { event: trusted({ ...template, pubkey: me, ...fields }) })),
    ).toBe('event-sig-not-verified');
  expect(code(checked(sign, me, { text: 'no event' }))).toBe('event-sig-not-verified');
});

test('SIGN-04 encrypted text has the form of its scheme; decrypted text may be any text', () => {
  const payload = encryptNip44(new Uint8Array(32).fill(1), 'hello', new Uint8Array(32))!;
  expect(checked(cipher('encrypt'), me, { text: payload })).toEqual({ ok: true, text: payload });
  expect(code(checked(cipher('encrypt', 'nip04'), me, { text: payload }))).toBe('bad-cipher');
  expect(code(checked(cipher('encrypt'), me, { text: 'in the clear' }))).toBe('bad-cipher');
  expect(checked(cipher('decrypt'), me, { text: 'in the clear' })).toEqual({
    ok: true,
    text: 'in the clear',
  });
  expect(code(checked(cipher('decrypt'), me, { event }))).toBe('bad-cipher');
});

test('SIGN-02 a failed act has the code of its kind', () => {
  expect(
    [sign, cipher('encrypt'), cipher('decrypt')].map((act) =>
      code(notDone(act, { code: 'account.left' })),
    ),
  ).toEqual(['event_not_signed', 'bad-cipher', 'bad-cipher']);
  expect(notDone(sign, { code: 'account.left' })).toMatchObject({
    failure: { detail: { code: 'account.left' } },
  });
});

test('all requesters are notified, except stopped ones', () => {
  const [here, gone] = [
    createActor(createMachine({})).start(),
    createActor(createMachine({})).start(),
  ];
  gone.stop();
  const wanted = [
    { id: '1', from: gone, quiet: false },
    { id: '2', from: here, quiet: false },
  ];
  const outcome = { ok: true, event } as const;
  const queued = {
    id: 'e',
    act: sign,
    reason: { code: 'sign.note' } as const,
    wanted,
    prompt: undefined,
    waited: 0,
    challenge: undefined,
  };
  expect(settledOf(queued, outcome)).toEqual([
    { to: here, settled: { type: 'sign.settled', id: '2', outcome } },
  ]);
});
