import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readNutzap } from '../../src/events/money/nutzaps/nutzap.ts';
import { paymentStateOf } from '../../src/events/money/payments/payment.ts';
import { seconds } from '../../src/events/core/time.ts';
import { nutzapPaymentWorld } from '../support/money/nutzap-payment-world.ts';
import {
  giftWant,
  moneyDisk,
  type MoneyDisk,
  type MoneyTab,
  moneyTab,
} from '../support/money/money-world.ts';
import { isLong, sequences, timeoutOf } from '../support/runs.ts';

/** One step in a history of nutzaps. `tab`: the first or second tab. */
type Step =
  | { readonly do: 'zap'; readonly tab: 0 | 1; readonly intent: 'i' | 'j' }
  /**
   * `work`: executes the orders. `say`: delivers one of the messages under way, or delivers it
   * twice.
   */
  | { readonly do: 'work' }
  | { readonly do: 'say'; readonly which: number; readonly twice: boolean }
  | { readonly do: 'lose' | 'turn' }
  | {
      readonly do: 'mood';
      readonly mintRefuses: boolean;
      readonly isFull: boolean;
      /** True if the mint does not respond. `isTold`: it received the request before. */
      readonly isSilent?: boolean;
      readonly isTold?: boolean;
      readonly signs: boolean;
      readonly relayTakes: boolean;
    }
  | { readonly do: 'look'; readonly tab: 0 | 1; readonly intent: 'i' | 'j' }
  /** `settle`: the user states the outcome. `late`: time passes until they may do so. */
  | {
      readonly do: 'settle';
      readonly tab: 0 | 1;
      readonly intent: 'i' | 'j';
      readonly paid: boolean;
    }
  | { readonly do: 'late' }
  | { readonly do: 'crash'; readonly tab: 0 | 1 }
  | { readonly do: 'wait'; readonly ms: number };

const tab = fc.constantFrom(0 as const, 1 as const);
const intent = fc.constantFrom('i' as const, 'j' as const);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('zap' as const), tab, intent }),
  fc.record({ do: fc.constant('work' as const) }),
  fc.record({ do: fc.constant('say' as const), which: fc.nat(5), twice: fc.boolean() }),
  fc.record({ do: fc.constantFrom('lose' as const, 'turn' as const) }),
  fc.record({
    do: fc.constant('mood' as const),
    mintRefuses: fc.boolean(),
    isFull: fc.boolean(),
    isSilent: fc.boolean(),
    isTold: fc.boolean(),
    signs: fc.boolean(),
    relayTakes: fc.boolean(),
  }),
  fc.record({ do: fc.constant('look' as const), tab, intent }),
  fc.record({ do: fc.constant('settle' as const), tab, intent, paid: fc.boolean() }),
  fc.record({ do: fc.constant('late' as const) }),
  fc.record({ do: fc.constant('crash' as const), tab }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1_000, 30_000, 120_000) }),
);

interface Planted {
  /** Data that a crash loses although it must survive. */
  readonly forgets?: 'locks';
  /** True if an order that does not fit into the ecash log is reported as failed. */
  readonly failsFull?: boolean;
  /** True if an order is cancelled although its mint has received it. */
  readonly callsOffTold?: boolean;
}

/** Run a history, then keep the world free of faults for long enough. */
async function run(
  steps: readonly Step[],
  disk: MoneyDisk,
  { forgets, failsFull = false, callsOffTold = false }: Planted = {},
) {
  const world = nutzapPaymentWorld();
  Object.assign(world.planted, { failsFull, callsOffTold });
  const tabs: [MoneyTab, MoneyTab] = [moneyTab(disk), moneyTab(disk)];
  const turn = async (): Promise<void> => {
    for (const one of tabs) await one.settle();
  };
  await turn();
  for (const one of steps) {
    switch (one.do) {
      case 'zap':
        tabs[one.tab].pay(one.intent, giftWant());
        await Promise.resolve();
        break;
      case 'work':
        world.work(tabs);
        break;
      case 'say': {
        const [say] = world.unsaid.splice(one.which % Math.max(1, world.unsaid.length), 1);
        say?.();
        if (one.twice) say?.();
        break;
      }
      case 'lose':
        world.unsaid.pop();
        break;
      case 'turn':
        await turn();
        break;
      case 'mood': {
        const { mintRefuses, isFull, isSilent = false, isTold = false, signs, relayTakes } = one;
        Object.assign(world.mood, { mintRefuses, isFull, isSilent, isTold, signs, relayTakes });
        break;
      }
      case 'look':
        tabs[one.tab].send({ type: 'money.load', intent: one.intent });
        break;
      case 'settle':
        tabs[one.tab].send({ type: 'money.settle', intent: one.intent, paid: one.paid });
        break;
      case 'late':
        disk.time.now += 4_000;
        break;
      case 'crash':
        tabs[one.tab].crash();
        if (forgets === 'locks') world.forgetLocks();
        tabs[one.tab] = moneyTab(disk);
        break;
      case 'wait':
        for (const each of tabs) await each.wait(one.ms / 2, 10_000);
    }
  }
  // from here on no message is lost, signers sign, and relays accept all events
  Object.assign(world.mood, {
    mintRefuses: false,
    isFull: false,
    isSilent: false,
    signs: true,
    relayTakes: true,
  });
  for (let round = 0; round < 40; round++) {
    for (const one of tabs) await one.wait(100_000, 25_000);
    for (const one of tabs)
      for (const wanted of ['i', 'j']) one.send({ type: 'money.load', intent: wanted });
    world.work(tabs);
    for (const say of world.unsaid.splice(0)) say();
  }
  await turn();
  return { world, disk };
}

/** Return the violated invariants of a history (E-39, E-42, INV-PAY). */
function breaches({ world, disk }: Awaited<ReturnType<typeof run>>): readonly string[] {
  const found: string[] = [];
  if (new Set(world.locks).size < world.locks.length) found.push('locked twice for one intent');
  const zaps = world.events().flatMap((event) => readNutzap(event) ?? []);
  const secrets = zaps.flatMap(({ proofs }) => proofs.map(({ secret }) => secret.reveal()));
  if (new Set(secrets).size < secrets.length) found.push('one gift in two events');
  const taken = new Set(world.taken().map(({ id }) => id));
  for (const record of disk.records().values()) {
    const { intent: name, paid } = record;
    const state = paymentStateOf(record);
    const isLocked = world.locks.includes(name);
    const isSaid = paid?.proof.by === 'person';
    if (
      state === 'paid' &&
      !isSaid &&
      (paid?.proof.by !== 'nutzap' || !taken.has(paid.proof.nutzap))
    )
      found.push('shown as given, and nobody took it');
    if (state === 'paid' && !isLocked) found.push('shown as given, and nothing was locked');
    if (state === 'failed' && isLocked) found.push('shown as failed, and its ecash is gone');
    if (state !== 'paid' && state !== 'failed') found.push(`left as ${state}`);
  }
  return found;
}

test.runIf(isLong)(
  'E-39 E-42 INV-PAY a nutzap is locked once, published once, and reported truthfully',
  {
    timeout: timeoutOf(60_000),
  },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 16 }), async (steps) => {
        expect(breaches(await run(steps, moneyDisk()))).toEqual([]);
      }),
      { numRuns: sequences(200) },
    );
  },
);

test('E-39 INV-PAY a nutzap that the mint refused in one tab is not locked by another tab', async () => {
  const world = { isFull: false, signs: false, relayTakes: false };
  const refusing: Step = { do: 'mood', mintRefuses: true, ...world };
  const willing: Step = { do: 'mood', mintRefuses: false, ...world };
  const steps: readonly Step[] = [
    refusing,
    { do: 'zap', tab: 1, intent: 'i' },
    { do: 'wait', ms: 120_000 },
    { do: 'work' },
    willing,
  ];
  const history = await run(steps, moneyDisk());
  expect([
    breaches(history),
    history.world.locks,
    history.disk.records().get('i')?.failure?.code,
  ]).toEqual([[], [], 'pay.notEnough']);
});

const until = (...rest: readonly Step[]): readonly Step[] => [
  { do: 'zap', tab: 0, intent: 'i' },
  { do: 'turn' },
  ...rest,
  { do: 'crash', tab: 0 },
  { do: 'zap', tab: 0, intent: 'i' },
  { do: 'turn' },
];
const LOCKED = until({ do: 'work' });
const PUBLISHED = until(
  { do: 'work' },
  { do: 'say', which: 0, twice: false },
  { do: 'turn' },
  { do: 'work' },
);

test('E-42 an ecash log that a crash erases locks twice, and the test detects that (planted)', async () => {
  for (const steps of [LOCKED, PUBLISHED])
    expect(breaches(await run(steps, moneyDisk()))).toEqual([]);
  expect(breaches(await run(LOCKED, moneyDisk(), { forgets: 'locks' }))).toContain(
    'locked twice for one intent',
  );
  expect(breaches(await run(PUBLISHED, moneyDisk(), { forgets: 'locks' }))).toContain(
    'locked twice for one intent',
  );
});

test('E-39 INV-PAY an order reported as failed in one full tab runs in another (planted)', async () => {
  const rest = { mintRefuses: false, signs: false, relayTakes: false };
  const steps: readonly Step[] = [
    { do: 'zap', tab: 1, intent: 'i' },
    { do: 'wait', ms: 120_000 },
    { do: 'mood', isFull: true, ...rest },
    { do: 'work' },
    { do: 'mood', isFull: false, ...rest },
  ];
  expect(breaches(await run(steps, moneyDisk()))).toEqual([]);
  expect(breaches(await run(steps, moneyDisk(), { failsFull: true }))).toEqual([
    'shown as failed, and its ecash is gone',
  ]);
});

/** An order to a silent mint that the user cancels before the mint responds. */
const calledOff = (isTold: boolean): readonly Step[] => {
  const mood = { mintRefuses: false, isFull: false, isTold, signs: true, relayTakes: true };
  return [
    { do: 'mood', isSilent: true, ...mood },
    { do: 'zap', tab: 0, intent: 'i' },
    { do: 'turn' },
    { do: 'work' },
    { do: 'wait', ms: 120_000 },
    { do: 'late' },
    { do: 'settle', tab: 0, intent: 'i', paid: false },
    { do: 'turn' },
    { do: 'work' },
    { do: 'say', which: 0, twice: false },
    { do: 'turn' },
    { do: 'mood', isSilent: false, ...mood },
    { do: 'work' },
  ];
};

test('E-39 E-42 INV-PAY a cancelled nutzap is returned if its mint had no request, else given', async () => {
  const untold = await run(calledOff(false), moneyDisk());
  expect([
    breaches(untold),
    untold.world.locks,
    untold.disk.records().get('i')?.failure?.code,
  ]).toEqual([[], [], 'pay.notEnough']);
  const told = await run(calledOff(true), moneyDisk());
  expect([breaches(told), told.world.locks, told.disk.records().get('i')?.paid?.proof.by]).toEqual([
    [],
    ['i'],
    'nutzap',
  ]);
});

test('E-39 E-42 INV-PAY cancelling after the mint has the request locks later (planted)', async () => {
  const history = await run(calledOff(true), moneyDisk(), { callsOffTold: true });
  expect(breaches(history)).toEqual(['shown as failed, and its ecash is gone']);
});

test('INV-PAY a nutzap reported as given that no relay accepted is detected (planted)', async () => {
  const honest = await run([{ do: 'zap', tab: 0, intent: 'i' }, { do: 'turn' }], moneyDisk());
  expect(breaches(honest)).toEqual([]);
  const believed = moneyDisk();
  believed.entries.push(...honest.disk.entries.filter(({ type }) => type !== 'paid'));
  const at = honest.disk.records().get('i')?.at ?? seconds(0);
  believed.entries.push({
    type: 'paid',
    intent: 'i',
    at,
    proof: { by: 'nutzap', nutzap: 'f'.repeat(64) },
  });
  expect(breaches({ ...honest, disk: believed })).toContain('shown as given, and nobody took it');
});
