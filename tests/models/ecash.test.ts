import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromCallback, fromPromise, toPromise, createActor } from 'xstate';
import type { ecashMint } from '../../src/adapters/money/ecash/ecash-mint.ts';
import type { EcashLogEntry } from '../../src/events/money/ecash/ecash-log-entry.ts';
import { worthOf } from '../../src/events/money/ecash/cashu.ts';
import type {
  EcashStoreCommand,
  MintAnswer,
  MintAsk,
} from '../../src/machines/money/ecash/ecash-protocol.ts';
import {
  balance,
  type EcashTab,
  ecashWorld,
  isQuiet,
  jobOf,
  knownProofs,
  NOW,
  type Step,
  stateIn,
} from '../support/money/ecash-world.ts';
import {
  type FakeMint,
  fakeInvoice,
  fakeMint,
  type MintFault,
} from '../support/money/fake-mint.ts';
import { runs, sequences, timeoutOf } from '../support/runs.ts';

/** The same words in all sequences, so that their outputs are derived only once. */
const WORDS =
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';

type World = ReturnType<typeof ecashWorld>;

/** The wallet's proofs equal the mint's issued minus redeemed amount, to the sat. */
function judge(mint: FakeMint, tab: EcashTab): void {
  const purse = tab.purse();
  const spendable = knownProofs(purse).filter(({ secret }) =>
    mint.isSpendable(secret.reveal() ?? ''),
  );
  expect(worthOf(spendable)).toBe(mint.ledger.issued - mint.ledger.redeemed);
  // every free proof is spendable
  const free = [...purse.proofs.values()].filter(({ by }) => by === undefined);
  expect(free.every(({ proof }) => mint.isSpendable(proof.secret.reveal() ?? ''))).toBe(true);
  // each settled melt job paid its invoice once, and no other invoice was paid
  const paid = [...purse.jobs.values()].filter(
    ({ want, settled }) => want.type === 'melt' && settled,
  );
  expect(paid.reduce((sum, { want }) => sum + (want.type === 'melt' ? want.amount : 0), 0)).toBe(
    mint.ledger.melted,
  );
  expect(isQuiet(tab)).toBe(true);
}

/** Make the mint honest, pay open invoices, and wait until every job has ended. */
async function settle(
  world: World,
  mint: FakeMint,
  tab: EcashTab,
  jobs: readonly string[],
): Promise<void> {
  mint.faults = () => 'ok';
  await world.until(() => {
    for (const quote of mint.quotes.keys()) if (isToBePaid(tab, quote)) mint.pay(quote);
    return jobs.every((job) => jobOf(tab, job)) && isQuiet(tab);
  });
}

function isToBePaid(tab: EcashTab, quote: string): boolean {
  return [...tab.purse().jobs.values()].some(
    ({ want, prepared }) => want.type === 'mint' && prepared?.quote === quote,
  );
}

type Act = 'mint' | 'send' | 'takeBack' | 'melt' | 'crash' | 'tab' | 'pay';
const act = fc.oneof(
  ...(['mint', 'send', 'takeBack', 'melt', 'crash', 'tab', 'pay'] as const).map((name) =>
    fc.constant<Act>(name),
  ),
);
const fault = fc.oneof(
  { weight: 6, arbitrary: fc.constant<MintFault>('ok') },
  ...(['unheard', 'lost', 'doubled', 'lie', 'broken'] as const).map((name) => ({
    weight: 1,
    arbitrary: fc.constant<MintFault>(name),
  })),
);

test('E-42 E-48 ECASH-01 no sat is lost or doubled by two tabs, crashes or a faulty mint', {
  timeout: timeoutOf(600_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('v1' as const, 'v0' as const),
      fc.constantFrom(0, 100),
      fc.array(fc.tuple(act, fc.integer({ min: 1, max: 60 })), { minLength: 3, maxLength: 10 }),
      fc.array(fault, { minLength: 10, maxLength: 40 }),
      fc.constantFrom(undefined, 3),
      async (api, ppk, acts, faults, most) => {
        const mint = fakeMint({ api, ppk: api === 'v1' ? ppk : 0 });
        const world = ecashWorld([mint], { words: WORDS, ...(most ? { most } : {}) });
        const tabs = [world.open()];
        const jobs: string[] = [];
        try {
          tabs[0]?.send(
            { type: 'ecash.allow', mint: mint.url },
            { type: 'ecash.mint', job: 'first', mint: mint.url, amount: 100, now: NOW },
          );
          await settle(world, mint, tabs[0] as EcashTab, ['first']);
          let nth = 0;
          mint.faults = () => faults[nth++ % faults.length] ?? 'ok';
          for (const [at, [name, amount]] of acts.entries()) {
            const tab = tabs[at % tabs.length] as EcashTab;
            const job = `job ${at}`;
            const order = { job, mint: mint.url, amount, now: NOW } as const;
            const sent =
              [...tab.purse().jobs.values()].find(
                ({ settled, want }) => want.type === 'send' && settled,
              )?.job ?? 'none';
            if (name === 'mint') tab.send({ type: 'ecash.mint', ...order });
            else if (name === 'send') tab.send({ type: 'ecash.send', ...order, memo: '' });
            else if (name === 'melt')
              tab.send({ type: 'ecash.melt', ...order, invoice: fakeInvoice(amount, at) });
            else if (name === 'takeBack')
              tab.send({ type: 'ecash.takeBack', job, of: sent, now: NOW });
            else if (name === 'pay')
              for (const quote of mint.quotes.keys()) if (isToBePaid(tab, quote)) mint.pay(quote);
            if (name === 'tab' && tabs.length < 2) tabs.push(world.open());
            if (['mint', 'send', 'melt'].includes(name)) jobs.push(job);
            const turns = amount % 4;
            let turn = 0;
            await world.until(() => turn++ >= turns * 8);
            if (name === 'crash') {
              for (const one of tabs.splice(at % tabs.length, 1)) one.crash();
              tabs.push(world.open());
            }
          }
          // a closed tab's unwritten jobs do not count
          const last = tabs[0] as EcashTab;
          mint.faults = () => 'ok';
          await world.until(() => last.actor.getSnapshot().hasTag('open'));
          await settle(world, mint, last, []);
          judge(mint, last);
        } finally {
          world.end();
        }
      },
    ),
    {
      numRuns: sequences(runs(40)),
      // the mint once called a paid melt unpaid, which lost its change
      examples: [
        [
          'v1',
          0,
          [
            ['mint', 1],
            ['melt', 1],
            ['melt', 1],
            ['send', 1],
          ],
          ['doubled', 'lost', 'ok', 'lie', 'lie', 'doubled', 'lie', 'ok', 'ok', 'ok'],
          undefined,
        ],
      ],
    },
  );
});

const WANTS = {
  mint: (mint: FakeMint) =>
    ({ type: 'ecash.mint', job: 'j', mint: mint.url, amount: 21, now: NOW }) as const,
  send: (mint: FakeMint) =>
    ({ type: 'ecash.send', job: 'j', mint: mint.url, amount: 21, memo: '', now: NOW }) as const,
  takeBack: () => ({ type: 'ecash.takeBack', job: 'j', of: 'gift', now: NOW }) as const,
  melt: (mint: FakeMint) =>
    ({
      type: 'ecash.melt',
      job: 'j',
      mint: mint.url,
      invoice: fakeInvoice(21),
      amount: 21,
      now: NOW,
    }) as const,
};

interface Trial {
  readonly name: keyof typeof WANTS;
  readonly api: 'v1' | 'v0';
  /** The step at which the page closes, or undefined if it stays open. */
  readonly at?: number | undefined;
  readonly options?: Parameters<typeof ecashWorld>[1];
}

/**
 * Run one job of a wallet with 100 sats, whose page closes at a step. Returns the number of steps.
 */
async function trial({
  name,
  api,
  at,
  options,
}: Trial): Promise<{ steps: readonly Step[]; state: string }> {
  const mint = fakeMint({ api });
  const world = ecashWorld([mint], options);
  try {
    let tab = world.open();
    tab.send(
      { type: 'ecash.allow', mint: mint.url },
      { type: 'ecash.mint', job: 'first', mint: mint.url, amount: 100, now: NOW },
    );
    await settle(world, mint, tab, ['first']);
    if (name === 'takeBack') {
      tab.send({ type: 'ecash.send', job: 'gift', mint: mint.url, amount: 21, memo: '', now: NOW });
      await settle(world, mint, tab, ['gift']);
    }
    const steps: Step[] = [];
    world.steps = (step) => {
      if (steps.length === at) tab.crash();
      steps.push(step);
    };
    tab.send(WANTS[name](mint));
    await world.until(() => {
      for (const quote of mint.quotes.keys()) if (isToBePaid(tab, quote)) mint.pay(quote);
      return at === undefined
        ? ['settled', 'refused'].includes(stateIn(tab, 'j'))
        : steps.length > at;
    });
    world.steps = () => undefined;
    if (at !== undefined) tab = world.open();
    await world.until(() => tab.actor.getSnapshot().hasTag('open'));
    await settle(world, mint, tab, []);
    judge(mint, tab);
    return { steps, state: stateIn(tab, 'j') };
  } finally {
    world.end();
  }
}

const NAMES = ['mint', 'send', 'takeBack', 'melt'] as const;
const IS_SHORT = runs(4) < 4;
const APIS = IS_SHORT ? (['v1'] as const) : (['v1', 'v0'] as const);

test.each(NAMES.flatMap((name) => APIS.map((api) => [name, api] as const)))(
  'E-48 E-42 the page goes at each step of %s at a mint of %s: nothing is lost, and it goes on where it was',
  { timeout: 300_000 },
  async (name, api) => {
    const { steps, state } = await trial({ name, api });
    expect(state).toBe('settled');
    expect(steps).toContain('seal');
    for (const at of steps.keys()) {
      // the short run tries every third step of the operation that follows two others, and fewer of
      // those
      if (IS_SHORT && at > 1 && at % (name === 'takeBack' ? 3 : 7) !== 0) continue;
      const after = await trial({ name, api, at });
      // before the job was logged no job exists
      expect(after.state).toBe(at === 0 ? 'none' : 'settled');
    }
  },
);

test('E-48 compacting the log keeps every proof, record and counter, through crashes and writes', async () => {
  for (let at = 0; at < 4; at++) {
    const mint = fakeMint({ api: 'v1' });
    const world = ecashWorld([mint], { most: 3 });
    try {
      const first = world.open();
      first.send(
        { type: 'ecash.allow', mint: mint.url },
        { type: 'ecash.mint', job: 'first', mint: mint.url, amount: 100, now: NOW },
      );
      await settle(world, mint, first, ['first']);
      first.send({
        type: 'ecash.send',
        job: 'gift',
        mint: mint.url,
        amount: 21,
        memo: '',
        now: NOW,
      });
      await settle(world, mint, first, ['gift']);
      const before = first.purse();
      const known = knownProofs(before).map(({ C }) => C);
      const rows = () => world.idb.rows(`starling-ecash-${'a'.repeat(64)}`, 'lines').length;
      const long = rows();
      // the first page continues, unaware of the compaction
      const second = world.open();
      if (at === 0) {
        world.steps = (step) => {
          if (step === 'seal') second.crash();
        };
      } else if (at === 1)
        world.idb.faults.fail = (operation) =>
          operation === 'commit' ? new DOMException('full') : undefined;
      else if (at === 2)
        first.send({
          type: 'ecash.send',
          job: 'other',
          mint: mint.url,
          amount: 5,
          memo: '',
          now: NOW,
        });
      let turn = 0;
      await world.until(() => turn++ > 20);
      world.steps = () => undefined;
      delete world.idb.faults.fail;
      if (at < 2) expect(rows()).toBe(long);
      if (at === 3) expect([long > 5, rows()]).toEqual([true, 1]);
      first.send({
        type: 'ecash.send',
        job: 'last',
        mint: mint.url,
        amount: 3,
        memo: '',
        now: NOW,
      });
      await settle(world, mint, first, ['last']);
      judge(mint, first);
      const third = world.open();
      await world.until(() => third.actor.getSnapshot().hasTag('open'));
      expect([balance(third), third.purse().words?.reveal(), [...third.purse().counters]]).toEqual([
        balance(first),
        before.words?.reveal(),
        [...first.purse().counters],
      ]);
      expect(knownProofs(third.purse()).map(({ C }) => C)).toEqual(
        expect.arrayContaining(knownProofs(first.purse()).map(({ C }) => C)),
      );
      expect(jobOf(third, 'gift')?.settled?.given.map(({ C }) => C)).toEqual(
        jobOf(first, 'gift')?.settled?.given.map(({ C }) => C),
      );
      expect(known.length).toBeGreaterThan(0);
      judge(mint, third);
    } finally {
      world.end();
    }
  }
});

test('E-48 a log that does not store outgoing ecash loses it, and the test detects that (planted)', async () => {
  const disk: EcashLogEntry[] = [];
  const log = fromCallback<EcashStoreCommand, { account: string }>(({ sendBack, receive }) => {
    sendBack({ type: 'ecashLog.opened', lines: [...disk] });
    sendBack({ type: 'ecashLog.leadershipChanged', leading: true });
    receive((command) => {
      if (command.type !== 'ecashLog.append') return;
      disk.push(...command.lines.filter(({ type }) => type !== 'prepared'));
      sendBack({ type: 'ecashLog.appended', lines: command.lines });
    });
  });
  const lost: unknown[] = [];
  for (let at = 2; at < 8 && lost.length === 0; at++)
    await trial({ name: 'takeBack', api: 'v1', at, options: { log } }).catch((error: unknown) =>
      lost.push(error),
    );
  expect(lost).not.toEqual([]);
});

test('E-42 a wallet that reads a mint’s silence as a no loses ecash, and is detected (planted)', async () => {
  const hasty = (port: ReturnType<typeof ecashMint>) =>
    fromPromise<MintAnswer, MintAsk>(async ({ input }) => {
      const answer = await toPromise(createActor(port, { input }).start());
      return input.act.do === 'send' ? { is: 'refused', reason: { code: 'silent' } } : answer;
    });
  await expect(trial({ name: 'takeBack', api: 'v1', options: { mint: hasty } })).rejects.toThrow();
});
