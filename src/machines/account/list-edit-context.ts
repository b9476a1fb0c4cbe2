import { type Base, type BaseAnswer, CACHE, decideBase } from '../../events/account/list-base.ts';
import type { Planned } from '../../events/account/list-edit.ts';
import { listAddress, type ListName } from '../../events/account/list-form.ts';
import type { ListIntent } from '../../events/account/list-intents.ts';
import type { ListFault } from '../../events/account/list-words.ts';
import type { Tag, VerifiedEvent } from '../../events/event.ts';
import { stateOf } from '../../events/publish/outbox.ts';
import type { Hub, Outcome } from '../connection/hub.ts';
import type { PoolRef, RelayAnswer } from '../connection/relay-wire.ts';
import type { RequestPart } from '../connection/request.machine.ts';
import type { OutboxNews, OutboxRef } from '../publish/outbox-wire.ts';
import type { SignerRef } from './signer-ref.ts';
import type { SignSettled } from './signing.ts';

/**
 * What is known here of a list: versions seen or signed, without those of discarded jobs; the account's write relays, where it is fetched from
 * and published to. `now` in seconds.
 */
export interface Recalled {
  readonly versions: readonly VerifiedEvent[];
  readonly relays: readonly string[];
  readonly now: number;
}

export interface ListEditInput {
  readonly list: ListName;
  readonly account: string;
  readonly hub: Hub;
  readonly pool: PoolRef;
  readonly signer: SignerRef;
  readonly outbox: OutboxRef;
}

/** Something wanted and not done. `job` is its name in the outbox, once it has one. */
interface Item {
  readonly intents: readonly ListIntent[];
  readonly job: string | undefined;
  /** What a person agreed to, as text; another plan than this is asked about again. */
  readonly agreed: string | undefined;
  /** Signed already: it is only sent again. */
  readonly resend: boolean;
}

interface Failure extends Item {
  readonly fault: ListFault;
  readonly text: string;
}

export type ListEditEvent =
  | OutboxNews
  | RelayAnswer
  | RequestPart
  | SignSettled
  | { type: 'turn.given' }
  | { type: 'list.recalled'; recalled: Recalled }
  | { type: 'list.edit'; intents: readonly ListIntent[]; now: number }
  /** What a crash or another tab left unfinished is taken up again. */
  | { type: 'list.resume'; job: string; intents: readonly ListIntent[] }
  | { type: 'list.confirm' }
  | { type: 'list.cancel' }
  | { type: 'list.retry'; place: number }
  | { type: 'list.dismiss'; place: number };

/** Told to the parent (`secret`: the private part as it is now, encrypted and open, where it was opened for the edit); asked for what is known of the list it answers with `list.recalled`. */
export type ListNews =
  | { type: 'list.recall'; list: ListName }
  | { type: 'list.saved'; list: ListName; intents: readonly ListIntent[]; secret?: { content: string; tags: readonly Tag[] } }
  | { type: 'list.failed'; list: ListName | 'profile'; text: string };

export interface ListEditContext extends ListEditInput {
  readonly queue: readonly Item[];
  readonly failures: readonly Failure[];
  readonly recalled: Recalled | undefined;
  readonly answers: readonly BaseAnswer[];
  /** Sources that may still answer. */
  readonly open: ReadonlySet<string>;
  readonly base: Base;
  /** The private part of the base: undefined as long as nobody tried to open it; `tags` undefined: it could not be. */
  readonly secret: { readonly tags: readonly Tag[] | undefined } | undefined;
  readonly planned: Planned | undefined;
  readonly sealed: string | undefined;
  readonly fault: ListFault;
}

const UNKNOWN: Base = { state: 'unknown', unheard: [] };
/** What is known of a base; never kept from one edit to the next. */
export const NOTHING = {
  recalled: undefined,
  answers: [],
  open: new Set<string>(),
  base: UNKNOWN,
  secret: undefined,
  planned: undefined,
  sealed: undefined,
};

export function baseOf({ list, account, recalled, answers }: ListEditContext): Base {
  return recalled ? decideBase({ address: listAddress(list, account), now: recalled.now }, answers, recalled.versions) : UNKNOWN;
}

/** What is known of a base that is being fetched. */
export type Fetching = Pick<ListEditContext, 'answers' | 'open'>;

/** A source said something. `answered` undefined: it goes on; else it has come to an end, which counts only if it was a proper one. */
function heard({ answers, open }: Fetching, source: string, events: readonly VerifiedEvent[], answered?: boolean): Fetching {
  const isOver = answered !== undefined;
  return {
    answers: answers.map((one) =>
      one.source === source ? { source, answered: answered ?? one.answered, events: [...one.events, ...events] } : one,
    ),
    open: isOver ? new Set([...open].filter((one) => one !== source)) : open,
  };
}

/** A relay said something. */
export function heardRelay(fetching: Fetching, event: { readonly type: string } | RelayAnswer): Partial<Fetching> {
  if (!('url' in event)) return {};
  if (event.type === 'relay.events') return heard(fetching, event.url, event.events);
  return event.type === 'relay.ended' ? heard(fetching, event.url, [], event.complete) : {};
}

/** The caching service has answered, or will not: `outcome` undefined. */
export function heardCache(fetching: Fetching, outcome: Outcome | undefined): Fetching {
  const events = outcome?.ok ? [...outcome.answer.events, ...outcome.answer.referenced] : [];
  return heard(fetching, CACHE, events, outcome?.ok === true);
}

export function textOf(planned: Planned | undefined): string | undefined {
  return planned?.ok ? JSON.stringify([planned.plan.diff, planned.plan.reasons]) : undefined;
}

export function isNewsOf({ queue }: ListEditContext, event: ListEditEvent, states: ReadonlyArray<ReturnType<typeof stateOf>>): boolean {
  return event.type === 'outbox.news' && event.record.job === queue[0]?.job && states.includes(stateOf(event.record));
}

/** The private part of the list as it was just saved, where this edit had opened or encrypted it. */
export function savedSecret({ base, secret, planned, sealed }: ListEditContext): { content: string; tags: readonly Tag[] } | undefined {
  const seal = planned?.ok ? planned.plan.seal : undefined;
  if (seal) return sealed === undefined ? undefined : { content: sealed, tags: seal };
  return base.state === 'known' && secret?.tags ? { content: base.event.content, tags: secret.tags } : undefined;
}
