import { describe, expect, test } from 'vitest';
import { accountApp } from '../../../tests/support/account/account-app.ts';
import { elapse } from '../../../tests/support/machines/clock.ts';
import { actorAt } from '../../../tests/support/views/rendered-app.tsx';
import { ME as B, startScope } from '../../../tests/support/account/scope-world.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import type { Account } from '../../events/account/account.ts';
import { KIND } from '../../events/nostr/kinds.ts';

const A = 'b'.repeat(64);
const made: Account = { pubkey: B, method: 'key', lock: 'device', unsaved: true };
const known: Account = { pubkey: B, method: 'key', lock: 'device' };

/** Start the actor for an account, new or not. The test plays the device. */
function begin(isNew: boolean) {
  const world = startScope({ isNew });
  const child = () => world.children().gettingStarted;
  return {
    ...world,
    child,
    isOpen: () => child()?.getSnapshot().hasTag('open') ?? false,
    told: () => world.starts.last().told,
    find: (isDue: boolean) => world.starts.report({ type: 'gettingStarted.found', isDue }),
    claim: (isDue: boolean) => world.starts.report({ type: 'gettingStarted.claimed', isDue }),
    make: (on: boolean) => world.actor.send({ type: 'account.creationChanged', on }),
    open: () => world.actor.send({ type: 'gettingStarted.open' }),
    close: () => world.actor.send({ type: 'gettingStarted.close' }),
    wait: (ms: number) => elapse(world.clock, ms, 100),
  };
}

/** Start the assembled app with `account`, or with a visitor who creates one. */
async function assembled(account?: Account) {
  const fake = accountApp(account);
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  fake.app.start();
  fake.socket.connect();
  actorAt(fake.app, 'account').send({ type: 'account.prepare' });
  await settle();
  const session = actorAt(fake.app, 'account', 'session');
  return { ...fake, keys: session, child: () => fake.features().gettingStarted };
}

describe('automatic opening', () => {
  test('ACCOUNT-19 the device is asked per account, and the request says if the account was made here', async () => {
    const told = async (account: Account) => (await assembled(account)).starts.last().told;
    expect(await told(made)).toEqual([{ type: 'gettingStarted.load', isNew: true }]);
    expect(await told(known)).toEqual([{ type: 'gettingStarted.load', isNew: false }]);
    expect(await told({ pubkey: B, method: 'extension' })).toEqual([
      { type: 'gettingStarted.load', isNew: false },
    ]);
  });

  test('ACCOUNT-19 it opens once, after the user has left the screen that created the account', async () => {
    const world = await assembled();
    const { child } = world;
    world.keys.send({ type: 'session.create' });
    world.keys.send({ type: 'create.made', account: made });
    elapse(world.clock, 500, 100);
    world.starts.report({ type: 'gettingStarted.found', isDue: true });
    elapse(world.clock, 60_000, 1_000);
    expect([child()?.getSnapshot().value, world.starts.last().told.length]).toEqual(['held', 1]);
    world.keys.send({ type: 'session.closeCreate' });
    elapse(world.clock, 500, 100);
    world.starts.report({ type: 'gettingStarted.claimed', isDue: true });
    expect(child()?.getSnapshot().hasTag('open')).toBe(true);
    child()?.send({ type: 'gettingStarted.close' });
    elapse(world.clock, 60_000, 1_000);
    expect(child()?.getSnapshot().value).toBe('closed');
    world.keys.send({ type: 'session.create' });
    world.keys.send({ type: 'session.closeCreate' });
    elapse(world.clock, 60_000, 1_000);
    expect(child()?.getSnapshot().value).toBe('closed');
  });

  test('ACCOUNT-19 it opens after a reload if it had not, but not over the screen for another account', () => {
    const world = begin(true);
    world.find(true);
    world.wait(200);
    world.make(true);
    world.wait(10_000);
    expect([world.isOpen(), world.told()]).toEqual([
      false,
      [{ type: 'gettingStarted.load', isNew: true }],
    ]);
    world.make(false);
    world.wait(500);
    world.claim(true);
    expect(world.isOpen()).toBe(true);
  });

  test('ACCOUNT-19 it stays closed over a composer, and until both reasons to wait are gone', () => {
    const world = begin(true);
    world.find(true);
    world.wait(300);
    world.actor.send({ type: 'compose.open', aim: { type: 'note' } });
    world.wait(60_000);
    expect(world.told()).toHaveLength(1);
    world.make(true);
    world.children().compose?.send({ type: 'compose.close' });
    world.wait(1_000);
    expect(world.told()).toHaveLength(1);
    world.make(false);
    world.wait(500);
    world.claim(true);
    expect(world.isOpen()).toBe(true);
  });

  test('ACCOUNT-19 it stays closed for a user who has seen it and if another tab was first', () => {
    const seen = begin(false);
    seen.find(false);
    seen.wait(60_000);
    expect([seen.isOpen(), seen.told().length]).toEqual([false, 1]);
    const second = begin(true);
    second.find(true);
    second.wait(500);
    expect(second.told().at(-1)).toEqual({ type: 'gettingStarted.claim' });
    second.claim(false);
    second.wait(60_000);
    expect(second.isOpen()).toBe(false);
  });

  test('INV-PROGRESS a silent device only causes a timeout, and the dialog still opens on demand', () => {
    const world = begin(true);
    world.wait(2_100);
    expect(world.child()?.getSnapshot().value).toBe('closed');
    world.open();
    expect(world.isOpen()).toBe(true);
    const claiming = begin(true);
    claiming.wait(1_900);
    claiming.find(true);
    claiming.wait(300);
    expect(claiming.told()).toHaveLength(1);
    claiming.wait(100);
    expect(claiming.told().at(-1)).toEqual({ type: 'gettingStarted.claim' });
    claiming.wait(1_900);
    expect(claiming.child()?.getSnapshot().value).toBe('claiming');
    claiming.wait(100);
    expect(claiming.child()?.getSnapshot().value).toBe('closed');
    claiming.claim(true);
    expect(claiming.isOpen()).toBe(false);
  });
});

describe('on demand', () => {
  test('ACCOUNT-19 it opens on demand for every account and then counts as seen', () => {
    const world = begin(false);
    world.find(false);
    world.open();
    expect([world.isOpen(), world.told().at(-1)]).toEqual([true, { type: 'gettingStarted.claim' }]);
    world.claim(false);
    expect(world.isOpen()).toBe(true);
    world.close();
    world.open();
    expect(world.isOpen()).toBe(true);
  });

  test('ACCOUNT-19 while open, it requests a note of the account until one is found', () => {
    const world = begin(false);
    world.find(false);
    const note = () => world.child()?.getSnapshot().context.note;
    const asked = () =>
      world.heard.flatMap(({ type, query }) =>
        type === 'cache.ask' && query.verb === 'feed' ? [query] : [],
      );
    const answer = (...events: ReturnType<typeof trusted>[]) => {
      world.tell({ type: 'answer.partReceived', events, referenced: [], claims: [] });
      world.tell({ type: 'answer.ended' });
    };
    expect(asked()).toEqual([]);
    world.open();
    expect(asked()).toEqual([
      { verb: 'feed', payload: { pubkey: B, notes: 'authored', include_replies: true, limit: 10 } },
    ]);
    answer(trusted({ pubkey: A, kind: KIND.Text }), trusted({ pubkey: B, kind: KIND.Repost }));
    expect(note()).toBeUndefined();
    world.close();
    world.open();
    expect(asked()).toHaveLength(2);
    world.tell({ type: 'answer.failed', reason: 'notice', text: '' });
    world.close();
    world.open();
    const own = trusted({ pubkey: B, kind: KIND.Text });
    answer(own);
    expect(note()).toBe(own);
    world.close();
    world.open();
    expect(asked()).toHaveLength(3);
  });

  test('INV-SCOPE the dialog ends with the account', async () => {
    const world = await assembled(known);
    world.child()?.send({ type: 'gettingStarted.open' });
    expect(world.child()?.getSnapshot().hasTag('open')).toBe(true);
    world.keys.send({ type: 'session.adopt', account: { pubkey: A, method: 'extension' } });
    elapse(world.clock, 2_000, 100);
    expect(world.child()?.getSnapshot().hasTag('open')).toBe(false);
    expect(world.starts.lives.map(({ input, ended }) => [input.account, ended])).toEqual([
      [B, true],
      [A, false],
    ]);
  });
});
