import { describe, expect, test } from 'vitest';
import { startCitizen } from '../../../tests/support/citizen-world.ts';
import { elapse } from '../../../tests/support/clock.ts';
import { CRASH, ownerOfCrashable } from '../../../tests/support/crashing.ts';
import { trusted } from '../../../tests/support/trusted.ts';
import { KIND } from '../../events/kinds.ts';
import { CITIZEN_CHILDREN } from './citizen-context.ts';

function start() {
  const world = startCitizen({ around: ownerOfCrashable });
  world.list(['r', 'wss://w.example', 'write']);
  world.store.lives[0]?.report({ type: 'store.opened', entries: [], now: 9 });
  const children = () =>
    ({ ...world.actor.getSnapshot().children }) as Readonly<Record<string, { id: string; send: (event: object) => void }>>;
  const crash = (name: string) => children()[name]?.send(CRASH);
  const said = (type: string) => world.heard.filter((event) => event.type === type);
  return { ...world, children, crash, said };
}

describe('TRUST-06 what belongs to an account', () => {
  test('all of it is there from the start', () => {
    const names = ['inboxes', 'lists', 'media', 'mutuals', 'network', 'outbox', 'relays', 'settings'];
    expect([...CITIZEN_CHILDREN].toSorted()).toEqual(names);
    const { children } = start();
    for (const name of names) expect([name, children()[name]?.id]).toEqual([name, name]);
  });

  test.each(CITIZEN_CHILDREN)('%s fails, and is started again; who does not hold its address lives on', (name) => {
    const world = start();
    const before = world.children();
    world.crash(name);
    const after = world.children();
    expect(world.actor.getSnapshot().status).toBe('active');
    const begunAnew = CITIZEN_CHILDREN.filter((one) => after[one] !== before[one]);
    expect(begunAnew).toEqual(name === 'outbox' ? ['outbox', 'lists'] : [name]);
    expect(CITIZEN_CHILDREN.filter((one) => after[one] === undefined)).toEqual([]);
    expect(world.said('citizen.crashed')).toMatchObject([{ crash: { actor: `citizen/${name}`, message: 'planted' } }]);
  });

  test('INV-NO-LOSS after each of them has failed an act is still sent where the account publishes', () => {
    for (const name of CITIZEN_CHILDREN) {
      const world = start();
      world.crash(name);
      world.store.lives.at(-1)?.report({ type: 'store.opened', entries: [], now: 9 });
      world.actor.send({ type: 'citizen.publish', draft: { kind: KIND.Reaction, content: '+', tags: [['e', 'f'.repeat(64)]] }, now: 9 });
      expect([name, world.drafted()]).toEqual([name, [['wss://w.example']]]);
      const { relays } = (world.children()['lists'] as never as { getSnapshot(): { context: { relays: unknown } } }).getSnapshot().context;
      expect([name, relays]).toEqual([name, ['wss://w.example']]);
      const connected = world.sockets.lives.filter(({ ended }) => !ended).map(({ input }) => input.url);
      expect([name, connected]).toEqual([name, ['wss://w.example']]);
    }
  });

  test('one that fails a fourth time within a minute ends it, for the account to start anew; a minute later it is forgiven', () => {
    const world = start();
    for (let time = 0; time < 3; time++) world.crash('settings');
    expect(world.actor.getSnapshot().status).toBe('active');
    elapse(world.clock, 61_000, 1_000);
    world.crash('settings');
    expect(world.actor.getSnapshot().status).toBe('active');
    for (let time = 0; time < 3; time++) world.crash('settings');
    expect(world.actor.getSnapshot().status).toBe('error');
  });

  test('the composer or what helps it fails: both end, and it can be opened again', () => {
    for (const name of ['compose', 'mention', 'outbox']) {
      const world = start();
      const open = () => world.actor.send({ type: 'citizen.compose', aim: { type: 'note' } });
      open();
      world.crash(name);
      expect([world.children()['compose'], world.children()['mention'], world.actor.getSnapshot().status]).toEqual([
        undefined,
        undefined,
        'active',
      ]);
      open();
      expect(world.children()['compose']).toBeDefined();
    }
  });

  test('PUBLISH-02 what is done once and failed did not happen, and that is said', () => {
    const world = start();
    const note = trusted({ content: 'once' });
    world.actor.send({ type: 'citizen.broadcast', event: note, done: 'was sent', failed: 'was not sent' });
    world.actor.send({ type: 'citizen.retract', target: note.id, kind: 7, now: 9, failed: 'is still there', missing: 'none' });
    world.crash(`broadcast ${note.id}`);
    world.crash(`retract 7 ${note.id}`);
    expect(world.said('citizen.failed').map(({ text }) => text)).toEqual(['was not sent', 'is still there']);
    const { broadcasts, retracting } = world.actor.getSnapshot().context;
    expect([broadcasts.size, retracting.size]).toEqual([0, 0]);
  });
});
