import { tagValue, type VerifiedEvent } from '../../src/events/nostr/event.ts';
import { isRecord, field } from '../../src/events/core/json.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { isTimestamp, seconds } from '../../src/events/core/time.ts';
import { ifRoom, isDiskFull } from '../errors.ts';
import type { PlayInvoice } from '../store/money/play-money.ts';
import type { Store } from '../store/store.ts';
import { parseStored } from '../store/stored-event.ts';
import type { Gate } from '../verify.ts';
import { connectionSecret, MOODS, type Mood, type WalletKeys } from './wallet-connections.ts';
import type { MoneyKeys } from './money-keys.ts';
import type { Money } from './payments.ts';
import { signOwn } from './sign-own-event.ts';
import {
  answerWallet,
  transactionOf,
  WALLET_METHODS,
  WALLET_NOTIFICATIONS,
  walletError,
  type WalletDesk,
  type WalletOutcome,
} from './wallet.ts';
import { cipherOf, openWalletLine, publicOf, type WalletLine } from './wallet-channel.ts';

/** What wallets are made of. `later` runs something after some milliseconds. */
export interface WalletParts {
  readonly store: Store;
  readonly money: Money;
  readonly keys: MoneyKeys;
  readonly gate: Gate;
  readonly wallets: readonly WalletKeys[];
  readonly later: (milliseconds: number, run: () => void) => void;
}

/** What is sent for a request, once it is done: mostly one answer, and mostly at once. */
interface Reply {
  readonly events: readonly VerifiedEvent[];
  readonly isLate: boolean;
}

interface OpenWallet extends WalletKeys {
  readonly line: WalletLine;
  readonly desk: WalletDesk;
  /** Requests that are being answered. */
  busy: number;
}

/** How late the slow ones answer. Milliseconds. */
export const SLOW_MS = 6_000;
const MOST_BUSY = 50;
/** Requests of unknown keys that are answered in a second. */
const MOST_STRANGERS = 10;
/** Answers that are kept to be sent again as they were. */
const MOST_ANSWERED = 1_000;

/**
 * Opens the wallets (NIP-47): they listen at the service's own relay, answer those whose connection they know, and tell them what was paid.
 * A request is answered once; the same one again, also in a later run, is answered the same. Gives the way to close them.
 */
export async function openWallets(parts: WalletParts): Promise<() => void> {
  const { store, money, gate } = parts;
  const wallets = new Map(parts.wallets.map((keys) => [keys.wallet.pubkey, openWallet(parts, keys)]));
  for (const keys of parts.wallets) await ifRoom(announce(store, gate, keys));
  const moods = moodsBy(parts);
  const strangers = openTurnstile(store);
  const answered = new Map<string, Promise<Reply>>();
  const send = (events: readonly VerifiedEvent[]) => void store.insert(events).catch(() => undefined);
  const receive = async (event: VerifiedEvent): Promise<void> => {
    const wallet = wallets.get(tagValue(event, 'p') ?? '');
    if (!wallet || isOver(event, store)) return;
    const mood = moods(wallet, event.pubkey);
    if (mood === undefined && !strangers()) return;
    const answer = answered.get(event.id) ?? respond(wallet, event, mood, store);
    answered.set(event.id, answer);
    for (const id of [...answered.keys()].slice(0, Math.max(0, answered.size - MOST_ANSWERED))) answered.delete(id);
    const { events, isLate } = await answer;
    if (isLate) parts.later(SLOW_MS, () => send(events));
    else if (events.length > 0) send(events);
  };
  const stopHearing = store.onInserted(({ ephemeral }, where) => {
    // the process that took a request answers it
    if (where === 'here') for (const event of ephemeral) if (event.kind === KIND.WalletRequest) void receive(event);
  });
  const stopTelling = money.onPaid((paid) => {
    for (const wallet of wallets.values()) for (const events of noticesOf(parts, wallet, paid)) send(events);
  });
  return () => {
    stopHearing();
    stopTelling();
  };
}

function openWallet({ store, money, gate }: WalletParts, keys: WalletKeys): OpenWallet {
  const desk = { account: keys.owner.pubkey, name: keys.owner.name, lud16: keys.lud16, store, money };
  return { ...keys, line: openWalletLine(keys.wallet, gate), desk, busy: 0 };
}

/** Says once what the wallet can do (kind 13194). */
async function announce(store: Store, gate: Gate, { wallet }: WalletKeys): Promise<void> {
  const content = [...WALLET_METHODS, 'notifications'].join(' ');
  const known = await store.latest(`${KIND.WalletInfo}:${wallet.pubkey}:`);
  if (known && parseStored(known).content === content) return;
  const tags = [
    ['encryption', 'nip44_v2 nip04'],
    ['notifications', WALLET_NOTIFICATIONS.join(' ')],
  ];
  await store.insert([signOwn({ kind: KIND.WalletInfo, createdAt: store.now(), tags, content }, wallet.secret, gate)]);
}

/** Which connection a client's key is of. The keys are computed when the first request comes. */
function moodsBy({ keys }: WalletParts): (wallet: OpenWallet, client: string) => Mood | undefined {
  const known = new Map<OpenWallet, ReadonlyMap<string, Mood>>();
  return (wallet, client) => {
    const found = known.get(wallet) ?? new Map(MOODS.map((mood) => [publicOf(connectionSecret(keys, wallet, mood)), mood]));
    known.set(wallet, found);
    return found.get(client);
  };
}

/** A request that was to be done until a time that is past (NIP-47: it is not to be answered). */
function isOver(event: VerifiedEvent, store: Pick<Store, 'now'>): boolean {
  const until = tagValue(event, 'expiration');
  return isTimestamp(until) && seconds(Number(until)) <= store.now();
}

/** Lets the requests of keys that nobody knows pass, so many in a second: an answer costs more than a question. */
function openTurnstile({ now }: Pick<Store, 'now'>): () => boolean {
  let [second, passed] = [now(), 0];
  return () => {
    if (now() !== second) [second, passed] = [now(), 0];
    return ++passed <= MOST_STRANGERS;
  };
}

/** Does what a request says. Never rejects. */
async function respond(wallet: OpenWallet, event: VerifiedEvent, mood: Mood | undefined, store: Store): Promise<Reply> {
  const cipher = cipherOf(event);
  const say = (method: unknown, outcome: WalletOutcome): VerifiedEvent => {
    const said = { result_type: typeof method === 'string' ? method : '', error: null, result: null, ...outcome };
    return wallet.line.answer(event, cipher ?? 'nip04', said, store.now());
  };
  const refuse = (...error: Parameters<typeof walletError>): Reply => ({ events: [say('', walletError(...error))], isLate: false });
  if (mood === undefined) return refuse('UNAUTHORIZED', 'This wallet is not connected to that key.');
  if (cipher === undefined) return refuse('UNSUPPORTED_ENCRYPTION', 'This wallet speaks nip44_v2 and nip04.');
  const request = wallet.line.open(event, cipher);
  if (!isRecord(request)) return refuse('OTHER', 'The request cannot be read.');
  const method = field(request, 'method');
  const manner = method === 'pay_invoice' ? mood : 'plain';
  if (manner === 'silent') return { events: [], isLate: false };
  const outcome =
    manner === 'refuse' ? walletError('PAYMENT_FAILED', 'This wallet refuses to pay.') : await work(wallet, request, event.id);
  const answers = { silent: 0, lost: 0, plain: 1, slow: 1, refuse: 1, twice: 2 }[manner];
  return { events: Array.from({ length: answers }, () => say(method, outcome)), isLate: manner === 'slow' };
}

async function work(wallet: OpenWallet, request: Readonly<Record<string, unknown>>, id: string): Promise<WalletOutcome> {
  if (wallet.busy >= MOST_BUSY) return walletError('RATE_LIMITED', 'Too many requests at a time.');
  wallet.busy++;
  try {
    return await answerWallet(wallet.desk, request, `nwc ${id}`);
  } catch (error) {
    return walletError('INTERNAL', isDiskFull(error) ? 'The disk is full.' : 'Something went wrong.');
  } finally {
    wallet.busy--;
  }
}

/** What the connections of a wallet are told of a payment. Those whose answers are late or lost are told nothing: that would be an answer. */
function noticesOf({ keys, store }: WalletParts, wallet: OpenWallet, paid: PlayInvoice): VerifiedEvent[][] {
  const account = wallet.owner.pubkey;
  const types = [
    ...(paid.payee === account ? (['payment_received'] as const) : []),
    ...(paid.payer === account ? (['payment_sent'] as const) : []),
  ];
  const client = publicOf(connectionSecret(keys, wallet, 'plain'));
  return types.map((type) => {
    const notification = transactionOf(paid, type === 'payment_received' ? 'incoming' : 'outgoing');
    return wallet.line.notify(client, { notification_type: type, notification }, store.now());
  });
}
