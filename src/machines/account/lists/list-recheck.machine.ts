import { assign, enqueueActions, sendParent, setup } from 'xstate';
import type { ListName } from '../../../events/account/lists/list-definitions.ts';
import type { Ours } from '../../../events/nostr/ours.ts';
import { newestFilter, newestRequest } from './list-lookups.ts';
import { requestMachine } from '../../connection/request.machine.ts';
import type { NetworkNews, RelayAnswer } from '../../connection/relay-protocol.ts';
import type { Bus, Outcome } from '../../core/bus.ts';
import { withOutcome } from '../../core/event-guards.ts';
import type { ScopeRef } from '../../core/feature.ts';
import { type Fetching, fetchingFrom, heardCache, heardRelay } from './base-answers.ts';
import type { Invariants } from '../../core/invariants.ts';

export interface ListRecheckInput {
  readonly list: ListName | 'profile';
  readonly account: string;
  readonly bus: Bus;
  readonly scope: ScopeRef;
  /** The account's write relays. */
  readonly relays: ReadonlyArray<Ours<string>>;
  /** Id of the version that was saved. It spreads the devices of the account over time. */
  readonly version: string;
  /** Age of the save in seconds, if an earlier page made it. It needs the last look only. */
  readonly age?: number | undefined;
}

/** Sent to the parent once no version that was made unseen can be on its way any more. */
export type ListRechecked = { type: 'list.rechecked'; list: ListName | 'profile' };

interface Context extends ListRecheckInput, Fetching {
  /** Number of looks that at least one source answered. */
  readonly looks: number;
}

/** Length of the time in which devices look for the first time after a save. */
const SPREAD_MS = 2_000;
const MOST_LOOKS = 2;
/** Time between the looks, and from a save to the last look. */
const BETWEEN_MS = 18_000;
const LAST_MS = 23_000;

/**
 * Looks at a list again after an edit was saved, because relays keep one of two versions that two
 * devices made from the same base. Two such versions are usually less than a second apart, so the
 * first look comes after 3 to 5 seconds. Devices that all lost look at different times. Another
 * device may wait 10 seconds for its base and 5 for its signature before it publishes, so the
 * second look comes 18 seconds later. A look without an answer does not count and is repeated. The
 * edit of an earlier page has only the second look, at once if its time has passed.
 */
export const listRecheckMachine = setup({
  types: {
    context: {} as Context,
    events: {} as RelayAnswer | Extract<NetworkNews, { type: 'network.offline' }>,
    input: {} as ListRecheckInput,
  },
  actors: { request: requestMachine },
  guards: {
    isEverybodyHeard: ({ context }) => context.open.size === 0,
    isSilent: ({ context }) => !context.answers.some(({ answered }) => answered),
    isLast: ({ context }) => context.looks >= MOST_LOOKS,
    isBack: ({ event }) => event.type === 'network.offline' && !event.on,
  },
  delays: {
    pause: ({ context: { looks, version, age } }) => {
      if (age !== undefined)
        return Math.max(0, LAST_MS - age * 1_000) + shareOf(version) * SPREAD_MS;
      return looks === 0 ? 3_000 + shareOf(version) * SPREAD_MS : BETWEEN_MS;
    },
    /** As long as a lookup may take. */
    fetchTimeout: 10_000,
    again: 30_000,
    /** The parent stores the versions of the last look first, and judges its edits by them. */
    storing: 5_000,
  },
  actions: {
    fetch: enqueueActions(({ context: { list, account, scope, relays }, enqueue, self }) => {
      enqueue.assign(fetchingFrom(relays));
      if (relays.length === 0) return;
      enqueue.sendTo(scope, {
        type: 'relays.ask',
        from: self,
        ask: { kind: 'subscribe', filters: [newestFilter(list, account)] },
        urls: relays,
      });
    }),
    recordRelay: assign(({ context, event }) => heardRelay(context, event)),
    recordCache: assign(({ context }, { outcome }: { outcome: Outcome | undefined }) =>
      heardCache(context, outcome),
    ),
    count: assign({ looks: ({ context }) => context.looks + 1 }),
    notifySeen: sendParent(({ context: { answers } }) => ({
      type: 'list.seen',
      seen: answers.flatMap(({ events }) => events),
    })),
    notifyEnd: sendParent(
      ({ context: { list } }): ListRechecked => ({ type: 'list.rechecked', list }),
    ),
  },
}).createMachine({
  id: 'listRecheck',
  context: ({ input }) => ({
    ...input,
    ...fetchingFrom([]),
    looks: input.age === undefined ? 0 : MOST_LOOKS - 1,
  }),
  initial: 'waiting',
  states: {
    waiting: { after: { pause: 'looking' } },
    looking: {
      entry: 'fetch',
      invoke: {
        src: 'request',
        id: 'request',
        input: ({ context }) => newestRequest(context),
        onDone: { actions: { type: 'recordCache', params: withOutcome } },
        onError: { actions: { type: 'recordCache', params: { outcome: undefined } } },
      },
      always: { guard: 'isEverybodyHeard', target: 'heard' },
      on: {
        'relay.events': { actions: 'recordRelay' },
        'relay.ended': { actions: 'recordRelay' },
      },
      after: { fetchTimeout: 'heard' },
    },
    heard: {
      always: [
        { guard: 'isSilent', target: 'cutOff' },
        { target: 'counting', actions: ['count', 'notifySeen'] },
      ],
    },
    counting: { always: [{ guard: 'isLast', target: 'storing' }, { target: 'waiting' }] },
    /** Offline, or asleep until now. */
    cutOff: {
      on: { 'network.offline': { guard: 'isBack', target: 'looking' } },
      after: { again: 'looking' },
    },
    storing: { after: { storing: 'ended' } },
    ended: { type: 'final', entry: 'notifyEnd' },
  },
});

/** Return a number from 0 to 1 that differs from version to version. */
function shareOf(version: string): number {
  return Number.parseInt(version.slice(0, 8), 16) / 0xffff_ffff;
}

/** @internal */
export const listRecheckInvariants: Invariants<typeof listRecheckMachine> = {
  /** INV-PROGRESS */
  limitedLooks: ({ context }) => context.looks <= MOST_LOOKS,
};
