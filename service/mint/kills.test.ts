import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { field, isRecord } from '../../src/events/core/json.ts';
import { MINT_NAMES, RecordedPurse } from '../../tests/support/money/recorded-purse.ts';
import { booksOf } from '../../tests/support/money/mint-world.ts';
import { openStore } from '../store/sqlite/sqlite-store.ts';
import { rngOf } from '../../town/prng.ts';
import { DATABASE } from '../transfer/data-directory.ts';
import { hashToCurve } from './curve.ts';
import { isLong } from '../../tests/support/runs.ts';

const CHILD = resolve(import.meta.dirname, '../../tests/support/money/mint-child.ts');
const ROUNDS = Number(process.env['STARLING_ROUNDS'] ?? (isLong ? 200 : 1));
const SEED = Number(process.env['STARLING_SEED'] ?? Math.floor(Math.random() * 1_000_000));
const PURSES = 4;
/** Number of extra rounds if by chance no request was running in any round. */
const MORE = 20;

let data = '';
let last: Running | undefined;

beforeAll(() => {
  data = mkdtempSync(join(tmpdir(), 'starling-mint-'));
});

afterAll(async () => {
  if (last && last.child.exitCode === null && last.child.signalCode === null) await kill(last);
  rmSync(data, { recursive: true });
});

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  /** Resolves when an invoice is paid. Rejects if the process ends first. */
  readonly fund: (bolt11: string) => Promise<void>;
}

async function start(): Promise<Running> {
  const child = fork(CHILD, [data], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const [hello] = await once(child, 'message');
  const waiting = new Map<string, PromiseWithResolvers<void>>();
  child.on('message', (message: unknown) => {
    const paid = isRecord(message) ? field(message, 'paid') : undefined;
    if (typeof paid === 'string') waiting.get(paid)?.resolve();
  });
  child.on('exit', () => waiting.forEach(({ reject }) => reject(new Error('gone'))));
  const fund = (bolt11: string) => {
    const waited = Promise.withResolvers<void>();
    waiting.set(bolt11, waited);
    if (child.connected) child.send({ pay: bolt11 }, (error) => error && waited.reject(error));
    else waited.reject(new Error('gone'));
    return waited.promise;
  };
  last = { child, fund, url: String(field(Object(hello), 'url')) };
  return last;
}

async function kill({ child }: Running): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Kill the service after this number of responses, during a request. */
async function killIn(
  running: Running,
  purses: readonly RecordedPurse[],
  count: number,
): Promise<void> {
  const now = Promise.withResolvers<void>();
  const answered = () => purses.reduce((sum, { answers }) => sum + answers, 0);
  const most = answered() + count;
  for (const purse of purses) {
    purse.onEvent = () => {
      if (answered() >= most && purses.some(({ wishes }) => wishes.length > 0)) now.resolve();
    };
  }
  await now.promise;
  await kill(running);
}

/** Run a wallet until the service is gone. */
async function live(purse: RecordedPurse, { fund, child }: Running): Promise<void> {
  try {
    while (child.exitCode === null && !child.killed) await purse.step(fund);
  } catch (error) {
    if (!child.killed) throw error;
  }
}

/** Compare the wallets with the mints' debt and with the ledger. */
async function compare(purses: readonly RecordedPurse[]): Promise<number> {
  const store = openStore(join(data, DATABASE));
  let all = 0;
  for (const name of MINT_NAMES) {
    const { issued, spent, kept, waiting, ledger } = booksOf(store, name);
    const held = purses.reduce((sum, purse) => sum + purse.worth(name), 0) * 1_000;
    expect({ name, owed: issued - spent, waiting, ledger }).toEqual({
      name,
      owed: held,
      waiting: 0,
      ledger: held + kept,
    });
    const points = purses.flatMap((purse) =>
      (purse.coins.get(name) ?? []).map(({ secret }) =>
        hashToCurve(Buffer.from(secret)).toHex(true),
      ),
    );
    expect(new Set(points).size).toBe(points.length);
    expect(await store.spentAmong(name, points)).toEqual(new Set());
    all += ledger;
  }
  expect(await store.playBalance('issuer')).toBe(-all);
  expect(store.database.db.prepare('pragma integrity_check').get()).toEqual({
    integrity_check: 'ok',
  });
  await store.close();
  return all;
}

test.runIf(isLong)(
  'E-42 E-48 after kill -9 during minting, swapping and melting no wallet has lost or gained a sat',
  async () => {
    const rng = rngOf(`${SEED}`);
    const purses = Array.from({ length: PURSES }, (_, n) => new RecordedPurse(`${SEED} ${n}`));
    let lost = 0;
    for (let round = 0; round < ROUNDS || (lost === 0 && round < ROUNDS + MORE); round++) {
      const running = await start();
      for (const purse of purses) {
        await purse.meet(running.url);
        await purse.recover(running.fund);
      }
      const killed = killIn(running, purses, rng.int(20, 140));
      await Promise.all([killed, ...purses.map((purse) => live(purse, running))]);
      lost += purses.reduce((sum, { wishes }) => sum + wishes.length, 0);
    }
    const running = await start();
    for (const purse of purses) {
      await purse.meet(running.url);
      await purse.recover(running.fund);
    }
    await kill(running);
    expect(
      purses.flatMap(({ refusals }) => refusals),
      `seed ${SEED}`,
    ).toEqual([]);
    expect(await compare(purses), `seed ${SEED}`).toBeGreaterThan(0);
    // Some requests were running when the service ended. Otherwise the test proves nothing.
    expect(lost, `seed ${SEED}`).toBeGreaterThan(0);
  },
  ROUNDS * 30_000 + 60_000,
);
