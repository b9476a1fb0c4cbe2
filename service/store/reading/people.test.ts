import { expect, test } from 'vitest';
import { seconds } from '../../../src/events/core/time.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { openStore } from '../sqlite/sqlite-store.ts';
import { isLong } from '../../../tests/support/runs.ts';

const NOW = 1_760_000_000;
const who = (n: number) => n.toString(16).padStart(64, '0');

test.runIf(isLong)(
  'TRUST-09 network sizes of a follower of the account with most follows are counted up to a bound',
  async () => {
    const store = openStore(':memory:', {
      now: () => seconds(NOW),
      verify: (event) => trusted(event),
    });
    const list = (follower: number, from: number, count: number) =>
      trusted({
        kind: 3,
        pubkey: who(follower),
        created_at: NOW,
        tags: Array.from({ length: count }, (_, n) => ['p', who(from + n)]),
      });
    const people = Array.from({ length: 60 }, (_, n) => n + 1);
    await store.insert([
      list(1_000_000, 1, people.length),
      ...people.map((n) => list(n, n * 1_000, 1_000)),
    ]);
    const { follows, outer } = await store.circlesOf(who(1_000_000));
    expect(follows).toBe(60);
    expect(outer).toBeGreaterThan(49_000);
    expect(outer).toBeLessThanOrEqual(50_060);
    await store.close();
  },
);
