import { safeMediaUrl } from '../../../events/core/url.ts';
import { readPayService } from '../../../events/money/payments/lnurl.ts';
import type { NameKey } from '../../../machines/account/profile/verified-names.machine.ts';
import { getJson, type Web } from '../../connection/http.ts';

/**
 * The key that signs zap receipts for a lightning address (NIP-57), as its service says. `null` if
 * the service names none, or may not be asked (E-43).
 */
export async function lookUpProvider(
  web: Web,
  address: string,
  signal: AbortSignal,
): Promise<NameKey> {
  const url = safeMediaUrl(address, web.home);
  const service =
    url === undefined ? undefined : readPayService(await getJson(web, url, signal), url, web.home);
  return (!service || 'fault' in service ? undefined : service.provider) ?? null;
}
