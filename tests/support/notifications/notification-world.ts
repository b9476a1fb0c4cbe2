import { createActor, SimulatedClock } from 'xstate';
import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { inSeconds, type Seconds, seconds } from '../../../src/events/core/time.ts';
import {
  type TabsCommand,
  type TabsSignal,
  type NotificationsActor,
  type notificationsMachine,
  type NotificationsTold,
} from '../../../src/machines/notifications/notifications.machine.ts';
import { elapse } from '../machines/clock.ts';
import { crashable, CRASH } from '../machines/crashing.ts';
import { fakeBus } from '../connection/fake-bus.ts';
import { fakePort } from '../machines/fake-port.ts';
import { counts, hex, likes, seenUntil } from './notification-samples.ts';
import { A, B } from '../account/session-world.ts';
import { fakeSession } from '../account/fake-session.ts';
import { trusted } from '../events/trusted.ts';

const ACCOUNTS = [A, B] as const;
type Account = (typeof ACCOUNTS)[number];

/**
 * Ways the service's answer arrives: as it should, twice and reversed, mixed with another
 * account's, refused, or not at all.
 */
export const WAYS = ['ok', 'ok', 'ok', 'doubled', 'mixed', 'refused', 'silent'] as const;
export type Way = (typeof WAYS)[number];

interface Kept {
  /** Times of the notifications. The account's lists hide every third one. */
  readonly times: number[];
  marker: number;
  /** Last value of the stream. */
  last: number;
}

type Desk = ReturnType<typeof fakePort<TabsCommand, { readonly account: string }, TabsSignal>>;

interface Life {
  readonly account: Account;
  readonly actor: NotificationsActor;
  readonly bus: ReturnType<typeof fakeBus>;
  readonly tabs: Desk;
  readonly signs: ReturnType<typeof fakeSession>;
  readonly clock: SimulatedClock;
  /** Number of commands that the fake signer has performed. */
  done: number;
  /** Last input of the views' filter. */
  judged: unknown;
  isAsleep: boolean;
  /** Largest known value of the marker. */
  known: number;
}

/** Message between tabs: their whole state, or a request for it. */
interface Message {
  readonly from: Life;
  readonly told: NotificationsTold | undefined;
}

/** True for every third notification, which is hidden. */
const isHidden = (at: number) => at % 3 === 0;
/** Longer than any retry delay. */
const QUIET_SECONDS = 40;

/**
 * Two tabs and one service; the test decides the order in which messages arrive. `isShared`: one
 * channel for all accounts.
 */
export function startTabs(machine: typeof notificationsMachine, { isShared = false } = {}) {
  const service = new Map<Account, Kept>(
    ACCOUNTS.map((account) => [account, { times: [], marker: 0, last: 0 }]),
  );
  const keptOf = (account: Account): Kept =>
    service.get(account) ?? { times: [], marker: 0, last: 0 };
  const leaders = new Map<Account, Life>();
  const standing = new Set<Life>();
  const queue: Message[] = [];
  let now = 10;
  let visit = '';
  const unseen = (account: Account, after = keptOf(account).marker) =>
    keptOf(account).times.filter((at) => at > after);

  const begin = (account: Account): Life => {
    const tabs: Desk = fakePort();
    const [bus, signs, clock] = [fakeBus(), fakeSession(), new SimulatedClock()];
    const actor = createActor(crashable(machine).provide({ actors: { tabs: tabs.logic } }), {
      input: { account, bus: bus.bus, signer: signs.ref, isLocal: true },
      clock,
    });
    actor.subscribe({ error: () => undefined });
    return {
      account,
      actor: actor.start(),
      bus,
      tabs,
      signs,
      clock,
      done: 0,
      judged: undefined,
      isAsleep: false,
      known: 0,
    };
  };
  const tabs: [Life, Life] = [begin(A), begin(A)];

  const lead = (life: Life): void => {
    const before = leaders.get(life.account);
    if (!standing.has(life) || before === life) return;
    before?.tabs.report({ type: 'tabs.leadershipChanged', leading: false });
    leaders.set(life.account, life);
    life.tabs.report({ type: 'tabs.leadershipChanged', leading: true });
  };
  /** End a tab's run; the next in the queue leads. */
  const end = (life: Life): void => {
    standing.delete(life);
    if (leaders.get(life.account) !== life) return;
    leaders.delete(life.account);
    const next = [...standing].find(({ account }) => account === life.account);
    if (next) lead(next);
  };
  const resign = (life: Life): void => {
    const wasLeading = leaders.get(life.account) === life;
    end(life);
    if (wasLeading) life.tabs.report({ type: 'tabs.leadershipChanged', leading: false });
  };
  const deliver = ({ from, told }: Message): void => {
    for (const life of tabs)
      if (life !== from && (isShared || life.account === from.account))
        life.tabs.report(told ? { type: 'tabs.received', told } : { type: 'tabs.requested' });
  };

  /** Perform the immediate work of signer and views in each tab. */
  const follow = (): void => {
    for (const life of tabs)
      for (let isNews = true; isNews; ) {
        const told = life.tabs.told().slice(life.done);
        life.done += told.length;
        for (const command of told) {
          if (command.type === 'tabs.resign') resign(life);
          if (command.type === 'tabs.share') queue.push({ from: life, told: command.told });
          if (command.type !== 'tabs.standBy') continue;
          standing.add(life);
          queue.push({ from: life, told: undefined });
          if (!leaders.has(life.account)) lead(life);
        }
        const { news, hasLooked } = life.actor.getSnapshot().context;
        isNews = told.length > 0 || (hasLooked && news !== life.judged);
        if (!hasLooked || news === life.judged) continue;
        life.judged = news;
        const hidden = news.filter(({ at }) => isHidden(inSeconds(at))).map(({ id }) => id);
        life.actor.send({ type: 'notifications.judged', hidden, alerts: [] });
      }
  };

  const answer = (life: Life, way: Way): void => {
    const open = life.bus.open().find(({ query }) => query.verb !== 'notification_counts');
    if (!open) return;
    const { verb, payload = {} } = open.query;
    const kept = keptOf(life.account);
    if (way === 'refused') return life.bus.refuse(verb);
    if (verb === 'set_notifications_seen') {
      const { created_at } = payload['event_from_user'] as SignedEvent;
      kept.marker = Math.max(kept.marker, inSeconds(created_at));
    }
    if (way === 'silent') return elapse(life.clock, 12_000, 1_000);
    const others = ACCOUNTS.filter((account) => account !== life.account);
    if (verb === 'get_notifications_seen')
      return life.bus.answer(kept.marker > 0 ? seenUntil(kept.marker) : {}, verb);
    if (verb !== 'get_notifications') return life.bus.answer({}, verb);
    const since = Number(payload['since'] ?? 0);
    const { claims } = likes(life.account, ...kept.times.filter((at) => at >= since));
    const more = way === 'doubled' ? claims.toReversed() : [];
    const strange =
      way === 'mixed'
        ? others.flatMap((account) => likes(account, 1_000, ...keptOf(account).times).claims)
        : [];
    return life.bus.answer({ claims: [...claims, ...more, ...strange] }, verb);
  };
  const stream = (life: Life, way: 'now' | 'late' | 'strange'): void => {
    const kept = keptOf(life.account);
    const count = unseen(life.account).length;
    if (way === 'strange')
      life.bus.part(counts(life.account === A ? B : A, 77), 'notification_counts');
    else
      life.bus.part(
        counts(life.account, way === 'late' ? kept.last : count),
        'notification_counts',
      );
    kept.last = count;
  };
  const sign = ({ signs }: Life, yes: boolean): void => {
    const [request] = signs.open();
    if (!request) return;
    if (!yes || request.act.do !== 'sign') return signs.refuse(request);
    return signs.sign(
      trusted({
        kind: request.act.template.kind,
        created_at: request.act.template.created_at ?? seconds(now),
      }),
      request,
    );
  };
  const wake = (life: Life, on: boolean): void => {
    life.isAsleep = !on;
    life.actor.send({ type: 'account.wakeChanged', on });
  };
  const replace = (at: 0 | 1, account: Account): void => {
    end(tabs[at]);
    tabs[at] = begin(account);
  };

  return {
    tabs,
    queue,
    follow,
    answer: (at: 0 | 1, way: Way) => answer(tabs[at], way),
    stream: (at: 0 | 1, way: 'now' | 'late' | 'strange') => stream(tabs[at], way),
    sign: (at: 0 | 1, yes: boolean) => sign(tabs[at], yes),
    lead: (at: 0 | 1) => lead(tabs[at]),
    wait: (at: 0 | 1, ms: number) => elapse(tabs[at].clock, ms, Math.max(100, ms / 20)),
    happens: (account: Account) => keptOf(account).times.push(++now),
    tell: (at: 0 | 1, event: 'opened' | 'left' | 'mark' | 'expected' | 'awake' | 'asleep') => {
      const { actor } = tabs[at];
      if (event === 'awake' || event === 'asleep') wake(tabs[at], event === 'awake');
      else if (event === 'mark') actor.send({ type: 'notifications.mark', now: seconds(++now) });
      else if (event === 'expected') actor.send({ type: 'notifications.expected' });
      else if (event === 'left') actor.send({ type: 'notifications.left', visit });
      else {
        visit = `visit ${++now}`;
        actor.send({ type: 'notifications.opened', now: seconds(now), visit });
      }
    },
    /** Deliver a message between tabs, the one at that place first: once, lost, or twice. */
    arrives: (place: number, how: 'once' | 'twice' | 'lost') => {
      const [message] = queue.splice(place % Math.max(1, queue.length), 1);
      if (!message || how === 'lost') return;
      deliver(message);
      if (how === 'twice') deliver(message);
    },
    switchTo: (at: 0 | 1, account: Account) => {
      if (tabs[at].account === account) return;
      tabs[at].actor.stop();
      replace(at, account);
    },
    /** Crash the feature and start it again. */
    crash: (at: 0 | 1) => {
      tabs[at].actor.send(CRASH as never);
      replace(at, tabs[at].account);
    },
    /** Deliver all messages in order, and wake all tabs. */
    quiet() {
      for (const life of tabs) if (life.isAsleep) wake(life, true);
      for (let second = 0; second < QUIET_SECONDS; second++) {
        for (const life of tabs) {
          follow();
          stream(life, 'now');
          elapse(life.clock, 1_000, 250);
          while (life.signs.open().length > 0) sign(life, true);
          while (life.bus.open().some(({ query }) => query.verb !== 'notification_counts'))
            answer(life, 'ok');
        }
        follow();
        for (const message of queue.splice(0)) deliver(message);
      }
    },
    /** The correct unread count of an account: neither seen nor hidden. */
    rightCount(account: Account): number {
      const looked = tabs.flatMap((life) =>
        life.account === account ? [numberOf(life.actor.getSnapshot().context.looked)] : [],
      );
      return unseen(account, Math.max(keptOf(account).marker, ...looked)).filter(
        (at) => !isHidden(at),
      ).length;
    },
    /** Ids of the account's notifications. */
    idsOf: (account: Account) =>
      new Set(keptOf(account).times.map((at) => hex(at * 100_000 + 4_001))),
    markerOf: (account: Account) => keptOf(account).marker,
    mostOf: (account: Account) => keptOf(account).times.length,
  };
}

export type Tabs = ReturnType<typeof startTabs>;

export function numberOf(at: Seconds | undefined): number {
  return at === undefined ? 0 : inSeconds(at);
}
