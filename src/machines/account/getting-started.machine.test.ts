import { describe, expect, test } from 'vitest';
import { elapse } from '../../../tests/support/clock.ts';
import { A, B, startSession } from '../../../tests/support/session-world.ts';
import { trusted } from '../../../tests/support/trusted.ts';
import type { Account } from '../../events/account/account.ts';
import { KIND } from '../../events/kinds.ts';

const made: Account = { pubkey: B, method: 'key', lock: 'device', unsaved: true };
const known: Account = { pubkey: B, method: 'key', lock: 'device' };

/** A session with that account; what the device remembers is played by the test. */
function begin(account: Account) {
  const world = startSession([account], B);
  const child = () => world.children().gettingStarted;
  return {
    ...world,
    child,
    isOpen: () => child()?.getSnapshot().hasTag('open') ?? false,
    told: () => world.starts.last().told,
    find: (isDue: boolean) => world.starts.report({ type: 'start.found', isDue }),
    claim: (isDue: boolean) => world.starts.report({ type: 'start.claimed', isDue }),
    wait: (ms: number) => elapse(world.clock, ms, 100),
  };
}

describe('by itself', () => {
  test('ACCOUNT-19 the device is asked with the account, and told whether it was made here', () => {
    expect(begin(made).told()).toEqual([{ type: 'start.look', isNew: true }]);
    expect(begin(known).told()).toEqual([{ type: 'start.look', isNew: false }]);
    expect(begin({ pubkey: B, method: 'extension' }).told()).toEqual([{ type: 'start.look', isNew: false }]);
  });

  test('ACCOUNT-19 it waits until the screen where the account was made is left, then opens once', () => {
    const world = startSession();
    world.send({ type: 'session.create' });
    world.send({ type: 'create.made', account: made });
    elapse(world.clock, 500, 100);
    const child = () => world.children().gettingStarted;
    world.starts.report({ type: 'start.found', isDue: true });
    elapse(world.clock, 60_000, 1_000);
    expect([child()?.getSnapshot().value, world.starts.last().told.length]).toEqual(['held', 1]);
    world.send({ type: 'session.closeCreate' });
    elapse(world.clock, 500, 100);
    world.starts.report({ type: 'start.claimed', isDue: true });
    expect(child()?.getSnapshot().hasTag('open')).toBe(true);
    child()?.send({ type: 'start.close' });
    elapse(world.clock, 60_000, 1_000);
    expect(child()?.getSnapshot().value).toBe('closed');
    world.send({ type: 'session.create' });
    world.send({ type: 'session.closeCreate' });
    elapse(world.clock, 60_000, 1_000);
    expect(child()?.getSnapshot().value).toBe('closed');
  });

  test('ACCOUNT-19 after a reload it opens where it did not before; not over the screen where another account is made', () => {
    const world = begin(made);
    world.find(true);
    world.wait(200);
    world.send({ type: 'session.create' });
    world.wait(10_000);
    expect([world.isOpen(), world.told()]).toEqual([false, [{ type: 'start.look', isNew: true }]]);
    world.send({ type: 'session.closeCreate' });
    world.wait(500);
    world.claim(true);
    expect(world.isOpen()).toBe(true);
  });

  test('ACCOUNT-19 it does not open over a composer, nor while one of two reasons to wait is left', () => {
    const world = begin(made);
    world.find(true);
    world.wait(300);
    world.child()?.send({ type: 'start.hold', by: 'composing' });
    world.wait(60_000);
    expect(world.told()).toHaveLength(1);
    world.send({ type: 'session.create' });
    world.child()?.send({ type: 'start.release', by: 'composing' });
    world.wait(1_000);
    expect(world.told()).toHaveLength(1);
    world.send({ type: 'session.closeCreate' });
    world.wait(500);
    world.claim(true);
    expect(world.isOpen()).toBe(true);
  });

  test('ACCOUNT-19 it does not open for who has seen it, nor where another tab was first', () => {
    const seen = begin(known);
    seen.find(false);
    seen.wait(60_000);
    expect([seen.isOpen(), seen.told().length]).toEqual([false, 1]);
    const second = begin(made);
    second.find(true);
    second.wait(500);
    expect(second.told().at(-1)).toEqual({ type: 'start.claim' });
    second.claim(false);
    second.wait(60_000);
    expect(second.isOpen()).toBe(false);
  });

  test('INV-PROGRESS a device that does not answer keeps nobody waiting, and it still opens when it is asked for', () => {
    const world = begin(made);
    world.wait(2_100);
    expect(world.child()?.getSnapshot().value).toBe('closed');
    world.child()?.send({ type: 'start.open' });
    expect(world.isOpen()).toBe(true);
    const claiming = begin(made);
    claiming.wait(1_900);
    claiming.find(true);
    claiming.wait(300);
    expect(claiming.told()).toHaveLength(1);
    claiming.wait(100);
    expect(claiming.told().at(-1)).toEqual({ type: 'start.claim' });
    claiming.wait(1_900);
    expect(claiming.child()?.getSnapshot().value).toBe('claiming');
    claiming.wait(100);
    expect(claiming.child()?.getSnapshot().value).toBe('closed');
    claiming.claim(true);
    expect(claiming.isOpen()).toBe(false);
  });
});

describe('on demand', () => {
  test('ACCOUNT-19 it opens for every account, and then counts as seen', () => {
    const world = begin(known);
    world.find(false);
    world.child()?.send({ type: 'start.open' });
    expect([world.isOpen(), world.told().at(-1)]).toEqual([true, { type: 'start.claim' }]);
    world.claim(false);
    expect(world.isOpen()).toBe(true);
    world.child()?.send({ type: 'start.close' });
    world.child()?.send({ type: 'start.open' });
    expect(world.isOpen()).toBe(true);
  });

  test('ACCOUNT-19 whether the account has said something is asked while it is open, until it is known', () => {
    const world = begin(known);
    world.find(false);
    const note = () => world.child()?.getSnapshot().context.note;
    const asked = () => world.bus.open().filter(({ query }) => query.verb === 'feed').length;
    expect(asked()).toBe(0);
    world.child()?.send({ type: 'start.open' });
    expect(world.bus.open().findLast(({ query }) => query.verb === 'feed')?.query).toEqual({
      verb: 'feed',
      payload: { pubkey: B, notes: 'authored', include_replies: true, limit: 10 },
    });
    world.bus.answer({ events: [trusted({ pubkey: A, kind: KIND.Text }), trusted({ pubkey: B, kind: KIND.Repost })] }, 'feed');
    expect(note()).toBeUndefined();
    world.child()?.send({ type: 'start.close' });
    world.child()?.send({ type: 'start.open' });
    world.bus.refuse('feed');
    world.child()?.send({ type: 'start.close' });
    world.child()?.send({ type: 'start.open' });
    const own = trusted({ pubkey: B, kind: KIND.Text });
    world.bus.answer({ events: [own] }, 'feed');
    expect(note()).toBe(own);
    world.child()?.send({ type: 'start.close' });
    world.child()?.send({ type: 'start.open' });
    expect(asked()).toBe(0);
  });

  test('INV-SCOPE it ends with the account', () => {
    const world = startSession([known, { pubkey: A, method: 'extension' }], B);
    world.children().gettingStarted?.send({ type: 'start.open' });
    world.send({ type: 'session.switch', pubkey: A });
    elapse(world.clock, 2_000, 100);
    expect(world.children().gettingStarted?.getSnapshot().hasTag('open')).toBe(false);
    expect(world.starts.lives.map(({ input, ended }) => [input.account, ended])).toEqual([
      [B, true],
      [A, false],
    ]);
  });
});
