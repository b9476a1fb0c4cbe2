import type { AnyActorLogic, AnyStateMachine } from 'xstate';
import { describe, expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { CRASH, crashable } from '../../../../tests/support/machines/crashing.ts';
import { startScope } from '../../../../tests/support/account/scope-world.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { registryOf } from '../../../../tests/support/account/feature-registry.ts';
import { seconds } from '../../../events/core/time.ts';
import { pressed } from '../../../events/nostr/ours.ts';

const isMachine = (logic: AnyActorLogic): logic is AnyStateMachine => 'implementations' in logic;
/** Ids of the features that live as long as the account. */
const LASTING = registryOf().flatMap(({ id, opensOn }) => (opensOn === undefined ? [id] : []));

/** Start a scope in which each feature and its children can be made to fail. */
function start() {
  const world = startScope({
    around: (one) => ({ ...one, logic: isMachine(one.logic) ? crashable(one.logic) : one.logic }),
  });
  world.list(['r', 'wss://w.example', 'write']);
  world.store.lives[0]?.report({ type: 'store.opened', entries: [], now: seconds(9) });
  const children = () =>
    ({ ...world.actor.getSnapshot().children }) as Readonly<
      Record<string, { id: string; send: (event: object) => void }>
    >;
  const crash = (name: string) => children()[name]?.send(CRASH);
  const said = (type: string) => world.heard.filter((event) => event.type === type);
  return { ...world, actors: children, crash, said };
}

describe('TRUST-06 features of an account', () => {
  test('all of them exist from the start', () => {
    const names = [
      'drafts',
      'findEvent',
      'findReplies',
      'gettingStarted',
      'homeFeeds',
      'inboxes',
      'intents',
      'lists',
      'media',
      'mutuals',
      'network',
      'notifications',
      'outbox',
      'pendingZaps',
      'readArticles',
      'readsFeeds',
      'relayList',
      'relays',
      'resumeDevices',
      'resumePayments',
      'resumeRedeeming',
      'schedule',
      'settings',
      'settingsWatch',
      'subscriptions',
      'unread',
    ];
    expect([...LASTING].toSorted()).toEqual(names);
    const { actors } = start();
    for (const name of names) expect([name, actors()[name]?.id]).toEqual([name, name]);
  });

  test.each(LASTING)(
    '%s fails and is restarted; features that do not depend on it live on',
    (name) => {
      const world = start();
      const before = world.actors();
      world.crash(name);
      const after = world.actors();
      expect(world.actor.getSnapshot().status).toBe('active');
      const begunAnew = LASTING.filter((one) => after[one] !== before[one]);
      expect(begunAnew).toEqual(name === 'outbox' ? ['outbox', 'lists'] : [name]);
      expect(LASTING.filter((one) => after[one] === undefined)).toEqual([]);
      expect(world.said('scope.crashed')).toMatchObject([
        { crash: { actor: `scope/${name}`, message: 'planted' } },
      ]);
    },
  );

  test('INV-NO-LOSS after each of them has failed, an act is still sent where the account publishes', () => {
    for (const name of LASTING) {
      const world = start();
      world.crash(name);
      if (name === 'relayList') world.list(['r', 'wss://w.example', 'write']);
      world.store.lives.at(-1)?.report({ type: 'store.opened', entries: [], now: seconds(9) });
      world.actor.send({
        type: 'intents.publish',
        draft: pressed({ kind: KIND.Reaction, content: '+', tags: [['e', 'f'.repeat(64)]] }),
        now: seconds(9),
      });
      expect([name, world.drafted()]).toEqual([name, [['wss://w.example']]]);
      expect([name, world.children().lists?.getSnapshot().context.relays]).toEqual([
        name,
        ['wss://w.example'],
      ]);
      const connected = world.sockets.lives
        .filter(({ ended }) => !ended)
        .map(({ input }) => input.url);
      expect([name, connected]).toEqual([name, ['wss://w.example']]);
    }
  });

  test('INV-NO-LOSS orders not begun by a crashed outbox or inboxes are repeated to their successors', () => {
    const draft = pressed({
      kind: KIND.Reaction,
      content: '+',
      tags: [
        ['e', 'f'.repeat(64)],
        ['p', 'b'.repeat(64)],
      ],
    });
    const early = start();
    early.actor.send({ type: 'intents.publish', draft, now: seconds(9) });
    expect(early.intents().locating.size).toBe(1);
    early.crash('inboxes');
    elapse(early.clock, 2_100, 100);
    expect([early.intents().locating.size, early.drafted()]).toEqual([0, [['wss://w.example']]]);

    const late = startScope({
      around: (one) => ({ ...one, logic: isMachine(one.logic) ? crashable(one.logic) : one.logic }),
    });
    late.list(['r', 'wss://w.example', 'write']);
    late.actor.send({
      type: 'intents.publish',
      draft: pressed({ ...draft, tags: [['e', 'f'.repeat(64)]] }),
      now: seconds(9),
    });
    late.children().outbox?.send(CRASH as never);
    late.store.lives.at(-1)?.report({ type: 'store.opened', entries: [], now: seconds(9) });
    expect(late.drafted()).toEqual([['wss://w.example']]);
  });

  test('a fourth failure within a minute stops it, the others live on, and a retry follows', () => {
    const world = start();
    const { outbox } = world.actors();
    for (let time = 0; time < 3; time++) world.crash('settings');
    elapse(world.clock, 61_000, 1_000);
    for (let time = 0; time < 4; time++) world.crash('settings');
    expect([
      world.actors()['settings'],
      world.actors()['outbox'] === outbox,
      world.actor.getSnapshot().status,
    ]).toEqual([undefined, true, 'active']);
    elapse(world.clock, 61_000, 1_000);
    expect(world.actors()['settings']).toBeDefined();
  });

  test('INV-NO-LOSS events for a stopped feature wait for it', () => {
    const world = start();
    for (let time = 0; time < 4; time++) world.crash('intents');
    expect(world.actors()['intents']).toBeUndefined();
    world.actor.send({
      type: 'intents.publish',
      draft: pressed({ kind: KIND.Reaction, content: '+', tags: [['e', 'f'.repeat(64)]] }),
      now: seconds(9),
    });
    elapse(world.clock, 61_000, 1_000);
    expect(world.drafted()).toEqual([['wss://w.example']]);
  });

  test('RELAY-08 ACTIVITY-01 a restarted pool knows that connections are forbidden before it knows any relay', () => {
    const world = start();
    world.children().network?.send({ type: 'network.proxy', on: true });
    const before = world.sockets.lives.length;
    world.crash('relays');
    expect([world.sockets.lives.length, world.children().relays?.getSnapshot().value]).toEqual([
      before,
      'proxied',
    ]);
  });

  test('a crashed composer or outbox ends and can be reopened; its helpers are restarted', () => {
    for (const name of ['compose', 'outbox']) {
      const world = start();
      const open = () => world.actor.send({ type: 'compose.open', aim: { type: 'note' } });
      open();
      world.crash(name);
      expect([world.actors()['compose'], world.actor.getSnapshot().status]).toEqual([
        undefined,
        'active',
      ]);
      open();
      expect(world.actors()['compose']).toBeDefined();
    }
  });

  test('unknown events go to the parent, and those for a closed composer are dropped', () => {
    const world = start();
    world.actor.send({ type: 'account.done', message: { code: 'repost.done' } });
    world.actor.send({ type: 'compose.close' });
    world.actor.send({ type: 'xstate.unknown' } as never);
    expect([
      world.said('account.done'),
      world.said('compose.close'),
      world.said('xstate.unknown'),
    ]).toEqual([[{ type: 'account.done', message: { code: 'repost.done' } }], [], []]);
  });
});
