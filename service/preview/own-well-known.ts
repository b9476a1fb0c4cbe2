import { isSameService } from '../../src/events/core/same-service.ts';
import { type PayService, payDocument } from '../money/lnurl.ts';
import { isDenied } from '../operator/account-standing.ts';
import type { Store } from '../store/store.ts';

const PAY = '/.well-known/lnurlp/';

/**
 * Return the document of names (NIP-05) with the requested name, if this service gave it and its
 * account is not denied.
 */
export async function namesDocument(
  store: Store,
  asked: string,
): Promise<{ readonly names: Readonly<Record<string, string>> }> {
  const name = asked.toLowerCase();
  const member = name === '' ? undefined : await store.memberNamed(name);
  const isNamed = member !== undefined && !(await isDenied(store, member.pubkey));
  return { names: isNamed ? { [name]: member.pubkey } : {} };
}

/**
 * Return well-known documents of this service without a request, or `undefined` for other hosts.
 */
export function ownDocuments(
  desk: Omit<PayService, 'store'> & { readonly store: Store },
): (url: URL) => Promise<unknown> | undefined {
  const origin = new URL(desk.origin);
  return (url) => {
    if (!isSameService(url, origin)) return undefined;
    if (url.pathname === '/.well-known/nostr.json')
      return namesDocument(desk.store, url.searchParams.get('name') ?? '');
    return url.pathname.startsWith(PAY)
      ? payDocument(desk, url.pathname.slice(PAY.length))
      : Promise.resolve(undefined);
  };
}
