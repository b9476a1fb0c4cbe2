import { MintOperationError, sumProofs, Wallet } from '@cashu/cashu-ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { booksOf } from '../tests/support/money/mint-world.ts';
import { KIND } from '../src/events/nostr/kinds.ts';
import { parseStored } from './store/stored-event.ts';
import { type Service, startService } from './start.ts';

let service: Service;

beforeAll(async () => {
  service = await startService({ port: 0, town: 0.02 });
}, 120_000);

afterAll(() => service.stop());

async function tokens(): Promise<string[]> {
  const notes = await service.store.query([{ kinds: [KIND.Text], limit: 5_000 }], 5_000);
  return notes.flatMap((note) => /cashuA[\w-]+/.exec(parseStored(note).content) ?? []);
}

test('ECASH-01 a token in a note of the demo town is redeemed at the mint once', async () => {
  const [token = ''] = await tokens();
  const wallet = new Wallet(`${service.url}/mint`, { unit: 'sat' });
  await wallet.loadMint();
  const before = booksOf(service.store, 'mint');
  expect(before.ledger).toBe(before.issued - before.spent);
  const received = sumProofs(await wallet.receive(token)).toNumber();
  expect(received).toBeGreaterThan(0);
  await expect(wallet.receive(token)).rejects.toThrow(MintOperationError);
  const after = booksOf(service.store, 'mint');
  expect(after.spent - before.spent).toBe(received * 1_000);
  expect(after.ledger).toBe(before.ledger);
}, 60_000);

test('ECASH-01 every token in the demo town is signed by the mint, and no two are the same', async () => {
  const all = await tokens();
  expect(new Set(all).size).toBe(all.length);
  const wallet = new Wallet(`${service.url}/mint`, { unit: 'sat' });
  await wallet.loadMint();
  for (const token of all) {
    const { mint, proofs } = wallet.decodeToken(token);
    expect(mint).toBe(`${service.url}/mint`);
    for (const { state } of await wallet.checkProofsStates(proofs))
      expect(['SPENT', 'UNSPENT']).toContain(state);
  }
  const { issued } = booksOf(service.store, 'mint');
  expect(issued).toBeGreaterThan(0);
}, 60_000);
