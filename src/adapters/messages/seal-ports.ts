import type { PromiseActorLogic } from 'xstate';
import type { Verify } from '../../events/nostr/verify.ts';
import type { SealTask, Wrapped } from '../../machines/messages/seal-message.machine.ts';
import { promiseAdapter } from '../../machines/core/ports.ts';

export interface WrappingDeps {
  /** Returns that many random bytes. */
  readonly chance: (size: number) => Uint8Array;
  readonly verify: () => Promise<Verify>;
}

/** The `ages` port of the wraps: random numbers. */
export function sealAges({
  chance,
}: WrappingDeps): PromiseActorLogic<{ readonly peer: number; readonly own: number }, undefined> {
  return promiseAdapter(async () => ({ peer: fractionOf(chance(4)), own: fractionOf(chance(4)) }));
}

/**
 * The `wrap` port: wraps each seal with a new key, which is overwritten as soon as the wrap is
 * signed.
 */
export function giftWraps({
  chance,
  verify,
}: WrappingDeps): PromiseActorLogic<Wrapped, readonly SealTask[]> {
  return promiseAdapter(async ({ input }) => {
    const code = await Promise.all([import('../../events/messages/wrap.ts'), verify()]).catch(
      () => undefined,
    );
    if (!code) return 'unloaded';
    const [{ wrapOf }, check] = code;
    return input.map(({ seal, to, now }) => {
      const key = chance(32);
      const wrap = wrapOf(seal, to, now, { key, nonce: chance(32), age: fractionOf(chance(4)) });
      key.fill(0);
      const event = wrap && check(wrap);
      if (!event) throw new Error('a seal could not be wrapped');
      return event;
    });
  });
}

function fractionOf(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) / 0x1_0000_0000;
}
