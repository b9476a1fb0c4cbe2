import { type PayService, payDocument, payError, payInvoice, payState } from '../money/lnurl.ts';
import { OPEN_HEADERS } from './headers.ts';
import { type HttpExchange, sendJson } from './send-response.ts';

const PATH = /^\/(\.well-known\/lnurlp|lnurl\/pay|lnurl\/verify)\/([^/]+)$/;

/**
 * Answer requests for lightning addresses, also from pages of other sites. Returns false for other
 * paths.
 */
export async function servePay(
  desk: PayService,
  { request, response, url, from }: HttpExchange,
): Promise<boolean> {
  const [, part, name = ''] = PATH.exec(url.pathname) ?? [];
  if (part === undefined) return false;
  if (part === '.well-known/lnurlp') {
    const document = await payDocument(desk, decoded(name));
    sendJson(
      request,
      response,
      document ? 200 : 404,
      document ?? payError('Nobody here has that name.'),
      OPEN_HEADERS,
    );
    return true;
  }
  // Wallets read errors from a response with status 200 (LUD-06).
  const answer = await (part === 'lnurl/pay'
    ? payInvoice(desk, decoded(name), url.searchParams, from)
    : payState(desk, name));
  sendJson(request, response, 200, answer, OPEN_HEADERS);
  return true;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return '';
  }
}
