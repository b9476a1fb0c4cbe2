import { readInvoice } from '../../nostr/bolt11.ts';

/** The address by which a device opens its own wallet at an invoice; undefined for what is none, so that nothing else gets into a link. */
export function lightningUri(invoice: string): string | undefined {
  return readInvoice(invoice) && `lightning:${invoice.trim().toLowerCase()}`;
}
