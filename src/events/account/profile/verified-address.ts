/** A verified address (NIP-05), in lower case. `name` is `_` if the address is only a domain. */
export interface VerifiedAddress {
  readonly name: string;
  readonly domain: string;
}

const MAX_NAME = 64;
const MAX_DOMAIN = 253;

/**
 * Read `name@domain` or a bare domain (NIP-05). ASCII only, so that no letter can imitate another.
 */
export function readVerifiedAddress(text: string): VerifiedAddress | undefined {
  const parts = text.trim().toLowerCase().split('@', 3);
  const [name = '', domain = ''] = parts.length === 1 ? ['_', ...parts] : parts;
  if (parts.length > 2 || name.length > MAX_NAME || !/^[a-z0-9._-]+$/.test(name)) return undefined;
  return isDomain(domain) ? { name, domain } : undefined;
}

/** True for a host with at least one dot, or this machine, with an optional port. */
function isDomain(domain: string): boolean {
  const [host = '', port, ...more] = domain.split(':');
  if (
    more.length > 0 ||
    host.length > MAX_DOMAIN ||
    (port !== undefined && !/^[0-9]{1,5}$/.test(port))
  )
    return false;
  const labels = host.split('.');
  const isLabel = (label: string) =>
    label.length <= 63 &&
    /^[a-z0-9-]+$/.test(label) &&
    !label.startsWith('-') &&
    !label.endsWith('-');
  return labels.every(isLabel) && (labels.length > 1 || host === 'localhost');
}
