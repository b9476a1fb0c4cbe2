import fc from 'fast-check';
import { assign } from 'xstate';
import { describe, expect, test } from 'vitest';
import { notificationsIn } from '../../src/events/notifications/notification.ts';
import { notificationsMachine } from '../../src/machines/notifications/notifications.machine.ts';
import { A, B } from '../support/account/session-world.ts';
import {
  numberOf,
  startTabs,
  type Tabs,
  type Way,
  WAYS,
} from '../support/notifications/notification-world.ts';
import { endOf, planted } from '../support/machines/planted.ts';
import { isLong, runs } from '../support/runs.ts';

type Step =
  | { do: 'happens'; of: typeof A }
  | { do: 'answer'; at: 0 | 1; way: Way }
  | { do: 'stream'; at: 0 | 1; way: 'now' | 'late' | 'strange' }
  | { do: 'sign'; at: 0 | 1; yes: boolean }
  | { do: 'tell'; at: 0 | 1; event: Parameters<Tabs['tell']>[1] }
  | { do: 'arrives'; place: number; how: 'once' | 'twice' | 'lost' }
  | { do: 'switch'; at: 0 | 1; of: typeof A }
  | { do: 'lead' | 'crash'; at: 0 | 1 }
  | { do: 'wait'; at: 0 | 1; ms: number }
  /** New notifications arrive and are fetched, and the list is opened and marked. */
  | { do: 'news' | 'look'; at: 0 | 1; way: Way };

const at = fc.constantFrom(0 as const, 1 as const);
const of = fc.constantFrom(A, A, B);
const only = <T extends string>(value: T) => fc.constant(value);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: only('happens'), of }) },
  { weight: 7, arbitrary: fc.record({ do: only('answer'), at, way: fc.constantFrom(...WAYS) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: only('stream'),
      at,
      way: fc.constantFrom('now' as const, 'now' as const, 'late' as const, 'strange' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: only('sign'), at, yes: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: only('tell'),
      at,
      event: fc.constantFrom(
        'opened' as const,
        'left' as const,
        'mark' as const,
        'expected' as const,
        'awake' as const,
        'asleep' as const,
      ),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: only('arrives'),
      place: fc.nat(4),
      how: fc.constantFrom('once' as const, 'once' as const, 'twice' as const, 'lost' as const),
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constantFrom('news' as const, 'news' as const, 'look' as const),
      at,
      way: fc.constantFrom(...WAYS),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: only('switch'), at, of }) },
  { weight: 2, arbitrary: fc.record({ do: only('lead'), at }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: only('wait'), at, ms: fc.constantFrom(400, 1_100, 16_000) }),
  },
);
/** Inserts one crash at a random place. */
const script = fc
  .tuple(fc.array(step, { maxLength: 30 }), fc.nat(30), at)
  .map(([steps, place, one]): Step[] => [
    ...steps.slice(0, place),
    { do: 'crash', at: one },
    ...steps.slice(place),
  ]);

function perform(one: Step, tabs: Tabs): void {
  if (one.do === 'happens') tabs.happens(one.of === A ? A : B);
  else if (one.do === 'answer') tabs.answer(one.at, one.way);
  else if (one.do === 'stream') tabs.stream(one.at, one.way);
  else if (one.do === 'sign') tabs.sign(one.at, one.yes);
  else if (one.do === 'tell') tabs.tell(one.at, one.event);
  else if (one.do === 'arrives') tabs.arrives(one.place, one.how);
  else if (one.do === 'switch') tabs.switchTo(one.at, one.of === A ? A : B);
  else if (one.do === 'wait') tabs.wait(one.at, one.ms);
  else if (one.do === 'news') fetchNews(one, tabs);
  else if (one.do === 'look') look(one, tabs);
  else tabs[one.do](one.at);
}

function fetchNews({ at: tab, way }: { at: 0 | 1; way: Way }, tabs: Tabs): void {
  tabs.happens(tabs.tabs[tab].account);
  tabs.stream(tab, 'now');
  tabs.wait(tab, 1_100);
  tabs.answer(tab, way);
  tabs.answer(tab, way);
}

function look({ at: tab, way }: { at: 0 | 1; way: Way }, tabs: Tabs): void {
  tabs.tell(tab, 'opened');
  tabs.wait(tab, 1_100);
  tabs.sign(tab, true);
  tabs.answer(tab, way);
}

/**
 * A tab shows nothing of another account. The marker never goes back, and the count is never too
 * high.
 */
function check(tabs: Tabs): void {
  for (const life of tabs.tabs) {
    const { news, seen, unread, total = 0, fresh } = life.actor.getSnapshot().context;
    expect(life.actor.getSnapshot().status).toBe('active');
    const own = tabs.idsOf(life.account);
    expect([...news, ...fresh].filter(({ id }) => !own.has(id))).toEqual([]);
    expect(Math.max(unread, total)).toBeLessThanOrEqual(tabs.mostOf(life.account));
    expect(numberOf(seen)).toBeGreaterThanOrEqual(life.known);
    expect(numberOf(seen)).toBeLessThanOrEqual(tabs.markerOf(life.account));
    life.known = numberOf(seen);
  }
}

function play(
  steps: readonly Step[],
  machine: typeof notificationsMachine,
  isShared = false,
): Tabs {
  const tabs = startTabs(machine, { isShared });
  tabs.follow();
  for (const one of steps) {
    perform(one, tabs);
    tabs.follow();
    check(tabs);
  }
  return tabs;
}

const holds = (machine: typeof notificationsMachine, isShared = false) =>
  fc.property(script, (steps) => {
    const tabs = play(steps, machine, isShared);
    tabs.quiet();
    check(tabs);
    for (const { account, actor } of tabs.tabs)
      expect(actor.getSnapshot().context.unread).toBe(tabs.rightCount(account));
  });

test('NOTIF-04 NOTIF-05 INV-SCOPE E-59 two tabs always end with the right count and marker', () => {
  // `npm run test:long` tries other sequences each time
  fc.assert(holds(notificationsMachine), {
    numRuns: runs(200),
    ...(isLong ? {} : { seed: 991 }),
  });
});

test('NOTIF-04 a notification after a silently saved marker counts, though the number is the same', () => {
  const steps: Step[] = [
    { do: 'crash', at: 0 },
    { do: 'news', at: 0, way: 'ok' },
    { do: 'look', at: 0, way: 'silent' },
    { do: 'happens', of: A },
  ];
  const tabs = play(steps, notificationsMachine);
  tabs.quiet();
  for (const { account, actor } of tabs.tabs)
    expect(actor.getSnapshot().context.unread).toBe(tabs.rightCount(account));
});

describe('the same property fails', () => {
  test.runIf(isLong)('NOTIF-04 for a tab that accepts notifications of another account', () => {
    const careless = notificationsMachine.provide({
      actions: {
        learnNews: assign((_, { outcome }) => ({
          news: outcome.ok
            ? [A, B].flatMap((account) => notificationsIn(outcome.answer.claims, account))
            : [],
          hasLooked: true,
        })),
      },
    });
    expect(endOf(holds(careless))).toBe('AssertionError');
  });

  test.runIf(isLong)('INV-SCOPE for tabs of all accounts on one channel', () => {
    expect(endOf(holds(notificationsMachine, true))).toBe('AssertionError');
  });

  test.runIf(isLong)('NOTIF-05 for a tab that accepts an older marker from another tab', () => {
    const careless = notificationsMachine.provide({
      actions: {
        listen: assign(({ event }) => (event.type === 'tabs.received' ? event.told : {})),
      },
    });
    expect(endOf(holds(careless))).toBe('AssertionError');
  });

  test.runIf(isLong)('NOTIF-04 for a leader that does not inform tabs opened later', () => {
    const silent = planted(notificationsMachine, (config) => {
      delete config['on']?.['tabs.requested'];
    });
    expect(endOf(holds(silent))).toBe('AssertionError');
  });
});
