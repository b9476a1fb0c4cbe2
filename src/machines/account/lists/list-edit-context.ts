import type { UserMessage } from '../../../events/account/user-message.ts';
import { type Base, decideBase, UNKNOWN } from '../../../events/account/lists/list-base.ts';
import type { AcceptedRisks, ListPlan, Planned } from '../../../events/account/lists/list-edit.ts';
import { listAddress, type ListName } from '../../../events/account/lists/list-definitions.ts';
import type { ListIntent, ListQuestion } from '../../../events/account/lists/list-intents.ts';
import type { OwnVersions } from '../../../events/publish/outbox/list-versions.ts';
import type { Home } from '../../../events/account/lists/list-query.ts';
import type { ListError } from '../../../events/account/lists/list-error.ts';
import type { SavedEdit } from '../../../events/account/lists/list-overwritten.ts';
import type { Tag, VerifiedEvent } from '../../../events/nostr/event.ts';
import {
  matchesTemplate,
  nextCreatedAt,
  type Template,
} from '../../../events/publish/outbox/event-template.ts';
import type { Bus } from '../../core/bus.ts';
import { isFarFuture, type Seconds, seconds } from '../../../events/core/time.ts';
import type { NetworkNews, RelayAnswer } from '../../connection/relay-protocol.ts';
import type { JobUpdate } from '../../core/outbox-protocol.ts';
import type { Fetching } from './base-answers.ts';
import type { ScopeRef } from '../../core/feature.ts';
import type { SignerRef } from '../../core/signer-ref.ts';
import type { SignSettled } from '../../core/sign-request.ts';
import type { Ours } from '../../../events/nostr/ours.ts';

/**
 * Known versions of a list: accepted ones, and those signed here. `relays`: the account's write
 * relays, for fetching and publishing.
 */
interface Recalled {
  readonly versions: readonly VerifiedEvent[];
  readonly own: OwnVersions;
  readonly relays: ReadonlyArray<Ours<string>>;
  readonly now: Seconds;
  readonly risks?: AcceptedRisks | undefined;
}

export interface ListEditInput extends Home {
  readonly list: ListName;
  readonly account: string;
  readonly bus: Bus;
  readonly signer: SignerRef;
  readonly scope: ScopeRef;
  /** True if the browser has no network. */
  readonly isOffline: boolean;
}

/**
 * A version that was signed for an edit. `signed`: only known here. `kept`: in the outbox. `taken`:
 * accepted by a relay. `on`: the version it is based on, if known. `unheard`: sources that did not
 * answer before signing, as the user agreed.
 */
export interface Signed {
  readonly event: VerifiedEvent;
  readonly state: 'signed' | 'kept' | 'taken';
  readonly on: VerifiedEvent | undefined;
  readonly unheard: readonly string[];
  /** True if a relay rejected it, or it was accepted unattended. A newer version may exist. */
  readonly isDoubtful?: boolean;
  /** True if relays refused it because they have a newer version. It is never sent again. */
  readonly isOutdated?: boolean;
  /** Its private part, encrypted and decrypted, if this edit decrypted or created it. */
  readonly secret: OpenSecret | undefined;
}

interface OpenSecret {
  readonly content: string;
  readonly tags: readonly Tag[];
}

/** A plan that the user agreed to. `diff`: its difference as JSON. */
interface Agreed {
  readonly diff: string;
  readonly reasons: ListPlan['reasons'];
  readonly unheard: readonly string[];
}

/**
 * A pending edit. `job`: its name in the outbox, once it has one. `request`: correlates the
 * outbox's reply.
 */
export interface Item {
  readonly intents: readonly ListIntent[];
  readonly request: string | undefined;
  readonly job: string | undefined;
  /**
   * The plan that the user agreed to. Another difference, a further reason or a further silent
   * source needs a new confirmation.
   */
  readonly agreed: Agreed | undefined;
  readonly version: Signed | undefined;
  /** Number of versions that were replaced by other people's or devices' changes. */
  readonly tries: number;
  /**
   * True if another page left it, signed or waiting for the network, without a request here. It is
   * continued only if that needs no prompt.
   */
  readonly isLeft: boolean;
  /** True if it has waited for the network, also on an earlier page. */
  readonly isHeld: boolean;
  /**
   * The question that the user has not answered yet. The edit is not logged before the answer, and
   * does not count as wanted.
   */
  readonly question: ListQuestion | undefined;
  /** True if a dialog that listed all of its entries ordered it. */
  readonly isShown: boolean;
  /** The name of the toast that offers to revert it. */
  readonly undo: string | undefined;
  /** Its name if it is made again, because another device overwrote it unseen. */
  readonly again: string | undefined;
  /** When it was ordered. 0 for one of an earlier page, which has its job. */
  readonly now: Seconds;
}

interface Failure extends Item {
  readonly fault: ListError;
  readonly message: UserMessage;
}

export type ListEditEvent =
  | JobUpdate
  | RelayAnswer
  | SignSettled
  | { type: 'lock.granted' }
  /** This browser has no locks, so other tabs may edit the list at the same time. */
  | { type: 'lock.unavailable' }
  | { type: 'list.recalled'; recalled: Recalled }
  | {
      type: 'list.edit';
      intents: readonly ListIntent[];
      now: Seconds;
      question?: ListQuestion | undefined;
      isShown?: boolean | undefined;
      undo?: string | undefined;
      again?: string | undefined;
    }
  /**
   * Resumes an edit left by a crash or another tab. `isLeft`: it resumes automatically, not for the
   * user.
   */
  | {
      type: 'list.resume';
      job: string;
      intents: readonly ListIntent[];
      isLeft?: boolean;
      isHeld?: boolean;
    }
  | Extract<NetworkNews, { type: 'network.offline' }>
  | { type: 'list.confirm' }
  | { type: 'list.cancel' };

/** A version that a relay accepted. `base`: `undefined` if it is not known. */
type Accepted = Pick<SavedEdit, 'version' | 'base' | 'acceptedAt'> & Pick<Item, 'isShown'>;

/**
 * Sent to the parent. `recall`: the parent replies with `list.recalled`. `seen`: fetched versions,
 * to be stored before anything is based on them. `agreed`: the user confirmed the edit, and
 * accepted that these sources are silent. `cancelled`: the user did not. `held`: the edit waits for
 * the network. `undo`: the toast that offered to revert it. `secret`: the current private part,
 * encrypted and decrypted, if the edit decrypted it. `accepted`: its version, unless the list was
 * so before. `again`: the name of an edit that is made again.
 */
export type ListNews =
  | { type: 'list.recall'; list: ListName }
  | { type: 'list.seen'; seen: readonly VerifiedEvent[] }
  | { type: 'list.agreed'; unheard: readonly string[]; undo?: string | undefined }
  | {
      type: 'list.saved';
      list: ListName;
      intents: readonly ListIntent[];
      secret?: OpenSecret;
      accepted?: Accepted | undefined;
      again?: string | undefined;
    }
  | {
      type: 'list.failed';
      list: ListName | 'profile';
      message: UserMessage;
      undo?: string | undefined;
      again?: string | undefined;
    }
  | { type: 'list.held'; message: UserMessage }
  | { type: 'list.cancelled'; list: ListName; undo: string | undefined };

export interface ListEditContext extends ListEditInput, Fetching {
  /** Number of requests to the outbox so far. */
  readonly requests: number;
  /** Sources whose silence the user accepted in this editor, which lives as long as the page. */
  readonly silent: ReadonlySet<string>;
  readonly queue: readonly Item[];
  readonly failures: readonly Failure[];
  /** Intents of the last edits that were cancelled or failed, the newest last. */
  readonly unsaved: readonly ListIntent[];
  readonly recalled: Recalled | undefined;
  readonly base: Base;
  /**
   * The base's private part. `undefined` before the attempt to decrypt it. `tags` is `undefined` if
   * that failed.
   */
  readonly secret: { readonly tags: readonly Tag[] | undefined } | undefined;
  readonly planned: Planned | undefined;
  readonly sealed: string | undefined;
  /** The version that the signer was asked to sign. */
  readonly template: Template | undefined;
  readonly fault: ListError;
}

/** The empty part of the context about a base, which is fetched again for each edit. */
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

/**
 * Return the base from fresh answers and accepted versions. The version signed for this edit does
 * not count.
 */
export function baseOf({ list, account, recalled, answers, queue }: ListEditContext): Base {
  if (!recalled) return UNKNOWN;
  const { own, versions, now } = recalled;
  const mine = queue[0]?.version?.event.id;
  const not = new Set([...own.given, ...(mine === undefined ? [] : [mine])]);
  const { taken } = own;
  return decideBase({ address: listAddress(list, account), now, not, taken }, answers, versions);
}

/**
 * Return the date of the next version: now, but after the base and after every version signed here.
 */
export function nextTime({ recalled, base }: ListEditContext): Seconds {
  const { now = seconds(0), own } = recalled ?? {};
  const times = [base.state === 'known' ? base.event.created_at : undefined, own?.last];
  const last = times.filter((time) => time !== undefined && !isFarFuture(time, now));
  return last.reduce<Seconds>((next, time) => nextCreatedAt(next, time), now);
}

/** Return the risks that need no question: those accepted here or for another list. */
export function risksOf({ recalled, silent, queue }: ListEditContext): AcceptedRisks {
  const { risks } = recalled ?? {};
  return {
    silent: new Set([...silent, ...(risks?.silent ?? [])]),
    isMadeHere: risks?.isMadeHere ?? false,
    isShown: queue[0]?.isShown === true,
  };
}

/** Return the plan as the user confirms it. */
export function agreedTo({ planned, base }: ListEditContext): Agreed | undefined {
  if (!planned?.ok) return undefined;
  const { diff, reasons } = planned.plan;
  return { diff: JSON.stringify(diff), reasons, unheard: base.unheard };
}

/** True if the user agreed to this difference and to every reason that is left. */
export function isAgreed(context: ListEditContext): boolean {
  const [agreed, now] = [context.queue[0]?.agreed, agreedTo(context)];
  return (
    agreed !== undefined &&
    now !== undefined &&
    agreed.diff === now.diff &&
    now.reasons.every((reason) => agreed.reasons.includes(reason)) &&
    isWithin(context.base, agreed)
  );
}

/** True if no further source failed to answer. */
export function isWithin(
  { unheard }: Base,
  known: { readonly unheard: readonly string[] },
): boolean {
  return unheard.every((source) => known.unheard.includes(source));
}

/** True if the signer signed the requested version (INV-IDENTITY). */
export function isVersionAsAsked(
  { template }: ListEditContext,
  signed: VerifiedEvent | undefined,
): boolean {
  return template !== undefined && signed !== undefined && matchesTemplate(template, signed);
}

/** Return the private part of the planned version, if this edit decrypted or encrypted it. */
export function plannedSecret({
  base,
  secret,
  planned,
  sealed,
}: ListEditContext): OpenSecret | undefined {
  const seal = planned?.ok ? planned.plan.seal : undefined;
  if (seal) return sealed === undefined ? undefined : { content: sealed, tags: seal };
  return base.state === 'known' && secret?.tags
    ? { content: base.event.content, tags: secret.tags }
    : undefined;
}

/** Return the version of the first edit as the watch over overwritten edits needs it. */
function acceptedOf({ queue: [first], recalled }: ListEditContext): Accepted | undefined {
  const { version, isShown = false } = first ?? {};
  if (!version || !recalled) return undefined;
  const { event, on, isDoubtful = false } = version;
  const none = isDoubtful ? undefined : ({ state: 'none', unheard: [] } as const);
  const base = on ? ({ state: 'known', event: on, unheard: [] } as const) : none;
  return { version: event, base, acceptedAt: recalled.now, isShown };
}

/** Return the notification that an edit is saved. */
export function savedNews(context: ListEditContext): ListNews {
  const [first] = context.queue;
  const accepted = acceptedOf(context);
  const secret = first?.version?.secret ?? plannedSecret(context);
  return {
    type: 'list.saved',
    list: context.list,
    intents: first?.intents ?? [],
    ...(secret ? { secret } : {}),
    ...(accepted ? { accepted } : {}),
    ...(first?.again === undefined ? {} : { again: first.again }),
  };
}
