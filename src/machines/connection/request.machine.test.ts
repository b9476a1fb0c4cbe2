import fc from 'fast-check';
import { createActor, type InputFrom, setup, SimulatedClock } from 'xstate';
import { describe, expect, test } from 'vitest';
import { elapse } from '../../../tests/support/machines/clock.ts';
import { range, verified } from '../../../tests/support/connection/fake-cache.ts';
import { fakeBus } from '../../../tests/support/connection/fake-bus.ts';
import { seconds } from '../../events/core/time.ts';
import { endOf, planted } from '../../../tests/support/machines/planted.ts';
import { runs } from '../../../tests/support/runs.ts';
import type { CacheResponse, ResponseEvent, Outcome } from '../core/bus.ts';
import { type Onward, type RequestPart, requestMachine } from './request.machine.ts';

const query = { verb: 'user_infos', payload: { pubkeys: [] } };
const part = (...ids: string[]): Partial<CacheResponse> => ({
  events: ids.map((id) => verified({ id })),
});

/** Start an actor that sends one request and records its outcome. */
function ask({
  logic = requestMachine,
  ...given
}: { logic?: typeof requestMachine } & Omit<
  InputFrom<typeof requestMachine>,
  'bus' | 'query'
> = {}) {
  const clock = new SimulatedClock();
  const fake = fakeBus();
  const outcomes: Outcome[] = [];
  const parts: string[][] = [];
  const parent = setup({
    types: { events: {} as RequestPart },
    actors: { request: logic },
  }).createMachine({
    invoke: {
      id: 'request',
      src: 'request',
      input: { bus: fake.bus, query, ...given },
      onDone: { actions: ({ event }) => outcomes.push(event.output) },
    },
    on: {
      'request.partReceived': {
        actions: ({ event }) => parts.push(event.answer.events.map(({ id }) => id)),
      },
    },
  });
  const actor = createActor(parent, { clock }).start();
  const asker = fake.open()[0]?.from;
  if (!asker) throw new Error('nothing was asked');
  return { actor, clock, fake, outcomes, parts, say: (event: ResponseEvent) => asker.send(event) };
}

const nothing = { referenced: [], claims: [] };

describe('one request', () => {
  test('it sends once, forwards each part and ends with all of them', () => {
    const { fake, outcomes, parts } = ask({ parts: true });
    expect(fake.open().map((one) => one.query)).toEqual([query]);
    fake.part(part('a'));
    fake.answer(part('b'));
    expect(parts).toEqual([['a'], ['a', 'b']]);
    expect(outcomes).toEqual([
      { ok: true, answer: { ...nothing, events: [verified({ id: 'a' }), verified({ id: 'b' })] } },
    ]);
  });

  test('parts are not sent to a parent that did not request them', () => {
    const { fake, outcomes, parts } = ask();
    fake.part(part('a'));
    fake.answer(part('b'));
    expect([parts, outcomes.length]).toEqual([[], 1]);
  });

  test('INV-BASE rejected events are summed over all parts; a lost connection restarts the sum', () => {
    const { fake, say, outcomes } = ask();
    fake.part({ rejected: 5 });
    say({ type: 'answer.restarted' });
    fake.part({ ...part('a'), rejected: 1 });
    fake.part(part('b'));
    fake.answer({ rejected: 2, at: seconds(7) });
    expect(outcomes).toMatchObject([{ ok: true, answer: { rejected: 3, at: seconds(7) } }]);
  });

  test('INV-EPOCH a partial answer of a lost connection is void', () => {
    const { fake, say, outcomes } = ask();
    fake.part(part('half'));
    say({ type: 'answer.restarted' });
    fake.answer(part('whole'));
    expect(outcomes).toEqual([
      { ok: true, answer: { ...nothing, events: [verified({ id: 'whole' })] } },
    ]);
  });

  test('FEED-13 CACHE-04 a refusal is an outcome with its reason', () => {
    const { fake, outcomes } = ask();
    fake.refuse();
    expect(outcomes).toEqual([{ ok: false, reason: 'notice', text: 'error' }]);
  });

  test('LIMIT-06 an unknown verb is reported only after a user action; other refusals are not', () => {
    const told = (acted: boolean | undefined, text: string) => {
      const { fake, outcomes } = ask(acted === undefined ? {} : { acted });
      fake.refuse(undefined, text);
      expect(outcomes).toEqual([{ ok: false, reason: 'notice', text }]);
      return fake.toasts;
    };
    expect(told(true, 'unknown api request')).toEqual([
      { type: 'toast.show', kind: 'unavailable', message: { code: 'act.unavailable' } },
    ]);
    expect(told(undefined, 'unknown api request')).toEqual([]);
    expect(told(true, 'error')).toEqual([]);
  });

  test('INV-PROGRESS a request without an end finishes after exactly 10 s and is forgotten', () => {
    const { clock, fake, outcomes } = ask();
    fake.part(part('a'));
    elapse(clock, 9_999);
    expect([outcomes, fake.open().length]).toEqual([[], 1]);
    clock.increment(1);
    expect(outcomes).toEqual([{ ok: false, reason: 'timeout', text: '' }]);
    expect(fake.open()).toEqual([]);
  });

  test('CACHE-02 INV-PROGRESS a request that waited gets its full timeout again, at most three times', () => {
    const { clock, say, outcomes } = ask();
    for (let times = 0; times < 4; times++) {
      elapse(clock, 9_999);
      say({ type: 'answer.requestSent' });
    }
    expect(outcomes).toEqual([]);
    clock.increment(1);
    expect(outcomes).toEqual([{ ok: false, reason: 'timeout', text: '' }]);
  });

  test('INV-PROGRESS a custom deadline is used', () => {
    const { clock, outcomes } = ask({ deadline: 2_000 });
    elapse(clock, 1_999);
    expect(outcomes).toEqual([]);
    clock.increment(1);
    expect(outcomes).toHaveLength(1);
  });
});

type Move = ResponseEvent | { type: 'wait'; ms: number };
const move: fc.Arbitrary<Move> = fc.oneof(
  fc.nat(9).map(
    (n): Move => ({
      type: 'answer.partReceived',
      events: [verified({ id: `e${n}` })],
      referenced: [],
      claims: [],
    }),
  ),
  fc.constant<Move>({ type: 'answer.restarted' }),
  fc.constant<Move>({ type: 'answer.requestSent' }),
  fc.constant<Move>({ type: 'answer.ended' }),
  fc.constant<Move>({ type: 'answer.failed', reason: 'notice', text: '' }),
  fc.nat(6_000).map((ms): Move => ({ type: 'wait', ms })),
);

/** The expected outcome of a request with a 10 s deadline, derived from the whole script. */
function outcomeOf(script: readonly Move[]): string {
  let [at, asked, ids]: [number, number, string[]] = [0, 0, []];
  for (const one of script) {
    if (one.type === 'wait') at += one.ms;
    if (at >= 10_000) return 'timeout';
    if (one.type === 'answer.requestSent' && asked++ < 3) at = 0;
    if (one.type === 'answer.partReceived') ids.push(...one.events.map(({ id }) => id));
    if (one.type === 'answer.restarted') ids = [];
    if (one.type === 'answer.ended') return ids.join();
    if (one.type === 'answer.failed') return one.reason;
  }
  return 'timeout';
}

const holds = (logic: typeof requestMachine) =>
  fc.property(fc.array(move, { maxLength: 12, size: 'max' }), (script) => {
    const { actor, clock, outcomes, say } = ask({ logic });
    for (const one of script) {
      if (one.type === 'wait') elapse(clock, one.ms, 1_000);
      else if (outcomes.length === 0) say(one);
    }
    elapse(clock, 10_000, 1_000);
    expect(actor.getSnapshot().status).toBe('active');
    expect(
      outcomes.map((one) => (one.ok ? one.answer.events.map(({ id }) => id).join() : one.reason)),
    ).toEqual([outcomeOf(script)]);
  });

test('INV-PROGRESS INV-EPOCH in any order of events there is exactly one outcome, the correct one', () => {
  fc.assert(holds(requestMachine), { numRuns: runs(200) });
});

test('INV-PROGRESS a request without a deadline is caught (planted)', () => {
  expect(endOf(holds(requestMachine.provide({ delays: { deadline: Infinity } })))).toBe(
    'AssertionError',
  );
});

test('INV-EPOCH a request that keeps a partial answer of a lost connection is caught (planted)', () => {
  const keeping = planted(
    requestMachine,
    ({ states }) => delete states?.['asking']?.['on']?.['answer.restarted'],
  );
  expect(endOf(holds(keeping), 5_000)).toBe('AssertionError');
});

describe('THREAD-06 the follow-up request is sent once the first answer ends', () => {
  const next = { verb: 'events', payload: { event_ids: ['b'] } };
  const onward: Onward = ({ events }) => (events.some(({ id }) => id === 'a') ? next : undefined);
  const start = () => {
    const world = ask({ onward });
    world.fake.part(part('a'));
    expect(world.fake.open().map((one) => one.query.verb)).toEqual(['user_infos']);
    world.fake.answer({ claims: [range(['a'])] });
    expect(world.fake.open().map((one) => one.query)).toEqual([next]);
    expect(world.outcomes).toEqual([]);
    return world;
  };
  const endsWith = ({ outcomes }: ReturnType<typeof ask>, referenced: readonly string[]) =>
    expect(outcomes).toEqual([
      {
        ok: true,
        answer: {
          events: [verified({ id: 'a' })],
          referenced: referenced.map((id) => verified({ id })),
          claims: [range(['a'])],
        },
      },
    ]);

  test('the follow-up adds referenced events, keeps the first order, and no third request follows', () => {
    const world = start();
    world.say({ type: 'answer.partReceived', ...nothing, events: [verified({ id: 'half' })] });
    world.say({ type: 'answer.restarted' });
    world.fake.answer({ ...part('b'), claims: [range(['b'])] });
    endsWith(world, ['b']);
  });

  test('a failed or missing follow-up never loses the first answer, which is delayed at most 4 s', () => {
    const refused = start();
    refused.fake.refuse();
    endsWith(refused, []);
    const silent = start();
    elapse(silent.clock, 3_999);
    expect(silent.outcomes).toEqual([]);
    elapse(silent.clock, 1);
    endsWith(silent, []);
  });

  test('received parts of an unfinished follow-up are kept, without a second timeout', () => {
    const world = start();
    world.fake.part(part('b'));
    for (let at = 0; at < 3; at++) world.say({ type: 'answer.requestSent' });
    elapse(world.clock, 4_000);
    endsWith(world, ['b']);
  });

  test('a failed first request sends no follow-up', () => {
    const world = ask({ onward });
    world.fake.refuse();
    expect([world.fake.open().length, world.outcomes]).toMatchObject([0, [{ ok: false }]]);
  });
});
