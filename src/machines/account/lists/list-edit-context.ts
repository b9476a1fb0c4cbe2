import type { Message } from '../../../events/account/user-message.ts';
import { type Base, decideBase, UNKNOWN } from '../../../events/account/lists/list-base.ts';
import type { Planned } from '../../../events/account/lists/list-edit.ts';
import { listAddress, type ListName } from '../../../events/account/lists/list-definitions.ts';
import type { ListIntent } from '../../../events/account/lists/list-intents.ts';
import type { OwnVersions } from '../../../events/publish/outbox/list-versions.ts';
import type { ListFault } from '../../../events/account/lists/list-error.ts';
import type { Tag, VerifiedEvent } from '../../../events/nostr/event.ts';
import { isAsAsked, nextCreatedAt, type Template } from '../../../events/publish/outbox/event-template.ts';
import type { Bus } from '../../core/bus.ts';
import { isFarFuture, type Seconds, seconds } from '../../../events/core/time.ts';
import type { RelayAnswer } from '../../connection/relay-protocol.ts';
import type { OutboxNews } from '../../core/outbox-protocol.ts';
import type { Fetching } from './base-answers.ts';
import type { ScopeRef } from '../../core/feature.ts';
import type { SignerRef } from '../../core/signer-ref.ts';
import type { SignSettled } from '../../core/sign-request.ts';
import type { Ours } from '../../../events/nostr/ours.ts';

/**
 * What is known here of a list: versions that somebody held, those that were signed here, and the account's write relays, where it is fetched
 * from and published to.
 */
interface Recalled {
  readonly versions: readonly VerifiedEvent[];
  readonly own: OwnVersions;
  readonly relays: ReadonlyArray<Ours<string>>;
  readonly now: Seconds;
}

export interface ListEditInput {
  readonly list: ListName;
  readonly account: string;
  readonly bus: Bus;
  readonly signer: SignerRef;
  readonly scope: ScopeRef;
}

/**
 * A version that was signed for an edit. `signed`: nobody else knows of it; `kept`: it is in the outbox; `taken`: somebody said OK. `on`: the
 * version it was built on, as far as that is known. `unheard`: sources without which it was signed, as a person agreed to that.
 */
export interface Signed {
  readonly event: VerifiedEvent;
  readonly state: 'signed' | 'kept' | 'taken';
  readonly on: VerifiedEvent | undefined;
  readonly unheard: readonly string[];
  /** A relay said no to it, or it was taken by the time nobody looked: something newer may stand there. */
  readonly isDoubtful?: boolean;
  /** Its private part, encrypted and open, where it was opened or made for this edit. */
  readonly secret: OpenSecret | undefined;
}

interface OpenSecret {
  readonly content: string;
  readonly tags: readonly Tag[];
}

interface Agreed {
  readonly text: string | undefined;
  readonly unheard: readonly string[];
}

/** Something wanted and not done. `job` is its name in the outbox, once it has one; `request`: under which the outbox was asked for one. */
export interface Item {
  readonly intents: readonly ListIntent[];
  readonly request: string | undefined;
  readonly job: string | undefined;
  /** What a person agreed to; another plan, or further sources that were not heard, are asked about again. */
  readonly agreed: Agreed | undefined;
  readonly version: Signed | undefined;
  /** Versions that gave way to what somebody else did meanwhile. */
  readonly tries: number;
  /** A version that another page signed, and that nobody asked for here. */
  readonly isLeft: boolean;
}

interface Failure extends Item {
  readonly fault: ListFault;
  readonly message: Message;
}

export type ListEditEvent =
  | OutboxNews
  | RelayAnswer
  | SignSettled
  | { type: 'lock.granted' }
  /** This browser has no locks: other tabs may edit the list at the same time. */
  | { type: 'lock.none' }
  | { type: 'list.recalled'; recalled: Recalled }
  | { type: 'list.edit'; intents: readonly ListIntent[]; now: Seconds }
  /** What a crash or another tab left unfinished is taken up again. `isLeft`: by itself, no person asked for it. */
  | { type: 'list.resume'; job: string; intents: readonly ListIntent[]; isLeft?: boolean }
  | { type: 'list.confirm' }
  | { type: 'list.cancel' };

/**
 * Told to the parent; asked for what is known of the list it answers with `list.recalled`. `seen`: versions that sources brought, to be kept
 * before anything is built on them. `secret`: the private part as it is now, encrypted and open, where it was opened for the edit.
 */
export type ListNews =
  | { type: 'list.recall'; list: ListName }
  | { type: 'list.seen'; seen: readonly VerifiedEvent[] }
  | { type: 'list.saved'; list: ListName; intents: readonly ListIntent[]; secret?: OpenSecret }
  | { type: 'list.failed'; list: ListName | 'profile'; message: Message };

export interface ListEditContext extends ListEditInput, Fetching {
  /** Requests to the outbox so far. */
  readonly requests: number;
  readonly queue: readonly Item[];
  readonly failures: readonly Failure[];
  readonly recalled: Recalled | undefined;
  readonly base: Base;
  /** The private part of the base: undefined as long as nobody tried to open it; `tags` undefined: it could not be. */
  readonly secret: { readonly tags: readonly Tag[] | undefined } | undefined;
  readonly planned: Planned | undefined;
  readonly sealed: string | undefined;
  /** The version that the signer was asked to sign. */
  readonly template: Template | undefined;
  readonly fault: ListFault;
}

/** The part of the context that is about a base, empty: it is fetched anew for each edit. */
export const NOTHING = {
  recalled: undefined,
  answers: [],
  open: new Set<string>(),
  base: UNKNOWN,
  secret: undefined,
  planned: undefined,
  sealed: undefined,
  template: undefined,
};

/** From fresh answers and from what somebody held. The version that was signed for this very edit does not count. */
export function baseOf({ list, account, recalled, answers, queue }: ListEditContext): Base {
  if (!recalled) return UNKNOWN;
  const { own, versions, now } = recalled;
  const mine = queue[0]?.version?.event.id;
  const not = new Set([...own.given, ...(mine === undefined ? [] : [mine])]);
  return decideBase({ address: listAddress(list, account), now, not }, answers, [...versions, ...own.taken]);
}

/** When the next version is dated: now, but after the base and after all that was ever signed here, whatever became of it. */
export function nextTime({ recalled, base }: ListEditContext): Seconds {
  const { now = seconds(0), own } = recalled ?? {};
  const times = [base.state === 'known' ? base.event.created_at : undefined, own?.last];
  const last = times.filter((time) => time !== undefined && !isFarFuture(time, now));
  return last.reduce<Seconds>((next, time) => nextCreatedAt(next, time), now);
}

/** What a person says yes to. */
export function agreedTo({ planned, base }: ListEditContext): Agreed {
  const text = planned?.ok ? JSON.stringify([planned.plan.diff, planned.plan.reasons]) : undefined;
  return { text, unheard: base.unheard };
}

export function isAgreed(context: ListEditContext): boolean {
  const agreed = context.queue[0]?.agreed;
  return agreed !== undefined && agreed.text === agreedTo(context).text && isWithin(context.base, agreed);
}

/** Whether no further source went unheard. */
export function isWithin({ unheard }: Base, known: { readonly unheard: readonly string[] }): boolean {
  return unheard.every((source) => known.unheard.includes(source));
}

/** Whether it signed what it was asked to (INV-IDENTITY). */
export function isVersionAsAsked({ template }: ListEditContext, signed: VerifiedEvent | undefined): boolean {
  return template !== undefined && signed !== undefined && isAsAsked(template, signed);
}

/** What the signer opened or encrypted. */
export function textIn(event: ListEditEvent): string | undefined {
  return event.type === 'sign.settled' && event.outcome.ok && 'text' in event.outcome ? event.outcome.text : undefined;
}

/** What it signed. */
export function signedIn(event: ListEditEvent): VerifiedEvent | undefined {
  return event.type === 'sign.settled' && event.outcome.ok && 'event' in event.outcome ? event.outcome.event : undefined;
}

/** The private part of what is planned, where this edit has opened or encrypted it. */
export function plannedSecret({ base, secret, planned, sealed }: ListEditContext): OpenSecret | undefined {
  const seal = planned?.ok ? planned.plan.seal : undefined;
  if (seal) return sealed === undefined ? undefined : { content: sealed, tags: seal };
  return base.state === 'known' && secret?.tags ? { content: base.event.content, tags: secret.tags } : undefined;
}

/** The news that an edit is done. */
export function savedNews(context: ListEditContext): ListNews {
  const [first] = context.queue;
  const secret = first?.version?.secret ?? plannedSecret(context);
  return { type: 'list.saved', list: context.list, intents: first?.intents ?? [], ...(secret ? { secret } : {}) };
}
