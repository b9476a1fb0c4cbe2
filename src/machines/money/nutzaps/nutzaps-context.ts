import { EMPTY_PURSE, isEcashOpen, type Purse } from '../../../events/money/ecash/ecash-log.ts';
import { type Draft, newestVersion, type VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { worthOf } from '../../../events/money/ecash/cashu.ts';
import {
  type Nutzap,
  type NutzapFault,
  type NutzapInfo,
  nutzapFault,
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
import type { RelayUse } from '../../connection/relay-pool-members.ts';
import type { EcashMoved, EcashOrder } from '../ecash/ecash-protocol.ts';
import type { Ours } from '../../../events/nostr/ours.ts';
import type { PublishIntent } from '../../core/outbox-protocol.ts';

export interface NutzapsInput {
  readonly account: string;
  readonly signer: SignerRef;
  readonly scope: ScopeRef;
  /** Origin of the page, and its relay. */
  readonly home: string;
  readonly homeRelay: Ours<string>;
}

/** Why where nutzaps come to was not published: no relay told what is there; what is there was not opened, or says nothing that can be read; the key could not be made, or kept; or the wallet was not encrypted. */
export type NutzapsTrouble = 'unheard' | 'sealed' | 'unreadable' | 'unkept' | 'unsigned';

/** A line of the history that is still to be published. */
interface DueLine {
  readonly id: string;
  /** Who gave it, of a nutzap; undefined: it came from what another program kept. */
  readonly from: string | undefined;
  readonly sats: number;
  readonly at: Seconds;
}

export interface NutzapsContext extends NutzapsInput {
  readonly relays: readonly RelayUse[];
  /** Relays that are asked. */
  readonly asked: ReadonlyArray<Ours<string>>;
  /** A relay has said all that it has. */
  readonly isHeard: boolean;
  /** Newest versions of where nutzaps come to, and of the wallet; what other programs keep, as it came. */
  readonly info: VerifiedEvent | undefined;
  readonly wallet: VerifiedEvent | undefined;
  readonly tokens: ReadonlyMap<string, VerifiedEvent>;
  readonly zaps: ReadonlyMap<string, Nutzap>;
  readonly redeemed: ReadonlySet<string>;
  readonly deleted: ReadonlySet<string>;
  /** What wallet and tokens say, by id, once they are opened; undefined: nobody can read it. Proofs and key are wrapped. */
  readonly texts: ReadonlyMap<string, WalletEvent | WalletTokens | undefined>;
  /** No person has asked for it in this page, so that none is troubled for it. */
  readonly quiet: boolean;
  /** Nutzaps are redeemed without a press, at mints that are allowed already. Those that were ordered so. */
  readonly isAuto: boolean;
  readonly autoed: ReadonlySet<string>;
  /** What came of ordering it, by id; how often it was refused. */
  readonly outcomes: ReadonlyMap<string, EcashMoved>;
  readonly attempts: ReadonlyMap<string, number>;
  readonly due: readonly DueLine[];
  /** What is being published; and with which key. */
  readonly wanted: { readonly mints: readonly string[]; readonly now: Seconds } | undefined;
  readonly key: EcashKey | undefined;
  readonly trouble: NutzapsTrouble | undefined;
}

const MOST = 500;
const MOST_RELAYS = 20;

/** Relays where the account writes and reads, and where it takes nutzaps; that of the page for who names none. */
export function nutzapRelays(context: Pick<NutzapsContext, 'relays' | 'info' | 'home' | 'homeRelay'>): ReadonlyArray<Ours<string>> {
  const urls = [...context.relays.map(({ url }) => url), ...(infoOf(context)?.relays ?? [])];
  return urls.length === 0 ? [context.homeRelay] : [...new Set(urls)].slice(0, MOST_RELAYS);
}

/** By the outbox, to the account's own relays and those of its nutzaps. */
export function published(draft: Ours<Draft>, now: Seconds, context: NutzapsContext): PublishIntent {
  return { type: 'intents.publish', draft, now, also: nutzapRelays(context) };
}

/** What the events of relays add: all of the account's own but nutzaps, which are for it. */
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
    tokens: new Map([...context.tokens, ...tokens.map((event) => [event.id, event] as const)].slice(0, MOST)),
    zaps,
    redeemed: new Set([...context.redeemed, ...own.flatMap(redeemedIn)]),
    deleted: new Set([...context.deleted, ...own.flatMap(deletedTokensIn)]),
  };
}

/** The events that were not opened yet. */
export function sealedEvents({ wallet, tokens, texts, deleted }: NutzapsContext): readonly VerifiedEvent[] {
  return [...(wallet ? [wallet] : []), ...tokens.values()].filter(({ id }) => !texts.has(id) && !deleted.has(id));
}

/** What that event says, whichever of the two it is. */
export function readOpened(
  { wallet }: NutzapsContext,
  id: string,
  text: Secret<string> | undefined,
): WalletEvent | WalletTokens | undefined {
  const said = text?.reveal() ?? '';
  return id === wallet?.id ? readWallet(said) : readWalletTokens(said);
}

/** The wallet event as it says; `sealed`: there is one, and it was not opened. */
export function walletOf({ wallet, texts }: NutzapsContext): WalletEvent | 'sealed' | undefined {
  if (!wallet) return undefined;
  const text = texts.get(wallet.id);
  return text && 'mints' in text ? text : 'sealed';
}

/** The key that the wallet event has, once that is opened. */
export function walletKey(context: NutzapsContext): EcashKey | undefined {
  const wallet = walletOf(context);
  return typeof wallet === 'object' ? wallet.key : undefined;
}

/** The id of the wallet event that was opened and says nothing that can be read here. */
export function unreadableWallet(context: NutzapsContext): string | undefined {
  const { wallet, texts } = context;
  return wallet && texts.has(wallet.id) && walletOf(context) === 'sealed' ? wallet.id : undefined;
}

/**
 * Nutzaps to be redeemed without a press: new ones that nobody tried yet, once relays told of those that were redeemed and the key is known that opens them.
 * Of several with the same ecash the one that arrived first comes first; another one waits until it is known what came of that.
 */
export function autoZaps(context: NutzapsContext): readonly Nutzap[] {
  if (!context.isAuto || !context.isHeard || !walletKey(context)) return [];
  const isFresh = ({ id }: Nutzap) => !context.autoed.has(id) && !context.outcomes.has(id);
  const zaps = [...context.zaps.values()];
  const secretsOf = ({ proofs }: Nutzap) => proofs.map(({ secret }) => secret.reveal());
  const pending = zaps.filter(({ id }) => context.autoed.has(id) && !context.outcomes.has(id));
  const taken = new Set(pending.flatMap(secretsOf));
  return zaps.filter((zap) => {
    if (!isFresh(zap) || nutzapState(context, zap, EMPTY_PURSE.jobs, zap.at) !== 'new') return false;
    const secrets = secretsOf(zap);
    if (secrets.some((secret) => taken.has(secret))) return false;
    for (const secret of secrets) taken.add(secret);
    return true;
  });
}

/** Sats that other programs keep, by event, that were not deleted, nor replaced by another one (NIP-60), nor taken. */
export function keptTokens({ tokens, texts, deleted, outcomes }: NutzapsContext): ReadonlyMap<string, WalletTokens> {
  const opened = [...tokens.keys()].flatMap((id) => {
    const text = texts.get(id);
    return text && 'proofs' in text ? [[id, text] as const] : [];
  });
  const replaced = new Set(opened.flatMap(([, { replaces }]) => replaces));
  const isKept = (id: string) => !deleted.has(id) && !replaced.has(id) && !isOver(outcomes.get(id));
  return new Map(opened.filter(([id, { unit, proofs }]) => isKept(id) && unit === 'sat' && proofs.length > 0));
}

/** It is had, or somebody else has it: nothing of it is left to be taken. */
export function isOver(outcome: EcashMoved | undefined): boolean {
  return outcome !== undefined && (outcome.isDone || outcome.reason.code === 'spent');
}

/** The relay of the page may stand among the relays, wherever that is. */
export function infoOf({ info, home }: Pick<NutzapsContext, 'info' | 'home'>): NutzapInfo | undefined {
  return info && readNutzapInfo(info, home);
}

/** How a nutzap stands (NIP-61). `new`: it is what was asked for, and can be redeemed; `spent`: somebody else has it. */
export type NutzapState = 'new' | 'redeeming' | 'redeemed' | 'spent' | NutzapFault;

/** `jobs`: what ecash is doing. */
export function nutzapState(context: NutzapsContext, zap: Nutzap, jobs: Purse['jobs'], now: Seconds): NutzapState {
  const outcome = context.outcomes.get(zap.id);
  if (context.redeemed.has(zap.id) || outcome?.isDone === true) return 'redeemed';
  if (isOver(outcome)) return 'spent';
  const job = jobs.get(jobFor(context, zap.id));
  if (job && isEcashOpen(job)) return 'redeeming';
  const info = infoOf(context);
  return info ? (nutzapFault(zap, info, now, ownKeys(context)) ?? 'new') : 'mint';
}

/** Keys of the account, besides the one that it names now. */
function ownKeys(context: NutzapsContext): readonly string[] {
  const key = walletKey(context);
  return key ? [key.pubkey] : [];
}

/** The name of a job: the same event is taken once. One that was refused may be tried again under another; the log of ecash lets two jobs never have one proof. */
export function jobFor({ attempts }: NutzapsContext, id: string): string {
  return `nutzap ${id} ${attempts.get(id) ?? 0}`;
}

function eventOfJob(job: string): string {
  return job.split(' ')[1] ?? '';
}

/** What ecash is to do for a nutzap, or for what another program keeps. */
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

/** What is known once ecash has said what came of it. How much that was is what was in it, where its log does not know any more. */
export function withOutcome(context: NutzapsContext, moved: EcashMoved): Partial<NutzapsContext> {
  const id = eventOfJob(moved.job);
  if (moved.job !== jobFor(context, id)) return {};
  const outcomes = new Map(context.outcomes).set(id, moved);
  if (!moved.isDone) return { outcomes, attempts: new Map(context.attempts).set(id, (context.attempts.get(id) ?? 0) + 1) };
  const zap = context.zaps.get(id);
  const event = context.tokens.get(id);
  const isTold = (zap ? context.redeemed : context.deleted).has(id) || context.due.some((line) => line.id === id);
  if (isTold || (!zap && !event)) return { outcomes };
  const at = zap?.at ?? event?.created_at;
  const proofs = zap?.proofs ?? keptTokens(context).get(id)?.proofs;
  const sats = moved.sats ?? (proofs && worthOf(proofs));
  return at === undefined || sats === undefined ? { outcomes } : { outcomes, due: [...context.due, { id, from: zap?.from, sats, at }] };
}
