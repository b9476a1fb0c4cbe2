import { assign, createActor, not, setup } from 'xstate';
import { expect, test } from 'vitest';
import { startSigner } from '../../../../tests/support/account/signer-world.ts';
import { matches, nextWays, refusalsOf } from './next-ways.ts';

const door = setup({
  types: {
    context: {} as { readonly isFree: boolean; readonly key: string },
    events: {} as
      | { type: 'push'; key: string }
      | { type: 'knock' }
      | { type: 'free' }
      | { type: 'door.bell'; loud: boolean },
  },
  guards: {
    isFree: ({ context }) => context.isFree,
    fits: ({ context, event }) => event.type === 'push' && event.key === context.key,
    isLoud: ({ event }) => 'loud' in event && event.loud,
    isKey: ({ context }, { key }: { key: string }) => context.key === key,
    breaks: () => {
      throw new Error('a guard that breaks');
    },
  },
}).createMachine({
  id: 'door',
  context: { isFree: false, key: 'a' },
  initial: 'shut',
  on: { free: { actions: assign({ isFree: true }) }, '*': { guard: 'isLoud' } },
  states: {
    shut: {
      initial: 'quiet',
      after: { 2_000: { guard: not('isFree'), target: 'open' } },
      on: {
        push: [
          { guard: 'fits', target: 'open' },
          { guard: { type: 'isKey', params: { key: 'b' } }, target: 'shut' },
        ],
      },
      states: {
        quiet: {
          always: { guard: 'isFree', target: '#door.open' },
          on: { knock: {}, 'door.*': { guard: 'breaks', target: 'quiet' } },
        },
      },
    },
    open: {},
  },
});

const heard = [{ type: 'push', key: 'a' }];

test('TOOL-05 the next transitions are listed innermost first, with the answers of their guards', () => {
  const snapshot = createActor(door).getSnapshot();
  const ways = nextWays(snapshot, (descriptor) =>
    heard.find(({ type }) => matches(descriptor, type)),
  );
  expect(
    ways.map(({ state, reason, to, verdict }) => [
      state,
      'name' in reason.cause ? reason.cause.name : reason.cause.type,
      reason.guard,
      to,
      verdict,
    ]),
  ).toEqual([
    ['shut.quiet', 'knock', undefined, [], undefined],
    ['shut.quiet', 'door.*', 'breaks', ['shut.quiet'], 'depends'],
    ['shut.quiet', 'always', 'isFree', ['open'], { passes: false, isSure: true }],
    ['shut', 'push', 'fits', ['open'], { passes: true, isSure: false }],
    ['shut', 'push', 'isKey', ['shut'], { passes: false, isSure: true }],
    ['shut', 'after', 'inline', ['open'], { passes: true, isSure: true }],
    ['', 'free', undefined, [], undefined],
    ['', 'anything', 'isLoud', [], { passes: false, isSure: false }],
  ]);
});

test('TOOL-05 a guard that reads the event depends on it until one has come', () => {
  const snapshot = createActor(door).getSnapshot();
  const verdicts = nextWays(snapshot, () => undefined).map(({ verdict }) => verdict);
  expect(verdicts.filter((one) => one === 'depends')).toHaveLength(3);
});

test('TOOL-05 the next transitions of a real machine follow its state, and send nothing', () => {
  const { actor } = startSigner();
  const before = actor.getSnapshot();
  const ways = nextWays(before, () => undefined);
  expect(ways.map(({ state }) => state).slice(0, 2)).toEqual(['open.idle', 'open.idle']);
  expect(ways.find(({ reason }) => reason.cause.type === 'always')?.verdict).toEqual({
    passes: false,
    isSure: true,
  });
  expect(actor.getSnapshot()).toBe(before);
});

test('TOOL-05 a guard that does not hold has the parameters and fields of the context that it read', () => {
  const snapshot = createActor(door).getSnapshot();
  const ways = nextWays(snapshot, (descriptor) =>
    descriptor === 'push' ? { type: 'push', key: 'z' } : undefined,
  );
  const reads = (guard: string) => ways.find(({ reason }) => reason.guard === guard)?.reads;
  expect(reads('isFree')).toEqual({
    params: undefined,
    context: [['isFree', false]],
    source: expect.stringContaining('isFree'),
  });
  expect(reads('isKey')).toMatchObject({ params: { key: 'b' }, context: [['key', 'a']] });
  expect(reads('fits')).toMatchObject({ context: [['key', 'a']] });
  // it holds
  expect(reads('inline')).toBeUndefined();
});

test('TOOL-05 an event is refused by the states whose guards all fail, and taken by others', () => {
  const snapshot = createActor(door).getSnapshot();
  const refused = (event: { readonly type: string; readonly key?: string }) => {
    const { refusals, isTaken } = refusalsOf(snapshot, event);
    return [refusals.map(({ state, ways }) => [state, ways.length]), isTaken];
  };
  expect(refused({ type: 'push', key: 'z' })).toEqual([
    [
      ['shut', 2],
      ['', 1],
    ],
    false,
  ]);
  expect(refused({ type: 'push', key: 'a' })).toEqual([[], true]);
  expect(refused({ type: 'free' })).toEqual([[], true]);
});
