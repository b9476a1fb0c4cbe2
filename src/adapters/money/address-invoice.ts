import { fromPromise, type PromiseActorLogic } from 'xstate';
import { readInvoice } from '../../events/money/bolt11.ts';
import { callbackUrl, payAddressUrl, readCallback, readPayService } from '../../events/money/lnurl.ts';
import type { InvoiceAnswer, InvoiceAsk } from '../../machines/money/ecash-wire.ts';
import { getJson } from '../connection/http.ts';

const NONE: InvoiceAnswer = { reason: { code: 'noAddress' } };

/** Has a lightning address make an invoice (LUD-06, 16), and takes it only if it is over what was asked for (E-38, E-43). */
export function addressInvoice(deps: { readonly fetch: typeof fetch }): PromiseActorLogic<InvoiceAnswer, InvoiceAsk> {
  return fromPromise<InvoiceAnswer, InvoiceAsk>(async ({ input: { address, sats, home }, signal }) => {
    const web = { fetch: deps.fetch, home };
    const url = payAddressUrl(address, home);
    const service = url === undefined ? undefined : readPayService(await getJson(web, url, signal), url, home);
    const amountMsats = sats * 1_000;
    if (!service || 'fault' in service || amountMsats < service.minMsats || amountMsats > service.maxMsats) return NONE;
    const answer = readCallback(await getJson(web, callbackUrl(service, { amountMsats }), signal), home);
    if ('fault' in answer) return NONE;
    return readInvoice(answer.invoice)?.amountMsats === amountMsats ? { invoice: answer.invoice } : { reason: { code: 'amount' } };
  });
}
