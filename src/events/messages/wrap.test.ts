import fc from 'fast-check';
import { unwrapEvent, wrapEvent } from 'nostr-tools/nip17';
import { createRumor, createSeal } from 'nostr-tools/nip59';
import { getPublicKey } from 'nostr-tools/pure';
import { describe, expect, test } from 'vitest';
import { secretKey, signed } from '../../../tests/support/events/signed.ts';
import { conversationKey, decryptNip44, encryptNip44 } from '../account/keys/nip44.ts';
import type { SignedEvent } from '../nostr/event.ts';
import { parseJson } from '../core/json.ts';
import { eventId } from '../nostr/serialize.ts';
import { inSeconds, seconds } from '../core/time.ts';
import { checkPure } from '../nostr/verify-pure.ts';
import { rumorOf, rumorText, sealTemplate } from './seal.ts';
import { wrapOf } from './wrap.ts';
import { runs } from '../../../tests/support/runs.ts';

const [ANN, BEN] = [getPublicKey(secretKey(1)), getPublicKey(secretKey(2))];
const NOW = seconds(1_700_000_000);
const TWO_DAYS = 172_800;
const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
const key = bytes.filter((one) => one.some((byte) => byte !== 0) && (one[0] ?? 255) < 255);
const age = fc.double({ min: 0, max: 1, noNaN: true });

function sealed(text: string, ageOf: number, nonce: Uint8Array): SignedEvent {
  const said = rumorText(rumorOf(ANN, BEN, text, NOW)) ?? '';
  const shared = conversationKey(secretKey(1), BEN) ?? new Uint8Array();
  const { tags, ...template } = sealTemplate(encryptNip44(shared, said, nonce) ?? '', NOW, ageOf);
  return signed({ ...template, tags: tags.map((tag) => [...tag]) }, 1);
}

describe('NIP-17', () => {
  test('DM-09 another program can open our wrap, and the outside reveals neither author nor time', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }),
        key,
        bytes,
        bytes,
        age,
        age,
        (text, by, one, other, sealAge, wrapAge) => {
          const wrap = wrapOf(sealed(text, sealAge, one), BEN, NOW, {
            key: by,
            nonce: other,
            age: wrapAge,
          });
          if (!wrap) throw new Error('not wrapped');
          expect(checkPure(wrap)).toBe(true);
          expect(unwrapEvent(wrap as never, secretKey(2))).toEqual(rumorOf(ANN, BEN, text, NOW));
          expect([wrap.kind, wrap.tags, wrap.pubkey]).toEqual([
            1059,
            [['p', BEN]],
            getPublicKey(by),
          ]);
          expect(JSON.stringify(wrap)).not.toContain(ANN);
          const seal = parseJson(
            decryptNip44(conversationKey(secretKey(2), wrap.pubkey) ?? by, wrap.content) ?? '',
          ) as SignedEvent;
          expect([seal.kind, seal.tags, seal.pubkey]).toEqual([13, [], ANN]);
          for (const { created_at } of [wrap, seal]) {
            const behind = inSeconds(NOW) - inSeconds(created_at);
            expect(behind).toBeGreaterThanOrEqual(0);
            expect(behind).toBeLessThanOrEqual(TWO_DAYS);
          }
        },
      ),
      { numRuns: runs(30) },
    );
  });

  test('DM-09 the id of a rumor follows from its fields; seal and wrap of others have the same form as ours', () => {
    const rumor = rumorOf(ANN, BEN, 'hello', NOW);
    const theirs = createRumor(
      { kind: 14, content: 'hello', tags: [['p', BEN]], created_at: inSeconds(NOW) },
      secretKey(1),
    );
    expect(rumor).toEqual(theirs);
    expect(eventId(rumor)).toBe(rumor.id);
    const seal = createSeal(theirs, secretKey(1), BEN);
    const wrap = wrapOf(seal as never, BEN, NOW, {
      key: secretKey(9),
      nonce: new Uint8Array(32),
      age: 0.5,
    });
    expect(wrap && unwrapEvent(wrap as never, secretKey(2))).toEqual(theirs);
    expect(Object.keys(wrapEvent(secretKey(1), { publicKey: BEN }, 'hello')).toSorted()).toEqual(
      Object.keys(wrap ?? {}).toSorted(),
    );
  });

  test('DM-09 E-47 the longest rumor fits into seal and wrap; longer ones and invalid keys give undefined', () => {
    const empty = new TextEncoder().encode(rumorText(rumorOf(ANN, BEN, '', NOW))).length;
    const longest = 'x'.repeat(40_960 - empty);
    expect(
      wrapOf(sealed(longest, 0, new Uint8Array(32)), BEN, NOW, {
        key: secretKey(9),
        nonce: new Uint8Array(32),
        age: 0,
      }),
    ).toBeDefined();
    expect(rumorText(rumorOf(ANN, BEN, `${longest}x`, NOW))).toBeUndefined();
    const seal = sealed('x', 0, new Uint8Array(32));
    for (const [to, by] of [
      ['no key', secretKey(9)],
      [BEN, new Uint8Array(32)],
      [BEN, new Uint8Array(32).fill(255)],
      [BEN, new Uint8Array(3)],
    ] as const)
      expect(wrapOf(seal, to, NOW, { key: by, nonce: new Uint8Array(32), age: 0 })).toBeUndefined();
  });
});
