import {
  type ActorRefFrom,
  type AnyEventObject,
  createActor,
  createMachine,
  setup,
  SimulatedClock,
} from 'xstate';
import { describe, expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { CRASH, crashable } from '../../../../tests/support/machines/crashing.ts';
import { fakePort } from '../../../../tests/support/machines/fake-port.ts';
import { junk } from '../../../../tests/support/messages/wraps-world.ts';
import { A, B, fakeSession, HERE } from '../../../../tests/support/account/session-world.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import type { Account } from '../../../events/account/account.ts';
import { secretOf } from '../../../events/account/keys/secret.ts';
import { seconds } from '../../../events/core/time.ts';
import type { Bus } from '../../core/bus.ts';
import type { RelayCommand, RelaySignal } from '../../connection/relay-protocol.ts';
import { relayMachine } from '../../connection/relay.machine.ts';
import { relayPoolMachine } from '../../connection/relay-pool.machine.ts';
import type { OutboxLogCommand, OutboxLogSignal } from '../../core/outbox-protocol.ts';
import type { LogCommand } from '../../core/ports.ts';
import { giftWrapsMachine } from '../../messages/gift-wraps.machine.ts';
import type {
  MessageDraftsCommand,
  MessageDraftsSignal,
} from '../../messages/message-drafts-protocol.ts';
import { messagesMachine } from '../../messages/messages.machine.ts';
import { outboxMachine } from '../../publish/outbox/outbox.machine.ts';
import { accountWith, type FetchedAccount } from './account-code.ts';
import type { Feature } from '../../core/feature.ts';
import type { AccountEvent, accountMachine } from './account.machine.ts';
import type { FeatureActors } from '../../app/features.ts';
import { scopeOf } from './scope.machine.ts';
import { listsMachine } from '../lists/lists.machine.ts';
import type { VersionsCommand, VersionsSignal } from '../lists/lists-context.ts';
import { registryOf } from '../../../../tests/support/account/feature-registry.ts';
import { pressed } from '../../../events/nostr/ours.ts';

const extension: Account = { pubkey: A, method: 'extension' };
const withPin: Account = { pubkey: B, method: 'key', lock: 'pin' };

/** A scope that fails on start, like an error in an action. */
const FATAL: Feature = {
  id: 'test',
  logic: createMachine({}),
  input: () => {
    throw new Error('planted');
  },
  replays: [],
  receives: [],
  restartsWith: [],
  opensOn: CRASH.type,
  lazy: undefined,
};

/** Start the account under a parent that only listens. Its code loads when the test says so. */
function start(
  account: Account | undefined,
  accounts: readonly Account[] = account ? [account] : [],
  provided: Parameters<typeof registryOf>[0] = {},
) {
  const clock = new SimulatedClock();
  const session = fakeSession();
  const store = fakePort<OutboxLogCommand, { account: string }, OutboxLogSignal>();
  const sockets = fakePort<RelayCommand, { url: string }, RelaySignal>();
  const features = registryOf({
    outbox: outboxMachine.provide({ actors: { store: store.logic } }),
    lists: listsMachine.provide({
      actors: { versions: fakePort<VersionsCommand, { account: string }, VersionsSignal>().logic },
    }),
    relays: relayPoolMachine.provide({
      actors: { relay: relayMachine.provide({ actors: { socket: sockets.logic } }) },
    }),
    ...provided,
  });
  const heard: AnyEventObject[] = [];
  const fetched: Array<PromiseWithResolvers<FetchedAccount>> = [];
  const machine = accountWith(() => {
    const one = Promise.withResolvers<FetchedAccount>();
    fetched.push(one);
    return one.promise;
  });
  const house = setup({
    types: { events: {} as AnyEventObject },
    actors: { account: machine },
  }).createMachine({
    invoke: {
      id: 'account',
      src: 'account',
      input: ({ self }) => ({ bus: self as unknown as Bus, account }),
    },
    on: { '*': { actions: ({ event }) => heard.push(event) } },
  });
  const root = createActor(house, { clock }).start();
  const actor = root.getSnapshot().children['account'] as ActorRefFrom<typeof accountMachine>;
  const code = (accounts: readonly Account[], current: string | undefined): FetchedAccount => ({
    logic: { session: crashable(session.logic), scope: scopeOf([...features, FATAL]) },
    code: {
      session: { accounts, current, autoLock: 'close', ...HERE },
      scope: { home: 'http://here', homeRelay: pressed('ws://here'), seed: 0.5 },
    },
  });
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    actor,
    clock,
    session,
    store,
    sockets,
    fetched,
    settle,
    send: (event: AccountEvent) => actor.send(event),
    /** The reported accounts, in order. */
    changed: () =>
      heard.flatMap((event) =>
        event.type === 'account.changed' ? [event['account']?.pubkey] : [],
      ),
    heard: (type: string) => heard.filter((event) => event.type === type),
    code,
    arrive: async () => {
      fetched.at(-1)?.resolve(code(accounts, account?.pubkey));
      await settle();
    },
    scope: () => actor.getSnapshot().context.scope,
    gettingStarted: () => featuresOf(actor).gettingStarted,
    features: () => featuresOf(actor),
    intents: () => featuresOf(actor).intents?.getSnapshot().context,
    here: () => actor.getSnapshot().context.session,
    login: () => actor.getSnapshot().context.session?.getSnapshot().children.login,
  };
}

/** Messages whose stored drafts and texts the test plays. */
function messagesIn() {
  const drafts = fakePort<MessageDraftsCommand, { account: string }, MessageDraftsSignal>();
  const log = fakePort<LogCommand, undefined>();
  return {
    messages: messagesMachine.provide({ actors: { messageDrafts: drafts.logic, log: log.logic } }),
    giftWraps: giftWrapsMachine.provide({ actors: { messageDrafts: drafts.logic } }),
  };
}

function featuresOf(actor: ActorRefFrom<typeof accountMachine>): Partial<FeatureActors> {
  return actor.getSnapshot().context.scope?.getSnapshot().children ?? {};
}

describe('the current account', () => {
  test('ACCOUNT-01 a visitor who reads never loads the signing code', () => {
    const world = start(undefined);
    elapse(world.clock, 600_000, 10_000);
    expect([world.fetched, world.heard('cache.ask')]).toEqual([[], []]);
  });

  test('ACCOUNT-02 sign-in shows the form once its code is loaded; pressing twice opens one', async () => {
    const world = start(undefined);
    world.send({ type: 'account.signIn' });
    world.send({ type: 'account.signIn' });
    expect(world.fetched).toHaveLength(1);
    expect(world.actor.getSnapshot().hasTag('fetching')).toBe(true);
    await world.arrive();
    expect(world.login()?.getSnapshot().value).toBe('choosing');
    world.login()?.send({ type: 'login.cancel' });
    expect(world.login()).toBeUndefined();
    world.send({ type: 'account.signIn' });
    expect(world.login()?.getSnapshot().value).toBe('choosing');
  });

  test('INV-SCOPE signing in reports once, requests the name, and restarts nothing', async () => {
    const world = start(undefined);
    world.send({ type: 'account.signIn' });
    await world.arrive();
    const session = world.here();
    world.login()?.send({ type: 'login.extension' });
    await world.session.promises.answer({ pubkey: A });
    expect(world.changed().at(-1)).toBe(A);
    expect(world.heard('cache.ask').map(({ query }) => query)).toEqual([
      { verb: 'replaceable_event', payload: { pubkey: A, kind: 10_002 } },
      { verb: 'user_infos', payload: { pubkeys: [A] } },
    ]);
    elapse(world.clock, 60_000, 1_000);
    expect([world.here(), world.fetched.length]).toEqual([session, 1]);
    expect(session?.getSnapshot().hasTag('canSign')).toBe(true);
  });

  test('BEYOND-03 the last account reads at once without a prompt; the code follows later', async () => {
    const world = start(withPin);
    elapse(world.clock, 1_400);
    expect(world.fetched).toEqual([]);
    elapse(world.clock, 100);
    expect(world.fetched).toHaveLength(1);
    await world.arrive();
    expect(world.here()?.getSnapshot().hasTag('locked')).toBe(true);
    expect([world.login(), world.session.promises.all]).toEqual([undefined, []]);
    expect(world.changed()).toEqual([B]);
  });

  test('INV-PROGRESS code that fails to load, or not in time, shows an error, and is loaded again on request', async () => {
    const world = start(undefined);
    world.send({ type: 'account.signIn' });
    world.fetched[0]?.reject(new Error('offline'));
    await world.settle();
    expect(world.heard('account.unavailable')).toHaveLength(1);
    world.send({ type: 'account.signIn' });
    expect(world.fetched).toHaveLength(2);
    elapse(world.clock, 29_000, 1_000);
    expect(world.heard('account.unavailable')).toHaveLength(1);
    elapse(world.clock, 1_000);
    expect(world.heard('account.unavailable')).toHaveLength(2);
    world.send({ type: 'account.signIn' });
    await world.arrive();
    expect(world.login()?.getSnapshot().value).toBe('choosing');
  });

  test('ACTIVITY-02 ACTIVITY-03 sleep lets another tab send; waking makes this one a candidate again', async () => {
    const world = start(extension);
    elapse(world.clock, 1_500);
    await world.arrive();
    const told = () => world.store.told().map(({ type }) => type);
    world.send({ type: 'account.wakeChanged', on: false });
    expect(told()).toEqual(['store.resign']);
    world.send({ type: 'account.wakeChanged', on: true });
    expect(told()).toEqual(['store.resign', 'store.standBy']);
  });

  test('BEYOND-12 sleep reaches the session', async () => {
    const world = start(extension);
    elapse(world.clock, 1_500);
    await world.arrive();
    world.here()?.send({ type: 'session.autoLock', when: 5 });
    world.send({ type: 'account.wakeChanged', on: false });
    expect(world.here()?.getSnapshot().hasTag('canSign')).toBe(true);
  });
});

describe('features of an account', () => {
  const draft = pressed({ kind: 7, content: '+', tags: [['e', 'f'.repeat(64)]] });

  test('INV-SCOPE outbox and relays start and end with an account that can act; the next has its own', async () => {
    const world = start(undefined, [extension]);
    world.send({ type: 'account.signIn' });
    await world.arrive();
    expect([world.scope(), world.store.lives]).toEqual([undefined, []]);
    world.login()?.send({ type: 'login.extension' });
    await world.session.promises.answer({ pubkey: A });
    const first = world.scope();
    expect(first?.getSnapshot().context.account).toBe(A);
    // the same account is reported again: nothing restarts
    world.send({ type: 'session.changed', account: extension });
    expect(world.scope()).toBe(first);
    expect(world.store.lives.map(({ input, ended }) => [input.account, ended])).toEqual([
      [A, false],
    ]);
    world.here()?.send({ type: 'session.adopt', account: { pubkey: B, method: 'extension' } });
    elapse(world.clock, 2_000);
    expect(world.scope()?.getSnapshot().context.account).toBe(B);
    expect(first?.getSnapshot().status).toBe('stopped');
    expect(world.store.lives.map(({ input, ended }) => [input.account, ended])).toEqual([
      [A, true],
      [B, false],
    ]);
    // signing out of both: the first sign-out lands on the other account
    world.here()?.send({ type: 'session.leave', erase: false });
    elapse(world.clock, 15_000);
    expect(world.scope()?.getSnapshot().context.account).toBe(A);
    world.here()?.send({ type: 'session.leave', erase: false });
    elapse(world.clock, 15_000);
    expect(world.scope()).toBeUndefined();
  });

  test('a reader has no outbox', async () => {
    const world = start({ pubkey: A, method: 'readonly' });
    elapse(world.clock, 1_500);
    await world.arrive();
    expect([world.here()?.getSnapshot().hasTag('reading'), world.scope()]).toEqual([
      true,
      undefined,
    ]);
  });

  test('ACCOUNT-04 an act before the code is there loads it at once and is not lost; a visitor has none', async () => {
    const visitor = start(undefined);
    visitor.send({
      type: 'account.intent',
      intent: { type: 'intents.publish', draft, now: seconds(1) },
    });
    expect([visitor.fetched, visitor.actor.getSnapshot().context.waiting]).toEqual([[], []]);
    const world = start(extension);
    world.send({
      type: 'account.intent',
      intent: { type: 'intents.publish', draft, now: seconds(1) },
    });
    expect(world.fetched).toHaveLength(1);
    await world.arrive();
    expect(world.intents()?.waiting).toEqual([{ type: 'intents.publish', draft, now: seconds(1) }]);
  });

  test('ACCOUNT-04 a visitor’s action runs after sign-in, with the new date; not if cancelled, nor twice', async () => {
    const intent = { type: 'intents.publish', draft, now: seconds(1) } as const;
    for (const turnsBack of [false, true]) {
      const world = start(undefined, [extension]);
      world.send({ type: 'account.requestSession', reason: { code: 'act.signIn' }, intent });
      expect(world.actor.getSnapshot().context.wanted).toEqual({
        reason: { code: 'act.signIn' },
        intent,
      });
      if (turnsBack) world.send({ type: 'account.decline' });
      world.send({ type: 'account.signIn' });
      await world.arrive();
      world.login()?.send({ type: 'login.extension' });
      await world.session.promises.answer({ pubkey: A });
      for (const now of [7, 8]) world.send({ type: 'account.continue', now: seconds(now) });
      expect(world.intents()?.waiting).toEqual(turnsBack ? [] : [{ ...intent, now: seconds(7) }]);
      expect(world.actor.getSnapshot().context.wanted).toBeUndefined();
    }
  });

  test('TRUST-06 after a crash of the scope the session and its open key live on, and acts continue', async () => {
    const world = start(extension);
    elapse(world.clock, 1_500);
    await world.arrive();
    const [first, session] = [world.scope(), world.here()];
    const crash = () => world.scope()?.send(CRASH as never);
    crash();
    expect([
      world.actor.getSnapshot().status,
      world.here() === session,
      session?.getSnapshot().status,
    ]).toEqual(['active', true, 'active']);
    expect([world.scope() === first, world.scope()?.getSnapshot().status]).toEqual([
      false,
      'active',
    ]);
    expect(world.heard('account.crashed')).toMatchObject([
      { crash: { actor: 'account/scope', message: 'planted' } },
    ]);
    // its children end with it, so no event is sent twice
    expect(world.store.lives.map(({ ended }) => ended)).toEqual([true, false]);
    world.send({
      type: 'account.intent',
      intent: { type: 'intents.publish', draft, now: seconds(1) },
    });
    expect(world.intents()?.waiting).toHaveLength(1);
    for (let time = 0; time < 3; time++) crash();
    expect([world.scope() === undefined, world.actor.getSnapshot().status]).toEqual([
      true,
      'active',
    ]);
    expect([world.here() === session, session?.getSnapshot().status]).toEqual([true, 'active']);
    world.send({
      type: 'account.intent',
      intent: { type: 'intents.publish', draft, now: seconds(2) },
    });
    elapse(world.clock, 61_000, 1_000);
    expect(world.intents()?.waiting).toMatchObject([{ now: seconds(2) }]);
  });

  test('ACCOUNT-19 the scope, also a new one, knows of an account being created until that screen ends', async () => {
    const world = start(extension);
    elapse(world.clock, 1_500);
    await world.arrive();
    const isMaking = () => world.gettingStarted()?.getSnapshot().context.isMaking;
    expect(isMaking()).toBe(false);
    world.here()?.send({ type: 'session.create' });
    expect(isMaking()).toBe(true);
    world.scope()?.send(CRASH as never);
    expect(isMaking()).toBe(true);
    world.here()?.send({ type: 'session.adopt', account: { pubkey: B, method: 'extension' } });
    elapse(world.clock, 2_000);
    expect([world.scope()?.getSnapshot().context.account, isMaking()]).toEqual([B, true]);
    world.here()?.send({ type: 'session.closeCreate' });
    expect(isMaking()).toBe(false);
    world.here()?.send({ type: 'session.create' });
    // the session crashes, and that screen with it
    world.here()?.send(CRASH as never);
    await world.arrive();
    elapse(world.clock, 2_000);
    expect([world.scope()?.getSnapshot().status, isMaking()]).toEqual(['active', false]);
  });

  test('TRUST-06 INV-SCOPE a crashed session restarts with the current account, and the scope with it', async () => {
    const world = start(undefined, [extension]);
    world.send({ type: 'account.signIn' });
    await world.arrive();
    world.here()?.send({ type: 'session.adopt', account: { pubkey: B, method: 'extension' } });
    elapse(world.clock, 2_000);
    const [first, session] = [world.scope(), world.here()];
    expect(first?.getSnapshot().context.account).toBe(B);
    session?.send(CRASH as never);
    // as stored by then
    world.fetched.at(-1)?.resolve(world.code([extension, { pubkey: B, method: 'extension' }], B));
    await world.settle();
    elapse(world.clock, 2_000);
    expect([session?.getSnapshot().status, first?.getSnapshot().status]).toEqual([
      'error',
      'stopped',
    ]);
    const { status, context } = world.here()?.getSnapshot() ?? {};
    expect([status, context?.account?.pubkey]).toEqual(['active', B]);
    expect(
      world
        .here()
        ?.getSnapshot()
        .context.accounts.map(({ pubkey }) => pubkey),
    ).toContain(B);
    const { account, signer } = world.scope()?.getSnapshot().context ?? {};
    expect([account, signer === world.here()]).toEqual([B, true]);
    expect(world.heard('account.crashed')).toMatchObject([{ crash: { actor: 'account/session' } }]);
  });

  test('TRUST-06 a session that crashes four times within a minute is retried after that minute', async () => {
    const world = start(extension);
    elapse(world.clock, 1_500);
    await world.arrive();
    for (let time = 0; time < 4; time++) {
      world.here()?.send(CRASH as never);
      await world.arrive();
      elapse(world.clock, 1_000);
    }
    expect([world.here(), world.scope()]).toEqual([undefined, undefined]);
    const fetched = world.fetched.length;
    // a minute after the last crash
    elapse(world.clock, 58_000, 1_000);
    expect(world.fetched).toHaveLength(fetched);
    elapse(world.clock, 1_000);
    expect(world.fetched).toHaveLength(fetched + 1);
    await world.arrive();
    elapse(world.clock, 10_000, 1_000);
    expect([world.here()?.getSnapshot().status, world.scope()?.getSnapshot().status]).toEqual([
      'active',
      'active',
    ]);
    expect(world.fetched).toHaveLength(fetched + 1);
  });

  test('BEYOND-03 DM-06 DM-09 unlocking the key opens messages, wraps and unread counts at once', async () => {
    const world = start(withPin, [withPin], messagesIn());
    elapse(world.clock, 1_500);
    await world.arrive();
    const service = 'wss://cache.example';
    world.scope()?.send({ type: 'giftWraps.open' });
    world.scope()?.send({ type: 'messages.open', service });
    world.scope()?.send({ type: 'unreadBySender.open', service });
    const { giftWraps, messages, unreadBySender } = world.features();
    const contacts = messages?.getSnapshot().children.contacts;
    const wrap = trusted({ ...junk(0), tags: [['p', B]] });
    giftWraps?.send({ type: 'relay.events', url: pressed('wss://a.example'), events: [wrap] });
    contacts?.send({ type: 'contacts.show', relation: 'follows' });
    world.scope()?.send({ type: 'unread.changed', count: 1 });
    for (const { from, query } of world.heard('cache.ask'))
      if (query.verb === 'get_directmsg_contacts')
        from.send({ type: 'answer.failed', reason: 'notice', text: 'auth-required: who are you' });
    await world.settle();
    const closed = () => [
      giftWraps?.getSnapshot().hasTag('sealed'),
      contacts?.getSnapshot().hasTag('closed'),
      unreadBySender?.getSnapshot().hasTag('closed'),
    ];
    expect(closed()).toEqual([true, true, true]);
    world.here()?.send({ type: 'session.unlock' });
    world
      .here()
      ?.getSnapshot()
      .children.pin?.send({ type: 'pin.submit', pin: secretOf('1234') });
    await world.session.promises.answer('right');
    expect(closed()).toEqual([false, false, false]);
  });

  test('INV-SCOPE an act that was meant for one account is not done for another', async () => {
    const world = start(extension);
    world.send({
      type: 'account.intent',
      intent: { type: 'intents.publish', draft, now: seconds(1) },
    });
    world.fetched[0]?.resolve(world.code([{ pubkey: B, method: 'extension' }], B));
    await world.settle();
    expect(world.scope()?.getSnapshot().context).toMatchObject({ account: B, waiting: [] });
  });
});
