import { type UserMessage, reportedMessage } from '../../../src/events/account/user-message.ts';
import { type AnyActorRef, type AnyEventObject, createActor, setup, SimulatedClock } from 'xstate';
import type { SigningFailure } from '../../../src/events/account/signing/signing-error.ts';
import type { VerifiedEvent } from '../../../src/events/nostr/event.ts';
import { RESULT } from '../../../src/events/nostr/kinds.ts';
import {
  acceptedBy,
  type OutboxRecord,
  type OutboxRecords,
  stateOf,
} from '../../../src/events/publish/outbox/outbox.ts';
import type { OutboxEntry } from '../../../src/events/publish/outbox/outbox-entry.ts';
import { millis, seconds } from '../../../src/events/core/time.ts';
import { type Feature, feature } from '../../../src/machines/core/feature.ts';
import {
  type ScopeActor,
  scopeMachine,
} from '../../../src/machines/account/session/scope.machine.ts';
import type { BusEvent } from '../../../src/machines/core/bus.ts';
import type { RelayAnswer } from '../../../src/machines/connection/relay-protocol.ts';
import type { PoolEvent } from '../../../src/machines/connection/relay-pool.machine.ts';
import {
  type OutboxActor,
  outboxMachine,
} from '../../../src/machines/publish/outbox/outbox.machine.ts';
import type { OutboxUpdate } from '../../../src/machines/core/outbox-protocol.ts';
import { elapse } from '../machines/clock.ts';
import { fakeOutboxStore } from './fake-outbox-store.ts';
import { fakeBus } from '../connection/fake-bus.ts';
import { fakeSession } from '../account/fake-session.ts';
import { trusted } from '../events/trusted.ts';
import { registryOf } from '../account/feature-registry.ts';
import { pressed } from '../../../src/events/nostr/ours.ts';

export const ME = '1'.repeat(64);
export const RELAYS = [pressed('wss://one.example'), pressed('wss://two.example')] as const;
const START = 1_700_000_000;

interface Delivery {
  readonly from: AnyActorRef;
  readonly url: string;
  readonly event: VerifiedEvent;
  open: boolean;
}

export type OutboxTab = ReturnType<typeof openTab>;
export type OutboxWorld = ReturnType<typeof outboxWorld>;

interface Surroundings {
  readonly outbox: typeof outboxMachine;
  readonly disk: ReturnType<typeof fakeOutboxStore>;
  readonly clock: SimulatedClock;
  readonly now: () => number;
  readonly deliveries: Delivery[];
  readonly questions: Question[];
  readonly oks: Set<string>;
  readonly broadcasts: Set<string>;
  readonly eager: boolean;
}

/** The bus, with a listener for broadcasts by the caching service. */
const busOf = (bus: ReturnType<typeof fakeBus>, broadcasts: Set<string>) =>
  setup({ types: { events: {} as BusEvent } }).createMachine({
    on: {
      '*': {
        actions: ({ event }) => {
          if (event.type === 'cache.ask' && event.query.verb === 'broadcast_events')
            broadcasts.add(JSON.stringify(event.query.payload));
          bus.bus.send(event);
        },
      },
    },
  });

/** A request for a list at a relay. */
interface Question {
  readonly from: AnyActorRef;
  readonly url: string;
  open: boolean;
}

const poolOf = (deliveries: Delivery[], questions: Question[]) =>
  setup({ types: { events: {} as PoolEvent } }).createMachine({
    on: {
      'relays.ask': {
        actions: ({ event: { from, ask, urls } }) => {
          for (const url of urls) {
            if (ask.kind === 'publish')
              deliveries.push({ from, url, event: ask.event, open: true });
            else questions.push({ from, url, open: true });
          }
        },
      },
    },
  });

/**
 * A tab of the account: its real scope with the outbox, the publishing actors, and `more`. The test
 * plays the relays.
 */
function openTab(
  { outbox, disk, clock, now, deliveries, questions, oks, broadcasts, eager }: Surroundings,
  more: readonly Feature[],
) {
  const bus = fakeBus();
  const signer = fakeSession();
  const store = disk.tab(eager);
  const heard: OutboxUpdate[] = [];
  const listener = setup({ types: { events: {} as OutboxUpdate } }).createMachine({
    on: { '*': { actions: ({ event }) => heard.push(event) } },
  });
  const watcher = createActor(listener).start();
  const real = registryOf({ outbox: outbox.provide({ actors: { store: store.logic } }) });
  const features = [
    ...real.filter(({ id }) => ['outbox', 'inboxes', 'intents'].includes(id)),
    feature('relays', poolOf(deliveries, questions), () => undefined),
    ...more,
  ];
  const busRef = createActor(busOf(bus, broadcasts)).start();
  const here = {
    account: ME,
    isLocal: true,
    isNew: false,
    bus: busRef,
    signer: signer.ref,
    home: 'http://here.example',
    homeRelay: RELAYS[0],
    seed: 0.5,
  };
  const told: AnyEventObject[] = [];
  const house = setup({
    types: { events: {} as AnyEventObject },
    actors: { scope: scopeMachine },
  }).createMachine({
    invoke: { id: 'scope', src: 'scope', input: { ...here, features } },
    on: { '*': { actions: ({ event }) => told.push(event) } },
  });
  const root = createActor(house, { clock }).start();
  const scope = known(root.getSnapshot().children['scope']) as ScopeActor;
  const child = (id: string): AnyActorRef => known(scope.getSnapshot().children[id]);
  const actor: OutboxActor = child('outbox');
  const prompts = () =>
    signer.open().filter((request) => request.from.getSnapshot().status === 'active');
  return {
    root,
    scope,
    /** Events that the scope sent to the account. */
    told,
    child,
    actor,
    bus,
    signer,
    store,
    heard,
    prompts,
    children: (): Record<string, AnyActorRef | undefined> => ({ ...actor.getSnapshot().children }),
    records: (): OutboxRecord[] => [...actor.getSnapshot().context.records.values()],
    record: (job: string): OutboxRecord | undefined => actor.getSnapshot().context.records.get(job),
    publish: (
      content: string,
      {
        relays = RELAYS,
        hold = 0,
        ...more
      }: { hold?: number; relays?: readonly string[]; origin?: string } = {},
    ) =>
      actor.send({
        type: 'outbox.publish',
        order: {
          draft: pressed({ kind: 1, tags: [], content }),
          relays: relays.map((url) => pressed(url)),
          now: seconds(now()),
          from: watcher,
          hold: millis(hold),
          ...more,
        },
      }),
    /** Like that event, once. */
    like: (
      id: string,
      { hold = 0, hint = [] }: { hold?: number; hint?: readonly string[] } = {},
    ) => {
      const draft = pressed({ kind: 7, tags: [['e', id, ...hint]], content: '+' });
      actor.send({
        type: 'outbox.publish',
        order: { draft, relays: RELAYS, now: seconds(now()), from: watcher, hold: millis(hold) },
      });
    },
    /** Approve the first prompt. `lie`: sign another event than requested. */
    sign: (lie = false) => {
      const [request] = prompts();
      if (!request || request.act.do !== 'sign') return;
      const { template } = request.act;
      const made = { ...template, pubkey: ME, created_at: template.created_at ?? 0 };
      signer.sign(trusted(lie ? { ...made, content: `${made.content}!` } : made), request);
    },
    refuse: (failure?: SigningFailure) => {
      const [request] = prompts();
      if (request) signer.refuse(request, failure);
    },
    broadcast: (how: 'ok' | 'none' | 'refuse') => {
      const asked = bus.open().find(({ query }) => query.verb === 'broadcast_events');
      const event =
        asked &&
        deliveries.findLast(({ event: one }) =>
          JSON.stringify(asked.query.payload).includes(one.id),
        )?.event;
      if (!asked || !event) return;
      if (how === 'refuse') return bus.refuse('broadcast_events');
      const url = pressed('wss://by-cache.example');
      const told = JSON.stringify(['OK', event.id, how === 'ok', '']);
      if (how === 'ok') oks.add(`${url} ${event.id}`);
      const content = [{ event_id: event.id, responses: [[url, told]] }];
      bus.answer(
        { claims: [{ claim: 'other', kind: RESULT.BroadcastResponses, content }] },
        'broadcast_events',
      );
    },
    imported: () => {
      if (bus.open().some(({ query }) => query.verb === 'import_events'))
        bus.answer({}, 'import_events');
    },
  };
}

/**
 * Tabs of one account with the real outbox and its jobs, over one disk. The test plays relays,
 * caching service, signers and the clock.
 */
export function outboxWorld({
  outbox = outboxMachine,
  eager = false,
  admit,
}: {
  outbox?: typeof outboxMachine;
  eager?: boolean;
  admit?: (records: OutboxRecords, line: OutboxEntry) => boolean;
} = {}) {
  const clock = new SimulatedClock();
  const now = () => START + Math.floor(clock.now() / 1_000);
  const disk = fakeOutboxStore(now, admit);
  const tabs: OutboxTab[] = [];
  const deliveries: Delivery[] = [];
  const questions: Question[] = [];
  /** The stored events of each relay, and every OK of any relay. */
  const held = new Map<string, Map<string, VerifiedEvent>>(RELAYS.map((url) => [url, new Map()]));
  const oks = new Set<string>();
  const broadcasts = new Set<string>();
  const faults: string[] = [];
  let number = 0;

  const answer = (
    delivery: Delivery,
    outcome: 'accepted' | 'rejected' | 'silent',
    reason: UserMessage | string = '',
  ): void => {
    const { from, url, event } = delivery;
    delivery.open = false;
    if (outcome === 'accepted') {
      held.get(url)?.set(event.id, event);
      oks.add(`${url} ${event.id}`);
    }
    const said: RelayAnswer = {
      type: 'relay.outcome',
      url: pressed(url),
      eventId: event.id,
      outcome,
      reason: typeof reason === 'string' ? reportedMessage(reason) : reason,
    };
    if (from.getSnapshot().status === 'active') from.send(said);
  };
  const open = (...more: readonly Feature[]): OutboxTab => {
    const tab = openTab(
      { outbox, disk, clock, now, deliveries, questions, oks, broadcasts, eager },
      more,
    );
    tabs.push(tab);
    return tab;
  };
  const crash = (tab: OutboxTab): void => {
    tabs.splice(tabs.indexOf(tab), 1);
    tab.root.stop();
  };
  /** Deliver all messages in transit. */
  const settle = (): void => {
    for (let rounds = 0; rounds < 50 && tabs.some(({ store }) => !store.isIdle()); rounds++) {
      for (const { store } of tabs) {
        store.commit();
        store.notify();
      }
    }
  };
  /** Check the invariants. */
  const check = (): void => {
    for (const tab of tabs) {
      for (const record of tab.records()) {
        const unproved = acceptedBy(record).filter((url) => !oks.has(`${url} ${record.event?.id}`));
        if (unproved.length > 0)
          faults.push(
            `INV-OUTCOME ${record.job} is accepted by ${unproved.join()}, who never said so`,
          );
        const child = tab.children()[`publish ${record.job}`]?.getSnapshot();
        const isShown = (tag: string) =>
          child?.status === 'active' && 'hasTag' in child && child.hasTag(tag);
        const isBroadcast = [...broadcasts].some((payload) =>
          payload.includes(record.event?.id ?? '?'),
        );
        if (isShown('failed') && !isBroadcast)
          faults.push(`INV-FALLBACK ${record.job} failed and nobody asked for a broadcast`);
        if (isShown('accepted') && stateOf(record) !== 'accepted')
          faults.push(`INV-OUTCOME ${record.job} is shown as accepted while ${stateOf(record)}`);
      }
      if (tab.actor.getSnapshot().status !== 'active') faults.push('the outbox has stopped');
    }
    // The user may publish a text again after discarding its job. A relay can still accept the
    // event of the discarded job if the signature was already on its way.
    const discarded = new Set(
      disk.log.flatMap(({ type, job }) => (type === 'discarded' ? [job] : [])),
    );
    const givenUp = new Set(
      disk.log.flatMap((entry) =>
        entry.type === 'signed' && discarded.has(entry.job) ? [entry.event.id] : [],
      ),
    );
    const ids = new Map<string, Set<string>>();
    for (const { id, content } of [...held.values()].flatMap((events) => [...events.values()])) {
      if (content.endsWith('!'))
        faults.push('INV-IDENTITY something else than was asked is published');
      if (!givenUp.has(id)) ids.set(content, (ids.get(content) ?? new Set()).add(id));
    }
    for (const [content, copies] of ids)
      if (copies.size > 1) faults.push(`${copies.size} copies of ${content} were published`);
  };
  return {
    clock,
    now,
    disk,
    tabs,
    deliveries,
    questions,
    held,
    oks,
    faults,
    /** Returns a number that makes texts unique. */
    nextNumber: () => number++,
    open,
    crash,
    answer,
    settle,
    check,
    elapse: (ms: number) => elapse(clock, ms, Math.max(100, Math.ceil(ms / 40))),
    /** Deliveries that no relay has answered. */
    waiting: () =>
      deliveries.filter((one) => one.open && one.from.getSnapshot().status === 'active'),
  };
}

function known<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('there is none');
  return found;
}
