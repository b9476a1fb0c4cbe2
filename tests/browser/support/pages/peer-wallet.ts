import { decrypt, encrypt, getConversationKey } from 'nostr-tools/nip44';
import { finalizeEvent, type NostrEvent } from 'nostr-tools/pure';
import { Relay } from 'nostr-tools/relay';
import { bytesOf } from '../../../../src/events/core/hex.ts';

/** Responses of a wallet to another client (NIP-47). Amounts in msats. */
interface Answer {
  readonly result?: {
    readonly balance?: number;
    readonly preimage?: string;
    readonly invoice?: string;
    readonly transactions?: ReadonlyArray<{
      readonly type: string;
      readonly amount: number;
      readonly preimage?: string;
    }>;
  } | null;
  readonly error?: { readonly code: string; readonly message: string } | null;
}

/**
 * Sends a request to a wallet by its connection string, as another client would. Only the hex
 * encoding is ours.
 */
export async function askWallet(
  uri: string,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
): Promise<Answer> {
  const connection = new URL(uri);
  const wallet = connection.host || connection.pathname.replaceAll('/', '');
  const key = bytesOf(connection.searchParams.get('secret') ?? '');
  const secret = getConversationKey(key, wallet);
  const tags = [
    ['p', wallet],
    ['encryption', 'nip44_v2'],
  ];
  const content = encrypt(JSON.stringify({ method, params }), secret);
  const request = finalizeEvent(
    { kind: 23_194, content, tags, created_at: Math.floor(Date.now() / 1_000) },
    key,
  );
  const relay = await Relay.connect(connection.searchParams.get('relay') ?? '');
  const answered = new Promise<NostrEvent>((resolve) => {
    relay.subscribe([{ kinds: [23_195], authors: [wallet], '#e': [request.id] }], {
      onevent: resolve,
    });
  });
  await relay.publish(request);
  const { content: sealed } = await answered;
  relay.close();
  const answer: Answer = JSON.parse(decrypt(sealed, secret));
  return answer;
}

/** Pays an invoice, and returns the preimage. */
export async function payInvoice(uri: string, invoice: string): Promise<string> {
  const { result, error } = await askWallet(uri, 'pay_invoice', { invoice });
  if (!result?.preimage) throw new Error(`not paid: ${error?.message ?? 'no preimage'}`);
  return result.preimage;
}

/** The balance of a wallet in whole sats. */
export async function satsIn(uri: string): Promise<number> {
  const { result } = await askWallet(uri, 'get_balance');
  return (result?.balance ?? Number.NaN) / 1_000;
}

/** An invoice of a wallet for whole sats. */
export async function invoiceFrom(uri: string, sats: number, description: string): Promise<string> {
  const { result } = await askWallet(uri, 'make_invoice', { amount: sats * 1_000, description });
  return result?.invoice ?? '';
}
