import { keyNamed, nameDocument } from '../../../events/account/profile/name-document.ts';
import { getJson, type Web } from '../../connection/http.ts';

/**
 * Fetch the public key for a name from the domain of its address (NIP-05, PROFILE-12), or null.
 * Follow no redirect (E-25) and request no private host but the page's own (E-24). The caller
 * compares the key.
 */
export async function lookUpAddress(
  web: Web,
  address: string,
  signal: AbortSignal,
): Promise<string | null> {
  const asked = nameDocument(address, web.home);
  return asked ? keyNamed(await getJson(web, asked.url, signal), asked.name) : null;
}
