import { afterScheme, isAlphanumeric, matchesAt, runEnd, startsWord } from './content-scan.ts';
import type { EcashToken, InvoiceToken, LinkToken, TextToken } from './content-token.ts';

const LONGEST_INVOICE = 8_000;
const LONGEST_ECASH = 100_000;
const SHORTEST_ECASH = 60;
const SHORTEST_LNURL = 30;

/**
 * Return the lightning invoice, LNURL or lightning address at `at`. A text token is a run that only
 * resembled an invoice.
 */
export function lightningAt(
  text: string,
  at: number,
): InvoiceToken | LinkToken | TextToken | undefined {
  if (!startsWord(text, at)) return undefined;
  const from = afterScheme(text, at, 'lightning');
  if (matchesAt(text, from, 'lnbc')) return invoiceAt(text, at, from);
  if (matchesAt(text, from, 'lnurl1')) return lnurlAt(text, at, from);
  return from > at
    ? (addressAt(text, at, from) ?? { type: 'text', text: text.slice(at, from) })
    : undefined;
}

/**
 * Return the ecash token at `at`: cashuA or cashuB, with or without the scheme `cashu:` or
 * `cashu://` (NUT-00).
 */
export function ecashAt(text: string, at: number): EcashToken | TextToken | undefined {
  if (!startsWord(text, at)) return undefined;
  const from = afterScheme(text, at, 'cashu');
  if (!text.startsWith('cashuA', from) && !text.startsWith('cashuB', from)) return undefined;
  const end = runEnd(text, from, LONGEST_ECASH, isBase64);
  if (end - from < SHORTEST_ECASH || end - from === LONGEST_ECASH)
    return { type: 'text', text: text.slice(at, end) };
  return { type: 'ecash', text: text.slice(at, end), token: text.slice(from, end) };
}

function invoiceAt(text: string, at: number, from: number): InvoiceToken | TextToken {
  const end = runEnd(text, from, LONGEST_INVOICE, isAlphanumeric);
  const written = text.slice(from, end);
  const invoice = written.toLowerCase();
  const whole =
    end - from < LONGEST_INVOICE && (written === invoice || written === written.toUpperCase());
  if (!whole || !INVOICE.test(invoice)) return { type: 'text', text: text.slice(at, end) };
  return { type: 'invoice', text: text.slice(at, end), invoice };
}

/**
 * Shape only: `lnbc`, or `lnbcrt` for test sats, an optional amount with an optional multiplier,
 * `1`, enough data (BOLT-11). Every invoice has a time stamp (7), a signature (104) and a checksum
 * (6). Letters are those of bech32.
 */
const INVOICE = /^lnbc(rt)?(\d+[munp]?)?1[02-9ac-hj-np-z]{117,}$/;

function lnurlAt(text: string, at: number, from: number): LinkToken | TextToken {
  const end = runEnd(text, from, LONGEST_INVOICE, isAlphanumeric);
  const written = text.slice(at, end);
  if (end - from < SHORTEST_LNURL) return { type: 'text', text: written };
  return { type: 'link', text: written, url: `lightning:${text.slice(from, end).toLowerCase()}` };
}

/**
 * `lightning:name@host`. Without the scheme it cannot be distinguished from a mail address and
 * stays text.
 */
function addressAt(text: string, at: number, from: number): LinkToken | undefined {
  const sign = runEnd(text, from, 100, isAddressPart);
  if (sign === from || text.charAt(sign) !== '@') return undefined;
  let end = runEnd(text, sign + 1, 255, isAddressPart);
  while (end > sign && '.-_'.includes(text.charAt(end - 1))) end--;
  if (!text.slice(sign + 1, end).includes('.')) return undefined;
  return {
    type: 'link',
    text: text.slice(at, end),
    url: `lightning:${text.slice(from, end).toLowerCase()}`,
  };
}

function isAddressPart(code: number): boolean {
  return isAlphanumeric(code) || code === 45 || code === 46 || code === 95;
}

function isBase64(code: number): boolean {
  return (
    isAlphanumeric(code) || code === 43 || code === 45 || code === 47 || code === 61 || code === 95
  );
}
