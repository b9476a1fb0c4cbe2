import { parseAddress } from '../../nostr/address.ts';
import { type SignedEvent, tagValue, type VerifiedEvent } from '../../nostr/event.ts';
import { plainDigits } from '../../core/whole-number.ts';
import { isHex } from '../../core/hex.ts';
import { field, isRecord, parseJson } from '../../core/json.ts';
import { KIND } from '../../nostr/kinds.ts';
import { clip } from '../../core/text.ts';
import { inSeconds, type Seconds } from '../../core/time.ts';

/** The smallest unit of Monero: 10^12 of them are one XMR. */
export type Piconero = bigint;

const DECIMALS = 12;
/** The largest amount of a wallet (64 bits). */
const MOST: Piconero = 2n ** 64n - 1n;

/** Amounts to choose from, in XMR (XMR-01). */
export const MONERO_PRESETS = ['0.00005', '0.0008', '0.002', '0.003'] as const;
export const MONERO_DEFAULT = '0.0008';

/**
 * Read an amount in XMR with a decimal point. `undefined` if it is not an amount, or too fine or
 * too large.
 */
export function readXmr(text: string): Piconero | undefined {
  const [, whole = '', part = ''] =
    /^(\d{1,8})(?:\.(\d{1,12}))?$/.exec(plainDigits(text.trim())) ?? [];
  if (whole === '') return undefined;
  const amount = BigInt(whole + part.padEnd(DECIMALS, '0'));
  return amount > 0n && amount <= MOST ? amount : undefined;
}

/** Write the exact amount in XMR, without superfluous zeros. */
export function writeXmr(amount: Piconero): string {
  const digits = amount.toString().padStart(DECIMALS + 1, '0');
  const part = digits.slice(-DECIMALS).replace(/0+$/, '');
  return digits.slice(0, -DECIMALS) + (part === '' ? '' : `.${part}`);
}

/**
 * Return the link for a wallet: the address and the amount (Monero's URI scheme). Without an amount
 * the wallet asks for it.
 */
export function moneroUri(address: string, amount: Piconero | undefined): string {
  return `monero:${address}${amount === undefined ? '' : `?tx_amount=${writeXmr(amount)}`}`;
}

/**
 * The form of an address, with or without a payment id. `readMoneroAddress` checks the checksum.
 */
const LOOKS = /^[1-9A-HJ-NP-Za-km-z]{95}(?:[1-9A-HJ-NP-Za-km-z]{11})?$/;

/**
 * Return the Monero address of a profile (XMR-01): `monero` of its `cryptocurrency_addresses`,
 * which two clients write, else a field of its own. `undefined` if there is none. A broken address
 * is returned unchanged, so that the user can be told.
 */
export function moneroAddressIn({ content }: Pick<SignedEvent, 'content'>): string | undefined {
  const metadata = parseJson(content);
  if (!isRecord(metadata)) return undefined;
  const all = field(metadata, 'cryptocurrency_addresses');
  const named = [isRecord(all) ? field(all, 'monero') : undefined, field(metadata, 'monero')];
  return named
    .flatMap((text) => (typeof text === 'string' ? [text.trim().replace(/^monero:/i, '')] : []))
    .find((text) => LOOKS.test(text));
}

/**
 * How far a tip has come, by the claims about it. `asked`: the sender means to send it. `sent`: the
 * sender claims to have sent it. `received`: the recipient confirms it.
 */
export type TipStage = 'asked' | 'sent' | 'received';

/**
 * A Monero tip (kinds 9740 to 9742). Only its two ends can see the payment, so all fields are
 * claims. `sender` is `undefined` if only a receipt exists that does not name the sender.
 */
export interface MoneroTip {
  readonly id: string;
  readonly stage: TipStage;
  readonly sender: string | undefined;
  readonly receiver: string;
  readonly amount: Piconero | undefined;
  readonly message: string;
  readonly createdAt: Seconds;
  /** The event id or address that the tip is for. `undefined` for a tip to an account. */
  readonly target: string | undefined;
}

const STAGES: ReadonlyMap<number, TipStage> = new Map<number, TipStage>([
  [KIND.MoneroZapRequest, 'asked'],
  [KIND.MoneroZap, 'sent'],
  [KIND.MoneroZapReceipt, 'received'],
]);
const RANK: Readonly<Record<TipStage, number>> = { asked: 0, sent: 1, received: 2 };
/** The event kinds of tips. */
export const TIP_KINDS: readonly number[] = [...STAGES.keys()];
const LONGEST_MESSAGE = 4_096;

/**
 * Read one event of a tip. The recipient signs a receipt, and the sender signs the two other kinds.
 * Tips to oneself are ignored.
 */
export function readTip(event: VerifiedEvent): MoneroTip | undefined {
  const stage = STAGES.get(event.kind);
  const named = event.tags.flatMap(([name, value = '']) => (name === 'p' ? [value] : []));
  const [other] = named;
  if (!stage || named.length > 1 || (other !== undefined && !isHex(other, 64))) return undefined;
  const isReceipt = stage === 'received';
  const by = tagValue(event, 'P');
  const sender = isReceipt ? (by !== undefined && isHex(by, 64) ? by : undefined) : event.pubkey;
  const receiver = isReceipt ? event.pubkey : other;
  // the signer of a receipt is its recipient
  if (
    receiver === undefined ||
    receiver === sender ||
    (isReceipt && other !== undefined && other !== receiver)
  )
    return undefined;
  return {
    id: event.id,
    stage,
    sender,
    receiver,
    amount: piconeroIn(tagValue(event, 'amount')),
    message: clip(event.content, LONGEST_MESSAGE),
    createdAt: event.created_at,
    target: targetOf(event),
  };
}

/** The address of a replaceable event takes precedence over the id of one version. */
function targetOf(event: SignedEvent): string | undefined {
  const address = tagValue(event, 'a');
  if (address !== undefined && parseAddress(address)) return address;
  const id = tagValue(event, 'e');
  return id !== undefined && isHex(id, 64) ? id : undefined;
}

/** Accepts only a whole number of piconero, because piconero are never rounded. */
function piconeroIn(text: string | undefined): Piconero | undefined {
  if (text === undefined || !/^[1-9]\d{0,19}$/.test(text)) return undefined;
  const amount = BigInt(text);
  return amount <= MOST ? amount : undefined;
}

/**
 * Return the id of the earlier event that this event continues, from its description. The quoted
 * event itself is unverified, so only its id is used.
 */
function goesOnFrom(event: SignedEvent): string | undefined {
  const before = parseJson(tagValue(event, 'description') ?? '');
  const id = isRecord(before) ? field(before, 'id') : undefined;
  return typeof id === 'string' && isHex(id, 64) ? id : undefined;
}

/**
 * Return the tips of these events, the newest first, each once. A later event continues an earlier
 * one if sender, recipient, target and amount agree. The message is that of the earliest event. The
 * order of the events does not matter.
 */
export function foldTips(events: readonly VerifiedEvent[]): readonly MoneroTip[] {
  const before = new Map(events.map((event) => [event.id, goesOnFrom(event)]));
  const tips = new Map(events.flatMap((event) => [[event.id, readTip(event)] as const]));
  const startOf = (tip: MoneroTip): MoneroTip => {
    const earlier = tips.get(before.get(tip.id) ?? '');
    return earlier && goesOn(earlier, tip) ? startOf(earlier) : tip;
  };
  const known = [...tips.values()].filter((tip) => tip !== undefined);
  const chains = [...Map.groupBy(known, (tip) => startOf(tip).id).values()];
  return chains.flatMap((chain) => merged(chain) ?? []).toSorted((a, b) => byTime(b, a));
}

/**
 * True if `step` is a later step of that tip. The stage only ever rises, so a chain is never longer
 * than the number of stages.
 */
function goesOn(tip: MoneroTip, step: MoneroTip): boolean {
  return (
    RANK[step.stage] > RANK[tip.stage] &&
    step.receiver === tip.receiver &&
    isSame(step.sender, tip.sender) &&
    isSame(step.target, tip.target) &&
    isSame(step.amount, tip.amount)
  );
}

/** A missing value on either side is not a contradiction. */
function isSame<T>(one: T | undefined, other: T | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}

function merged(chain: readonly MoneroTip[]): MoneroTip | undefined {
  const steps = chain.toSorted((a, b) => RANK[a.stage] - RANK[b.stage] || byTime(a, b));
  const [first] = steps;
  const last = steps.at(-1);
  return (
    first &&
    last && {
      ...first,
      stage: last.stage,
      amount: steps.find(({ amount }) => amount !== undefined)?.amount,
    }
  );
}

function byTime(a: MoneroTip, b: MoneroTip): number {
  return inSeconds(a.createdAt) - inSeconds(b.createdAt) || (a.id > b.id ? -1 : 1);
}

/** The number of tips, and the sum of the tips with a known amount. */
export interface TipSum {
  readonly count: number;
  readonly amount: Piconero;
}

/**
 * Sum up the tips that recipients confirm, and those that only their senders claim. Unsent tips do
 * not count (XMR-01).
 */
export function sumTips(tips: readonly MoneroTip[]): {
  readonly received: TipSum;
  readonly sent: TipSum;
} {
  const sum = (stage: TipStage): TipSum => {
    const ofStage = tips.filter((tip) => tip.stage === stage);
    return {
      count: ofStage.length,
      amount: ofStage.reduce((all, { amount }) => all + (amount ?? 0n), 0n),
    };
  };
  return { received: sum('received'), sent: sum('sent') };
}
