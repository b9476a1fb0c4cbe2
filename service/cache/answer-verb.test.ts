import { expect, test } from 'vitest';
import { openVillage, verify } from '../../tests/support/service/village.ts';
import { openServiceMetrics } from '../metrics/service-metrics.ts';
import { openLongQueryTurns } from '../long-query-turns.ts';
import { answer, attempt, verbNames } from './answer-verb.ts';
import { openCache } from './cache-context.ts';

/** A service whose store fails if `isBroken`, and takes 20 ms otherwise. */
function open(isBroken: boolean) {
  const { store } = openVillage();
  const meter = openServiceMetrics(verbNames());
  const logged: string[] = [];
  const context = openCache(
    {
      ...store,
      events: async (ids) => {
        if (isBroken) throw new Error('broken');
        const from = performance.now();
        while (performance.now() - from < 20);
        return store.events(ids);
      },
    },
    { verify, meter, failed: (where, error) => void logged.push(`${where}: ${String(error)}`) },
  );
  const metric = (name: string) =>
    Number(
      meter
        .page()
        .split('\n')
        .find((line) => line.startsWith(`starling_requests_${name}{verb="events"}`))
        ?.split(' ')[1],
    );
  const ask = () => answer(context, 'events', { event_ids: ['a'.repeat(64)] });
  return { ask, metric, logged };
}

test('each verb is counted with its duration in seconds', async () => {
  const { ask, metric, logged } = open(false);
  const from = performance.now();
  expect(await ask()).toEqual({ results: [] });
  expect([metric('seconds_count'), metric('refused_total'), logged]).toEqual([1, 0, []]);
  expect(metric('seconds_sum')).toBeGreaterThanOrEqual(0.02);
  expect(metric('seconds_sum')).toBeLessThan((performance.now() - from) / 1_000);
});

test('INV-ISOLATE a verb that fails is answered with a notice, counted, and logged by its name', async () => {
  const { ask, metric, logged } = open(true);
  expect(await ask()).toEqual({ notice: expect.any(String) });
  expect([metric('seconds_count'), metric('refused_total')]).toEqual([1, 1]);
  expect(logged).toEqual(['events: Error: broken']);
});

test('TRUST-09 long queries of a verb count for the address of its client', async () => {
  const turns = openLongQueryTurns(4);
  const { promise, resolve } = Promise.withResolvers<[]>();
  const context = openVillage().context;
  const asked = ['a', 'a', 'a', 'b'].map((from) =>
    attempt({ ...context, from }, 'search', () => turns.take(() => promise)),
  );
  expect(turns.counts()).toEqual({ running: 3, waiting: 1, refused: 0 });
  resolve([]);
  expect(await Promise.all(asked)).toEqual(asked.map(() => ({ results: [] })));
});
