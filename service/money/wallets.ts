import { tagValue, type VerifiedEvent } from '../../src/events/nostr/event.ts';
import { isRecord, field } from '../../src/events/core/json.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { isTimestamp, seconds } from '../../src/events/core/time.ts';
import { ignoreDiskFull, isDiskFull } from '../errors.ts';
import type { PlayInvoice } from '../store/money/play-money.ts';
import type { Store } from '../store/store.ts';
import { parseStored } from '../store/stored-event.ts';
import type { EventVerifier } from '../verify.ts';
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
  type WalletAccount,
  type WalletOutcome,
} from './wallet.ts';
import { cipherOf, openWalletChannel, publicOf, type WalletChannel } from './wallet-channel.ts';

export interface WalletParts {
  readonly store: Store;
  readonly money: Money;
  readonly keys: MoneyKeys;
  readonly gate: EventVerifier;
  readonly wallets: readonly WalletKeys[];
  readonly later: (milliseconds: number, run: () => void) => void;
}

/** The responses to a request: usually one, and usually at once. */
interface Reply {
  readonly events: readonly VerifiedEvent[];
  readonly isLate: boolean;
}

interface OpenWallet extends WalletKeys {
  readonly line: WalletChannel;
  readonly desk: WalletAccount;
  /** Number of running requests. */
  busy: number;
}

/** Delay of slow responses. Milliseconds. */
export const SLOW_MS = 6_000;
const MOST_BUSY = 50;
/** Limit of requests with unknown keys that are answered per second. */
const MOST_STRANGERS = 10;
/** Number of responses that are cached for repetition. */
const MOST_ANSWERED = 1_000;

/**
 * Open the wallets (NIP-47). They listen at the service's own relay, answer known connections, and
 * notify them of payments. A request is answered once, and a repeated one gets the same response,
 * also in a later run. Returns the function that closes them.
 */
export async function openWallets(parts: WalletParts): Promise<() => void> {
  const { store, money, gate } = parts;
  const wallets = new Map(
    parts.wallets.map((keys) => [keys.wallet.pubkey, openWallet(parts, keys)]),
  );
  for (const keys of parts.wallets) await ignoreDiskFull(announce(store, gate, keys));
  const moods = moodsBy(parts);
  const strangers = limitStrangers(store);
  const answered = new Map<string, Promise<Reply>>();
  const send = (events: readonly VerifiedEvent[]) =>
    void store.insert(events).catch(() => undefined);
  const receive = async (event: VerifiedEvent): Promise<void> => {
    const wallet = wallets.get(tagValue(event, 'p') ?? '');
    if (!wallet || isOver(event, store)) return;
    const mood = moods(wallet, event.pubkey);
    if (mood === undefined && !strangers()) return;
    const answer = answered.get(event.id) ?? respond(wallet, event, mood, store);
    answered.set(event.id, answer);
    for (const id of [...answered.keys()].slice(0, Math.max(0, answered.size - MOST_ANSWERED)))
      answered.delete(id);
    const { events, isLate } = await answer;
    if (isLate) parts.later(SLOW_MS, () => send(events));
    else if (events.length > 0) send(events);
  };
  const stopHearing = store.onInserted(({ ephemeral }, where) => {
    // Only the process that received a request answers it.
    if (where === 'here')
      for (const event of ephemeral) if (event.kind === KIND.WalletRequest) void receive(event);
  });
  const stopTelling = money.onPaid((paid) => {
    for (const wallet of wallets.values())
      for (const events of noticesOf(parts, wallet, paid)) send(events);
  });
  return () => {
    stopHearing();
    stopTelling();
  };
}

function openWallet({ store, money, gate }: WalletParts, keys: WalletKeys): OpenWallet {
  const desk = {
    account: keys.owner.pubkey,
    name: keys.owner.name,
    lud16: keys.lud16,
    store,
    money,
  };
  return { ...keys, line: openWalletChannel(keys.wallet, gate), desk, busy: 0 };
}

/** Publish the wallet's features once (kind 13194). */
async function announce(store: Store, gate: EventVerifier, { wallet }: WalletKeys): Promise<void> {
  const content = [...WALLET_METHODS, 'notifications'].join(' ');
  const known = await store.latest(`${KIND.WalletInfo}:${wallet.pubkey}:`);
  if (known && parseStored(known).content === content) return;
  const tags = [
    ['encryption', 'nip44_v2 nip04'],
    ['notifications', WALLET_NOTIFICATIONS.join(' ')],
  ];
  await store.insert([
    signOwn({ kind: KIND.WalletInfo, createdAt: store.now(), tags, content }, wallet.secret, gate),
  ]);
}

/** Return the connection of a client's key. The keys are computed on the first request. */
function moodsBy({ keys }: WalletParts): (wallet: OpenWallet, client: string) => Mood | undefined {
  const known = new Map<OpenWallet, ReadonlyMap<string, Mood>>();
  return (wallet, client) => {
    const found =
      known.get(wallet) ??
      new Map(MOODS.map((mood) => [publicOf(connectionSecret(keys, wallet, mood)), mood]));
    known.set(wallet, found);
    return found.get(client);
  };
}

/** True if the request has expired (NIP-47: it must not be answered). */
function isOver(event: VerifiedEvent, store: Pick<Store, 'now'>): boolean {
  const until = tagValue(event, 'expiration');
  return isTimestamp(until) && seconds(Number(until)) <= store.now();
}

/** Rate limit for requests with unknown keys, because a response costs more than a request. */
function limitStrangers({ now }: Pick<Store, 'now'>): () => boolean {
  let [second, passed] = [now(), 0];
  return () => {
    if (now() !== second) [second, passed] = [now(), 0];
    return ++passed <= MOST_STRANGERS;
  };
}

/** Execute a request. Never rejects. */
async function respond(
  wallet: OpenWallet,
  event: VerifiedEvent,
  mood: Mood | undefined,
  store: Store,
): Promise<Reply> {
  const cipher = cipherOf(event);
  const request = cipher && wallet.line.open(event, cipher);
  const method = isRecord(request) ? field(request, 'method') : undefined;
  const say = (outcome: WalletOutcome): VerifiedEvent => {
    const said = {
      result_type: typeof method === 'string' ? method : '',
      error: null,
      result: null,
      ...outcome,
    };
    return wallet.line.answer(event, cipher ?? 'nip04', said, store.now());
  };
  const refuse = (...error: Parameters<typeof walletError>): Reply => ({
    events: [say(walletError(...error))],
    isLate: false,
  });
  if (mood === undefined)
    return refuse('UNAUTHORIZED', 'This wallet is not connected to that key.');
  if (cipher === undefined)
    return refuse('UNSUPPORTED_ENCRYPTION', 'This wallet speaks nip44_v2 and nip04.');
  if (!isRecord(request)) return refuse('OTHER', 'The request cannot be read.');
  const manner = method === 'pay_invoice' ? mood : 'plain';
  if (manner === 'silent') return { events: [], isLate: false };
  const outcome =
    manner === 'refuse'
      ? walletError('PAYMENT_FAILED', 'This wallet refuses to pay.')
      : await work(wallet, request, event.id);
  const answers = { silent: 0, lost: 0, plain: 1, slow: 1, refuse: 1, twice: 2 }[manner];
  return {
    events: Array.from({ length: answers }, () => say(outcome)),
    isLate: manner === 'slow',
  };
}

async function work(
  wallet: OpenWallet,
  request: Readonly<Record<string, unknown>>,
  id: string,
): Promise<WalletOutcome> {
  if (wallet.busy >= MOST_BUSY) return walletError('RATE_LIMITED', 'Too many requests at a time.');
  wallet.busy++;
  try {
    return await answerWallet(wallet.desk, request, `nwc ${id}`);
  } catch (error) {
    return walletError(
      'INTERNAL',
      isDiskFull(error) ? 'The disk is full.' : 'Something went wrong.',
    );
  } finally {
    wallet.busy--;
  }
}

/**
 * Return a wallet's notifications of a payment. Connections with late or lost responses get none,
 * because a notification would reveal the result.
 */
function noticesOf(
  { keys, store }: WalletParts,
  wallet: OpenWallet,
  paid: PlayInvoice,
): VerifiedEvent[][] {
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
