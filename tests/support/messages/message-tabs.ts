import { type AnyActorRef, type AnyStateMachine, createActor, SimulatedClock } from 'xstate';
import { signingFailure } from '../../../src/events/account/signing/signing-error.ts';
import { secretOf } from '../../../src/events/account/keys/secret.ts';
import type { Relation } from '../../../src/events/messages/contacts.ts';
import {
  type OutgoingMessage,
  serializeMessage,
} from '../../../src/events/messages/outgoing-message.ts';
import { millis, seconds } from '../../../src/events/core/time.ts';
import type {
  MessageDraftsCommand,
  MessageDraftsSignal,
} from '../../../src/machines/messages/message-drafts-protocol.ts';
import type { outgoingMessageMachine } from '../../../src/machines/messages/outgoing-message.machine.ts';
import { messagesMachine } from '../../../src/machines/messages/messages.machine.ts';
import { unreadMachine } from '../../../src/machines/messages/unread.machine.ts';
import { sealMessageMachine } from '../../../src/machines/messages/seal-message.machine.ts';
import { giftWrapsMachine } from '../../../src/machines/messages/gift-wraps.machine.ts';
import { elapse } from '../machines/clock.ts';
import { crashable, CRASH, ownerOfCrashable } from '../machines/crashing.ts';
import { fakeBus } from '../connection/fake-bus.ts';
import { fakePort } from '../machines/fake-port.ts';
import {
  A,
  B,
  type Frame,
  isPrivate,
  listener,
  PEERS,
  type PostWorld,
  postWorld,
  RELAY,
} from './message-sequences-world.ts';
import { fakeSession } from '../account/fake-session.ts';
import type { LogCommand } from '../../../src/machines/core/ports.ts';

/**
 * Ways a frame arrives: as it should, twice and reversed, mixed with messages of others, or not at
 * all.
 */
export const WAYS = ['ok', 'ok', 'ok', 'doubled', 'mixed', 'lost'] as const;
export type Way = (typeof WAYS)[number];
/** Failing actors. `order`: intents or outbox fail, and have forgotten the next order. */
export const CRASHES = [
  'contacts',
  'conversation',
  'outgoing',
  'messages',
  'unread',
  'giftWraps',
  'order',
] as const;
export type Crash = (typeof CRASHES)[number];

export interface Machines {
  readonly messages: typeof messagesMachine;
  readonly unread: typeof unreadMachine;
  readonly giftWraps: typeof giftWrapsMachine;
}
export const MACHINES: Machines = {
  messages: messagesMachine,
  unread: unreadMachine,
  giftWraps: giftWrapsMachine,
};

const STREAM = 'directmsg_count';
/** Longer than any retry delay, in seconds. */
const QUIET_SECONDS = 64;

/**
 * One tab of an account: its message features, and its access to service, relay, signer and disk.
 */
function openTab(
  world: PostWorld,
  account: string,
  machines: Machines,
  deliverSeen: (from: object, account: string) => void,
) {
  const [bus, signs, clock] = [fakeBus(), fakeSession(), new SimulatedClock()];
  const [drafts, seen] = [
    fakePort<MessageDraftsCommand, { readonly account: string }, MessageDraftsSignal>(),
    fakePort<MessageDraftsCommand, { readonly account: string }, MessageDraftsSignal>(),
  ];
  const log = fakePort<LogCommand, undefined>();
  const flight: Frame[] = [];
  const served = new WeakSet<AnyActorRef>();
  /** Callers that belonged to a failed feature. */
  const dead = new WeakSet<AnyActorRef>();
  const given = new Set<string>();
  const keys = new Map<string, number[]>();
  const done = { drafts: 0, seen: 0 };
  const found = { drafts: 0, seen: 0 };
  let wrapsAsker: AnyActorRef | undefined;
  const actors: Partial<Record<'messages' | 'unread' | 'giftWraps', AnyActorRef>> = {};
  /** `isHindered`: there was a refusal or loss since the conversation was opened. */
  const state = {
    isHindered: false,
    peer: undefined as string | undefined,
    isEnded: false,
    isOrderLost: false,
  };

  const scope = listener((event) => {
    if (event.type === 'unread.changed' || event.type === 'giftWraps.changed')
      actors.messages?.send(event);
    else if (event.type === 'giftWraps.markSeen' || event.type === 'giftWraps.allowPrompts')
      actors.giftWraps?.send(event);
    else if (event.type === 'relays.ask') {
      if (event['ask'].live === true) wrapsAsker = event['from'];
      if (event['ask'].live === true) given.clear();
      else event['from'].send({ type: 'relay.ended', url: event['urls'][0], complete: true });
    } else if (event.type === 'inboxes.locate') {
      const relays = { peer: isPrivate(event['peer']) ? [RELAY] : [], own: [RELAY] };
      event['from'].send({ type: 'inboxes.located', request: event['request'], relays });
    } else if (
      state.isOrderLost &&
      (event.type === 'intents.publish' || event.type === 'outbox.wrap')
    )
      state.isOrderLost = false;
    else world.outbox(account, event);
  });
  const base = { account, bus: bus.bus, signer: signs.ref, scope: scope as never, isLocal: true };
  const ports = { messageDrafts: drafts.logic, log: log.logic };
  const logics = {
    messages: () => {
      const wrap = sealMessageMachine.provide({
        actors: { ages: world.ports.ages as never, wrap: world.ports.wrap as never },
      });
      const owner = machines.messages;
      const outgoing = (
        owner.implementations.actors as unknown as { outgoing: typeof outgoingMessageMachine }
      ).outgoing.provide({
        actors: { wrap },
      });
      return ownerOfCrashable(crashable(owner.provide({ actors: { ...ports, outgoing } })));
    },
    unread: () => crashable(machines.unread),
    giftWraps: () =>
      crashable(
        machines.giftWraps.provide({
          actors: { messageDrafts: seen.logic, judge: world.ports.judge as never },
        }),
      ),
  };
  const start = (name: 'messages' | 'unread' | 'giftWraps'): void => {
    const input = { ...base, service: RELAY, home: 'https://here.example', homeRelay: RELAY };
    const actor = createActor(logics[name]() as AnyStateMachine, { input, clock });
    actor.subscribe({ error: () => undefined });
    actors[name] = actor;
    actor.start();
    if (name === 'unread') return;
    // the account's other features report this earlier
    if (name === 'messages') {
      const { context } = actors.giftWraps?.getSnapshot() ?? {};
      const count = actors.unread?.getSnapshot().context.count ?? 0;
      if (count > 0) actor.send({ type: 'unread.changed', count });
      if (context)
        actor.send({
          type: 'giftWraps.changed',
          opened: context.opened,
          contacts: context.contacts,
          lost: context.lostCount,
        });
    }
    if (state.peer !== undefined && name === 'messages')
      actor.send({ type: 'messages.select', peer: state.peer });
  };
  start('unread');
  start('giftWraps');
  start('messages');

  const prompts = () =>
    signs.open().filter(({ from }) => !dead.has(from) && from.getSnapshot().status === 'active');
  const isOf = (ref: AnyActorRef | undefined, root: AnyActorRef | undefined): boolean =>
    ref !== undefined && (ref === root || isOf(ref._parent, root));

  const tab = {
    account,
    prompts,
    clock,
    flight,
    actors,
    state,
    start,
    child: (id: string): AnyActorRef | undefined =>
      (
        actors.messages?.getSnapshot().children as
          | Readonly<Record<string, AnyActorRef | undefined>>
          | undefined
      )?.[id],
    /** Run the disk operations, which finish at once. */
    follow(): void {
      if (found.drafts < drafts.lives.length) {
        found.drafts = drafts.lives.length;
        const own = world.rows.filter((row) => row.account === account);
        keys.clear();
        for (const { key, outgoing } of own)
          keys.set(nameOf(outgoing), [...(keys.get(nameOf(outgoing)) ?? []), key]);
        const all = new Map(own.map(({ outgoing }) => [nameOf(outgoing), outgoing]));
        drafts.report({
          type: 'messageDrafts.found',
          drafts: [...all.values()],
          place: world.places.get(account),
        });
      }
      if (found.seen < seen.lives.length) {
        found.seen = seen.lives.length;
        seen.report({
          type: 'messageDrafts.found',
          drafts: [],
          place: undefined,
          seen: world.seen.get(account),
        });
      }
      for (const command of drafts.told().slice(done.drafts)) {
        done.drafts++;
        if (command.type === 'messageDrafts.keepPlace') world.places.set(account, command.place);
        if (command.type !== 'messageDrafts.keep') continue;
        const { outgoing } = command;
        for (const key of keys.get(nameOf(outgoing)) ?? []) {
          const at = world.rows.findIndex((row) => row.key === key);
          if (at >= 0) world.rows.splice(at, 1);
        }
        keys.delete(nameOf(outgoing));
        if (serializeMessage(outgoing) === undefined) continue;
        const key = world.nextKey();
        world.rows.push({ key, account, outgoing });
        keys.set(nameOf(outgoing), [key]);
      }
      for (const command of seen.told().slice(done.seen)) {
        done.seen++;
        if (command.type !== 'messageDrafts.keepSeen') continue;
        world.markSeen(account, command.seen);
        deliverSeen(tab, account);
      }
    },
    wait(ms: number): void {
      // requests that are open by then are answered too late
      if (ms > 10_000) state.isHindered = true;
      elapse(clock, ms, Math.max(100, ms / 20));
    },
    learnSeen: () =>
      seen.report({
        type: 'messageDrafts.found',
        drafts: [],
        place: undefined,
        seen: world.seen.get(account),
      }),
    /** The service accepts a request; its answer is then on its way. */
    serve(place: number): void {
      const open = bus
        .open()
        .filter(({ from, query }) => query.verb !== STREAM && !served.has(from) && !dead.has(from));
      const one = open[place % Math.max(1, open.length)];
      if (!one) return;
      served.add(one.from);
      flight.push(world.serve(account, one.from, one.query));
    },
    arrive(place: number, way: Way): void {
      const [frame] = flight.splice(place % Math.max(1, flight.length), 1);
      if (!frame || dead.has(frame.to) || frame.to.getSnapshot().status !== 'active') return;
      const isStream = bus
        .open()
        .some(({ from, query }) => from === frame.to && query.verb === STREAM);
      if (way === 'lost') {
        state.isHindered = true;
        return;
      }
      const strange =
        way === 'mixed'
          ? [
              ...world.between(A, B),
              ...[A, B].flatMap((one) =>
                (PEERS[one] ?? []).flatMap((peer) => world.between(one, peer)),
              ),
            ]
          : [];
      const events = [...frame.events, ...strange];
      const part = {
        type: 'answer.partReceived',
        referenced: [],
        at: seconds(world.now()),
        claims: frame.claims,
      };
      frame.to.send({ ...part, events });
      if (way === 'doubled') frame.to.send({ ...part, events: events.toReversed() });
      if (!isStream) frame.to.send({ type: 'answer.ended' });
    },
    /** The service sends the number of unread messages. */
    stream(place: number): void {
      const open = bus.open().find(({ from, query }) => query.verb === STREAM && !dead.has(from));
      if (open)
        flight.splice(place % (flight.length + 1), 0, world.serve(account, open.from, open.query));
    },
    sign(place: number, isWilling: boolean): void {
      const open = prompts();
      const request = open[place % Math.max(1, open.length)];
      if (!request) return;
      if (!isWilling) {
        state.isHindered = true;
        signs.refuse(request);
        return;
      }
      const result = world.perform(account, request);
      if (result === undefined) signs.refuse(request, signingFailure('bad-cipher'));
      else signs.sign(result, request);
    },
    /** The relay sends the events that it has not sent yet. */
    relay(way: Way): void {
      const fresh = world.wraps.filter((wrap) => !given.has(wrap.id));
      if (!wrapsAsker || fresh.length === 0) return;
      const brought =
        way === 'lost'
          ? fresh.slice(1)
          : way === 'mixed'
            ? world.wraps
            : way === 'doubled'
              ? fresh.flatMap((one) => [one, one]).toReversed()
              : fresh;
      for (const { id } of brought) given.add(id);
      wrapsAsker.send({ type: 'relay.events', url: RELAY, events: brought });
      wrapsAsker.send({ type: 'relay.ended', url: RELAY, complete: true });
    },
    look(peer: string | undefined): void {
      state.peer = peer;
      state.isHindered = false;
      actors.messages?.send({ type: 'messages.select', peer });
    },
    relate: (relation: Relation) =>
      actors.messages?.send({ type: 'messages.selectRelation', relation }),
    /** Type a text in the box of that peer, in any state; true if there is one. */
    write(peer: string, text: string): boolean {
      const outgoing = tab.child(`outgoing ${peer}`);
      if (!outgoing) return false;
      outgoing.send({
        type: 'outgoing.write',
        text: secretOf(text),
        now: millis(world.tick() * 1_000),
      });
      return true;
    },
    send: (peer: string) =>
      tab
        .child(`outgoing ${peer}`)
        ?.send({ type: 'outgoing.send', now: millis(world.tick() * 1_000) }),
    /** The texts in the box, above it, and behind it. */
    textsOf(peer: string): readonly string[] {
      const { outgoing, next, queue, others } =
        tab.child(`outgoing ${peer}`)?.getSnapshot().context ?? {};
      if (!outgoing) return [];
      const queued = queue.map((one: { outgoing: OutgoingMessage }) => one.outgoing);
      const all: readonly OutgoingMessage[] = [outgoing, next ?? [], queued, others].flat();
      return all.map(({ text }) => text.reveal() ?? '');
    },
    crash(what: Crash): void {
      const peer = state.peer ?? PEERS[account]?.[0] ?? '';
      if (what === 'order') state.isOrderLost = true;
      else if (what === 'contacts') tab.child('contacts')?.send(CRASH);
      else if (what === 'conversation' || what === 'outgoing')
        tab.child(`${what} ${peer}`)?.send(CRASH);
      else {
        const failed = actors[what];
        failed?.send(CRASH);
        for (const { from } of [...bus.open(), ...signs.open()])
          if (isOf(from, failed)) dead.add(from);
        start(what);
      }
    },
    end(): void {
      state.isEnded = true;
      for (const actor of Object.values(actors)) actor.stop();
    },
  };
  tab.follow();
  return tab;
}

export type PostTab = ReturnType<typeof openTab>;

/** Two tabs of account A, which may switch to B, and all frames between them and the others. */
export function startPost(machines: Machines) {
  const world = postWorld();
  const toTell: Array<{ from: object; account: string }> = [];
  const open = (account: string): PostTab =>
    openTab(world, account, machines, (from, of) => toTell.push({ from, account: of }));
  const tabs: [PostTab, PostTab] = [open(A), open(A)];
  /** The last written text of each account and peer. */
  const written = new Map<string, { account: string; peer: string; text: string }>();
  const follow = (): void => {
    for (const tab of tabs) tab.follow();
  };
  const tellSeen = (): void => {
    for (const { from, account } of toTell.splice(0))
      for (const tab of tabs) if (tab !== from && tab.account === account) tab.learnSeen();
  };
  const replace = (at: 0 | 1, account: string): void => {
    follow();
    tabs[at].end();
    tabs[at] = open(account);
  };
  const settleAll = (isTaken = true): void => {
    for (const record of world.waiting()) world.settle(record, isTaken);
  };
  return {
    world,
    tabs,
    written,
    follow,
    tellSeen,
    replace,
    /** Each tab writes only to its own peer, so that the last text is known. */
    type(at: 0 | 1): void {
      const tab = tabs[at];
      const peer = PEERS[tab.account]?.[at === 0 ? 0 : 1] ?? '';
      const text = `letter ${world.nextKey()}`;
      if (tab.state.peer === peer && tab.write(peer, text))
        written.set(`${tab.account} ${peer}`, { account: tab.account, peer, text });
    },
    /** All frames arrive in order. After a refusal or loss, the conversation is opened again. */
    quiet(): void {
      for (let second = 0; second < QUIET_SECONDS; second++) {
        for (const tab of tabs) {
          for (let rest = 60; rest > 0; rest--) {
            tab.follow();
            if (tab.prompts().length > 0) tab.sign(0, true);
            else if (tab.flight.length > 0) tab.arrive(0, 'ok');
            else {
              tab.serve(0);
              if (tab.flight.length === 0) break;
            }
          }
          tab.relay('ok');
          if (second % 20 === 3) tab.stream(0);
          elapse(tab.clock, 1_000, 1_000);
          if (second === 20 && tab.state.isHindered) tab.look(tab.state.peer);
          const conversation =
            tab.state.peer === undefined ? undefined : tab.child(`conversation ${tab.state.peer}`);
          conversation?.send({ type: 'conversation.loadMore' });
        }
        settleAll();
        follow();
        tellSeen();
      }
    },
  };
}

export type Post = ReturnType<typeof startPost>;

const nameOf = ({ peer, id = '' }: OutgoingMessage): string => `${peer} ${id}`;
