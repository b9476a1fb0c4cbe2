import { EMPTY_PURSE, isEcashOpen, type Purse } from '../../../events/money/ecash/ecash-log.ts';
import { type Draft, newestVersion, type VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { worthOf } from '../../../events/money/ecash/cashu.ts';
import {
  type Nutzap,
  type NutzapFault,
  type NutzapInfo,
  nutzapFault,
  proofFault,
  readNutzap,
  readNutzapInfo,
} from '../../../events/money/nutzaps/nutzap.ts';
import {
  deletedTokensIn,
  type EcashKey,
  readWallet,
  readWalletTokens,
  redeemedIn,
  type WalletEvent,
  type WalletTokens,
} from '../../../events/money/nutzaps/wallet-events.ts';
import type { Secret } from '../../../events/account/keys/secret.ts';
import type { Seconds } from '../../../events/core/time.ts';
import type { ScopeRef } from '../../core/feature.ts';
import type { SignerRef } from '../../core/signer-ref.ts';
import type { EcashMoved, EcashOrder } from '../ecash/ecash-protocol.ts';
import type { Ours } from '../../../events/nostr/ours.ts';
import type { PublishIntent } from '../../core/outbox-protocol.ts';
import type { OwnRelay } from '../../../events/account/lists/relay-list.ts';

export interface NutzapsInput {
  readonly account: string;
  readonly signer: SignerRef;
  readonly scope: ScopeRef;
  /** Origin of the page, and its relay. */
  readonly home: string;
  readonly homeRelay: Ours<string>;
}

/**
 * Reason why the nutzap info was not published. `unheard`: no relay answered. `sealed`: the wallet
 * event is not decrypted. `unreadable`: it has no readable content. `unkept`: the key was not
 * created or stored. `unsigned`: the wallet was not encrypted. `unopened`: it was not decrypted, so
 * nothing was redeemed.
 */
export type NutzapsTrouble =
  | 'unheard'
  | 'sealed'
  | 'unreadable'
  | 'unkept'
  | 'unsigned'
  | 'unopened';

/** Nutzaps and tokens to receive, ordered by the user at that time. */
interface Redemption {
  readonly ids: readonly string[];
  readonly now: Seconds;
}

/** A history entry that is not published yet. */
interface DueLine {
  readonly id: string;
  /** Sender of a nutzap. `undefined` for ecash kept by another program. */
  readonly from: string | undefined;
  readonly sats: number;
  readonly at: Seconds;
}

export interface NutzapsContext extends NutzapsInput {
  readonly relays: readonly OwnRelay[];
  readonly asked: ReadonlyArray<Ours<string>>;
  /** True if a relay has answered completely. */
  readonly isHeard: boolean;
  /** Newest versions of the nutzap info and the wallet, and events kept by other programs. */
  readonly info: VerifiedEvent | undefined;
  readonly wallet: VerifiedEvent | undefined;
  readonly tokens: ReadonlyMap<string, VerifiedEvent>;
  readonly zaps: ReadonlyMap<string, Nutzap>;
  readonly redeemed: ReadonlySet<string>;
  readonly deleted: ReadonlySet<string>;
  /**
   * Decrypted contents of wallet and tokens by id. `undefined` if decryption failed. Proofs and
   * keys are wrapped.
   */
  readonly texts: ReadonlyMap<string, WalletEvent | WalletTokens | undefined>;
  /** Waits until the wallet event is decrypted, because this device lacks its key. */
  readonly waiting: Redemption | undefined;
  /** True if the user has not asked on this page, so prompts are not allowed. */
  readonly quiet: boolean;
  /**
   * `isAuto`: nutzaps at allowed mints are redeemed automatically. `autoed`: those ordered
   * automatically.
   */
  readonly isAuto: boolean;
  readonly autoed: ReadonlySet<string>;
  /** `outcomes`: result of the order by id. `attempts`: number of refusals. */
  readonly outcomes: ReadonlyMap<string, EcashMoved>;
  readonly attempts: ReadonlyMap<string, number>;
  readonly due: readonly DueLine[];
  /** `wanted`: the info being published. `key`: its key. */
  readonly wanted: { readonly mints: readonly string[]; readonly now: Seconds } | undefined;
  readonly key: EcashKey | undefined;
  readonly trouble: NutzapsTrouble | undefined;
}

const MOST = 500;
const MOST_RELAYS = 20;

/** Return the account's relays and its nutzap relays, or the page's relay if there are none. */
export function nutzapRelays(
  context: Pick<NutzapsContext, 'account' | 'relays' | 'info' | 'home' | 'homeRelay'>,
): ReadonlyArray<Ours<string>> {
  const urls = [...context.relays.map(({ url }) => url), ...(infoOf(context)?.relays ?? [])];
  return urls.length === 0 ? [context.homeRelay] : [...new Set(urls)].slice(0, MOST_RELAYS);
}

/** Return the intent that publishes a draft to the account's own relays and its nutzap relays. */
export function published(
  draft: Ours<Draft>,
  now: Seconds,
  context: NutzapsContext,
): PublishIntent {
  return { type: 'intents.publish', draft, now, also: nutzapRelays(context) };
}

/** Add received events: own ones of all kinds, and nutzaps for the account. */
export function withEvents(
  context: NutzapsContext,
  events: readonly VerifiedEvent[],
): Pick<NutzapsContext, 'info' | 'wallet' | 'tokens' | 'zaps' | 'redeemed' | 'deleted'> {
  const { account } = context;
  const own = events.filter(({ pubkey }) => pubkey === account);
  const newest = (kind: number, before: VerifiedEvent | undefined) =>
    newestVersion([...(before ? [before] : []), ...own.filter((event) => event.kind === kind)]);
  const zaps = new Map(context.zaps);
  for (const event of events) {
    const zap = event.kind === KIND.Nutzap && zaps.size < MOST ? readNutzap(event) : undefined;
    if (zap?.to === account) zaps.set(zap.id, zap);
  }
  const tokens = own.filter(({ kind }) => kind === KIND.WalletTokens);
  return {
    info: newest(KIND.NutzapInfo, context.info),
    wallet: newest(KIND.EcashWallet, context.wallet),
    tokens: new Map(
      [...context.tokens, ...tokens.map((event) => [event.id, event] as const)].slice(0, MOST),
    ),
    zaps,
    redeemed: new Set([...context.redeemed, ...own.flatMap(redeemedIn)]),
    deleted: new Set([...context.deleted, ...own.flatMap(deletedTokensIn)]),
  };
}

/** Return the events that are not decrypted yet. */
export function sealedEvents({
  wallet,
  tokens,
  texts,
  deleted,
}: NutzapsContext): readonly VerifiedEvent[] {
  return [...(wallet ? [wallet] : []), ...tokens.values()].filter(
    ({ id }) => !texts.has(id) && !deleted.has(id),
  );
}

/** Return the events to decrypt next: only the wallet if the user waits for its key. */
export function nextSealed(context: NutzapsContext, most: number): readonly VerifiedEvent[] {
  const sealed = sealedEvents(context);
  return context.waiting
    ? sealed.filter(({ id }) => id === context.wallet?.id)
    : sealed.slice(0, most);
}

/** Return the content of a decrypted wallet or token event. */
export function readOpened(
  { wallet }: NutzapsContext,
  id: string,
  text: Secret<string> | undefined,
): WalletEvent | WalletTokens | undefined {
  const said = text?.reveal() ?? '';
  return id === wallet?.id ? readWallet(said) : readWalletTokens(said);
}

/** Return the wallet event's content. `sealed`: it is not decrypted. */
export function walletOf({ wallet, texts }: NutzapsContext): WalletEvent | 'sealed' | undefined {
  if (!wallet) return undefined;
  const text = texts.get(wallet.id);
  return text && 'mints' in text ? text : 'sealed';
}

/** Return the key in the wallet event, once it is decrypted. */
export function walletKey(context: NutzapsContext): EcashKey | undefined {
  const wallet = walletOf(context);
  return typeof wallet === 'object' ? wallet.key : undefined;
}

/** Return the id of a decrypted wallet event without readable content. */
export function unreadableWallet(context: NutzapsContext): string | undefined {
  const { wallet, texts } = context;
  return wallet && texts.has(wallet.id) && walletOf(context) === 'sealed' ? wallet.id : undefined;
}

/** True if the wallet event may contain the key of a nutzap, and must be decrypted to see that. */
export function isWalletClosed(context: NutzapsContext): boolean {
  return walletOf(context) === 'sealed' && unreadableWallet(context) === undefined;
}

/**
 * Return nutzaps to redeem automatically: new and untried, after relays have reported redeemed ones
 * and the key is known. Of several with the same ecash the first is tried, and the others wait for
 * its result.
 */
export function autoZaps(context: NutzapsContext): readonly Nutzap[] {
  if (!context.isAuto || !context.isHeard || !walletKey(context)) return [];
  const isFresh = ({ id }: Nutzap) => !context.autoed.has(id) && !context.outcomes.has(id);
  const zaps = [...context.zaps.values()];
  const secretsOf = ({ proofs }: Nutzap) => proofs.map(({ secret }) => secret.reveal());
  const pending = zaps.filter(({ id }) => context.autoed.has(id) && !context.outcomes.has(id));
  const taken = new Set(pending.flatMap(secretsOf));
  return zaps.filter((zap) => {
    if (!isFresh(zap) || nutzapState(context, zap, EMPTY_PURSE.jobs, zap.at) !== 'new')
      return false;
    const secrets = secretsOf(zap);
    if (secrets.some((secret) => taken.has(secret))) return false;
    for (const secret of secrets) taken.add(secret);
    return true;
  });
}

/** Return tokens kept by other programs that are not deleted, replaced (NIP-60) or received. */
export function keptTokens({
  tokens,
  texts,
  deleted,
  outcomes,
}: NutzapsContext): ReadonlyMap<string, WalletTokens> {
  const opened = [...tokens.keys()].flatMap((id) => {
    const text = texts.get(id);
    return text && 'proofs' in text ? [[id, text] as const] : [];
  });
  const replaced = new Set(opened.flatMap(([, { replaces }]) => replaces));
  const isKept = (id: string) => !deleted.has(id) && !replaced.has(id) && !isOver(outcomes.get(id));
  return new Map(
    opened.filter(([id, { unit, proofs }]) => isKept(id) && unit === 'sat' && proofs.length > 0),
  );
}

/** True if the ecash was received here, or spent by another program. */
export function isOver(outcome: EcashMoved | undefined): boolean {
  return outcome !== undefined && (outcome.isDone || outcome.reason.code === 'spent');
}

/** Return the nutzap info. The page's own relay is allowed even with a private address. */
export function infoOf({
  account,
  info,
  home,
}: Pick<NutzapsContext, 'account' | 'info' | 'home'>): NutzapInfo | undefined {
  return info && readNutzapInfo(account, info, home);
}

/** State of a nutzap (NIP-61). `new`: valid and redeemable. `spent`: spent elsewhere. */
export type NutzapState = 'new' | 'redeeming' | 'redeemed' | 'spent' | NutzapFault;

/** `jobs`: jobs of the ecash log. */
export function nutzapState(
  context: NutzapsContext,
  zap: Nutzap,
  jobs: Purse['jobs'],
  now: Seconds,
): NutzapState {
  const outcome = context.outcomes.get(zap.id);
  if (context.redeemed.has(zap.id) || outcome?.isDone === true) return 'redeemed';
  if (isOver(outcome)) return 'spent';
  const job = jobs.get(jobFor(context, zap.id));
  const isWaiting = context.waiting?.ids.includes(zap.id) === true;
  if (isWaiting || (job && isEcashOpen(job))) return 'redeeming';
  const info = infoOf(context);
  if (!info) return 'mint';
  const fault = nutzapFault(zap, info, now, ownKeys(context));
  const isUnknown = fault === 'lock' && isWalletClosed(context);
  return (isUnknown ? proofFault(zap.proofs) : fault) ?? 'new';
}

/** Return keys of the account besides the currently published one. */
function ownKeys(context: NutzapsContext): readonly string[] {
  const key = walletKey(context);
  return key ? [key.pubkey] : [];
}

/**
 * Return the job id of an event, so that it is received once. A refused one may be retried under
 * another id. The ecash log never admits two jobs with the same proof.
 */
export function jobFor({ attempts }: NutzapsContext, id: string): string {
  return `nutzap ${id} ${attempts.get(id) ?? 0}`;
}

function eventOfJob(job: string): string {
  return job.split(' ')[1] ?? '';
}

/** Return the ecash order for a nutzap or a token of another program. */
export function takeOrder(
  context: NutzapsContext,
  id: string,
  now: Seconds,
): Omit<Extract<EcashOrder, { type: 'ecash.receive' }>, 'from'> | undefined {
  const job = jobFor(context, id);
  const zap = context.zaps.get(id);
  if (zap && nutzapState(context, zap, EMPTY_PURSE.jobs, now) === 'new')
    return { type: 'ecash.receive', job, mint: zap.mint, proofs: zap.proofs, proven: true, now };
  const tokens = keptTokens(context).get(id);
  return tokens && { type: 'ecash.receive', job, mint: tokens.mint, proofs: tokens.proofs, now };
}

/**
 * Store the result of an order. If the log no longer has the amount, use the amount of the event.
 */
export function withOutcome(context: NutzapsContext, moved: EcashMoved): Partial<NutzapsContext> {
  const id = eventOfJob(moved.job);
  if (moved.job !== jobFor(context, id)) return {};
  const outcomes = new Map(context.outcomes).set(id, moved);
  if (!moved.isDone)
    return {
      outcomes,
      attempts: new Map(context.attempts).set(id, (context.attempts.get(id) ?? 0) + 1),
    };
  const zap = context.zaps.get(id);
  const event = context.tokens.get(id);
  const isTold =
    (zap ? context.redeemed : context.deleted).has(id) ||
    context.due.some((line) => line.id === id);
  if (isTold) return { outcomes };
  const at = zap?.at ?? event?.created_at;
  const proofs = zap?.proofs ?? keptTokens(context).get(id)?.proofs;
  const sats = moved.sats ?? (proofs && worthOf(proofs));
  return at === undefined || sats === undefined
    ? { outcomes }
    : { outcomes, due: [...context.due, { id, from: zap?.from, sats, at }] };
}
