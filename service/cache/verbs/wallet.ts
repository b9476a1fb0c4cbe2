import { field, isRecord, parseJson } from '../../../src/events/core/json.ts';
import { RESULT } from '../../../src/events/nostr/kinds.ts';
import { playRate } from '../../money/play-rate.ts';
import type { CacheContext } from '../cache-context.ts';
import { isHex64, type Payload, Refusal, textOf } from '../payload.ts';
import { type Result, synthetic } from '../results.ts';
import { requireProof, walletRequest } from '../signed-request.ts';

const NO_WALLET = 'there is no wallet here';

/**
 * Return the price of 1 BTC in a currency (10000305): the play rate, marked with `play`, if play
 * money is open. Otherwise no result, rather than an invented rate.
 */
export function exchangeRate({ options }: CacheContext, payload: Payload): Result[] {
  const rate = options.bank?.isOpen
    ? playRate(textOf(payload, 'target_currency') ?? 'USD')
    : undefined;
  return rate === undefined
    ? []
    : [synthetic(RESULT.ExchangeRate, { rate: String(rate), play: true })];
}

/**
 * Operations of a wallet service, signed by the account: the content of the event is `[operation,
 * arguments]`.
 */
export async function wallet(context: CacheContext, payload: Payload): Promise<Result[]> {
  const request = walletRequest(context, field(payload, 'operation_event'));
  const operation: unknown = parseJson(request.content);
  const [name, said]: unknown[] = Array.isArray(operation) ? operation : [];
  const given = isRecord(said) ? said : {};
  if (typeof name !== 'string') throw new Refusal('error');
  const connections = (pubkey: string) =>
    context.options.bank?.connections(['plain'], pubkey) ?? [];
  switch (name) {
    case 'exchange_rate':
      return exchangeRate(context, given);
    case 'is_user': {
      const pubkey = textOf(given, 'pubkey') ?? '';
      // Any response means that the account has a wallet.
      return isHex64(pubkey) && connections(pubkey).length > 0
        ? [synthetic(RESULT.WalletIsUser, 2)]
        : [];
    }
    case 'nwc_connect': {
      requireProof(context, request);
      const [connection] = connections(request.pubkey);
      if (!connection) throw new Refusal(NO_WALLET);
      return [synthetic(RESULT.WalletConnectionCreated, { uri: connection.uri })];
    }
    case 'withdraw':
      if (connections(request.pubkey).length === 0) throw new Refusal(NO_WALLET);
      return withdraw(context, request, textOf(given, 'lnInvoice') ?? '');
    default:
      throw new Refusal(NO_WALLET);
  }
}

/**
 * Pay an invoice from the account's play wallet, once for each signed request. A payment returns no
 * result.
 */
async function withdraw(
  { options }: CacheContext,
  { id, pubkey }: { readonly id: string; readonly pubkey: string },
  bolt11: string,
) {
  const payment = await options.bank?.money.pay({ bolt11, payer: pubkey, ref: `withdraw ${id}` });
  if (!payment || 'refused' in payment)
    throw new Refusal(`not paid: ${payment?.refused ?? 'no wallet'}`);
  return [];
}
