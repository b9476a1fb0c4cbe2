import {
  type AnyActorRef,
  type CallbackActorLogic,
  createActor,
  setup,
  SimulatedClock,
} from 'xstate';
import type { UserMessage } from '../../../src/events/account/user-message.ts';
import type { ListIntent } from '../../../src/events/account/lists/list-intents.ts';
import type { VerifiedEvent } from '../../../src/events/nostr/event.ts';
import type { OutboxRecord } from '../../../src/events/publish/outbox/outbox.ts';
import type {
  OutboxEntry,
  OutboxEntryDraft,
} from '../../../src/events/publish/outbox/outbox-entry.ts';
import type { Template } from '../../../src/events/publish/outbox/event-template.ts';
import { millis, seconds } from '../../../src/events/core/time.ts';
import type { BusEvent } from '../../../src/machines/core/bus.ts';
import type { RelaysAsk, RelayAnswer } from '../../../src/machines/connection/relay-protocol.ts';
import { outboxMachine } from '../../../src/machines/publish/outbox/outbox.machine.ts';
import type {
  OutboxUpdate,
  OutboxLogCommand,
  OutboxLogSignal,
} from '../../../src/machines/core/outbox-protocol.ts';
import { elapse } from '../machines/clock.ts';
import { fakeBus } from '../connection/fake-bus.ts';
import { fakePort } from '../machines/fake-port.ts';
import { fakeSession } from '../account/fake-session.ts';
import { trusted } from '../events/trusted.ts';
import { pressed } from '../../../src/events/nostr/ours.ts';

export const ME = '1'.repeat(64);
export const RELAYS = [pressed('wss://one.example'), pressed('wss://two.example')] as const;
/** Seconds. */
export const NOW = 1_700_000_000;
export const FOLLOW: readonly ListIntent[] = [{ act: 'add', tag: ['p', '2'.repeat(64)] }];

export const templateOf = (content: string, more: Partial<Template> = {}): Template => ({
  kind: 1,
  tags: [],
  content,
  pubkey: ME,
  created_at: seconds(NOW),
  ...more,
});

/** Return a log in which another page wanted a note and had it signed. */
export function signedNote(
  job: string,
  more: Partial<Template> = {},
  at = NOW,
): readonly OutboxEntry[] {
  const template = templateOf(job, more);
  const { kind, tags, content } = template;
  return [
    {
      job,
      at: seconds(at),
      type: 'intended',
      account: ME,
      wish: { type: 'event', draft: pressed({ kind, tags, content }) },
    },
    { job, at: seconds(at), type: 'drafted', template: pressed(template), relays: RELAYS },
    { job, at: seconds(at), type: 'signed', event: trusted(template) },
  ];
}

/** Return a log in which another page wanted an edit of the follows and had the version signed. */
export function signedList(job: string): readonly OutboxEntry[] {
  const template = templateOf('', { kind: 3, tags: [['p', '2'.repeat(64)]] });
  return [
    {
      job,
      at: seconds(NOW),
      type: 'intended',
      account: ME,
      wish: { type: 'list', list: 'follows', intents: FOLLOW },
    },
    { job, at: seconds(NOW), type: 'drafted', template: pressed(template), relays: RELAYS },
    { job, at: seconds(NOW), type: 'signed', event: trusted(template) },
  ];
}

/** A caller that orders and records the outbox's reports. */
export function outboxCaller() {
  const heard: OutboxUpdate[] = [];
  const ear = setup({ types: { events: {} as OutboxUpdate } }).createMachine({
    on: { '*': { actions: ({ event }) => heard.push(event) } },
  });
  return { ref: createActor(ear).start(), heard, types: () => heard.map(({ type }) => type) };
}

interface Sent {
  readonly from: AnyActorRef;
  readonly url: string;
  readonly event: VerifiedEvent;
  /** True if the user may be asked to sign a proof for it. */
  readonly wanted: boolean;
}

/**
 * One outbox with its jobs over a store that writes only on the test's call. Its commands are
 * checked; its signals are free.
 */
export function outboxHarness({
  outbox = outboxMachine,
  store: other,
}: {
  outbox?: typeof outboxMachine;
  store?: CallbackActorLogic<OutboxLogCommand, { account: string }>;
} = {}) {
  const clock = new SimulatedClock();
  const asked = fakeBus();
  const signer = fakeSession();
  const store = fakePort<OutboxLogCommand, { account: string }, OutboxLogSignal>();
  const sent: Sent[] = [];
  const facts: Array<Extract<BusEvent, { type: 'facts.received' }>> = [];
  const pool = setup({ types: { events: {} as RelaysAsk } }).createMachine({
    on: {
      'relays.ask': {
        actions: ({ event: { from, ask, urls } }) => {
          if (ask.kind === 'publish')
            for (const url of urls)
              sent.push({ from, url, event: ask.event, wanted: ask.wanted === true });
        },
      },
    },
  });
  const bus = setup({ types: { events: {} as BusEvent } }).createMachine({
    on: {
      'facts.received': { actions: ({ event }) => facts.push(event) },
      '*': { actions: ({ event }) => asked.bus.send(event) },
    },
  });
  const actor = createActor(outbox.provide({ actors: { store: other ?? store.logic } }), {
    input: {
      account: ME,
      bus: createActor(bus).start(),
      scope: createActor(pool).start() as never,
      signer: signer.ref,
    },
    clock,
  }).start();
  const now = (): number => NOW + Math.floor(clock.now() / 1_000);
  const appends = () =>
    store.told().flatMap((command) => (command.type === 'store.append' ? [command.lines] : []));
  let written = 0;
  const write = (lines: readonly OutboxEntryDraft[], at = now()): void =>
    store.report({
      type: 'store.appended',
      entries: lines.map((line) => ({ ...line, at: seconds(at) })),
    });
  /** Write all appends of the outbox until none is left. */
  const settle = (): void => {
    for (let all = appends(); written < all.length; all = appends()) write(all[written++] ?? []);
  };
  const records = (): OutboxRecord[] => [...actor.getSnapshot().context.records.values()];
  /** A relay answers its last delivery. */
  const answer = (
    url: string,
    outcome: 'accepted' | 'rejected' | 'silent',
    reason?: UserMessage,
  ): void => {
    const last = sent.findLast(
      (one) => one.url === url && one.from.getSnapshot().status === 'active',
    );
    if (!last) throw new Error(`nothing was sent to ${url}`);
    const said: RelayAnswer = {
      type: 'relay.outcome',
      url: pressed(url),
      eventId: last.event.id,
      outcome,
      reason,
    };
    last.from.send(said);
  };
  return {
    actor,
    clock,
    asked,
    signer,
    store,
    sent,
    facts,
    now,
    appends,
    write,
    settle,
    records,
    /** All entries that the store received. */
    lines: () => appends().flat(),
    commands: () => store.told().map(({ type }) => type),
    open: (entries: readonly OutboxEntry[] = []) =>
      store.report({ type: 'store.opened', entries, now: seconds(now()) }),
    lead: (leading: boolean) => store.report({ type: 'store.leadershipChanged', leading }),
    publish: (
      content: string,
      {
        now: at = now(),
        hold = 0,
        ...more
      }: {
        from?: AnyActorRef;
        origin?: string;
        hold?: number;
        about?: readonly string[];
        now?: number;
      } = {},
    ) =>
      actor.send({
        type: 'outbox.publish',
        order: {
          draft: pressed({ kind: 1, tags: [], content }),
          relays: RELAYS,
          now: seconds(at),
          hold: millis(hold),
          ...more,
        },
      }),
    /** Prompts whose callers still wait. */
    prompts: () => signer.open().filter(({ from }) => from.getSnapshot().status === 'active'),
    /** Approve the first prompt and write the resulting entries. */
    sign: () => {
      const [request] = signer.open().filter(({ from }) => from.getSnapshot().status === 'active');
      if (request?.act.do !== 'sign') throw new Error('nothing is to be signed');
      const { template } = request.act;
      signer.sign(
        trusted({ ...template, pubkey: ME, created_at: template.created_at ?? 0 }),
        request,
      );
    },
    answer,
    /** No relay answers open deliveries, and the caching service does not forward them either. */
    failAll: () => {
      for (const url of RELAYS) answer(url, 'silent');
      settle();
      asked.refuse('broadcast_events');
      settle();
    },
    /** Names of the running actors. */
    children: () => Object.keys(actor.getSnapshot().children),
    elapse: (ms: number) => elapse(clock, ms, Math.max(100, Math.ceil(ms / 40))),
  };
}
