import type { PromiseActorLogic } from 'xstate';
import { field, isRecord } from '../../../events/core/json.ts';
import { wordsOf } from '../../../events/money/payments/money-message.ts';
import type { WeblnAnswer } from '../../../machines/money/payments/payment-setup.ts';
import { promiseAdapter } from '../../../machines/core/ports.ts';

/** The page object in which a browser wallet (WebLN) installs itself. */
export interface WeblnPage {
  readonly webln: unknown;
}

/**
 * Error texts of wallets if the user refused: then nothing was paid. All other errors leave that
 * open, even a closed prompt: it may have been paying.
 */
const REFUSED = ['user rejected', 'user cancelled', 'user canceled', 'rejected by user'] as const;

/** True if the browser has its own wallet (WebLN). */
export function hasWebln({ webln }: WeblnPage): boolean {
  return methodOf(webln, 'sendPayment') !== undefined;
}

/**
 * The `webln` port: asks the browser's wallet to pay, and returns the preimage. A refusal before
 * the pay request means that nothing was paid.
 */
export function weblnPort(
  page: WeblnPage,
): PromiseActorLogic<WeblnAnswer, { readonly invoice: string }> {
  return promiseAdapter(async ({ input: { invoice } }): Promise<WeblnAnswer> => {
    const { webln } = page;
    const [enable, sendPayment] = [methodOf(webln, 'enable'), methodOf(webln, 'sendPayment')];
    if (!sendPayment) return { refused: { code: 'no_webln_extension' } };
    try {
      await enable?.();
    } catch (error) {
      return { refused: wordsOf(textOf(error)) };
    }
    try {
      const answer = await sendPayment(invoice);
      const preimage = isRecord(answer) ? field(answer, 'preimage') : undefined;
      return typeof preimage === 'string' ? { preimage: preimage.toLowerCase() } : undefined;
    } catch (error) {
      const text = textOf(error);
      return REFUSED.some((one) => text.toLowerCase().includes(one))
        ? { refused: wordsOf(text) }
        : undefined;
    }
  });
}

type Method = (...given: readonly unknown[]) => Promise<unknown>;

/** Returns a method of the extension's object, which is not trusted. */
function methodOf(target: unknown, name: string): Method | undefined {
  if (typeof target !== 'object' || target === null) return undefined;
  const method: unknown = Reflect.get(target, name);
  if (typeof method !== 'function') return undefined;
  return async (...given) => {
    const result: unknown = await Reflect.apply(method, target, given);
    return result;
  };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
