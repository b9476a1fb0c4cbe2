import { readInvoice } from '../../nostr/bolt11.ts';

/**
 * Return the link that opens the device's wallet at an invoice. `undefined` if the text is not an
 * invoice, so that nothing else gets into a link.
 */
export function lightningUri(invoice: string): string | undefined {
  return readInvoice(invoice) && `lightning:${invoice.trim().toLowerCase()}`;
}
