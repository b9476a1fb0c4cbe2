import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { tagValue } from '../../src/events/nostr/event.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { ISSUER } from '../store/money/play-money.ts';
import { int, text } from '../store/engine/row.ts';
import { openStore } from '../store/sqlite/sqlite-store.ts';
import { parseStored } from '../store/stored-event.ts';
import { isLong } from '../../tests/support/runs.ts';
import { openEventVerifier } from '../verify.ts';
import { openKeys } from './money-keys.ts';
import { openMoney } from './payments.ts';
import { START_MSATS } from './open-bank.ts';

const dir = mkdtempSync(join(tmpdir(), 'starling-ledger-'));
const path = join(dir, 'store.db');
const PAYER = join(import.meta.dirname, '../../tests/support/money/play-payer.ts');
const gate = await openEventVerifier();
/** 200 in `npm run test:long`, or as many as STARLING_ROUNDS says. */
const ROUNDS = Number(process.env['STARLING_ROUNDS'] ?? (isLong ? 200 : 3));
/** With three rounds, two die after a statement and one after an answer. */
const FIRST = 5;

afterAll(() => rmSync(dir, { recursive: true }));

/**
 * Make payments until that many were answered and a fraction of a millisecond has passed. Or let
 * the process kill itself after that many statements.
 */
async function payUntilKilled(
  round: number,
  { answers = Infinity, statements = 0 },
): Promise<readonly string[]> {
  const child: ChildProcess = spawn(
    process.execPath,
    [PAYER, path, String(round), String(statements)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let out = '';
  const linesOf = () => out.split('\n').slice(0, -1);
  child.stdout?.on('data', (chunk: Buffer) => {
    out += chunk.toString();
    if (linesOf().length >= answers) child.kill('SIGKILL');
  });
  await once(child, 'close');
  return linesOf();
}

test.runIf(isLong)(
  'E-48 BEYOND-06 after kill -9 payments are single, entries sum to 0, and each zap has its receipt',
  async () => {
    const answered: string[] = [];
    for (let round = FIRST; round < FIRST + ROUNDS; round++) {
      // A payment takes six statements. Each round dies after another one of them.
      const end =
        round % 7 === 6 ? { answers: 3 + (round % 23) } : { statements: 13 + (round % 7) };
      answered.push(...(await payUntilKilled(round, end)));
      const store = openStore(path, { verify: gate.verify });
      await openMoney(store, await openKeys(store, undefined), gate);
      const { database } = store;
      const entries = database.all(
        'select move, account, msats from play_entries order by n',
        [],
        (row) => ({
          move: text(row, 'move'),
          account: text(row, 'account'),
          msats: int(row, 'msats'),
        }),
      );
      const moves = Map.groupBy(entries, ({ move }) => move);
      const paid = database.all(
        'select * from play_invoices where paid_at is not null',
        [],
        (row) => ({
          hash: text(row, 'hash'),
          payer: text(row, 'payer'),
          payee: text(row, 'payee'),
          msats: int(row, 'msats'),
          request: text(row, 'request'),
        }),
      );
      expect(entries.reduce((sum, { msats }) => sum + msats, 0)).toBe(0);
      expect([...moves.keys()].toSorted()).toEqual(paid.map(({ hash }) => hash).toSorted());
      for (const { hash, payer, payee, msats } of paid) {
        expect(moves.get(hash)?.map(({ account, msats: moved }) => [account, moved])).toEqual([
          [payer, -msats],
          [payee, msats],
        ]);
      }
      const known = new Map(
        paid.map((each) => [each.hash, `${each.hash} ${each.payer} ${each.payee} ${each.msats}`]),
      );
      expect(answered.map((line) => known.get(line.split(' ')[0] ?? ''))).toEqual(answered);
      const people = [...new Set(entries.map(({ account }) => account))].filter(
        (account) => account !== ISSUER,
      );
      const has = await Promise.all(people.map((account) => store.playBalance(account)));
      expect([
        has.every((msats) => msats >= 0),
        has.reduce((sum, msats) => sum + msats, 0),
      ]).toEqual([true, people.length * START_MSATS]);
      const receipts = (await store.query([{ kinds: [KIND.Zap] }], 1_000_000)).map(
        (row) => tagValue(parseStored(row), 'description') ?? '',
      );
      expect(receipts.toSorted()).toEqual(
        paid.flatMap(({ request }) => (request === '' ? [] : [request])).toSorted(),
      );
      await store.close();
    }
    expect(answered.length).toBeGreaterThan(10);
  },
  1_200_000,
);
