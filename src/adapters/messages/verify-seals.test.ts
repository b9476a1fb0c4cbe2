import { createRumor, createSeal } from 'nostr-tools/nip59';
import { generateSecretKey, getPublicKey } from 'nostr-tools/pure';
import { createActor, toPromise } from 'xstate';
import { expect, test } from 'vitest';
import { secretOf } from '../../events/account/keys/secret.ts';
import { verifyWith } from '../../events/nostr/verify.ts';
import { checkPure } from '../../events/nostr/verify-pure.ts';
import { sealJudge } from './verify-seals.ts';

test('INV-VERIFIED INV-IDENTITY a seal needs its author’s signature, and recordings hide the sender', async () => {
  const key = generateSecretKey();
  const seal = createSeal(
    createRumor({ kind: 14, content: 'hello', tags: [] }, key),
    key,
    getPublicKey(generateSecretKey()),
  );
  const texts = [seal, { ...seal, content: `${seal.content.slice(0, -4)}AAAA` }, 'no seal'].map(
    (one) => secretOf(JSON.stringify(one)),
  );
  let fetched = 0;
  const judge = sealJudge(() => Promise.resolve((fetched++, verifyWith(checkPure))));
  for (let time = 0; time < 2; time++) {
    const judged = await toPromise(createActor(judge, { input: { texts } }).start());
    expect([judged.seals?.().map((one) => one?.pubkey), JSON.stringify(judged)]).toEqual([
      [getPublicKey(key), undefined, undefined],
      JSON.stringify({ now: judged.now }),
    ]);
  }
  expect(fetched).toBe(1);
});
