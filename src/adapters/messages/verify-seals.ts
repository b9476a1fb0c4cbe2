import { sealIn } from '../../events/messages/unwrap.ts';
import type { Secret } from '../../events/account/keys/secret.ts';
import type { Verify } from '../../events/nostr/verify.ts';
import type { VerifiedWraps } from '../../machines/messages/gift-wraps.machine.ts';
import { nowSeconds } from '../core/now.ts';
import { promiseAdapter } from '../../machines/core/ports.ts';

/**
 * Returns the decrypted seals that their authors signed (INV-VERIFIED). `verify`: loaded when it is
 * first needed.
 */
export function sealJudge(verify: () => Promise<Verify>) {
  let ready: Promise<Verify> | undefined;
  return promiseAdapter<VerifiedWraps, { readonly texts: readonly Secret<string>[] }>(
    async ({ input: { texts } }) => {
      ready ??= verify();
      const check = await ready;
      const seals = texts.map((text) => sealIn(text.reveal() ?? '', check));
      return { seals: () => seals, now: nowSeconds() };
    },
  );
}
