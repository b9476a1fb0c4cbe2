import { expect, test } from 'vitest';
import { elapse } from '../support/machines/clock.ts';
import { fakeApp } from '../support/views/fake-app.ts';
import { range, verified } from '../support/connection/fake-cache.ts';
import { isLong } from '../support/runs.ts';
import { actorAt } from '../support/views/rendered-app.tsx';

const ROUNDS = isLong ? 120 : 60;
const PAGE = 500;

test('E-50 tens of thousands of notes in many screens use no more memory than the first screens', () => {
  const fake = fakeApp();
  fake.app.start();
  fake.socket.connect();
  const screens = actorAt(fake.app, 'screens');
  let next = 0;
  const page = () =>
    Array.from({ length: PAGE }, () => {
      const n = next++;
      return verified({
        id: n.toString(16).padStart(64, '0'),
        pubkey: (n % 5_000).toString(16).padStart(64, '0'),
        created_at: n,
        content: 'x',
      });
    });
  const sizes = () => {
    const { facts, cache } = fake.app.getSnapshot().children;
    const { events, profiles, replies, stats } = facts?.getSnapshot().context ?? {};
    return {
      rows: [events, profiles, replies, stats].reduce((sum, table) => sum + (table?.size ?? 0), 0),
      actors: Object.keys(screens.getSnapshot().children).length,
      mounts: Object.keys(screens.getSnapshot().context.mounts).length,
      asked: cache?.getSnapshot().context.asked.length ?? 0,
      wire: fake.socket.open().length,
    };
  };
  const most = (all: readonly ReturnType<typeof sizes>[], name: keyof ReturnType<typeof sizes>) =>
    Math.max(...all.map((one) => one[name]));
  /** The user scrolls, and the lost connection is restored. */
  const wake = () => {
    fake.activity.say({ type: 'activity.seen' });
    while (!fake.app.getSnapshot().children.cache?.getSnapshot().hasTag('online')) {
      elapse(fake.clock, 500);
      fake.socket.connect();
    }
  };
  const seen = Array.from({ length: ROUNDS }, (_, round) => {
    wake();
    const key = `feed:${round}` as const;
    screens.send({
      type: 'screen.opened',
      order: {
        kind: 'feed',
        key,
        input: { base: { verb: 'feed', payload: { round } }, pageSize: PAGE },
      },
    });
    const events = page();
    fake.answer('feed', {
      events,
      claims: [
        range(
          events.map(({ id }) => id),
          { since: next - PAGE, until: next - 1 },
        ),
      ],
    });
    screens.send({ type: 'screen.closed', key });
    elapse(fake.clock, 60_000, 20_000);
    return sizes();
  });
  const [morning, evening] = [seen.slice(25, 40), seen.slice(45)];
  for (const name of ['rows', 'actors', 'mounts', 'asked', 'wire'] as const)
    expect([name, most(evening, name)]).toEqual([name, most(morning, name)]);
  expect(most(evening, 'rows')).toBeLessThan((ROUNDS * PAGE) / 2);
  fake.app.stop();
});
