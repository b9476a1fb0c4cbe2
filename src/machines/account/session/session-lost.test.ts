import { expect, test } from 'vitest';
import { fakeAsker, note, request } from '../../../../tests/support/account/fake-signer.ts';
import { B, startSession } from '../../../../tests/support/account/session-world.ts';
import type { Account } from '../../../events/account/account.ts';
import { secretOf } from '../../../events/account/keys/secret.ts';

const withPin: Account = { pubkey: B, method: 'key', lock: 'pin' };

test('ACCOUNT-22 a locked key that no PIN opens leads to the sign-in, and nothing is erased', async () => {
  const world = startSession([withPin], B);
  const asker = fakeAsker();
  world.send(request(asker.ref, '1', note('first'), B));
  world.children().pin?.send({ type: 'pin.submit', pin: secretOf('1234') });
  await world.promises.answer('lost');
  world.children().pin?.send({ type: 'pin.signIn' });
  expect([world.where(), world.account(), world.children().login !== undefined]).toEqual([
    { present: 'locked' },
    withPin,
    true,
  ]);
  expect(asker.settled).toMatchObject([
    { id: '1', outcome: { ok: false, failure: { detail: { code: 'key.unreadable' } } } },
  ]);
  expect(world.promises.all.map(({ port }) => port)).toEqual(['open']);
});
