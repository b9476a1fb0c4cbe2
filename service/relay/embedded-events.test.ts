import { afterEach, expect, test } from 'vitest';
import { connectRelay } from '../../tests/support/connection/relay-client.ts';
import { signed } from '../../tests/support/events/signed.ts';
import { denyAccount, forgetEvent } from '../operator/account-standing.ts';
import { type Service, startService } from '../start.ts';
import { POLICY } from './policy.ts';

let service: Service;
afterEach(() => service.stop());

const now = () => Math.floor(Date.now() / 1000);
const repostOf = (event: object, key: number, id = 'f'.repeat(64)) =>
  signed({ kind: 16, content: JSON.stringify(event), tags: [['e', id]], created_at: now() }, key);

test('an event in a repost is checked like an event of its own: kind, signature, account and id', async () => {
  service = await startService({
    port: 0,
    policy: {
      ...POLICY,
      kinds: [
        [0, 7],
        [16, 16],
      ],
    },
  });
  const client = await connectRelay(service.url);
  const publish = async (event: { id: string }) => {
    client.say(['EVENT', event]);
    return (await client.hear('OK', event.id)).slice(2);
  };
  const note = (content: string, key: number, kind = 1) =>
    signed({ content, kind, created_at: now() }, key);
  const [good, bad, gone] = [note('good', 2), note('bad', 3), note('gone', 4)];
  for (const event of [good, bad, gone]) expect(await publish(event)).toEqual([true, '']);
  const old = [repostOf(bad, 5), repostOf(gone, 5)];
  for (const event of old) expect(await publish(event)).toEqual([true, '']);
  await denyAccount(service.store, bad.pubkey, '');
  expect(await forgetEvent(service.store, gone.id)).toEqual({ isForgotten: true, repeats: 1 });
  expect(await service.store.events(old.map(({ id }) => id))).toEqual([]);
  expect(await publish(repostOf(good, 6))).toEqual([true, '']);
  const blocked = [false, 'blocked: it repeats what is not given out here'];
  expect([
    await publish(repostOf(bad, 6)),
    await publish(repostOf(gone, 6)),
    await publish(repostOf(repostOf(bad, 7), 6)),
  ]).toEqual([blocked, blocked, blocked]);
  expect(await publish(repostOf({ ...good, content: 'never said' }, 6))).toEqual([
    false,
    'invalid: id or signature of the event that is repeated in it does not hold',
  ]);
  expect(await publish(repostOf(note('', 2, 30_023), 6))).toEqual([
    false,
    'blocked: events of kind 30023 are not taken here',
  ]);
  expect((await publish(repostOf(note('', 2, 22_242), 6)))[1]).toMatch(
    /^blocked: an event is repeated in it that is not taken here/,
  );
});
