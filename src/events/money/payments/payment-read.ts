import { isHex } from '../../core/hex.ts';
import { field, isNumber, isRecord } from '../../core/json.ts';
import { seconds } from '../../core/time.ts';
import { mintAddress } from '../ecash/cashu.ts';
import type { MoneyMessage, PlainMoneyCode } from './money-message.ts';
import type { Payer, PaymentEntry, PaymentWant, Proof, ZapTarget } from './payment.ts';
import { type Ours, pressed } from '../../nostr/ours.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Read a line of the payment log from JSON. `undefined` if it is malformed or from a later version.
 */
export function readPaymentEntry(value: unknown): PaymentEntry | undefined {
  if (!isRecord(value)) return undefined;
  const [intent, at] = [field(value, 'intent'), field(value, 'at')];
  if (typeof intent !== 'string' || !isNumber(at)) return undefined;
  return readLine(value, { intent, at: seconds(at) });
}

function readLine(
  value: Fields,
  base: Pick<PaymentEntry, 'intent' | 'at'>,
): PaymentEntry | undefined {
  switch (field(value, 'type')) {
    case 'asked': {
      const want = readWant(field(value, 'want'));
      return want && { ...base, type: 'asked', want, group: optional(value, 'group') };
    }
    case 'checked': {
      const [invoice, hash, amountMsats, expiresAt] = [
        textOf(value, 'invoice'),
        textOf(value, 'hash'),
        field(value, 'amountMsats'),
        field(value, 'expiresAt'),
      ];
      if (!isHex(hash, 64) || !isNumber(amountMsats) || !isNumber(expiresAt)) return undefined;
      const more = {
        provider: optional(value, 'provider'),
        request: optional(value, 'request'),
        verify: optional(value, 'verify'),
      };
      return {
        ...base,
        type: 'checked',
        invoice,
        hash,
        amountMsats,
        expiresAt: seconds(expiresAt),
        ...more,
      };
    }
    case 'paying': {
      const payer = readPayer(field(value, 'payer'));
      const limits = field(value, 'limits');
      const of = (key: string) => (isRecord(limits) ? numberIn(limits, key) : undefined);
      const mostFeeMsats = numberIn(value, 'mostFeeMsats');
      const once = field(value, 'once') === true ? true : undefined;
      return (
        payer && {
          ...base,
          type: 'paying',
          payer,
          limits: { perDay: of('perDay'), perWallet: of('perWallet') },
          once,
          mostFeeMsats,
        }
      );
    }
    case 'paid': {
      const proof = readProof(field(value, 'proof'));
      return proof && { ...base, type: 'paid', proof, feesMsats: numberIn(value, 'feesMsats') };
    }
    case 'doubted':
    case 'failed': {
      const reason = readReason(field(value, 'reason'));
      return (
        reason && {
          ...base,
          type: field(value, 'type') === 'failed' ? 'failed' : 'doubted',
          reason,
        }
      );
    }
    default:
      return undefined;
  }
}

function readWant(value: unknown): PaymentWant | undefined {
  if (!isRecord(value)) return undefined;
  const amountMsats = numberIn(value, 'amountMsats');
  if (amountMsats === undefined) return undefined;
  const [address, message] = [textOf(value, 'address'), textOf(value, 'message')];
  switch (field(value, 'type')) {
    case 'zap': {
      const to = readTarget(field(value, 'to'));
      return to && { type: 'zap', to, address, relays: relaysIn(value), amountMsats, message };
    }
    case 'nutzap':
      return readGift(value, amountMsats);
    case 'address':
      return { type: 'address', address, amountMsats, message };
    case 'invoice':
      return {
        type: 'invoice',
        invoice: textOf(value, 'invoice'),
        amountMsats,
        payee: optional(value, 'payee'),
      };
    default:
      return undefined;
  }
}

function readGift(value: Fields, amountMsats: number): PaymentWant | undefined {
  const [to, mint, key] = [
    readTarget(field(value, 'to')),
    textOf(value, 'mint'),
    textOf(value, 'key'),
  ];
  if (!to || mintAddress(mint) !== mint || !isHex(key, 64)) return undefined;
  return {
    type: 'nutzap',
    to,
    mint,
    named: textOf(value, 'named'),
    key,
    relays: relaysIn(value),
    amountMsats,
    message: textOf(value, 'message'),
  };
}

/** The relays of a payment come from the log of this device, so they are trusted as our own. */
function relaysIn(value: Fields): ReadonlyArray<Ours<string>> {
  const relays = field(value, 'relays');
  return Array.isArray(relays)
    ? relays.flatMap((url) => (typeof url === 'string' ? pressed(url) : []))
    : [];
}

function readTarget(value: unknown): ZapTarget | undefined {
  if (!isRecord(value) || !isHex(textOf(value, 'pubkey'), 64)) return undefined;
  return {
    pubkey: textOf(value, 'pubkey'),
    id: optional(value, 'id'),
    address: optional(value, 'address'),
    kind: numberIn(value, 'kind'),
  };
}

export function readPayer(value: unknown): Payer | undefined {
  const by = isRecord(value) ? field(value, 'by') : undefined;
  if (by === 'webln' || by === 'shown') return { by };
  if (isRecord(value) && by === 'ecash') return { by, mint: textOf(value, 'mint') };
  return isRecord(value) && by === 'wallet' ? { by, wallet: textOf(value, 'wallet') } : undefined;
}

function readProof(value: unknown): Proof | undefined {
  if (!isRecord(value)) return undefined;
  switch (field(value, 'by')) {
    case 'preimage':
      return { by: 'preimage', preimage: textOf(value, 'preimage') };
    case 'receipt':
      return { by: 'receipt', receipt: textOf(value, 'receipt') };
    case 'nutzap':
      return { by: 'nutzap', nutzap: textOf(value, 'nutzap') };
    case 'lookup':
    case 'person':
      return { by: field(value, 'by') === 'person' ? 'person' : 'lookup' };
    default:
      return undefined;
  }
}

const PLAIN: ReadonlySet<string> = new Set<PlainMoneyCode>([
  'pay.noAddress',
  'pay.badAddress',
  'pay.unreachable',
  'pay.offline',
  'pay.noZaps',
  'pay.badInvoice',
  'pay.anyAmount',
  'pay.expired',
  'pay.paidBefore',
  'pay.openBefore',
  'pay.unsigned',
  'pay.secret',
  'pay.declined',
  'pay.unanswered',
  'pay.unkept',
  'pay.noWallet',
  'no_webln_extension',
  'pay.walletSilent',
  'pay.badProof',
  'pay.interrupted',
  'pay.notSeen',
  'pay.neverPaid',
  'pay.saidUnpaid',
  'pay.mintRefused',
  'pay.notEnough',
  'pay.notGiven',
  'pay.unpublished',
  'wallet.silent',
  'wallet.notPermitted',
  'wallet.notInTime',
  'wallet.cannot',
]);

/** An unknown reason from a later version is kept as its code, in place of words. */
function readReason(value: unknown): MoneyMessage | undefined {
  if (!isRecord(value)) return undefined;
  const [code, params] = [textOf(value, 'code'), field(value, 'params')];
  if (isPlain(code)) return { code };
  const of = (key: string) => (isRecord(params) ? (numberIn(params, key) ?? 0) : 0);
  switch (code) {
    case 'pay.outOfRange':
      return { code, params: { min: of('min'), max: of('max') } };
    case 'pay.otherAmount':
      return { code, params: { asked: of('asked'), invoiced: of('invoiced') } };
    case 'pay.otherNetwork':
      return { code, params: { network: isRecord(params) ? textOf(params, 'network') : '' } };
    case 'pay.overDay':
    case 'pay.overWallet':
    case 'pay.feeTooHigh':
      return { code, params: { limit: of('limit') } };
    default:
      return {
        code: 'said',
        params: { text: isRecord(params) ? textOf(params, 'text') || code : code },
      };
  }
}

function isPlain(code: string): code is PlainMoneyCode {
  return PLAIN.has(code);
}

function textOf(record: Fields, key: string): string {
  const value = field(record, key);
  return typeof value === 'string' ? value : '';
}

function optional(record: Fields, key: string): string | undefined {
  const value = field(record, key);
  return typeof value === 'string' ? value : undefined;
}

function numberIn(record: Fields, key: string): number | undefined {
  const value = field(record, key);
  return isNumber(value) ? value : undefined;
}
