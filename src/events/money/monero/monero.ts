import { parseAddress } from '../../nostr/address.ts';
import { type SignedEvent, tagValue, type VerifiedEvent } from '../../nostr/event.ts';
import { plainDigits } from '../../core/whole-number.ts';
import { isHex } from '../../core/hex.ts';
import { field, isRecord, parseJson } from '../../core/json.ts';
import { KIND } from '../../nostr/kinds.ts';
import { clip } from '../../core/text.ts';
import { inSeconds, type Seconds } from '../../core/time.ts';

/** The smallest part of Monero: 10^12 of them are one XMR. */
export type Piconero = bigint;

const DECIMALS = 12;
/** Everything that a wallet can say (64 bits). */
const MOST: Piconero = 2n ** 64n - 1n;

/** Amounts to choose from, in XMR (XMR-01). */
export const MONERO_PRESETS = ['0.00005', '0.0008', '0.002', '0.003'] as const;
export const MONERO_DEFAULT = '0.0008';

/** XMR as people write them, with a dot; undefined where it is no amount, or finer or larger than there can be. */
export function readXmr(text: string): Piconero | undefined {
  const [, whole = '', part = ''] = /^(\d{1,8})(?:\.(\d{1,12}))?$/.exec(plainDigits(text.trim())) ?? [];
  if (whole === '') return undefined;
  const amount = BigInt(whole + part.padEnd(DECIMALS, '0'));
  return amount > 0n && amount <= MOST ? amount : undefined;
}

/** Exactly that amount in XMR, without zeros that say nothing. */
export function writeXmr(amount: Piconero): string {
  const digits = amount.toString().padStart(DECIMALS + 1, '0');
  const part = digits.slice(-DECIMALS).replace(/0+$/, '');
  return digits.slice(0, -DECIMALS) + (part === '' ? '' : `.${part}`);
}

/** What a wallet opens: the address, and how much is to go there (Monero's URI scheme). Without an amount the wallet asks for it. */
export function moneroUri(address: string, amount: Piconero | undefined): string {
  return `monero:${address}${amount === undefined ? '' : `?tx_amount=${writeXmr(amount)}`}`;
}

/** The looks of an address, with or without a payment id. Whether its checksum holds `readMoneroAddress` says. */
const LOOKS = /^[1-9A-HJ-NP-Za-km-z]{95}(?:[1-9A-HJ-NP-Za-km-z]{11})?$/;

/**
 * The Monero address that a profile names (XMR-01): `monero` of its `cryptocurrency_addresses`, which two clients write, else a field of its
 * own. Undefined where there is none; one that is broken is given as it is, so that it can be said.
 */
export function moneroAddressIn({ content }: Pick<SignedEvent, 'content'>): string | undefined {
  const metadata = parseJson(content);
  if (!isRecord(metadata)) return undefined;
  const all = field(metadata, 'cryptocurrency_addresses');
  const named = [isRecord(all) ? field(all, 'monero') : undefined, field(metadata, 'monero')];
  return named.flatMap((text) => (typeof text === 'string' ? [text.trim().replace(/^monero:/i, '')] : [])).find((text) => LOOKS.test(text));
}

/** How far a tip has come, as far as anybody says. `asked`: somebody means to send it; `sent`: says to have; `received`: who got it says so. */
export type TipStage = 'asked' | 'sent' | 'received';

/**
 * A Monero tip (kinds 9740 to 9742). Nobody but its two ends can see the payment, so everything here is what one of them says. `sender` is
 * undefined where only who received it speaks, and does not name one.
 */
export interface MoneroTip {
  readonly id: string;
  readonly stage: TipStage;
  readonly sender: string | undefined;
  readonly receiver: string;
  readonly amount: Piconero | undefined;
  readonly message: string;
  readonly createdAt: Seconds;
  /** Event id or address that was tipped for; undefined for a tip to an account. */
  readonly target: string | undefined;
}

const STAGES: ReadonlyMap<number, TipStage> = new Map<number, TipStage>([
  [KIND.MoneroZapRequest, 'asked'],
  [KIND.MoneroZap, 'sent'],
  [KIND.MoneroZapReceipt, 'received'],
]);
const RANK: Readonly<Record<TipStage, number>> = { asked: 0, sent: 1, received: 2 };
/** The kinds in which tips are told. */
export const TIP_KINDS: readonly number[] = [...STAGES.keys()];
const LONGEST_MESSAGE = 4_096;

/** One event of a tip. A receipt is its receiver's word, and the two others their sender's; tips to oneself are none. */
export function readTip(event: VerifiedEvent): MoneroTip | undefined {
  const stage = STAGES.get(event.kind);
  const named = event.tags.flatMap(([name, value = '']) => (name === 'p' ? [value] : []));
  const [other] = named;
  if (!stage || named.length > 1 || (other !== undefined && !isHex(other, 64))) return undefined;
  const isReceipt = stage === 'received';
  const by = tagValue(event, 'P');
  const sender = isReceipt ? (by !== undefined && isHex(by, 64) ? by : undefined) : event.pubkey;
  const receiver = isReceipt ? event.pubkey : other;
  // who signs a receipt is who got it
  if (receiver === undefined || receiver === sender || (isReceipt && other !== undefined && other !== receiver)) return undefined;
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

/** What is tipped as a whole stands before the one version of it. */
function targetOf(event: SignedEvent): string | undefined {
  const address = tagValue(event, 'a');
  if (address !== undefined && parseAddress(address)) return address;
  const id = tagValue(event, 'e');
  return id !== undefined && isHex(id, 64) ? id : undefined;
}

/** A whole number of piconero, as nobody rounds those. */
function piconeroIn(text: string | undefined): Piconero | undefined {
  if (text === undefined || !/^[1-9]\d{0,19}$/.test(text)) return undefined;
  const amount = BigInt(text);
  return amount <= MOST ? amount : undefined;
}

/** The id of the event of which an event of a tip tells what became, as its description says; the words in there are nobody's until they are seen signed. */
function goesOnFrom(event: SignedEvent): string | undefined {
  const before = parseJson(tagValue(event, 'description') ?? '');
  const id = isRecord(before) ? field(before, 'id') : undefined;
  return typeof id === 'string' && isHex(id, 64) ? id : undefined;
}

/**
 * The tips that events tell of, newest first, each once: what a later event says goes on from an earlier one where both agree on who, to whom,
 * for what and how much. The words are those of the earliest. The order of the events does not matter.
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

/** Whether a later step is one of that tip: the stage only ever rises, so no chain is longer than there are stages. */
function goesOn(tip: MoneroTip, step: MoneroTip): boolean {
  return (
    RANK[step.stage] > RANK[tip.stage] &&
    step.receiver === tip.receiver &&
    isSame(step.sender, tip.sender) &&
    isSame(step.target, tip.target) &&
    isSame(step.amount, tip.amount)
  );
}

/** What one of them does not say is no contradiction. */
function isSame<T>(one: T | undefined, other: T | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}

function merged(chain: readonly MoneroTip[]): MoneroTip | undefined {
  const steps = chain.toSorted((a, b) => RANK[a.stage] - RANK[b.stage] || byTime(a, b));
  const [first] = steps;
  const last = steps.at(-1);
  return first && last && { ...first, stage: last.stage, amount: steps.find(({ amount }) => amount !== undefined)?.amount };
}

function byTime(a: MoneroTip, b: MoneroTip): number {
  return inSeconds(a.createdAt) - inSeconds(b.createdAt) || (a.id > b.id ? -1 : 1);
}

/** How many tips there are, and what those come to that say how much. */
export interface TipSum {
  readonly count: number;
  readonly amount: Piconero;
}

/** Tips that who got them confirms, and those that only who sent them speaks of. What was not sent counts for nothing (XMR-01). */
export function sumTips(tips: readonly MoneroTip[]): { readonly received: TipSum; readonly sent: TipSum } {
  const sum = (stage: TipStage): TipSum => {
    const ofStage = tips.filter((tip) => tip.stage === stage);
    return { count: ofStage.length, amount: ofStage.reduce((all, { amount }) => all + (amount ?? 0n), 0n) };
  };
  return { received: sum('received'), sent: sum('sent') };
}
