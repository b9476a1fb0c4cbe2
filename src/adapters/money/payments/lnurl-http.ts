import type { PromiseActorLogic } from 'xstate';
import {
  payAddressUrl,
  readCallback,
  readPayService,
  readVerified,
} from '../../../events/money/payments/lnurl.ts';
import type { VerifyAnswer } from '../../../machines/money/payments/payment-context.ts';
import type {
  InvoiceAnswer,
  ServiceAnswer,
} from '../../../machines/money/payments/payment-setup.ts';
import type { MoneyMessage } from '../../../events/money/payments/money-message.ts';
import { field, isRecord } from '../../../events/core/json.ts';
import { getJson, type Web } from '../../connection/http.ts';
import { promiseAdapter } from '../../../machines/core/ports.ts';

/**
 * The ports for requests to a payee's service (LUD-06, 16, 21). They follow no redirect and do not
 * identify the user. Large or late responses are dropped (E-24, E-25, E-43). `isOffline`: then a
 * missing answer is not the service's fault.
 */
export function lnurlPorts(
  web: Web,
  isOffline: () => boolean = () => false,
): {
  readonly service: PromiseActorLogic<ServiceAnswer, { readonly address: string }>;
  readonly invoice: PromiseActorLogic<InvoiceAnswer, { readonly url: string }>;
  readonly verify: PromiseActorLogic<VerifyAnswer, { readonly url: string }>;
} {
  const said = <Answer extends object>(
    answer: Answer,
  ): Answer | { readonly fault: MoneyMessage } =>
    'fault' in answer && isUnreachable(answer.fault) && isOffline()
      ? { fault: { code: 'pay.offline' } }
      : answer;
  return {
    service: promiseAdapter(async ({ input: { address }, signal }) => {
      const url = payAddressUrl(address, web.home);
      if (url === undefined) return { fault: { code: 'pay.badAddress' } };
      return said(readPayService(await getJson(web, url, signal), url, web.home));
    }),
    invoice: promiseAdapter(async ({ input: { url }, signal }) =>
      said(readCallback(await getJson(web, url, signal), web.home)),
    ),
    verify: promiseAdapter(async ({ input: { url }, signal }) =>
      readVerified(await getJson(web, url, signal)),
    ),
  };
}

function isUnreachable(fault: unknown): boolean {
  return isRecord(fault) && field(fault, 'code') === 'pay.unreachable';
}
