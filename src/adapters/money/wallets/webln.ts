import { fromPromise, type PromiseActorLogic } from 'xstate';
import { field, isRecord } from '../../../events/core/json.ts';
import { wordsOf } from '../../../events/money/payments/money-message.ts';
import type { WeblnAnswer } from '../../../machines/money/payments/payment-setup.ts';

/** Where a wallet of the browser (WebLN) puts itself. */
export interface WeblnPage {
  readonly webln: unknown;
}

/** What wallets say where a person refused: then nothing was paid. All else leaves that open, also a prompt that was closed: it may have been paying. */
const REFUSED = ['user rejected', 'user cancelled', 'user canceled', 'rejected by user'] as const;

/** Whether the browser brings a wallet of its own. */
export function hasWebln({ webln }: WeblnPage): boolean {
  return methodOf(webln, 'sendPayment') !== undefined;
}

/** The `webln` port: the browser's wallet is asked to pay, and says the preimage. What is refused before it was asked to pay was not paid. */
export function weblnPort(page: WeblnPage): PromiseActorLogic<WeblnAnswer, { readonly invoice: string }> {
  return fromPromise(async ({ input: { invoice } }): Promise<WeblnAnswer> => {
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
      return REFUSED.some((one) => text.toLowerCase().includes(one)) ? { refused: wordsOf(text) } : undefined;
    }
  });
}

type Method = (...given: readonly unknown[]) => Promise<unknown>;

/** A method of whatever the extension put there, which may be anything. */
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
