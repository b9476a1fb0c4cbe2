import { type ActorRefFrom, type AnyActorRef, type DoneActorEvent, enqueueActions, sendTo, setup } from 'xstate';
import { query } from '../../events/connection/verbs.ts';
import { type Inboxes, inboxesIn } from '../../events/publish/inboxes.ts';
import { minus, type Seconds, seconds } from '../../events/time.ts';
import { withoutKey } from '../../events/without-key.ts';
import type { ScopeRef } from '../account/feature.ts';
import type { Bus, Outcome } from '../connection/bus.ts';
import { type RequestPart, requestMachine } from '../connection/request.machine.ts';

export type InboxesEvent =
  | RequestPart
  | DoneActorEvent<Outcome>
  /** Asks where these people read. `request`: comes back with the answer. `now` in seconds. */
  | { type: 'inboxes.ask'; people: readonly string[]; now: Seconds; request: string; from: AnyActorRef }
  /** Somebody writes to these people: where they read should be known when it is asked for. */
  | { type: 'inboxes.learn'; people: readonly string[]; now: Seconds }
  | { type: 'inboxes.ready'; asker: Asker };

/** The answer to `inboxes.ask`: where people read, as far as that is known in time. */
type InboxesFound = { type: 'inboxes.found'; request: string; inboxes: Inboxes };
/** News: it has begun, and knows of nobody who asked. */
type InboxesBegan = { type: 'inboxes.began' };
export type InboxesNews = InboxesFound | InboxesBegan;

interface Asker {
  readonly request: string;
  readonly from: AnyActorRef;
}

interface Question {
  readonly people: readonly string[];
  readonly now: Seconds;
  readonly asker: Asker | undefined;
}

interface InboxesInput {
  readonly bus: Bus;
  readonly account: string;
  readonly scope: ScopeRef;
}

interface Context extends InboxesInput {
  readonly known: Inboxes;
  /** When each of them was learned. */
  readonly learned: ReadonlyMap<string, Seconds>;
  readonly open: ReadonlyMap<string, Question>;
  readonly count: number;
}

const HOUR = seconds(60 * 60);
const MAX_KNOWN = 1_000;
/** Milliseconds for which publishing waits. */
const PATIENCE = 2_000;

type Child = `ask ${number}`;
const CHILDREN: { [ask: Child]: 'request' } = {};

/**
 * Knows where other people read (BEYOND-14): asked of the caching service for those a draft tells, and kept for an hour. Publishing waits for it
 * two seconds at most, and then goes on with what is known.
 */
export const inboxesMachine = setup({
  types: {
    context: {} as Context,
    events: {} as InboxesEvent,
    input: {} as InboxesInput,
    children: CHILDREN,
  },
  actors: { request: requestMachine },
  actions: {
    ask: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'inboxes.ask' && event.type !== 'inboxes.learn') return;
      const { people, now } = event;
      const asker = event.type === 'inboxes.ask' ? { request: event.request, from: event.from } : undefined;
      const unknown = people.filter((pubkey) => pubkey !== context.account && !isFresh(context, pubkey, now));
      if (unknown.length === 0 && asker) enqueue.raise({ type: 'inboxes.ready', asker });
      if (unknown.length === 0) return;
      const id: Child = `ask ${context.count}`;
      const ask = query('get_user_relays_2', { pubkeys: unknown });
      enqueue.assign({ open: new Map(context.open).set(id, { people: unknown, now, asker }), count: context.count + 1 });
      enqueue.spawnChild('request', { id, input: { bus: context.bus, query: ask, deadline: PATIENCE } });
    }),
    settle: enqueueActions(({ context, event, enqueue }) => {
      if (!('actorId' in event)) return;
      const id = event.actorId;
      const question = context.open.get(id);
      enqueue.stopChild(id);
      if (!question) return;
      const { known, learned } = 'output' in event ? learnedFrom(context, question, event.output) : context;
      enqueue.assign({ known, learned, open: withoutKey(context.open, id) });
      if (question.asker) enqueue.raise({ type: 'inboxes.ready', asker: question.asker });
    }),
    notifyBegan: sendTo(({ context }) => context.scope, { type: 'inboxes.began' } satisfies InboxesBegan),
    notifyFound: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'inboxes.ready') return;
      const { request, from } = event.asker;
      enqueue.sendTo(from, { type: 'inboxes.found', request, inboxes: context.known } satisfies InboxesFound);
    }),
  },
}).createMachine({
  id: 'inboxes',
  entry: 'notifyBegan',
  context: ({ input }) => ({ ...input, known: new Map(), learned: new Map(), open: new Map(), count: 0 }),
  on: {
    'inboxes.ask': { actions: 'ask' },
    'inboxes.learn': { actions: 'ask' },
    'inboxes.ready': { actions: 'notifyFound' },
    'xstate.done.actor.*': { actions: 'settle' },
    'xstate.error.actor.*': { actions: 'settle' },
  },
});

function isFresh({ learned }: Context, pubkey: string, now: Seconds): boolean {
  const at = learned.get(pubkey);
  return at !== undefined && minus(now, at) < HOUR;
}

/** What is known after an answer. After a failure nothing changes, so the same people are asked about again the next time. */
function learnedFrom({ known, learned }: Context, { people, now }: Question, outcome: Outcome): Pick<Context, 'known' | 'learned'> {
  if (!outcome.ok) return { known, learned };
  const { events, referenced, claims } = outcome.answer;
  const found = inboxesIn(people, [...events, ...referenced], claims);
  return {
    known: new Map([...withoutThese(known, people), ...found].slice(-MAX_KNOWN)),
    learned: new Map([...withoutThese(learned, people), ...people.map((pubkey) => [pubkey, now] as const)].slice(-MAX_KNOWN)),
  };
}

function withoutThese<T>(all: ReadonlyMap<string, T>, people: readonly string[]): ReadonlyArray<readonly [string, T]> {
  return [...all].filter(([pubkey]) => !people.includes(pubkey));
}

export type InboxesActor = ActorRefFrom<typeof inboxesMachine>;
